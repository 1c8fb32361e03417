/**
 * A service worker that imports the package instead of being one file: creators say what to do.
 * Skipped with a warning without a Chromium.
 */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openChromium } from '../../scripts/lib/browsers.js';
import { root } from '../../scripts/lib/paths.js';
import { serveFolder } from '../../scripts/lib/static-server.js';

const chromium = findBrowser('chromium');
if (!chromium) console.warn('NOT TESTED: a service worker that imports (no Chromium).');

const CREATORS = {
  'bls12-381': ['createBls12381', '{ groups: ["G1"] }'],
  bn254: ['createBn254', ''],
  secp256k1: ['createSecp256k1', ''],
  pasta: ['createPasta', ''],
  banderwagon: ['createBanderwagon', ''],
};

const worker = `${Object.entries(CREATORS)
  .map(([file, [creator]]) => `import { ${creator} } from './dist/${file}.js';`)
  .join('\n')}
import { EnvironmentError } from './dist/errors.js';
addEventListener('message', async ({ ports: [port] }) => {
  const told = {};
  const said = (error) => [error instanceof EnvironmentError, error.message];
  ${Object.entries(CREATORS)
    .map(
      ([file, [name, options]]) =>
        `told['${file}'] = await ${name}(${options}).then(String, said);`,
    )
    .join('\n  ')}
  told.bls = await createBls12381().then(String, said);
  port.postMessage(told);
});`;

describe.runIf(chromium)('a service worker that is no single file', () => {
  /** @type {any} */
  let told;
  /** @type {string} */
  let folder;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'curvemill-sw-'));
    await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
    await writeFile(join(folder, 'index.html'), '<link rel="icon" href="data:," />');
    await writeFile(join(folder, 'worker.js'), worker);
    const server = await serveFolder(folder);
    const browser = await openChromium();
    try {
      const page = await browser.newPage();
      await page.goto(server.url);
      told = await page.evaluate(async () => {
        await navigator.serviceWorker.register('worker.js', { type: 'module' });
        const { active } = await navigator.serviceWorker.ready;
        const { port1, port2 } = new MessageChannel();
        active?.postMessage('go', [port2]);
        return new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
      });
    } finally {
      await browser.close();
      await server.close();
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([...Object.keys(CREATORS), 'bls'])('is told to be one: %s', (name) => {
    const [isTyped, message] = told[name];
    expect(message).toMatch(
      /got "TypeError: import\(\) is disallowed on .*Bundle a service worker to one file$/,
    );
    expect(isTyped).toBe(true);
  });
});
