/**
 * Records, in Chromium, the reports that the benchmark page shows before anything is measured.
 * Figures of a busy machine are refused: those whose quartiles are far apart.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { SAMPLES } from './page-recorded.js';

/** The settings of each tab: a visitor's, and with a library that loads slowly. */
const RUNS = {
  msm: 'curve=bls12-381-g1&sizes=8,10,12&series=fma,portable,noble&threads=1,auto&runs=15',
  signatures: 'work=signatures&runs=15',
  kzg: 'work=kzg&libraries=curvemill,kzg-wasm,micro-eth-signer&runs=15',
  groth16: 'work=groth16&domains=10,11,12,13&runs=15',
};

/** Half of the distance between quartiles, as a share of the median: at most this. */
const WIDEST = 0.1;

/** A tab is measured so many times before its quartiles are refused. */
const TRIES = 3;

/** @typedef {import('../../bench/page/summary.js').AnyReport} AnyReport */

/**
 * The figures of a report whose quartiles are too far apart to be shown to everybody.
 * @param {AnyReport} report
 * @returns {string[]} a line each
 */
export function wideFigures(report) {
  const figures =
    'figures' in report
      ? report.figures.map((one) => ({ ...one, title: `${one.operation}, ${one.name}` }))
      : report.results.flatMap(({ logSize, times }) =>
          Object.entries(times).map(([id, one]) => ({
            ...one,
            title: `2^${logSize} points, ${id}`,
          })),
        );
  return figures.flatMap(({ title, medianMs, lowMs = NaN, highMs = NaN }) => {
    const spread = (highMs - lowMs) / 2 / medianMs;
    return spread <= WIDEST ? [] : [`${title}: ± ${(100 * spread).toFixed(0)} %`];
  });
}

/**
 * Measures a tab until its figures are narrow.
 * @param {string} work
 * @param {() => Promise<AnyReport>} measure
 * @returns {Promise<AnyReport>}
 */
export async function narrowReport(work, measure) {
  /** @type {string[]} */
  let wide = [];
  for (let i = 0; i < TRIES; i++) {
    const report = await measure();
    wide = wideFigures(report);
    if (wide.length === 0) return report;
    console.warn(`${work}, try ${i + 1} of ${TRIES}:\n  ${wide.join('\n  ')}`);
  }
  throw new Error(
    `${work}: quartiles are at most ${100 * WIDEST} % from the median on a quiet machine, ` +
      `but here, after ${TRIES} tries: ${wide.join('; ')}. Nothing was written.`,
  );
}

/**
 * Measures each tab, and writes the reports to `bench/results/page.json`, without samples.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url of the page
 */
export async function recordPage(browser, url) {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  const reports = [];
  for (const [work, settings] of Object.entries(RUNS)) {
    const measured = await narrowReport(work, () => measure(page, `${url}#${settings}`));
    const [{ model }] = cpus();
    const device = { ...measured.device, System: `${measured.device.System}, ${model}` };
    reports.push([work, { ...measured, device, isSample: true, settings }]);
  }
  const drop = (/** @type {string} */ key, /** @type {unknown} */ value) =>
    key === 'samplesMs' ? undefined : value;
  await writeFile(SAMPLES, `${JSON.stringify(Object.fromEntries(reports), drop, 2)}\n`);
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} address with settings
 * @returns {Promise<AnyReport>}
 */
async function measure(page, address) {
  await page.goto('about:blank');
  await page.goto(address);
  await page.waitForSelector('#settings[data-inspected]');
  await page.click('#start');
  await page.waitForSelector('#progress', { state: 'hidden' });
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download')]);
  const report = JSON.parse(await readFile(await download.path(), 'utf8'));
  if (report.commit.includes('dirty')) throw new Error(`expected a clean commit: ${report.commit}`);
  return report;
}
