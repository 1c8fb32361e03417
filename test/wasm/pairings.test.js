/**
 * The pairings of the WebAssembly engines on every kernel: known values, bilinearity, stored lines,
 * long lists, infinity, the memory they give back.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { linkKernel } from '../../src/engines/wasm/kernels/compile.js';
import { createWasmPairings } from '../../src/engines/wasm/pairings.js';
import { coordinatesOf } from '../../src/math/coordinates.js';
import { toHex } from '../support/hex.js';
import { batchKernels, compile } from './kernels.js';

const { G1, G2, fields } = bls12_381;
const order = bls12381G1.order;
const [first, second] = [bls12381G1, bls12381G2].map((curve) => coordinatesOf(curve));

/** @param {any} coordinates @param {any} point of noble */
function canonical({ toBytes, bytes }, point) {
  if (point.is0()) return new Uint8Array(2 * bytes);
  const { x, y } = point.toAffine();
  return new Uint8Array([...toBytes(x), ...toBytes(y)]);
}
/** Each multiple once. @param {(k: bigint) => Uint8Array} compute */
function kept(compute) {
  const known = new Map();
  return (/** @type {bigint} */ k) => {
    if (!known.has(k)) known.set(k, compute(k));
    return known.get(k);
  };
}
/** k·G1, k·G2. */
const P = kept((k) => canonical(first, G1.Point.BASE.multiplyUnsafe(k)));
const Q = kept((k) => canonical(second, G2.Point.BASE.multiplyUnsafe(k)));
const INFINITY = { P: new Uint8Array(first.bytes * 2), Q: new Uint8Array(second.bytes * 2) };

/** The bytes of a value of noble. @param {any} value */
const bytesOf = ({ c0, c1 }) =>
  [c0, c1]
    .flatMap((half) => [half.c0, half.c1, half.c2])
    .flatMap(({ c0: a, c1: b }) => [a, b])
    .map((c) => c.toString(16).padStart(96, '0'))
    .join('');

const e = bls12_381.pairing(G1.Point.BASE, G2.Point.BASE);

describe.each([...new Set([...batchKernels, 'wide64'])])('pairings in %s', (kernel) => {
  /** @type {import('../../src/port/pairings.js').Pairings} */
  let pairings;
  const arena = new Arena();

  beforeAll(async () => {
    const name = 'bls12-381.pairing';
    const module = await compile(`${name}.${kernel}`);
    const first = /** @type {any} */ ({ arena, batch: { name: kernel } });
    pairings = await createWasmPairings(/** @type {any} */ ({ name }), first, (file) =>
      linkKernel(file.name, module, arena.memory),
    );
  });

  it('has the values of @noble/curves', () => {
    const value = pairings.product([[P(1n), Q(1n)]]);
    expect(toHex(pairings.toBytes(value))).toBe(bytesOf(e));
    const k = 0x123456789abcdef0123456789n;
    const other = bytesOf(fields.Fp12.pow(e, k));
    expect(toHex(pairings.toBytes(pairings.product([[P(k), Q(1n)]])))).toBe(other);
    expect(toHex(pairings.toBytes(pairings.product([[P(1n), pairings.prepare(Q(k))]])))).toBe(
      other,
    );
    expect(toHex(pairings.toBytes(pairings.pow(value, k)))).toBe(other);
  });

  it('computes in the group of values', () => {
    const value = pairings.product([[P(3n), Q(5n)]]);
    const { multiply, square, inverse, pow, equals, isOne } = bound(pairings);
    expect(equals(square(value), multiply(value, value))).toBe(true);
    expect(equals(pow(value, 2n), square(value))).toBe(true);
    expect(equals(pow(value, 1n), value)).toBe(true);
    expect(equals(pow(value, order - 1n), inverse(value))).toBe(true);
    expect(isOne(pow(value, 0n))).toBe(true);
    expect(isOne(multiply(value, inverse(value)))).toBe(true);
    expect(isOne(value)).toBe(false);
    expect(isOne(multiply(pow(value, order - 1n), value))).toBe(true);
    for (const k of [7n, 11n, 0xffffn, 0xaaaaaaaan]) {
      expect(toHex(pairings.toBytes(pow(value, k)))).toBe(bytesOf(fields.Fp12.pow(e, 15n * k)));
    }
  });

  it('checks products, with points and with stored lines', () => {
    const lines = [1n, 2n, 7n].map((k) => pairings.prepare(Q(k)));
    const right = [
      [P(2n), lines[0]],
      [P(3n), lines[1]],
      [P(order - 8n), Q(1n)],
    ];
    expect(pairings.check(/** @type {any} */ (right))).toBe(true);
    const wrong = [...right.slice(0, 2), [P(order - 9n), Q(1n)]];
    expect(pairings.check(/** @type {any} */ (wrong))).toBe(false);
    expect(pairings.check([[P(1n), Q(1n)]])).toBe(false);
    expect(
      pairings.check([
        [P(7n), Q(1n)],
        [P(order - 1n), lines[2]],
      ]),
    ).toBe(true);
    expect(
      pairings.check([
        [P(5n), lines[0]],
        [P(order - 5n), lines[0]],
      ]),
    ).toBe(true);
  });

  it('takes only canonical points and its own lines: an empty list is no infinity', () => {
    const check = (/** @type {any} */ ...pair) => pairings.check([pair]);
    for (const Q2 of [{ point: [] }, { point: new Uint8Array(192), lines: null }, [], null]) {
      expect(() => check(P(1n), Q2)).toThrow(TypeError);
    }
    for (const P2 of [[], new Uint8Array(), new Uint8Array(95), new Uint8Array(192), undefined]) {
      expect(() => check(P2, Q(1n))).toThrow(TypeError);
    }
    expect(() => pairings.prepare(/** @type {any} */ ([]))).toThrow(TypeError);
    expect(() => pairings.prepare(P(1n))).toThrow(TypeError);
  });

  it('leaves out infinity', () => {
    const none = pairings.prepare(INFINITY.Q);
    expect(pairings.check([])).toBe(true);
    expect(pairings.isOne(pairings.product([]))).toBe(true);
    const nothing = [
      [INFINITY.P, Q(1n)],
      [P(1n), INFINITY.Q],
      [P(2n), none],
      [INFINITY.P, none],
    ];
    expect(pairings.check(/** @type {any} */ (nothing))).toBe(true);
    expect(pairings.check(/** @type {any} */ ([...nothing, [P(1n), Q(1n)]]))).toBe(false);
    const ends = [[P(1n), Q(1n)], ...nothing, [P(order - 1n), Q(1n)]];
    expect(pairings.check(/** @type {any} */ (ends))).toBe(true);
  });

  it('takes lists of any length, and gives back its memory', () => {
    const before = arena.used;
    // More than a tile; lowered wide arithmetic is slow, and tiles are cut without a kernel.
    for (const n of kernel === 'wide64' ? [9, 10] : [9, 10, 130]) {
      const list = Array.from({ length: n }, (_, i) => {
        const [a, b] = [BigInt(i % 11) + 1n, BigInt(i % 7) + 1n];
        const point = i % 10 === 9 ? pairings.prepare(Q(b)) : Q(b);
        return { pair: /** @type {const} */ ([P(a), point]), ab: a * b };
      });
      const total = list.reduce((sum, { ab }) => sum + ab, 0n);
      const pairs = list.map(({ pair }) => pair);
      expect(toHex(pairings.toBytes(pairings.product(pairs)))).toBe(
        bytesOf(fields.Fp12.pow(e, total)),
      );
      expect(pairings.check([...pairs, [P(order - total), Q(1n)]])).toBe(true);
    }
    expect(arena.used).toBe(before);
  });
});

/** @param {any} pairings its methods, callable alone */
const bound = (pairings) =>
  Object.fromEntries(
    ['multiply', 'square', 'inverse', 'pow', 'equals', 'isOne'].map((name) => [
      name,
      (/** @type {any[]} */ ...operands) => pairings[name](...operands),
    ]),
  );
