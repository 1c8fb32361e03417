/**
 * The download of a page for a job: the files that Chromium requests while an application does it,
 * bundled, minified and compressed with gzip, with the kernels that its engine takes.
 */
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { openChromium } from '../browsers.js';
import { PAGE_BUNDLE } from '../page-build.js';
import { root } from '../paths.js';
import { serve } from '../static-server.js';
import { makeData } from './data.js';

/**
 * Jobs, as the README names them. `limit`: kB of 1000 bytes. Each is a function of jobs.js.
 * @type {Readonly<Record<string, { row: string, limit: number }>>}
 */
export const JOBS = {
  feed: { row: 'a feed of BIP-340 signatures', limit: 49 },
  feedInSteps: { row: 'the same by `verifyFeedAsync`, with progress and cancel', limit: 51.4 },
  msm: { row: 'an MSM over BLS12-381 G1, by `pointsAsync` and `msmAsync`', limit: 53.8 },
  blsVerification: { row: "a BLS signature, `hashing: 'G2'`", limit: 105.3 },
  kzgCommitment: { row: 'a KZG commitment to a blob', limit: 560 },
  kzgCells: { row: 'the cells of a blob with their proofs', limit: 1345 },
  kzgVerification: { row: 'the proof of a blob, verified with `ready.verification`', limit: 130.7 },
  groth16Verification: { row: 'a Groth16 proof over BN254, verified', limit: 86.9 },
  groth16Proof: { row: 'a Groth16 proof over BN254, made', limit: 121.4 },
};

/** Bytes as text that a page can read. @param {string} _ @param {any} value */
const withText = (_, value) =>
  value?.type === 'Buffer' || value instanceof Uint8Array
    ? { bytes: Buffer.from(value.data ?? value).toString('base64') }
    : value;

/** Runs the application, whose module exports its job. */
const HTML = `<!doctype html><script type="module">
  import { job } from '/application.js';
  const withBytes = (_, value) =>
    typeof value?.bytes === 'string'
      ? Uint8Array.from(atob(value.bytes), (digit) => digit.charCodeAt(0))
      : value;
  globalThis.done = fetch('/data.json')
    .then((response) => response.text())
    .then((text) => job(JSON.parse(text, withBytes)));
</script>`;

/** @param {string} job @returns {Promise<Map<string, Uint8Array>>} files by path */
async function bundle(job) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: {
      contents: `export { ${job} as job } from './jobs.js';`,
      resolveDir: join(root, 'scripts/lib/downloads'),
    },
    outdir: '/',
    entryNames: 'application',
    ...PAGE_BUNDLE,
    write: false,
    logOverride: { 'ignored-bare-import': 'silent' },
  });
  return new Map(outputFiles.map(({ path, contents }) => [`/${basename(path)}`, contents]));
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} job
 * @param {object} data
 * @returns {Promise<Map<string, number>>} bytes by file
 * @throws {Error} the job's result is wrong
 */
async function filesOf(browser, job, data) {
  const files = await bundle(job);
  /** @type {Map<string, number>} */
  const requested = new Map();
  const server = await serve(async (path) => {
    if (path === '/index.html') return HTML;
    if (path === '/data.json') return JSON.stringify(data, withText);
    const contents = files.get(path);
    if (!contents) throw new Error(`no file ${path}`);
    requested.set(path.slice(1), gzipSync(contents).length);
    return Buffer.from(contents);
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  try {
    await page.goto(server.url);
    await page.waitForFunction('"done" in globalThis');
    if (!(await page.evaluate('globalThis.done'))) throw new Error(`${job}: wrong result`);
    // What follows in the background is a download, too.
    await page.waitForLoadState('networkidle');
    return requested;
  } finally {
    await page.close();
    await server.close();
  }
}

/**
 * Measures in Chromium, which must be installed.
 * @returns {Promise<Map<string, Map<string, number>>>} by job, bytes by file
 */
export async function measureDownloads() {
  const data = await makeData();
  const browser = await openChromium();
  try {
    const found = new Map();
    for (const job of Object.keys(JOBS)) {
      found.set(job, await filesOf(browser, job, data[job]));
    }
    return found;
  } finally {
    await browser.close();
  }
}

/** @param {Map<string, number>} files @returns {number} kB */
export const kilobytesOf = (files) => [...files.values()].reduce((a, b) => a + b, 0) / 1000;

/** The README's table. @param {Map<string, Map<string, number>>} found */
export const jobTable = (found) =>
  [
    '| what a page does | it downloads |',
    '|---|---|',
    ...Array.from(
      found,
      ([job, files]) => `| ${JOBS[job].row} | ${kilobytesOf(files).toFixed(1)} kB |`,
    ),
  ].join('\n');
