/**
 * A library that is no part of the benchmark page, as its licence is another: chosen, it runs
 * beside ours where it is served, and cannot be chosen where it is not. In Chromium.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openChromium } from '../../scripts/lib/browsers.js';
import { buildPage } from '../../scripts/lib/page-build.js';
import { installedPeers, servePage } from '../../scripts/lib/page-peers.js';
import { ISOLATION, serveFolder } from '../../scripts/lib/static-server.js';
import { describeWith } from '../support/installed.js';
import { findDisorder, findFaults, findWide } from './faults.js';

const executablePath = findBrowser('chromium');
const FRAGMENT =
  'work=groth16&libraries=curvemill,snarkjs&operations=proof,verification&domains=10';

describe.runIf(executablePath)('snarkjs beside the benchmark page', () => {
  let folder, served, bare, browser, page;
  const problems = [];
  const asked = [];
  beforeAll(async () => {
    folder = await buildPage();
    served = await servePage(folder, { headers: ISOLATION });
    bare = await serveFolder(folder, { headers: ISOLATION });
    browser = await openChromium();
    page = await browser.newPage();
    // The test has a limit of its own.
    page.setDefaultTimeout(0);
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => problems.push(message.text()));
    page.on('request', (request) => asked.push(request.url()));
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([served?.close(), bare?.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  const open = async ({ url }, fragment) => {
    await page.goto('about:blank');
    await page.goto(`${url}#${fragment}`);
    await page.waitForSelector('#settings[data-inspected]');
  };
  const choice = '#libraries label:has(input[value=snarkjs])';

  it('is not in its files, and cannot be chosen where it is not served', async () => {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.name.endsWith('.js')) continue;
      const text = await readFile(join(entry.parentPath, entry.name), 'utf8');
      expect(text.includes('ffjavascript') || text.includes('zKey.exportSolidity')).toBe(false);
    }
    await open(bare, `${FRAGMENT}&runs=1`);
    await page.waitForSelector(`${choice} input:disabled`);
    expect(await page.isChecked(`${choice} input`)).toBe(false);
    expect(await page.textContent(choice)).toContain('npm install --prefix test/consumers/snarkjs');
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(findWide), String(width)).toEqual([]);
    }
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(findFaults), colorScheme).toEqual([]);
    }
    expect(await page.evaluate(findDisorder)).toEqual([]);
    expect(problems).toEqual([]);
  });

  describeWith(
    'where it is served',
    installedPeers().snarkjs,
    'npm install --prefix test/consumers/snarkjs',
    () => {
      it('is chosen by hand, and loaded when it is measured', async () => {
        asked.length = 0;
        await open(served, 'work=groth16&runs=1');
        await page.waitForSelector(`${choice} input:enabled`);
        expect(await page.isChecked(`${choice} input`)).toBe(false);
        await open(served, `${FRAGMENT}&runs=1`);
        const loads = () => asked.filter((url) => url.endsWith('/peers/snarkjs.js'));
        expect(loads()).toEqual([]);
        await page.click('#start');
        await page.waitForSelector('#progress:not([hidden])', { state: 'attached' });
        await page.waitForSelector('#progress', { state: 'hidden' });
        expect(loads()).toHaveLength(1);
        expect(await page.textContent('#notices')).toBe('');
        const rows = await page.$$eval('#table tr', (all) => all.map((row) => row.textContent));
        for (const name of ['curvemill, 2¹⁰', 'snarkjs, 2¹⁰']) {
          expect(rows.filter((row) => row.includes(name))).toHaveLength(1);
        }
        // Beside ours of the same size, if it is slower, as it is.
        expect(rows.find((row) => row.includes('snarkjs, 2¹⁰'))).toMatch(/×/);
        expect(rows.filter((row) => row.includes('snarkjs'))).toHaveLength(2);
        expect(problems).toEqual([]);
      });
    },
  );
});
