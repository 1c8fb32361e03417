/**
 * The benchmark as a web page: builds `bench/page/` with the library of `dist/`, and serves it with
 * the headers that isolate it, or leaves static files for any web server.
 */
import { parseArgs } from 'node:util';
import { findBrowser, openChromium } from './lib/browsers.js';
import { UsageError, isUsageError, parseInteger } from './lib/cli.js';
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
                    before anything is measured
  --help            print this text

A page on another server is measured best with these headers, which make its clock fine:
${Object.entries(ISOLATION)
  .map(([name, value]) => `  ${name}: ${value}`)
  .join('\n')}
`;

/**
 * @param {string[]} args
 */
async function main(args) {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '8080' },
      out: { type: 'string' },
      base: { type: 'string' },
      record: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const port = parseInteger(values.port, '--port', 0, 65535);
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  if (values.base !== undefined && !URL.canParse(values.base)) {
    throw new UsageError(`--base: expected an absolute URL, got ${values.base}`);
  }
  ensureBuilt();
  const folder = await buildPage(values.out);
  if (values.out) {
    const drawn = await inChromium((browser) => addPreview(folder, browser, values.base));
    if (drawn === null) console.warn('no Chromium: links to this page are shown without a picture');
    console.log(`${folder}: page written, for any web server`);
    return;
  }
  const { url, close } = await servePage(folder, { headers: ISOLATION, port });
  if (values.record) {
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

try {
  await main(process.argv.slice(2));
} catch (error) {
  const usage = isUsageError(error);
  process.stderr.write(usage ? `${error.message}\n\n${USAGE}` : `${error}\n`);
  process.exitCode = usage ? 2 : 1;
}
