/**
 * `modulepreload` links from preload.json in a real Chromium: they name exactly the files that an
 * instance requests when it is created. Skipped with a warning without a Chromium.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openChromium } from '../../scripts/lib/browsers.js';
import { serve } from '../../scripts/lib/static-server.js';
import { curves } from '../../src/curves/index.js';

const executablePath = findBrowser('chromium');
if (!executablePath) console.warn('NOT TESTED: preload.json (Chromium is not installed).');

const dist = new URL('../../dist/', import.meta.url);
const lists = JSON.parse(readFileSync(new URL('preload.json', dist), 'utf8'));

/** A file of dist/ and all that it imports statically. @param {string} file */
function ownFiles(file) {
  const found = new Set([file]);
  for (const path of found) {
    const url = new URL(path, dist);
    for (const [, next] of readFileSync(url, 'utf8').matchAll(/^import [^(]*?"(\..+?)";$/gm)) {
      found.add(new URL(next, url).href.replace(dist.href, ''));
    }
  }
  return found;
}

it.each(curves)('creating $name requests few files, all of them at once', ({ name, entry }) => {
  const own = ownFiles(`${entry.path}.js`);
  const later = [...lists[name].fma].filter((file) => !own.has(file));
  // Over HTTP/1.1 browsers make six requests at a time.
  expect(later.length).toBeLessThanOrEqual(5);
  for (const file of later) {
    expect([...ownFiles(file)].filter((path) => path !== file && !own.has(path))).toEqual([]);
  }
});

describe.runIf(executablePath)('preload.json', () => {
  /** @type {import('playwright-core').Browser} */
  let browser;

  beforeAll(async () => {
    browser = await openChromium();
  });
  afterAll(() => browser?.close());

  /**
   * Expects a page that creates an instance to request what is listed for it, each file once.
   * @param {string} name of a curve
   * @param {readonly string[]} links
   * @param {string} script
   * @returns {Promise<string[]>} the list
   */
  async function expectRequests(name, links, script) {
    const html = [
      '<!doctype html>',
      ...links.map((file) => `<link rel="modulepreload" href="/dist/${file}">`),
      `<script type="module">globalThis.report = (async () => { ${script} })()</script>`,
    ].join('');
    /** @type {string[]} */
    const requested = [];
    const server = await serve(async (path) => {
      if (path === '/index.html') return html;
      if (path.startsWith('/dist/')) requested.push(path.replace('/dist/', ''));
      return readFile(new URL(path.replace('/dist/', ''), dist));
    });
    const page = await browser.newPage();
    // The test has a limit of its own.
    page.setDefaultTimeout(0);
    try {
      await page.goto(server.url);
      const kernels = await page.evaluate('globalThis.report');
      const list = lists[name][kernels === 'fma' ? 'fma' : 'portable'];
      // Creation does not wait for the subgroup checks.
      const sorted = () => [...requested].sort();
      await expect.poll(sorted, { timeout: 300_000 }).toEqual([...list].sort());
      return list;
    } finally {
      await page.close();
      await server.close();
    }
  }

  const eager = curves.filter(({ entry }) => 'eager' in entry);
  it.each(eager)('nothing is requested by an eager entry of $name', async ({ entry }) => {
    const { creator, path } = entry;
    const html = `<!doctype html><script type="module">
      import { ${creator} } from '/dist/${path}-eager.js';
      globalThis.report = ${creator}().then(({ backend }) => backend.batch);</script>`;
    const own = ownFiles(`${path}-eager.js`);
    /** @type {string[]} */
    const others = [];
    const server = await serve(async (path) => {
      if (path === '/index.html') return html;
      const file = path.replace('/dist/', '');
      if (path.startsWith('/dist/') && !own.has(file)) others.push(file);
      return readFile(new URL(file, dist));
    });
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    try {
      await page.goto(server.url);
      expect(await page.evaluate('globalThis.report')).toBe('fma');
      expect(others).toEqual([]);
    } finally {
      await page.close();
      await server.close();
    }
  });

  it.each(curves.flatMap((curve) => ['portable', 'auto'].map((backend) => ({ curve, backend }))))(
    'lists what $curve.name requests with $backend',
    async ({ curve: { name, entry }, backend }) => {
      const { path, creator, member } = entry;
      const groups = member === 'group' ? '' : `groups: ['${member}'],`;
      const script = `
        const { ${creator} } = await import('/dist/${path}.js');
        const instance = await ${creator}({ backend: '${backend}', ${groups} });
        return instance.backend.batch;`;
      const list = await expectRequests(name, [], script);
      await expectRequests(name, list, script);
    },
  );
});
