/**
 * The benchmark as a web page: builds `bench/page/` with the library of `dist/`, and serves it with
 * the headers that isolate it, or leaves static files for any web server.
 */
import { findBrowser, openChromium } from './lib/browsers.js';
import { flag, program, text, UsageError, whole } from './lib/command-line.js';
import { ensureBuilt } from './lib/ensure-built.js';
import { buildPage } from './lib/page-build.js';
import { addPreview } from './lib/page-preview.js';
import { recordPage } from './lib/page-record.js';
import { servePage } from './lib/page-peers.js';
import { ISOLATION } from './lib/static-server.js';

const USAGE = `Usage: node scripts/page.js [options]

  --port N          where to serve the page on this machine (default 8080)
  --out FOLDER      only write the page's files there, and the picture that links are shown with,
                    if there is a Chromium
  --base URL        with --out: the address of that folder, for the picture's address
  --record          measure the page in Chromium, and write bench/results/page.json, which it shows
                    before anything is measured; refuses figures of a busy machine, and a dirty
                    commit
  --help            print this text

A page on another server is measured best with these headers, which make its clock fine:
${Object.entries(ISOLATION)
  .map(([name, value]) => `  ${name}: ${value}`)
  .join('\n')}
`;

const OPTIONS = { port: whole(8080, 0, 65535), out: text(), base: text(), record: flag };

/** @param {import('./lib/command-line.js').Values<typeof OPTIONS>} values */
async function main({ port, out, base, record }) {
  if (base && !URL.canParse(base))
    throw new UsageError(`--base: expected an absolute URL, got ${base}`);
  ensureBuilt();
  const folder = await buildPage(out);
  if (out) {
    const drawn = await inChromium((browser) => addPreview(folder, browser, base || undefined));
    if (drawn === null) console.warn('no Chromium: links to this page are shown without a picture');
    console.log(`${folder}: page written, for any web server`);
    return;
  }
  const { url, close } = await servePage(folder, { headers: ISOLATION, port });
  if (record) {
    const recorded = await inChromium((browser) => recordPage(browser, url));
    if (recorded === null) throw new UsageError('--record needs Chromium');
    return close();
  }
  console.log(`${url}  (stop with Ctrl+C)`);
}

/**
 * @template T
 * @param {(browser: import('playwright-core').Browser) => Promise<T>} use
 * @returns {Promise<T | null>} null without a Chromium
 */
async function inChromium(use) {
  if (!findBrowser('chromium')) return null;
  const browser = await openChromium();
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

await program(import.meta.url, OPTIONS, main, USAGE);
