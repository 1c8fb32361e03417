/**
 * The one driver of browsers, for measurements, scripts and tests: finds a browser, starts it,
 * opens pages and reads what they report.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { launchWebKit } from './webkit.js';

/** @import { Server } from './static-server.js' */

/**
 * A running browser. `open` loads a page and waits for the promise that the page's script leaves
 * in `globalThis.report`; `onMessage` is called with each line of its console, but in WebKit.
 * `converse` does so too, and then evaluates expressions in it, whose results are texts.
 *
 * @typedef {{
 *   version: string,
 *   open(url: string, onMessage?: (text: string) => void): Promise<any>,
 *   converse(url: string): Promise<{ evaluate(expression: string): Promise<string> }>,
 *   close(): Promise<void>,
 * }} Browser
 */

/**
 * The members used here of a page of either driver.
 * @typedef {{ on(event: any, listener: (message: any) => void): unknown,
 *   goto(url: string): Promise<unknown>, evaluate(expression: string): Promise<unknown>,
 *   setDefaultTimeout(ms: number): void, close(): Promise<void> }} Page
 */

/**
 * The browsers, the names of their programs, and functions that start them. No driver brings a
 * browser along: the system's browsers are measured and tested.
 * @type {Record<string,
 *   { programs: string[], launch: (program: string, args: readonly string[]) => Promise<Browser>
 *   }>}
 */
const BROWSERS = {
  chromium: {
    programs: ['chromium', 'chromium-browser', 'google-chrome'],
    launch: launchChromium,
  },
  firefox: { programs: ['firefox-esr', 'firefox'], launch: launchFirefox },
  webkit: { programs: ['WebKitWebDriver'], launch: launchWebKit },
};

/** Names of the browsers. */
export const browserNames = Object.keys(BROWSERS);

/**
 * Arguments for wide arithmetic, in those browsers that have it behind a flag or a preference.
 * @type {ReadonlyMap<string, readonly string[]>}
 */
export const WIDE_ARGS = new Map([
  ['chromium', ['--js-flags=--wasm-staging']],
  ['firefox', ['--pref=javascript.options.wasm_wide_arithmetic']],
]);

/** Names a preference of Firefox that is to be true. */
const PREFERENCE = /^--pref=(.*)$/;

/**
 * Finds an installed browser: $CURVEMILL_CHROMIUM, $CURVEMILL_FIREFOX or $CURVEMILL_WEBKIT, else on
 * the PATH.
 *
 * @param {string} name one of `browserNames`
 * @returns {string | null} the program
 */
export function findBrowser(name) {
  const chosen = process.env[`CURVEMILL_${name.toUpperCase()}`];
  if (chosen) return chosen;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = BROWSERS[name].programs.flatMap((program) =>
    folders.map((folder) => join(folder, program)),
  );
  return candidates.find(isExecutable) ?? null;
}

/**
 * Starts an installed browser without a window.
 * @param {string} name one of `browserNames`
 * @param {readonly string[]} [args] for the program
 * @returns {Promise<Browser>}
 */
export async function launchBrowser(name, args = []) {
  return BROWSERS[name].launch(installed(name), args);
}

/**
 * Opens pages one after the other, each served for it alone, in a browser that is started for them.
 * @param {string} name one of `browserNames`
 * @param {ReadonlyArray<() => Promise<Server>>} pages functions that serve one
 * @param {{ args?: readonly string[], onMessage?: (text: string) => void }} [options] for the
 *   browser's program; called with each line of the pages' consoles
 * @returns {Promise<{ engine: string, reports: any[] }>} what the pages report
 */
export async function reportsOf(name, pages, { args, onMessage } = {}) {
  const browser = await launchBrowser(name, args);
  try {
    const reports = [];
    for (const serve of pages) {
      const server = await serve();
      try {
        reports.push(await browser.open(server.url, onMessage));
      } finally {
        await server.close();
      }
    }
    return { engine: browser.version, reports };
  } finally {
    await browser.close();
  }
}

/** @param {string} name */
function installed(name) {
  const program = findBrowser(name);
  if (!program) throw new Error(`${name} is not installed`);
  return program;
}

/**
 * Starts Chromium for whoever works with a page by Playwright.
 * @param {string} [executablePath]
 * @param {readonly string[]} [more] arguments
 */
export async function openChromium(executablePath = installed('chromium'), more = []) {
  const { chromium } = await import('playwright-core');
  // The pages need no network beyond this machine: keep the browser from looking for one.
  const plain = ['--disable-gpu', '--disable-quic', '--disable-sync', '--no-first-run'];
  const args = [...plain, ...more];
  return chromium.launch({ executablePath, args, headless: true, timeout: 0 });
}

/**
 * Starts Firefox for whoever works with a page by Puppeteer: as released, it speaks WebDriver BiDi,
 * which Playwright does not.
 * @param {string} [executablePath]
 * @param {readonly string[]} [args] for the program, or preferences
 */
export async function openFirefox(executablePath = installed('firefox'), args = []) {
  const { default: puppeteer } = await import('puppeteer-core');
  const preferences = args.flatMap((one) => PREFERENCE.exec(one)?.[1] ?? []);
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    args: args.filter((one) => !PREFERENCE.test(one)),
    extraPrefsFirefox: Object.fromEntries(preferences.map((name) => [name, true])),
    timeout: 0,
    // A call returns when the page's promise settles, which may be minutes.
    protocolTimeout: 0,
  });
}

/**
 * @param {string} executablePath
 * @param {readonly string[]} args
 * @returns {Promise<Browser>}
 */
async function launchChromium(executablePath, args) {
  const browser = await openChromium(executablePath, args);
  return {
    version: `Chromium ${browser.version()}`,
    open: async (url, onMessage) => readReport(await browser.newPage(), url, onMessage),
    converse: async (url) => converse(await browser.newPage(), url),
    close: () => browser.close(),
  };
}

/**
 * @param {string} executablePath
 * @param {readonly string[]} args
 * @returns {Promise<Browser>}
 */
async function launchFirefox(executablePath, args) {
  const browser = await openFirefox(executablePath, args);
  const version = (await browser.version()).replace(/^firefox\//i, '');
  return {
    version: `Firefox ${version}`,
    open: async (url, onMessage) => readReport(await browser.newPage(), url, onMessage),
    converse: async (url) => converse(await browser.newPage(), url),
    close: () => browser.close(),
  };
}

/**
 * @param {Page} page
 * @param {string} url
 * @param {(text: string) => void} [onMessage] called with each line of the page's console
 * @returns {Promise<unknown>}
 */
async function readReport(page, url, onMessage) {
  try {
    return await load(page, url, onMessage);
  } finally {
    await page.close();
  }
}

/**
 * @param {Page} page
 * @param {string} url
 */
async function converse(page, url) {
  await load(page, url);
  return {
    evaluate: async (/** @type {string} */ expression) => String(await page.evaluate(expression)),
  };
}

/**
 * @param {Page} page
 * @param {string} url
 * @param {(text: string) => void} [onMessage]
 * @returns {Promise<unknown>} what the page reports
 */
async function load(page, url, onMessage) {
  /** @type {string[]} */
  const errors = [];
  page.on('console', (message) => onMessage?.(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  // However slow the machine is: whoever asked for the page has a limit, or patience.
  page.setDefaultTimeout(0);
  // Module scripts run before the load event that this waits for.
  await page.goto(url);
  // As text: WebDriver BiDi would leave out an object that the report holds twice.
  const report = await page.evaluate('Promise.resolve(globalThis.report).then(JSON.stringify)');
  if (typeof report !== 'string')
    throw new Error(`the page reported nothing. ${errors.join('\n')}`);
  return JSON.parse(report);
}

/**
 * @param {string} path
 * @returns {boolean}
 */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
