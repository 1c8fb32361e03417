/**
 * How the benchmark page looks and answers, by script: no message in the console, no horizontal
 * scrolling, contrast of text, names of controls, the first paint; and what it does where
 * something is missing. In Chromium; the same page runs once in Firefox.
 */
import { readFile, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openChromium, openFirefox } from '../../scripts/lib/browsers.js';
import { buildPage } from '../../scripts/lib/page-build.js';
import { ISOLATION, serveFolder } from '../../scripts/lib/static-server.js';
import { findDisorder, findFaults, findWide } from './faults.js';

const chromiumPath = findBrowser('chromium');
const firefoxPath = findBrowser('firefox');
const WIDTHS = [320, 390, 768, 1024, 1280, 1920];
const PNG = [0x89, 0x50, 0x4e, 0x47];

let folder, server, strict;
beforeAll(async () => {
  folder = await buildPage();
  server = await serveFolder(folder, { headers: ISOLATION });
  const policy = "script-src 'self'; worker-src 'self'";
  strict = await serveFolder(folder, { headers: { 'content-security-policy': policy } });
});
afterAll(async () => {
  await Promise.all([server?.close(), strict?.close()]);
  await rm(folder, { recursive: true, force: true });
});

describe.runIf(chromiumPath)('the benchmark page in Chromium', () => {
  let browser, page;
  const messages = [];
  beforeAll(async () => {
    browser = await openChromium();
    page = await browser.newPage();
    // The test has a limit of its own.
    page.setDefaultTimeout(0);
    page.on('pageerror', (error) => messages.push(String(error)));
    page.on('console', (message) => messages.push(message.text()));
  });
  afterAll(() => browser?.close());

  const open = async (fragment, { url } = server) => {
    await page.goto('about:blank');
    await page.goto(`${url}#${fragment}`);
    await page.waitForSelector('#settings[data-inspected]');
  };
  const text = (selector) => page.textContent(selector);
  const finish = async () => {
    await page.waitForSelector('#progress:not([hidden])', { state: 'attached' });
    await page.waitForSelector('#progress', { state: 'hidden' });
  };

  it('shows a recorded sample at once, painted before kernels are tried', async () => {
    await open('');
    expect(await text('#subject')).toMatch(/^Recorded: .*Start measures this device/);
    expect(await page.$$eval('#chart canvas', (found) => found.length)).toBe(1);
    const checked = await page.$$eval('input[name=series]:checked', (all) =>
      all.map((i) => i.value),
    );
    expect(checked).toContain('noble');
    // Some 120 to 200 ms from a server beside it, on an idle machine; a test asserts no time.
    const [paint] = await page.evaluate(() =>
      performance.getEntriesByName('first-contentful-paint').map(({ startTime }) => startTime),
    );
    expect(paint).toBeGreaterThan(0);
  });

  it('brings progress and results into view on a phone, where Cancel stays', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('curve=secp256k1&sizes=4,14&series=portable&threads=1&runs=1000');
    await page.click('#start');
    await page.waitForFunction(() =>
      document.querySelector('#badge')?.textContent?.includes('verified'),
    );
    for (const selector of ['#bar', '#cancel', '#badge']) {
      const box = await (await page.$(selector)).boundingBox();
      expect(box.y, selector).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height, selector).toBeLessThanOrEqual(844);
    }
    await page.waitForFunction(() =>
      document.querySelector('#left')?.textContent?.endsWith('left'),
    );
    await page.click('#cancel');
    // Results stand before the settings now, for the tab key too.
    const settingsTop = await page.$eval('#settings', (form) => form.getBoundingClientRect().top);
    const tableTop = await page.$eval('#table', (table) => table.getBoundingClientRect().top);
    expect(settingsTop).toBeGreaterThan(tableTop);
    expect(await page.evaluate(findDisorder)).toEqual([]);
    await page.click('#to-settings');
    await page.waitForFunction(() => {
      const { top } = document.querySelector('#settings')?.getBoundingClientRect() ?? { top: -1 };
      return top > 0 && top < innerHeight / 2;
    });
    expect(await page.isVisible('#start')).toBe(true);
    expect(await page.$$eval('.primary', (all) => all.map(({ id }) => id))).toEqual(['start']);
  });

  it('has no fault in any tab, light and dark, from 320 to 1920 pixels', async () => {
    await open('curve=secp256k1&sizes=4&series=portable,noble&threads=1,2&runs=1');
    await page.click('#start');
    await finish();
    for (const tab of ['signatures', 'kzg', 'groth16', 'msm']) {
      await page.click(`#tab-${tab}`);
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate(findFaults), `${tab}, ${colorScheme}`).toEqual([]);
        expect(await page.evaluate(findDisorder), tab).toEqual([]);
      }
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 844 });
        // Charts are drawn anew in the next frame.
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => setTimeout(done))),
        );
        expect(await page.evaluate(findWide), `${tab}, ${width}`).toEqual([]);
      }
    }
    const planted = () => {
      document.querySelector('#build')?.setAttribute('style', 'color: #777; width: 2000px');
      document.querySelector('#tab-kzg')?.replaceChildren();
    };
    await page.evaluate(planted);
    expect(await page.evaluate(findFaults)).toEqual([
      expect.stringMatching(/^contrast [1-4]\.\d+: curvemill/),
      expect.stringMatching(/^no name: <button/),
    ]);
    expect(await page.evaluate(findWide)).toEqual([
      expect.stringMatching(/^2\d\d\d pixels wide/),
      expect.stringMatching(/^beyond the edge: curvemill/),
    ]);
    // Chart and history of this run are there.
    expect(await text('#history')).toContain('16 points of secp256k1');
    const [picture] = await Promise.all([page.waitForEvent('download'), page.click('#picture')]);
    expect([...(await readFile(await picture.path())).subarray(0, 4)]).toEqual(PNG);
  });

  it('runs what is chosen: another library alone; nothing, with a reason', async () => {
    await open('curve=secp256k1&sizes=4&series=noble&threads=1&runs=1');
    await page.click('#start');
    await finish();
    const names = await page.$$eval('#table .peer th', (all) => all.map((th) => th.textContent));
    expect(names).toEqual([expect.stringMatching(/^noble/)]);
    expect(await page.$$('#table .own')).toEqual([]);
    await page.click('label:has(input[name=sizes][value="4"])');
    expect(await page.isDisabled('#start')).toBe(true);
    expect(await text('#refusal')).toBe('Choose a number of points.');
  });

  const rows = () =>
    page.$$eval('#table tr', (all) =>
      all.map((row) =>
        [...row.querySelectorAll('th, .value, .ratio')].map((cell) => cell.textContent),
      ),
    );

  it('measures signatures in a tab, by keyboard, and remembers and shares them', async () => {
    await page.addInitScript(() => {
      Object.assign(navigator, {
        canShare: () => true,
        share: async (data) => Object.assign(globalThis, { shared: data }),
      });
    });
    await open('curve=secp256k1&runs=1');
    await page.focus('#tab-msm');
    await page.keyboard.press('ArrowRight');
    expect(await page.getAttribute('#tab-signatures', 'aria-selected')).toBe('true');
    const outline = await page.$eval(
      '#tab-signatures',
      (tab) => getComputedStyle(tab).outlineStyle,
    );
    expect(outline).not.toBe('none');
    await page.click('label:has(input[name=operations][value=ecdsa])');
    await page.fill('#runs', '1');
    await page.click('#start');
    await finish();
    const shown = await rows();
    expect(shown[0]).toEqual(['BIP-340verified']);
    // Fastest first, which one run on a busy machine may change.
    expect(
      shown
        .slice(1)
        .map(([name]) => name)
        .sort(),
    ).toEqual([...['curvemill', 'curvemill, batch of 256', 'noble', 'tiny-secp256k1']]);
    for (const [name, time, ratio] of shown.slice(1)) {
      expect(time).toMatch(/^[\d.]+ (µs|ms)$/);
      expect(ratio, name).toMatch(name.startsWith('curvemill') ? /^$/ : /^[\d.]+×$/);
    }
    expect(await text('#badge')).toBe('✓ verified: every result');
    expect(page.url()).toContain('work=signatures&libraries=curvemill,noble,tiny-secp256k1');

    await page.click('#share');
    await page.waitForFunction(() => 'shared' in globalThis);
    const shared = await page.evaluate(async () => {
      const { text, url, files } = /** @type {any} */ (globalThis).shared;
      const [file] = files;
      const start = [...new Uint8Array(await file.slice(0, 4).arrayBuffer())];
      return { text, url, name: file.name, start };
    });
    expect(shared.text).toMatch(
      /^Signatures: BIP-340: .* a second · curvemill(, batch of 256)?, on /,
    );
    expect(shared.start).toEqual(PNG);
    expect(shared.name).toMatch(/^curvemill-signatures-.*\.png$/);

    // Of this tab alone, and there again after a while, as are results in a link.
    expect(await page.$$eval('#history li', (all) => all.length)).toBe(1);
    await page.click('#tab-kzg');
    expect(await page.isHidden('#history-figure')).toBe(true);
    expect(await text('#subject')).toMatch(/^Recorded: KZG/);
    await page.goto('about:blank');
    await page.goto(shared.url);
    await page.waitForSelector('#notices .notice');
    expect(await rows()).toEqual(shown);
    await open('work=signatures');
    await page.click('#history button');
    expect(await rows()).toEqual(shown);
    expect(messages).toEqual([]);
  });

  it('measures KZG beside a library that is loaded only then', async () => {
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    await open('work=kzg&libraries=micro-eth-signer&operations=verification&runs=1');
    const setup = () => asked.filter((url) => /lagrange|kzg-/.test(url));
    expect(setup()).toEqual([]);
    await page.click('#start');
    await finish();
    expect(setup().length).toBeGreaterThan(1);
    expect(await rows()).toEqual([
      ['verification of a blobverified'],
      ['micro-eth-signer', expect.stringMatching(/^[\d.]+ (ms|s)$/), ''],
    ]);

    // kzg-wasm takes 15 s to load: its file, from this server, must do here.
    await open('work=kzg&libraries=kzg-wasm&operations=commitment&runs=1');
    const response = page.waitForResponse(/kzg\.wasm$/);
    await page.click('#start');
    expect((await response).status()).toBe(200);
    await page.click('#cancel');
    expect(asked.filter((url) => !url.startsWith(server.url) && url !== 'about:blank')).toEqual([]);
    expect(messages).toEqual([]);
  });

  it('makes a key of Groth16 in the page, which can be cancelled, and measures with it', async () => {
    const shown = async () => [await page.isHidden('#unmeasured'), await rows()];
    await open('work=groth16&domains=13&runs=1');
    expect(await page.isVisible('#curve')).toBe(false);
    const before = await shown();
    await page.click('#start');
    await page.waitForFunction(() => {
      const [bar, step] = /** @type {any[]} */ ([...document.querySelectorAll('#bar, #step')]);
      return step.textContent === 'making the key of 2¹³' && bar.value > 0;
    });
    await page.click('#cancel');
    expect(await text('#notices')).toBe('Cancelled.');
    expect(await shown()).toEqual(before);

    await page.click('label:has(input[name=domains][value="13"])');
    expect(await text('#refusal')).toBe('Choose a domain.');
    await page.click('label:has(input[name=domains][value="10"])');
    await page.click('#start');
    await finish();
    expect(page.url()).toMatch(/operations=proof,opening,verification&domains=10&runs=1$/);
    expect(await text('#notices')).toBe('');
    const time = expect.stringMatching(/^[\d.]+ (µs|ms|s)$/);
    const measured = await rows();
    expect(measured.slice(0, 5)).toEqual([
      ['proofverified'],
      ['curvemill, 2¹⁰', time, ''],
      ['loading of the keyverified'],
      ['curvemill, 2¹⁰', time, ''],
      ['verificationverified'],
    ]);
    // Fastest first, which one run on a busy machine may change.
    expect(measured).toHaveLength(7);
    expect(measured).toContainEqual(['curvemill', time, '']);
    expect(measured).toContainEqual(['curvemill, batch of 16', time, '']);
    // No other library is there, so that each figure is a large one.
    expect(await page.$$eval('#tiles b', (all) => all.length)).toBe(4);
    expect(await text('#badge')).toBe('✓ verified: every result');
    expect(await text('#history')).toContain('Groth16: proof · ');
    expect(messages).toEqual([]);
  });

  it('says what refuses WebAssembly, and measures without it', async () => {
    await open('curve=secp256k1', strict);
    expect(await text('#notices')).toContain('wasm-unsafe-eval');
    await page.click('#use-bigint');
    await page.fill('#runs', '1');
    await page.click('label:has(input[name=sizes][value="8"])');
    await page.click('#start');
    await finish();
    expect(await text('#table')).toContain('bigint');
  });
});

describe.runIf(firefoxPath)('the benchmark page in Firefox', () => {
  it('measures, without a fault', async () => {
    const browser = await openFirefox();
    try {
      const page = await browser.newPage();
      // The test has a limit of its own.
      page.setDefaultTimeout(0);
      const problems = [];
      page.on('pageerror', (error) => problems.push(String(error)));
      await page.setViewport({ width: 390, height: 844 });
      await page.goto(`${server.url}#curve=secp256k1&sizes=4&series=portable&threads=1&runs=2`);
      await page.waitForSelector('#settings[data-inspected]');
      await page.click('#start');
      await page.waitForFunction(() =>
        /verified/.test(document.querySelector('#table')?.textContent ?? ''),
      );
      expect(await page.evaluate(findFaults)).toEqual([]);
      expect(problems).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
