/**
 * Tables of odd multiples of lists of points, on the kernels of one element at a time; those of
 * fma: fma-chain.test.js.
 */
import { beforeAll, describe, expect, it } from 'vitest';

import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { curveOf, multiply, negate } from '../../src/reference/weierstrass.js';
import { emitKernel } from '../../wasm-gen/curve/index.js';
import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';
import { instantiate } from '../support/instantiate.js';
import { canonical } from './kernels.js';
import { some } from '../support/extent.js';

/** Rows of the longest tables. */
const MOST = 32;

const kernels = [
  ...[bls12381G1, bls12381G2, secp256k1].map((config) => ({ config, kernel: 'wide64' })),
  { config: secp256k1, kernel: 'limbs30' },
].flatMap(({ config, kernel }) =>
  [true, false].map((debug) => ({ config, kernel, debug, build: debug ? 'debug' : 'release' })),
);

describe.each(some(kernels, 3, 'odd multiples'))(
  'odd_multiples of $config.name [$kernel, $build build]',
  (tested) => {
    const curve = curveOf(/** @type {any} */ (tested.config));
    const { generator: G } = curve;
    const P = multiply(curve, G, 12345678912345678n);
    const cast = [null, G, P, negate(curve, P), multiply(curve, G, 2n), multiply(curve, P, 3n), P];
    /** Canonical bytes of the odd multiples of each point. @type {Map<any, Uint8Array[]>} */
    let expected;
    let wasm;
    const arena = new Arena();
    beforeAll(async () => {
      const range = { staticBase: 1024, staticEnd: 64 * 1024, debug: tested.debug };
      const kernel = emitKernel(tested.config, /** @type {any} */ (tested.kernel), range);
      wasm = await instantiate(kernel, arena.memory);
      const multiplesOf = (/** @type {any} */ point) =>
        Array.from({ length: MOST }, (_, k) =>
          canonical(multiply(curve, point, BigInt(2 * k + 1)), wasm.field_bytes.value),
        );
      expected = new Map([...new Set(cast)].map((point) => [point, multiplesOf(point)]));
    });

    /** Canonical bytes of (2k + 1)·point for all points and rows. */
    function tablesOf(list, rows) {
      const size = 2 * wasm.field_bytes.value;
      const pointBytes = wasm.point_bytes.value;
      const n = list.length;
      const work = n * rows * wasm.jacobian_bytes.value;
      const points = arena.allocate(n * (1 + rows) * (pointBytes + size) + work, 'test');
      const tables = points + n * pointBytes;
      const bytes = tables + n * rows * pointBytes;
      list.forEach((point, i) => arena.u8.set(canonical(point, size / 2), bytes + i * size));
      expect(wasm.points_from_affine(points, bytes, n)).toBe(-1);
      wasm.odd_multiples(tables, points, n, rows, bytes + n * rows * size);
      wasm.points_to_affine(bytes, tables, n * rows);
      const result = arena.u8.slice(bytes, bytes + n * rows * size);
      arena.free(points);
      return result;
    }

    it.each([1, 2, 3, 8, MOST])('are correct for %i rows', (rows) => {
      const size = 2 * wasm.field_bytes.value;
      const lists = [...cast.map((point) => [point]), cast, [G, null], [null, G], [null, null]];
      for (const list of lists) {
        const found = tablesOf(list, rows);
        list.forEach((point, i) => {
          for (let k = 0; k < rows; k++) {
            const at = (i * rows + k) * size;
            expect(found.subarray(at, at + size)).toEqual(expected.get(point)?.[k]);
          }
        });
      }
    });
  },
);
