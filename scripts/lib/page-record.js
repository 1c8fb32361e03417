/**
 * Records, in Chromium, the reports that the benchmark page shows before anything is measured.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { SAMPLES } from './page-recorded.js';

/** The settings of each tab: a visitor's, and with a library that loads slowly. */
const RUNS = {
  msm: 'curve=bls12-381-g1&sizes=8,10,12&series=fma,portable,noble&threads=1&runs=9',
  signatures: 'work=signatures&runs=9',
  kzg: 'work=kzg&libraries=curvemill,kzg-wasm,micro-eth-signer&runs=9',
  groth16: 'work=groth16&domains=10,11,12,13&runs=9',
};

/**
 * Measures each tab, and writes the reports to `bench/results/page.json`, without samples.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url of the page
 */
export async function recordPage(browser, url) {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  const samples = Object.entries(RUNS).map(([work, fragment]) => async () => {
    await page.goto('about:blank');
    await page.goto(`${url}#${fragment}`);
    await page.waitForSelector('#settings[data-inspected]');
    await page.click('#start');
    await page.waitForSelector('#progress', { state: 'hidden' });
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download')]);
    const report = JSON.parse(await readFile(await download.path(), 'utf8'));
    if (report.commit.includes('dirty'))
      throw new Error(`expected a clean commit: ${report.commit}`);
    const [{ model }] = cpus();
    report.device = { ...report.device, System: `${report.device.System}, ${model}` };
    return [work, { ...report, isSample: true }];
  });
  const reports = [];
  for (const sample of samples) reports.push(await sample());
  const drop = (/** @type {string} */ key, /** @type {unknown} */ value) =>
    key === 'samplesMs' ? undefined : value;
  await writeFile(SAMPLES, `${JSON.stringify(Object.fromEntries(reports), drop, 2)}\n`);
}
