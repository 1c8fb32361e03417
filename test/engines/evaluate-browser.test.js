/** The measurement in browsers; a missing browser is reported by engines.test.js. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { browserNames, findBrowser } from '../../scripts/lib/browsers.js';

const cwd = fileURLToPath(new URL('../..', import.meta.url));
/** Its engine does not fuse multiply-adds. */
const WITHOUT_FMA = 'webkit';
const evaluate = (...args) =>
  spawnSync(process.execPath, ['scripts/evaluate-browser.js', ...args], { cwd, encoding: 'utf8' });
/** A slow start is told, every ten seconds; nothing else may be. */
const PROGRESS = /^(2\^\d+: [a-z\d ]+, \d+ s\n)*$/;

describe('evaluate-browser', () => {
  for (const name of browserNames) {
    it.skipIf(!findBrowser(name))(`measures in ${name}`, () => {
      const args = ['--browser', name, '--sizes', '5,3', '--runs', '2', '--json'];
      const { status, stdout, stderr } = evaluate(...args);
      expect(stderr).toMatch(PROGRESS);
      expect(status).toBe(0);
      const { engine, backend, results } = JSON.parse(stdout);
      expect(engine.toLowerCase()).toContain(name);
      const kernel = name === WITHOUT_FMA ? 'limbs30' : 'fma';
      expect(backend).toEqual({ single: kernel, batch: kernel });
      expect(results.map(({ n, verified }) => ({ n, verified }))).toEqual([
        { n: 32, verified: true },
        { n: 8, verified: true },
      ]);
      expect(results[0].samplesMs).toHaveLength(2);
      expect(results[0].medianMs).toBeGreaterThan(0);
    });

    // Where workers start is for worker-pages.test.js; here one browser will do.
    if (name !== 'chromium') continue;
    it.skipIf(!findBrowser(name))(`compares numbers of threads in ${name}`, () => {
      const args = ['--browser', name, '--sizes', '11', '--runs', '1', '--threads', '2', '--json'];
      const [alone, both] = [args, [...args, '--threads', '1,2']].map((all) => {
        const { status, stdout, stderr } = evaluate(...all);
        expect(stderr).toMatch(PROGRESS);
        expect(status).toBe(0);
        return JSON.parse(stdout);
      });
      expect(alone).toMatchObject({ threads: 2, results: [{ verified: true, phasesMs: null }] });
      expect(both.threads).toEqual([1, 2]);
      expect(both.results.map(({ threads, verified }) => [threads, verified])).toEqual([
        [1, true],
        [2, true],
      ]);
    });
  }

  it('refuses an unknown browser with the usage', () => {
    const { status, stderr } = evaluate('--browser', 'mosaic');
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /--browser: expected one of chromium, firefox, webkit, got 'mosaic'[^]*Usage/,
    );
  });
});

describe('measure-frames', () => {
  it.skipIf(!findBrowser('chromium'))('watches the frames of a page that sums on workers', () => {
    const args = ['scripts/measure-frames.js', '--size', '11', '--runs', '1', '--proofs', '20'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('2 threads');
    for (const phase of ['idle', 'first sum', 'sum 1', "page's thread", '20 proofs, verified']) {
      expect(stdout).toMatch(new RegExp(`${phase}[^\\d]*'\\d+\\.\\d' *│ '\\d+'`));
    }
  });
});
