/** Exports of a result: a link, a table, a file, a picture, the device's own sharing. */
import { drawCard } from './card.js';
import { byId, create } from './dom.js';
import { packReport } from './link.js';
import { rowsOf, summarize } from './summary.js';

/** @typedef {import('./summary.js').AnyReport} AnyReport */

/**
 * Connects the buttons.
 * @param {{ report: () => AnyReport, settings: () => string }} page `settings`: the fragment
 *   without results
 */
export function offerSharing({ report, settings }) {
  const on = (/** @type {string} */ id, /** @type {() => unknown} */ act) =>
    byId(id).addEventListener('click', act);
  const link = async () => {
    const url = new URL(location.href);
    url.hash = `${settings()}&results=${await packReport(report())}`;
    history.replaceState(null, '', url);
    return url.href;
  };
  on('copy-link', async () => copy(await link(), 'link'));
  on('copy-table', () =>
    copy(
      rowsOf(report())
        .map((row) => row.join('\t'))
        .join('\n'),
      'table',
    ),
  );
  on('download', () => {
    const blob = new Blob([JSON.stringify(report(), null, 2)], { type: 'application/json' });
    save(blob, `${summarize(report()).name}.json`);
  });
  on('picture', async () => save(await drawCard(report()), `${summarize(report()).name}.png`));
  byId('share').hidden = !('share' in navigator);
  on('share', async () => share(report(), await link()));
}

/**
 * @param {AnyReport} report
 * @param {string} url
 */
async function share(report, url) {
  const { title, result, name } = summarize(report);
  const text = `${title}: ${result}, on ${report.device.Engine}`;
  const file = new File([await drawCard(report)], `${name}.png`, { type: 'image/png' });
  const withFile = { title: 'curvemill', text, url, files: [file] };
  const plain = { title: 'curvemill', text, url };
  try {
    await navigator.share(navigator.canShare?.(withFile) ? withFile : plain);
  } catch (error) {
    // Whoever closes the dialogue has decided.
    if (/** @type {Error} */ (error).name !== 'AbortError') say('The browser refused to share.');
  }
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
function save(blob, name) {
  const url = URL.createObjectURL(blob);
  create('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/**
 * @param {string} text
 * @param {string} what
 */
async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied`);
  } catch {
    say('The browser refused to copy.');
  }
}

/** @param {string} text */
function say(text) {
  byId('copied').textContent = text;
}
