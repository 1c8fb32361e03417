/** Decoding and checking of points two at a time, over Fp and Fp², against BigInt. */

import { beforeAll, describe, expect, it } from 'vitest';

import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { squareRoot, toBytesLE } from '../../src/math/modular.js';
import { emitFmaKernel } from '../../wasm-gen/curve/fma/index.js';
import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { bn254G2 } from '../../src/curves/bn254.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';
import { randomStream } from '../wasm-gen/field-module.js';
import { isWhole } from '../support/extent.js';
import { instantiate } from '../support/instantiate.js';
import { contextOf, testLists } from './list-tests.js';
import { batchKernels, canonical, elementBytes, fromCanonical } from './kernels.js';

/** @typedef {import('../../src/reference/weierstrass.js').AffinePoint<any>} AffinePoint */
/** @import { Lists } from './list-tests.js' */

/**
 * The two-lane kernel of a curve.
 * @param {ReturnType<typeof contextOf>} context
 * @param {boolean} debug
 * @returns {Promise<Lists>}
 */
async function kernelOf({ curve, fieldBytes, pointBytes }, debug) {
  const { degree } = curve.field;
  const arena = new Arena();
  const kernel = emitFmaKernel(curve, {
    staticBase: 8192,
    staticEnd: 65536,
    debug,
  });
  const wasm = await instantiate(kernel, arena.memory);
  const capacity = 120;
  const pages = { points: 512, source: pointBytes, signs: 1 };
  const at = Object.fromEntries(
    Object.entries(pages).map(([name, each]) => [name, arena.allocate(capacity * each, 'test')]),
  );
  const write = (/** @type {AffinePoint[]} */ points) => {
    points.forEach((point, i) =>
      arena.u8.set(canonical(point, fieldBytes), at.source + pointBytes * i),
    );
    expect(wasm.points_from_affine(at.points, at.source, points.length)).toBe(-1);
  };
  /** @param {number} count @param {number} from @returns {AffinePoint[]} */
  const read = (count, from) => {
    wasm.points_to_affine(at.source, from, count);
    return Array.from({ length: count }, (_, i) => {
      const start = at.source + pointBytes * i;
      return fromCanonical(arena.u8.slice(start, start + pointBytes), degree);
    });
  };
  const mapped = (/** @type {Function} */ map, /** @type {AffinePoint[]} */ points) => {
    write(points);
    const target = at.points + 60 * wasm.point_bytes.value;
    map(target, at.points, points.length);
    expect(wasm.points_on_curve(target, points.length)).toBe(-1);
    return read(points.length, target);
  };
  return {
    read: (/** @type {number} */ count) => read(count, at.points),
    /** @param {Array<{ x: any, sign: number }>} list @returns {number} */
    decompress(list) {
      arena.u8.fill(0xa5, at.source, at.source + pointBytes * capacity);
      arena.u8.fill(0xa5, at.signs, at.signs + capacity);
      list.forEach(({ x, sign }, i) => {
        arena.u8.set(elementBytes(x, fieldBytes), at.source + fieldBytes * i);
        arena.u8[at.signs + i] = sign;
      });
      const end = at.points + list.length * wasm.point_bytes.value;
      arena.u8.fill(0xa5, end, end + 16);
      const result = wasm.points_decompress(at.points, at.source, at.signs, list.length);
      expect(arena.u8.subarray(end, end + 16).every((byte) => byte === 0xa5)).toBe(true);
      return result;
    },
    /** @param {AffinePoint[]} points @returns {number} */
    firstOffCurve(points) {
      write(points);
      return wasm.points_on_curve(at.points, points.length);
    },
    /** @param {AffinePoint[]} points @returns {number} */
    firstOutsideSubgroup(points) {
      write(points);
      return wasm.points_in_subgroup(at.points, points.length);
    },
    /**
     * Checks the records as the kernel wrote them, without a conversion in between.
     * @param {number} count
     */
    recordsOnCurve: (count) => wasm.points_on_curve(at.points, count),
    /** @param {AffinePoint[]} points */
    endomorphism: (points) => mapped(wasm.points_endomorphism, points),
    /** Of curves over Fp². */
    squared:
      wasm.points_endomorphism_squared &&
      ((/** @type {AffinePoint[]} */ points) => mapped(wasm.points_endomorphism_squared, points)),
  };
}

const contexts = [
  contextOf(bls12381G1, [3n, 11n, 10177n, 859267n, 52437899n]),
  contextOf(bls12381G2, [13n, 23n, 2713n, 11953n, 262069n]),
  contextOf(bn254G2, [10069n, 5864401n]),
];

/** Release builds have the same text without its assertions. */
const cases = contexts.flatMap((context, i) =>
  (i === 0 || isWhole ? ['debug', 'release'] : ['debug']).map((build) => ({
    ...{ name: context.curve.name, build, context },
  })),
);

describe.skipIf(!batchKernels.includes('fma')).each(cases)(
  'decoding $name two at a time, $build build',
  ({ build, context }) => {
    /** @type {Lists} */
    let fma;
    beforeAll(async () => {
      fma = await kernelOf(context, build === 'debug');
    });

    testLists(context, () => fma);
  },
);

const random = randomStream(82n);

describe.skipIf(!batchKernels.includes('fma'))('decoding on secp256k1, debug build', () => {
  it('finds the odd or even root, and names x without a point or out of range', async () => {
    const arena = new Arena();
    const options = { staticBase: 8192, staticEnd: 65536, debug: true };
    const wasm = await instantiate(emitFmaKernel(secp256k1, options), arena.memory);
    const [at, xs] = [arena.allocate(4096, 'test'), arena.allocate(4096, 'test')];
    const { p } = secp256k1;
    const list = [1n, 2n, 5n, p - 3n, p - 1n, p, p + 1n, 2n ** 256n - 1n];
    for (const x of [...list, ...Array.from({ length: 40 }, () => random(256))]) {
      const y = squareRoot(x ** 3n + 7n, p);
      for (const sign of [0, 1]) {
        arena.u8.set(toBytesLE(x, 32), xs);
        arena.u8[xs + 32] = sign;
        const bad = wasm.points_decompress(at, xs, xs + 32, 1);
        expect(bad).toBe(x >= p ? 0 : y === null ? 1 : -1);
        if (bad >= 0) continue;
        expect(wasm.points_on_curve(at, 1)).toBe(-1);
        wasm.points_to_affine(xs, at, 1);
        const root = Number(/** @type {bigint} */ (y) & 1n) === sign ? y : p - (y ?? 0n);
        expect(arena.u8.slice(xs, xs + 64)).toEqual(
          Uint8Array.from([...toBytesLE(x, 32), ...toBytesLE(/** @type {bigint} */ (root), 32)]),
        );
        arena.u8[xs + 32] ^= 2;
        wasm.points_from_affine(at, xs, 1);
        expect(wasm.points_on_curve(at, 1)).toBe(0);
      }
    }
  });
});
