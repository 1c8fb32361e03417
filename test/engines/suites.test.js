/** Suites of measurements in browsers; a missing browser is reported by engines.test.js. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { browserNames, findBrowser } from '../../scripts/lib/browsers.js';

const cwd = fileURLToPath(new URL('../..', import.meta.url));
/** Its engine does not fuse multiply-adds. */
const WITHOUT_FMA = 'webkit';
const evaluate = (...args) =>
  spawnSync(process.execPath, ['bench/run.js', '--suite', 'msm', ...args], {
    cwd,
    encoding: 'utf8',
  });
/** A slow start is told, every ten seconds; nothing else may be. */
const PROGRESS = /^(2\^\d+: [a-z\d ]+, \d+ s\n)*$/;

describe('the suite msm', () => {
  for (const name of browserNames) {
    it.skipIf(!findBrowser(name))(`measures in ${name}`, () => {
      const args = ['--engine', name, '--sizes', '5,3', '--runs', '2', '--json'];
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
      const args = ['--engine', name, '--sizes', '11', '--runs', '1', '--threads', '2', '--json'];
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
    const { status, stderr } = evaluate('--engine', 'mosaic');
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /--engine: expected one of node, chromium, firefox, webkit, got 'mosaic'[^]*Usage/,
    );
  });
});
