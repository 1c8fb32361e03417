/**
 * Visits a page in a new browser that nothing observes: a driver would take a part of each request
 * and of the cores. The page tells its server what it has found.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ISOLATION, serve } from '../../scripts/lib/static-server.js';

const PLAIN = [
  ...['--headless', '--disable-gpu', '--disable-quic', '--disable-sync', '--disable-extensions'],
  ...['--no-first-run', '--no-default-browser-check', '--disable-component-update'],
  ...['--disable-background-networking', '--disable-default-apps', '--password-store=basic'],
];

/** Where a page sends its report, as the rest of the path. */
export const REPORT = '/report/';

const LIMIT = 60_000;

/**
 * @param {{ program: string, html: string, read: (path: string) => Promise<Uint8Array>,
 *   settle: number, identity: { key: string, cert: string } | undefined }} visit `settle`:
 *   milliseconds from the browser's start to the page
 * @returns {Promise<any>} what the page reports
 */
export async function visitOnce({ program, html, read, settle, identity }) {
  /** @type {(report: unknown) => void} */
  let resolve = () => {};
  /** @type {(error: unknown) => void} */
  let reject = () => {};
  const reported = new Promise((...both) => ([resolve, reject] = both));
  // Another site, so that the page has a process of its own, as one that a user comes to.
  const waiting = (/** @type {string} */ url) =>
    `<!doctype html><script>setTimeout(() => location.replace('${url}'), ${settle})</script>`;
  const server = await serve(
    async (path) => {
      if (path === '/index.html') return html;
      if (path === '/wait.html') return waiting(server.url);
      if (!path.startsWith(REPORT)) return Buffer.from(await read(path));
      resolve(JSON.parse(decodeURIComponent(path.slice(REPORT.length))));
      return '';
    },
    { headers: ISOLATION, identity },
  );
  const profile = mkdtempSync(join(tmpdir(), 'curvemill-visit-'));
  const start = new URL('/wait.html', server.url.replace('127.0.0.1', 'localhost'));
  const browser = spawn(program, argumentsFor(profile, identity !== undefined, start.href), {
    stdio: 'ignore',
  });
  const timer = setTimeout(() => reject(new Error('the page reported nothing')), LIMIT);
  browser.once('error', reject);
  const ended = new Promise((end) => browser.once('close', end));
  try {
    return await reported;
  } finally {
    clearTimeout(timer);
    browser.kill();
    await ended;
    await server.close();
    // Its other processes may still write.
    await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/**
 * @param {string} profile its folder
 * @param {boolean} isTrusting whether any certificate will do
 * @param {string} url
 */
const argumentsFor = (profile, isTrusting, url) => [
  ...PLAIN,
  // As root, Chromium starts without its sandbox only.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ...(isTrusting ? ['--ignore-certificate-errors'] : []),
  `--user-data-dir=${profile}`,
  url,
];

/** @param {string} program */
export const versionOf = (program) =>
  /\d[\d.]+/.exec(
    execFileSync(program, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  )?.[0];
