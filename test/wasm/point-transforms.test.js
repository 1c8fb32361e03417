/**
 * Transforms of points on every backend against scalar multiplication: points with known
 * logarithms, infinity and equal points among them, so that sums double and vanish. 2 seconds.
 */
import { expect, it } from 'vitest';
import { contextOf } from '../../src/group/group.js';
import { vectorParts } from '../../src/group/point-vector.js';
import { runNow } from '../../src/port/steps.js';
import { mod, power } from '../../src/math/modular.js';
import { rootTable } from '../../src/engines/bigint/polynomials.js';
import { forEachBackend } from '../support/backends.js';
import { toHex } from '../support/hex.js';

const COUNT = 16;

forEachBackend('transforms of points', (context) => {
  it.each(['forward', 'backward'])('%s', async (direction) => {
    const { G1 } = context;
    const { engine, config } = contextOf(G1);
    const { order } = config;
    const root = power(7n, (order - 1n) / BigInt(COUNT), order);
    const roots = rootTable(root, COUNT, order);
    const logs = Array.from(
      { length: COUNT },
      (_, i) => [0n, 5n, 5n, order - 5n, BigInt(i)][i % 5],
    );
    const points = G1.points(logs.map((log) => G1.generator.multiply(log)));
    const canonical = (/** @type {any} */ vector) =>
      engine.toAffine(vectorParts(vector).storage.handle, 0, COUNT);
    const list = engine.decode({ affine: canonical(points) }, { curve: false, subgroup: false });
    const transforms = /** @type {any} */ (await engine.pointTransforms?.());
    // The last: blocks of a longer transform.
    for (const [least, most, first] of [
      [1, COUNT, 0],
      [4, COUNT, 0],
      [1, 4, 3 * COUNT],
    ]) {
      const longer = rootTable(power(7n, (order - 1n) / 128n, order), 128, order);
      const own = first > 0 ? longer : roots;
      runNow(transforms[direction](list, { count: COUNT, least, most, first, roots: own }));
      const levels = Math.log2(most / least);
      for (let level = 0; level < levels; level++) {
        const half = direction === 'forward' ? most >> (level + 1) : least << level;
        for (let i = 0; i < COUNT / 2; i++) {
          const t = own[Math.floor((first / 2 + i) / half)];
          const low = i + half * Math.floor(i / half);
          const [a, b] = [logs[low], logs[low + half]];
          const values = direction === 'forward' ? [a + t * b, a - t * b] : [a + b, t * (a - b)];
          [logs[low], logs[low + half]] = values.map((value) => mod(value, order));
        }
      }
      const wanted = G1.points(logs.map((log) => G1.generator.multiply(log)));
      expect(toHex(engine.toAffine(list, 0, COUNT))).toBe(toHex(canonical(wanted)));
      wanted.dispose();
    }
    engine.free(list);
    points.dispose();
  });
});
