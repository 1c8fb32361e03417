/**
 * The benchmark page in a real Chromium: its controls and its output. Skipped with a warning
 * without a Chromium.
 */
import { rm } from 'node:fs/promises';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findBrowser, openChromium } from '../../scripts/lib/browsers.js';
import { buildPage } from '../../scripts/lib/page-build.js';
import { addPreview } from '../../scripts/lib/page-preview.js';
import { ISOLATION, serveFolder } from '../../scripts/lib/static-server.js';

const executablePath = findBrowser('chromium');
if (!executablePath) console.warn('NOT TESTED: the benchmark page (Chromium is not installed).');

it.skipIf(executablePath || !process.env.CI)('Chromium is installed', () =>
  expect.fail('the benchmark page must be tested in CI'),
);

describe.runIf(executablePath)('the benchmark page', () => {
  let folder, server, plain, browser, page;
  const problems = [];

  beforeAll(async () => {
    folder = await buildPage();
    server = await serveFolder(folder, { headers: ISOLATION });
    plain = await serveFolder(folder);
    browser = await openChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([server?.close(), plain?.close()]);
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    page = await browser.newPage();
    // The test has a limit of its own.
    page.setDefaultTimeout(0);
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  });
  afterEach(async () => {
    await page.close();
    expect(problems.splice(0)).toEqual([]);
  });

  /** Opens the page with settings and waits until it knows what the engine has. */
  const open = async (fragment, { url } = server) => {
    await page.goto(`${url}#${fragment}`);
    await page.waitForSelector('#settings[data-inspected]');
  };
  const finish = () => page.waitForSelector('#progress', { state: 'hidden' });
  const text = (selector) => page.textContent(selector);
  /** Its groups: title, mark, and rows of name, figure and ratio. */
  const groups = (table = '#table') =>
    page.$$eval(`${table} tbody`, (bodies) =>
      bodies.map((body) => {
        const [head, ...rows] = [...body.querySelectorAll('tr')];
        const [title, mark] = [...head.querySelector('th').childNodes].map((n) => n.textContent);
        const texts = rows.map((row) =>
          ['th', '.value', '.ratio'].map((part) => row.querySelector(part).textContent),
        );
        return { title, mark, rows: texts };
      }),
    );

  it('is linked to with a picture of 1200 × 630', async () => {
    await addPreview(folder, browser, 'https://example.org/bench');
    const picture = await readFile(`${folder}/preview.png`);
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
    await page.goto(server.url);
    const address = await page.getAttribute('meta[property="og:image"]', 'content');
    expect(address).toBe('https://example.org/bench/preview.png');
  });

  it('measures kernels and other libraries, and shows figures, chart and phases', async () => {
    await open('curve=bls12-381-g1&sizes=4,6&series=portable,fma,noble,montgomery&runs=2');
    await page.click('#start');
    await page.waitForSelector('#badge:not(:empty)');
    await finish();
    const shown = await groups();
    expect(shown.map(({ title }) => title)).toEqual(['2⁴ points', '2⁶ points']);
    for (const { mark, rows } of shown) {
      expect(mark).toBe('verified');
      expect(rows.map(([name]) => name).sort()).toEqual([
        ...['fma', expect.stringMatching(/^montgomery \d/)],
        ...[expect.stringMatching(/^noble \d/), 'portable'],
      ]);
      for (const [, time] of rows) expect(time).toMatch(/^\d[\d.]* (µs|ms|s)$/);
      // The fastest of ours has no ratio, all others have one.
      expect(rows.filter(([, , ratio]) => ratio === '')).toHaveLength(1);
    }
    // Ours first, then what it is beside other libraries.
    const words = await page.$$eval('#tiles span', (all) => all.map((one) => one.textContent));
    expect(words).toEqual([
      expect.stringMatching(/^for an MSM of 64 points, (fma|portable)$/),
      ...[expect.stringMatching(/^as fast as /), expect.stringMatching(/^as fast as /)],
      'of WebAssembly memory, one thread',
    ]);
    expect(await text('#badge')).toBe('✓ verified: 2⁴, 2⁶');
    expect(await page.$$eval('#chart canvas', (found) => found.length)).toBe(1);
    expect(await page.$$eval('#phases .bar', (found) => found.length)).toBe(4);
    const colours = await page.$$eval('#phases-legend .swatch', (found) =>
      found.map((swatch) => globalThis.getComputedStyle(swatch).backgroundColor),
    );
    expect(new Set(colours).size).toBe(colours.length);
    expect(colours).not.toContain('rgba(0, 0, 0, 0)');
    expect(await text('#notices')).toBe('');
  });

  it('compares numbers of threads, and shows what they gain', async () => {
    await open('curve=bls12-381-g1&sizes=4,12&series=fma&threads=1,2&runs=2');
    await page.click('#start');
    await finish();
    const names = ['fma', 'fma, 2 threads'];
    for (const { mark, rows } of await groups()) {
      expect(rows.map(([name]) => name).sort()).toEqual(names);
      expect(mark).toBe('verified');
    }
    const gains = await groups('#scaling-table');
    expect(gains).toHaveLength(2);
    for (const { rows } of gains) {
      expect(rows).toEqual([
        [names[1], expect.stringMatching(/^\d+\.\d\d×$/), expect.stringMatching(/^(slower)?$/)],
      ]);
    }
    expect(await page.$$eval('#scaling canvas', (found) => found.length)).toBe(1);
    // The phases of workers stay there.
    expect(await page.$$eval('#phases .bar', (found) => found.length)).toBe(2);
    expect(await text('#notices')).toBe('');

    await page.click('#copy-link');
    await page.waitForURL(/threads=1,2&.*results=/);
    const link = page.url();
    await page.goto('about:blank');
    await page.goto(link);
    await page.waitForSelector('#notices .notice');
    expect(await groups('#scaling-table')).toEqual(gains);
  });

  it('says why there are fewer threads than asked for', async () => {
    await open('curve=bls12-381-g1&sizes=4&series=bigint&threads=2,auto&runs=1');
    await page.click('#start');
    await finish();
    const notices = await text('#notices');
    expect(notices).toBe(
      "bigint, threads 2, auto: 1 started (backend 'bigint' computes on one thread)",
    );
    expect((await groups())[0].rows).toEqual([['bigint', expect.stringMatching(/s$/), '']]);
    expect(await page.isHidden('#scaling-figure')).toBe(true);
  });

  it.each([
    // Links of earlier versions know no threads: they meant one.
    [2, 'series=portable', ['1*', '2', 'auto'], 'all: 2 on'],
    [2, 'series=portable&threads=8,nonsense,0', ['1', '2', '8*', 'auto'], 'all: 2 on'],
    [24, 'curve=secp256k1', ['1*', '2', '4', '8', '16', 'auto*'], 'all: 16 on'],
  ])('offers threads for %i processors and the link "%s"', async (cores, link, offered, words) => {
    await page.addInitScript((value) => {
      Object.defineProperty(globalThis.navigator, 'hardwareConcurrency', { value });
    }, cores);
    await open(link);
    const found = await page.$$eval('#threads input', (inputs) =>
      inputs.map(({ value, checked }) => `${value}${checked ? '*' : ''}`),
    );
    expect(found).toEqual(offered);
    expect(await text('#threads-words')).toContain(words);
  });

  it('gives results as a link and as a file', async () => {
    await open('curve=secp256k1&sizes=4&series=portable&runs=3');
    await page.click('#start');
    await finish();
    const before = await groups();
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download')]);
    const report = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(report).toMatchObject({ curve: 'secp256k1', runs: 3, device: { Isolated: 'yes' } });
    expect(report.results[0].times.portable.samplesMs).toHaveLength(3);

    await page.click('#copy-link');
    await page.waitForURL(/results=/);
    const link = page.url();
    await page.goto('about:blank');
    await page.goto(link);
    await page.waitForSelector('#notices .notice');
    expect(await groups()).toEqual(before);
    expect(await text('#notices')).toContain('Results from a link');
  });

  it('is cancelled immediately, keeps finished sizes, and can measure again', async () => {
    await open('curve=bls12-381-g1&sizes=4,14&series=portable&threads=1&runs=20');
    await page.click('#start');
    await page.fill('#runs', '2');
    await page.waitForFunction(() => document.getElementById('step')?.textContent.includes('2¹⁴'));
    await page.click('#cancel');
    expect(await page.isHidden('#progress')).toBe(true);
    expect(await text('#notices')).toContain('Cancelled');
    expect((await groups()).map(({ title }) => title)).toEqual(['2⁴ points']);
    await page.click('label:has(input[value="14"])');
    await page.click('#start');
    await finish();
    expect(await text('#notices')).toBe('');
  });

  it('shows figures while it measures, and the recorded ones again if cancelled at once', async () => {
    await open('curve=bls12-381-g1&sizes=12&series=portable&threads=1&runs=1000');
    const [subject, recorded] = [await text('#subject'), await groups()];
    expect(subject).toMatch(/^Recorded: bls12-381-g1 on Chromium /);
    expect(recorded.map(({ title }) => title)).toEqual(['2⁸ points', '2¹⁰ points', '2¹² points']);
    await page.click('#start');
    // Of runs that are made, before the last one: without a mark.
    await page.waitForSelector('#badge:not(:empty)');
    expect(await groups()).toEqual([
      { title: '2¹² points', rows: [['portable', expect.stringMatching(/s$/), '']] },
    ]);
    await page.click('#cancel');
    expect(await text('#notices')).toContain('Cancelled.');
    expect([await text('#subject'), await groups()]).toEqual([subject, recorded]);
  });

  it('shows recorded figures in grey with their settings, and a library in one colour', async () => {
    await open('work=signatures');
    const bar = '#table tr:has(th:text-is("noble")) .meter';
    const look = () =>
      page.$eval(bar, (meter) => {
        const { backgroundColor, filter } = globalThis.getComputedStyle(meter);
        return { backgroundColor, filter };
      });
    const recorded = await look();
    expect(recorded.filter).toContain('grayscale');
    expect(await text('#badge')).toBe('');
    expect((await groups()).map(({ mark }) => mark)).toEqual([undefined, undefined]);
    const { runs } = JSON.parse(
      await readFile(new URL('../../bench/results/page.json', import.meta.url), 'utf8'),
    ).signatures;
    expect(await page.inputValue('#runs')).toBe(String(runs));
    await page.fill('#runs', '1');
    // What was chosen in a tab is there when it is chosen again.
    await page.click('#tab-kzg');
    await page.click('#tab-signatures');
    expect(await page.inputValue('#runs')).toBe('1');
    await page.click('#start');
    await finish();
    expect(await look()).toEqual({ backgroundColor: recorded.backgroundColor, filter: 'none' });
    expect(await text('#badge')).not.toBe('');
  });

  it('draws recorded figures in each tab at once', async () => {
    for (const [tab, ...titles] of [
      ['signatures', 'ECDSA', 'BIP-340'],
      ['kzg', 'commitment to a blob', 'proof of a blob', 'verification of a blob'],
    ]) {
      await open(`work=${tab}`);
      expect(await text('#subject')).toMatch(/^Recorded: .*Start measures this device/);
      const shown = await groups();
      expect(shown.map(({ title }) => title)).toEqual(expect.arrayContaining(titles));
      expect(await page.$$eval('#tiles b', (all) => all.length)).toBeGreaterThan(1);
    }
  });

  it('gives the focus on, from Start to Cancel and back', async () => {
    await open('curve=secp256k1&sizes=14&series=portable&runs=1000');
    const focused = () => page.evaluate(() => document.activeElement?.id);
    await page.focus('#start');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('cancel');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('start');
    expect(await text('#notices')).toContain('Cancelled');
  });

  it('is operated by keyboard', async () => {
    await open('curve=secp256k1&sizes=4&series=portable&runs=1');
    await page.focus('#runs');
    await page.keyboard.press('Enter');
    await finish();
    expect((await groups())[0].mark).toBe('verified');
  });

  it('offers every curve, with the libraries that have it', async () => {
    await open('curve=bls12-381-g1');
    const curves = await page.$$eval('#curve option', (found) => found.map(({ value }) => value));
    expect(curves).toEqual(expect.arrayContaining(['bls12-381-g1', 'secp256k1']));
    await page.selectOption('#curve', 'secp256k1');
    await page.waitForSelector('#settings[data-inspected=secp256k1]');
    const peers = await page.$$eval('#peers input', (found) => found.map(({ value }) => value));
    expect(peers).toEqual(['noble']);
  });

  it('warns where its clock is coarse', async () => {
    await open('curve=secp256k1&sizes=4&series=portable&runs=1', plain);
    await page.click('#start');
    await finish();
    expect(await text('#notices')).toContain('not isolated');
  });

  it('warns, once, where the tab was hidden meanwhile, and says so in the report', async () => {
    await open('curve=secp256k1&sizes=4,14&series=portable&runs=1000');
    // A browser without windows hides none: the page is told so.
    const hide = () =>
      page.evaluate(() => {
        Object.defineProperty(document, 'hidden', { value: true, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      });
    await hide();
    expect(await text('#notices')).toBe('');
    await page.evaluate(() => Reflect.deleteProperty(document, 'hidden'));
    await page.click('#start');
    await page.waitForSelector('#badge:not(:empty)');
    await page.waitForSelector('#table .verified');
    await hide();
    await hide();
    await page.click('#cancel');
    const notices = await page.$$eval('#notices .notice', (all) => all.map((p) => p.textContent));
    expect(notices.filter((notice) => notice.includes('tab was hidden'))).toHaveLength(1);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download')]);
    const { notes } = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(notes).toContainEqual(expect.stringContaining('tab was hidden'));
    await page.click('#start');
    expect(await text('#notices')).toContain('tab was hidden');
    await page.click('#cancel');
  });

  it('refuses a broken link, and takes its settings', async () => {
    await open('curve=secp256k1&sizes=6&runs=7&results=garbage');
    expect(await text('#notices')).toContain('cannot be read');
    expect(await page.inputValue('#curve')).toBe('secp256k1');
    expect(await page.inputValue('#runs')).toBe('7');
  });
});
