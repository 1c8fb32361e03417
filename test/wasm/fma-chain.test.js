import { beforeAll, describe, expect, it } from 'vitest';

import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import * as jacobian from '../../src/reference/jacobian.js';
import { invert, mod } from '../../src/math/modular.js';
import { curveOf, multiply, negate } from '../../src/reference/weierstrass.js';
import { emitFmaKernel } from '../../wasm-gen/curve/fma/index.js';
import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';
import { digitsOf, fmaParameters } from '../../wasm-gen/field/fma/parameters.js';
import { randomStream } from '../wasm-gen/field-module.js';
import { checksOf } from '../support/exports.js';
import { isWhole } from '../support/extent.js';
import { instantiate } from '../support/instantiate.js';
import { isFused } from '../support/built-modules.js';
import { some } from '../support/extent.js';
import { isAffine, isJacobianOf, testJacobian } from './jacobian-tests.js';
import { canonical, fromCanonical } from './kernels.js';

/** @typedef {import('../../src/reference/weierstrass.js').AffinePoint<any>} AffinePoint */

/** @typedef {Awaited<ReturnType<typeof kernelOf>>} Kernel */

/**
 * A curve's two-lane kernel with access to the rows of its Jacobian points.
 * @param {any} config
 * @param {boolean} debug
 */
async function kernelOf(config, debug) {
  const arena = new Arena();
  const range = { staticBase: 1024, staticEnd: 48 * 1024 };
  const kernel = emitFmaKernel(config, { ...range, debug });
  const wasm = await instantiate(kernel, arena.memory);
  const parameters = fmaParameters(config.p);
  const { p, w, n, R } = parameters;
  const inverseR = invert(R, p);
  const fieldBytes = wasm.field_bytes.value;
  const pointBytes = wasm.point_bytes.value;
  const jacobianBytes = wasm.jacobian_bytes.value;
  const row = 16 * n;
  const scratch = arena.allocate(2 * fieldBytes, 'test');
  const f64 = (/** @type {number} */ address) =>
    new DataView(arena.u8.buffer).getFloat64(address, true);

  /** The integer of a lane. @param {number} address */
  const readLane = (address) => {
    let value = 0n;
    for (let i = n - 1; i >= 0; i--) value = (value << BigInt(w)) + BigInt(f64(address + 16 * i));
    return value;
  };
  /** @param {number} address @param {bigint} value */
  const writeLane = (address, value) =>
    digitsOf(value, parameters).forEach((digit, i) =>
      new DataView(arena.u8.buffer).setFloat64(address + 16 * i, digit, true),
    );
  const element = (/** @type {number} */ address) => mod(readLane(address) * inverseR, p);
  const form = (/** @type {bigint} */ value) => {
    const residue = mod(value * R, p);
    return residue > p / 2n ? residue - p : residue;
  };

  return {
    arena,
    wasm,
    parameters,
    fieldBytes,
    pointBytes,
    jacobianBytes,
    /** @param {number} address @param {AffinePoint} point */
    writePoint(address, point) {
      arena.u8.set(canonical(point, fieldBytes), scratch);
      expect(wasm.points_from_affine(address, scratch, 1)).toBe(-1);
    },
    /** @param {number} address @returns {AffinePoint} */
    readPoint(address) {
      wasm.points_to_affine(scratch, address, 1);
      return fromCanonical(arena.u8.slice(scratch, scratch + 2 * fieldBytes));
    },
    /**
     * Writes (xz², yz³, z) in representatives as far from the centre as a chain's may be; Z²
     * up to date or not.
     * @param {number} address
     * @param {AffinePoint} point
     * @param {{ z?: bigint, shift?: readonly bigint[], stale?: boolean }} [options] `shift`:
     *   multiples of p added to X, Y, Z
     */
    writeJacobian(address, point, { z = 1n, shift = [0n, 0n, 0n], stale = false } = {}) {
      const { x, y } = point ?? { x: 3n, y: 5n };
      writeLane(address, form(x * z * z) + shift[0] * p);
      writeLane(address + 8, form(y * z ** 3n) + shift[1] * p);
      writeLane(address + row, 0n);
      writeLane(address + row + 8, form(z) + shift[2] * p);
      writeLane(address + 2 * row, 0n);
      writeLane(address + 2 * row + 8, stale ? 12345n : form(z * z));
      arena.i32[(address + 3 * row) >> 2] = stale ? 1 : 0;
      if (point === null) new DataView(arena.u8.buffer).setFloat64(address, NaN, true);
    },
    /** @param {number} address */
    readJacobian(address) {
      if (Number.isNaN(f64(address))) return null;
      const [X, Y, Z, ZZ] = [0, 8, row + 8, 2 * row + 8].map((at) => element(address + at));
      if (!arena.i32[(address + 3 * row) >> 2] && ZZ !== mod(Z * Z, p))
        throw new Error('Z² is not that of Z');
      return { X, Y, Z };
    },
  };
}

const curves = [bls12381G1, secp256k1].map(curveOf);

describe.runIf(await isFused())('chains of the fma kernel', () => {
  it('are offered for y² = x³ + b over a prime field', () => {
    const range = { staticBase: 1024, staticEnd: 64 * 1024 };
    const offers = (/** @type {any} */ config) =>
      emitFmaKernel(config, range).module.toWat().includes('"jacobian_chain"');
    expect(offers(secp256k1)).toBe(true);
    expect(offers(bls12381G2)).toBe(false);
  });

  describe.each(curves)('$name', (curve) => {
    const { p, generator: G, order } = curve;
    const { beta } = curve.endomorphism;
    const random = randomStream(77n);
    const bits = p.toString(2).length;
    const times = (/** @type {AffinePoint} */ point, /** @type {bigint} */ k) =>
      jacobian.toAffine(curve, jacobian.multiply(curve, jacobian.fromAffine(curve, point), k));
    const P = multiply(curve, G, 5n);
    const image = P && { x: mod(beta * P.x, p), y: P.y };
    const cast = [
      null,
      G,
      P,
      negate(curve, P),
      multiply(curve, G, 10n),
      image,
      times(G, random(250)),
    ];
    const scales = [1n, p - 1n, mod(random(bits), p)];
    const folds = fmaParameters(p).form === 'fold';
    // The most that a chain leaves: 4p, 2.4p and 1.6p, where it does not centre.
    const shifts = folds
      ? [[0n, 0n, 0n]]
      : [
          [0n, 0n, 0n],
          [3n, 1n, 1n],
          [-3n, -1n, -1n],
          [3n, -1n, 1n],
        ];

    // Release builds have the same text without its assertions.
    const builds = curve === curves[0] || isWhole ? ['debug', 'release'] : ['debug'];
    describe.each(builds)('%s build', (build) => {
      /** @type {Kernel} */
      let kernel;
      /** @type {import('./jacobian-tests.js').Opened} */
      let opened;
      /** @type {number} */
      let points;
      /** @type {number} */
      let chain;
      beforeAll(async () => {
        kernel = await kernelOf(curve, build === 'debug');
        points = kernel.arena.allocate(64 * kernel.pointBytes, 'test');
        chain = kernel.arena.allocate(64 * kernel.jacobianBytes, 'test');
        const { arena, wasm, pointBytes: bytes, jacobianBytes } = kernel;
        const blanks = [{ point: G }, { point: null }];
        opened = {
          check: checksOf(
            wasm,
            () => arena.u8,
            (i) => chain + i * jacobianBytes,
          ),
          jacobian: {
            ...{ layout: 'jacobian', bytes: jacobianBytes, read: kernel.readJacobian, blanks },
            write: (address, { point, ...variant }) =>
              kernel.writeJacobian(address, point, variant),
            isRight: isJacobianOf(curve.field),
          },
          affine: {
            ...{ layout: 'affine', bytes, read: kernel.readPoint, blanks },
            write: (address, { point }) => kernel.writePoint(address, point),
            isRight: isAffine(curve.field),
          },
        };
      });

      /** All ways of writing an accumulator. */
      const variants = some(
        scales.flatMap((z) =>
          shifts.flatMap((shift) => [true, false].map((stale) => ({ z, shift, stale }))),
        ),
        6,
        `${curve.name} ${build}`,
      );

      testJacobian({
        ...{ curve, cast, variants, opened: () => opened, forms: [{}] },
        halves: [{ x: 12n, y: 0n }],
      });

      it('jacobian_chain computes Σ 2^(bits·i)·(points of row i), with everything exceptional on the way', () => {
        const { wasm, arena, writePoint, readJacobian, pointBytes } = kernel;
        // Multiples of G from −8 to 8, so that a chain meets equal and opposite points and infinity
        // again and again.
        const multiples = Array.from({ length: 9 }, (_, k) => multiply(curve, G, BigInt(k)));
        multiples.forEach((point, k) => writePoint(points + k * pointBytes, point));
        const references = arena.allocate(4 * 64, 'test');
        for (let round = 0; round < 400; round++) {
          const width = 1 + Number(random(1));
          const rows = 1 + Number(random(3));
          const step = 1 + Number(random(1));
          let sum = 0n;
          for (let i = 0; i < width * rows; i++) {
            const k = round % 4 === 0 ? Number(random(1)) : Math.min(8, Number(random(4)));
            const sign = Number(random(1));
            const isNone = random(2) === 0n;
            arena.i32[(references >> 2) + i] = isNone ? 0 : (points + k * pointBytes) | sign;
            const weight = BigInt(step * Math.floor(i / width));
            if (!isNone) sum += (sign ? -BigInt(k) : BigInt(k)) << weight;
          }
          wasm.jacobian_chain(chain, references, width, rows, step);
          if (!isJacobianOf(curve.field)(readJacobian(chain), times(G, mod(sum, order))))
            expect.fail(`round ${round}: not ${sum}·G`);
          expect(arena.i32.subarray(references >> 2, (references >> 2) + width * rows)).toEqual(
            new Int32Array(width * rows),
          );
        }
        arena.free(references);
      });

      it('a long chain agrees with BigInt', () => {
        const { wasm, arena, writePoint, readPoint, pointBytes } = kernel;
        const references = arena.allocate(4 * 256, 'test');
        for (let round = 0; round < 4; round++) {
          const point = times(G, random(250));
          writePoint(points, point);
          const k = random(255);
          for (let i = 0; i < 256; i++)
            arena.i32[(references >> 2) + i] = (k >> BigInt(i)) & 1n ? points | (i & 1) : 0;
          let expected = 0n;
          for (let i = 0n; i < 256n; i++)
            if ((k >> i) & 1n) expected += i & 1n ? -(1n << i) : 1n << i;
          wasm.jacobian_chain(chain, references, 1, 256, 1);
          wasm.jacobian_to_affine(points + pointBytes, chain);
          expect(readPoint(points + pointBytes)).toEqual(times(point, mod(expected, order)));
        }
        arena.free(references);
      });

      it.runIf(curve.cofactor === 1n)('jacobian_has_x compares x', () => {
        const { wasm, arena, writeJacobian, fieldBytes } = kernel;
        const bytes = arena.allocate(2 * fieldBytes, 'test');
        for (const point of cast) {
          for (const x of [G.x, 0n, p - 1n, point?.x ?? 3n]) {
            arena.u8.set(canonical({ x, y: 0n }, fieldBytes), bytes);
            expect(wasm.field_from_bytes(points, bytes)).toBe(1);
            for (const variant of variants) {
              writeJacobian(chain, point, variant);
              expect(wasm.jacobian_has_x(chain, points)).toBe(point?.x === x ? 1 : 0);
            }
          }
        }
        for (const x of [p, p + 1n, (1n << 256n) - 1n]) {
          arena.u8.set(canonical({ x, y: 0n }, fieldBytes), bytes);
          expect(wasm.field_from_bytes(points, bytes)).toBe(0);
        }
        arena.free(bytes);
      });

      it('odd_multiples makes tables for lists of points, infinity among them', () => {
        const { wasm, arena, writePoint, readPoint, pointBytes, jacobianBytes } = kernel;
        for (const rows of [1, 2, 3, 8, 32]) {
          for (const list of [...cast.map((point) => [point]), cast, [G, null], [null, null]]) {
            const bytes = list.length * (1 + rows) * pointBytes;
            const block = arena.allocate(bytes + list.length * rows * jacobianBytes, 'test');
            const tables = block + list.length * pointBytes;
            list.forEach((point, i) => writePoint(block + i * pointBytes, point));
            wasm.odd_multiples(tables, block, list.length, rows, block + bytes);
            list.forEach((point, i) => {
              for (let k = 0; k < rows; k++)
                expect(readPoint(tables + (i * rows + k) * pointBytes)).toEqual(
                  multiply(curve, point, BigInt(2 * k + 1)),
                );
            });
            arena.free(block);
          }
        }
      });
    });
  });
});
