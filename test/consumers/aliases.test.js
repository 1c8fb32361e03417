/**
 * Code that imports snarkjs, with the alias of a bundler as docs/adapters.md prints it: in a page,
 * which proves and verifies with the files of Semaphore's ceremony, and is never blocked for longer
 * than 50 ms.
 */
import { readFileSync } from 'node:fs';
import { copyFile, cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBrowser, openChromium } from '../../scripts/lib/browsers.js';
import { root } from '../../scripts/lib/paths.js';
import { serveFolder } from '../../scripts/lib/static-server.js';
import { semaphoreSignals } from '../support/groth16/semaphore.js';
import { describeWith } from '../support/installed.js';
import { areInstalled, bundlers } from './bundlers.js';
import { semaphoreFiles } from './examples.js';
import { installPackage } from './package.js';

const program = findBrowser('chromium');
const install = 'chromium, test/consumers/bundlers, examples/semaphore';
const isThere = program && areInstalled && semaphoreFiles;

const DEPTH = 20;
const siblings = [17, 18, 19];
const INPUT = {
  secret: 123456789,
  merkleProofLength: siblings.length,
  merkleProofIndex: 5,
  merkleProofSiblings: [...siblings, ...Array(DEPTH - siblings.length).fill(0)],
  message: 42,
  scope: 7,
};
const SIGNALS = semaphoreSignals({
  ...{ secret: 123456789n, index: 5, siblings: siblings.map(BigInt), message: 42n, scope: 7n },
});

/** Chromium's category for the tasks of a page's thread. */
const TASKS = 'disabled-by-default-devtools.timeline';

/** Settings of vite and webpack, in this order. */
const settings = [
  ...readFileSync(`${root}/docs/adapters.md`, 'utf8').matchAll(/^export default (\{.*\});$/gm),
].map(([, text]) => Function(`return ${text}`)());

describeWith('a page with the alias of', isThere, install, () => {
  let project, browser;
  beforeAll(async () => {
    project = await installPackage();
    const page = fileURLToPath(new URL('alias-page.js', import.meta.url));
    await copyFile(page, join(project.folder, 'page.js'));
    browser = await openChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await project?.remove();
  });

  it.each([
    ['vite 7', 0],
    ['vite 8', 0],
    ['webpack', 1],
  ])('%s: proves and verifies, and is never blocked', async (name, i) => {
    expect(settings).toHaveLength(2);
    const { folder, warnings } = await bundlers[name].build(project.folder, settings[i]);
    expect(warnings).toEqual([]);
    for (const [end, file] of [
      ['wasm', 'circuit.wasm'],
      ['zkey', 'circuit_final.zkey'],
      ['json', 'verification_key.json'],
    ]) {
      await cp(`${semaphoreFiles}.${end}`, join(folder, file));
    }
    await writeFile(join(folder, 'input.json'), JSON.stringify(INPUT));
    const server = await serveFolder(folder);
    try {
      const { result, longest } = await traced(await browser.newPage(), server.url);
      expect(result.answers).toEqual([true, false]);
      expect(result.proved.publicSignals).toEqual(SIGNALS);
      expect(longest).toBeGreaterThan(1);
      expect(longest).toBeLessThan(50);
    } finally {
      await server.close();
    }
  });
});

/**
 * The result of the page, and how long its longest task took: in milliseconds of processor time of
 * its thread, which a busy machine does not change.
 */
async function traced(page, url) {
  await page.goto(url);
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: [TASKS, 'blink.user_timing'] },
  });
  const result = await page.evaluate('performance.mark("first"), prove()');
  const isOver = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await isOver;
  await page.close();
  const thread = events.find(({ name }) => name === 'first');
  const times = events
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === thread.pid && tid === thread.tid)
    .flatMap(({ tdur }) => (tdur === undefined ? [] : tdur / 1000));
  expect(times.length).toBeGreaterThan(100);
  return { result, longest: Math.max(...times) };
}
