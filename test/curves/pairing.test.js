/**
 * Pairings emitted from configs. BN254, of another family than BLS12-381, with the other type of
 * twist, a larger ξ and signed digits: debug builds
 * of every kernel, through the library's engine, against @noble/curves, whose values have the same
 * exponent, 2x(6x² + 3x + 1)·(p¹² − 1)/r. Others: limbs30 against the reference.
 */
import { bn254 } from '@noble/curves/bn254.js';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createBigintPairings } from '../../src/engines/bigint/pairings.js';
import { writePoint } from '../../src/engines/bigint/weierstrass.js';
import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { linkKernel } from '../../src/engines/wasm/kernels/compile.js';
import { createWasmPairings } from '../../src/engines/wasm/pairings.js';
import { coordinatesOf } from '../../src/math/coordinates.js';
import * as jacobian from '../../src/reference/jacobian.js';
import { curveOf } from '../../src/reference/weierstrass.js';
import { assemble } from '../../wasm-gen/emit/assemble.js';
import { sharedNames } from '../../wasm-gen/exports.js';
import { pairingConfig } from '../../wasm-gen/pairing/config.js';
import { emitPairingKernel } from '../../wasm-gen/pairing/index.js';
import { toHex } from '../support/hex.js';
import { lowerWide } from '../support/lower-wide.js';
import { bn254G1, bn254G2 } from '../../src/curves/bn254.js';
import { pairingCurves } from './configs/pairings.js';
import { kernelNames } from './kernels.js';

const { G1, G2, fields } = bn254;
const { order } = bn254G1;
const [first, second] = [bn254G1, bn254G2].map((curve) => coordinatesOf(curve));
const e = bn254.pairing(G1.Point.BASE, G2.Point.BASE);

/** Canonical bytes of multiples of a point of noble. @param {any} coordinates @param {any} G */
const multiplesOf = ({ toBytes, bytes }, G) => {
  return (/** @type {bigint} */ k) => {
    if (k % order === 0n) return new Uint8Array(2 * bytes);
    const { x, y } = G.multiplyUnsafe(k).toAffine();
    return new Uint8Array([...toBytes(x), ...toBytes(y)]);
  };
};
const P = multiplesOf(first, G1.Point.BASE);
const Q = multiplesOf(second, G2.Point.BASE);

/** The bytes of e^k. @param {bigint} k */
function power(k) {
  const { c0, c1 } = fields.Fp12.pow(e, k);
  const parts = [c0, c1].flatMap((half) => [half.c0, half.c1, half.c2]);
  return parts
    .flatMap((part) => [part.c0, part.c1])
    .map((c) => c.toString(16).padStart(64, '0'))
    .join('');
}

/**
 * @param {any} curve
 * @param {any} kernel
 * @param {Arena} arena
 */
async function pairingsOf(curve, kernel, arena, debug = true) {
  const range = { staticBase: 1024, staticEnd: 60 * 1024, debug };
  const { module, messages } = emitPairingKernel(curve, kernel, range);
  const text = lowerWide(module.withExports(sharedNames).toWat());
  const compiled = new WebAssembly.Module(await assemble(module.name, text));
  const fail = (/** @type {number} */ number) => {
    throw new Error(`debug build: ${messages[number]}`);
  };
  const { instantiate } = WebAssembly;
  const spy = vi.spyOn(WebAssembly, 'instantiate');
  spy.mockImplementation(
    /** @type {any} */ (
      (/** @type {WebAssembly.Module} */ given, /** @type {any} */ imports) =>
        instantiate(given, { ...imports, debug: { fail } })
    ),
  );
  try {
    const name = `${curve.entry.path}.pairing`;
    const first = /** @type {any} */ ({ arena, batch: { name: kernel } });
    return await createWasmPairings(/** @type {any} */ ({ name }), first, (file) =>
      linkKernel(file.name, compiled, arena.memory),
    );
  } finally {
    spy.mockRestore();
  }
}

describe.each(kernelNames)('the pairing of BN254 in %s', (kernel) => {
  /** @type {any} */
  let pairings;
  const arena = new Arena();
  const product = (/** @type {any[]} */ ...pairs) =>
    toHex(pairings.toBytes(pairings.product(pairs)));
  beforeAll(async () => {
    pairings = await pairingsOf(bn254G2, kernel, arena);
  });

  it('has the values of @noble/curves, with projective, affine and stored lines', () => {
    const k = 0x123456789abcdef0123456789abcdef0123456789n;
    expect(product([P(1n), Q(1n)])).toBe(power(1n));
    expect(product([P(k), Q(3n)])).toBe(power(3n * k));
    expect(product([P(3n), pairings.prepare(Q(k))])).toBe(power(3n * k));
    const many = Array.from({ length: 6 }, (_, i) => [P(BigInt(i) + k), Q(BigInt(i) + 2n)]);
    expect(product(...many)).toBe(power(27n * k + 85n));
  });

  it('is bilinear, and has values of the order of the groups', () => {
    const value = pairings.product([[P(1n), Q(1n)]]);
    expect(product([P(5n), Q(7n)])).toBe(product([P(7n), Q(5n)]));
    expect(toHex(pairings.toBytes(pairings.pow(value, 35n)))).toBe(product([P(5n), Q(7n)]));
    expect(pairings.isOne(value)).toBe(false);
    const minusOne = pairings.pow(value, order - 1n);
    expect(pairings.isOne(pairings.multiply(value, minusOne))).toBe(true);
    expect(pairings.equals(minusOne, pairings.inverse(value))).toBe(true);
  });

  it('checks products, without infinity, and finds a planted error', () => {
    const before = arena.used;
    const lines = pairings.prepare(Q(2n));
    const pairs = [
      [P(3n), lines],
      [P(0n), Q(1n)],
      [P(4n), Q(5n)],
      [P(7n), pairings.prepare(Q(0n))],
      [P(order - 1n), Q(26n)],
    ];
    expect(pairings.check(pairs)).toBe(true);
    expect(pairings.check(pairs.with(0, [P(4n), lines]))).toBe(false);
    expect(pairings.check(pairs.with(4, [P(1n), Q(26n)]))).toBe(false);
    expect(
      pairings.check([
        [P(0n), Q(1n)],
        [P(1n), Q(0n)],
      ]),
    ).toBe(true);
    expect(pairings.check([[P(1n), Q(1n)]])).toBe(false);
    expect(arena.used).toBe(before);
  });
});

describe.each(pairingCurves)('another pairing: $title', ({ g1, g2: twist }) => {
  it('has the values of the reference, is bilinear, and is one of a product that should be', async () => {
    const g2 = twist();
    const arena = new Arena();
    const pairings = await pairingsOf(g2, 'limbs30', arena, false);
    const reference = createBigintPairings(g1, g2);
    const [R, S] = [g1, g2].map((config) => {
      const curve = curveOf(config);
      const G = jacobian.fromAffine(curve, curve.generator);
      return (/** @type {bigint} */ k) =>
        writePoint(curve.field, jacobian.toAffine(curve, jacobian.multiply(curve, G, k)));
    });
    const value = pairings.toBytes(pairings.product([[R(2n), S(3n)]]));
    expect(value).toEqual(reference.toBytes(reference.product([[R(3n), S(2n)]])));
    const prepared = pairings.prepare(S(3n));
    expect(pairings.toBytes(pairings.product([[R(2n), prepared]]))).toEqual(value);
    const minus = R(g1.order - 1n);
    /** @type {Array<[Uint8Array, Uint8Array]>} */
    const pairs = [1n, 2n, 3n, 4n].map((k) => [R(k), S(k)]);
    expect(pairings.check([...pairs, [minus, S(30n)]])).toBe(true);
    expect(pairings.check([...pairs, [minus, S(31n)]])).toBe(false);
  });
});

describe('a pairing is refused', () => {
  const { pairing } = bn254G2;
  it.each([
    ['of another family', { family: 'kss16' }, /expected the family 'bls12' or 'bn', got kss16/],
    ['of the wrong family', { family: 'bls12' }, /expected p as the polynomial of 'bls12' in the/],
    ['of another twist', { twist: 'S' }, /expected the twist 'M' or 'D', got S/],
    [
      'of the other twist',
      { twist: 'M' },
      /expected b\/ξ in Fp for a twist 'M', bξ for 'D', got M/,
    ],
    ['with a long seed', { seed: 2n ** 64n }, /expected a seed of 3 to 64 bits, got/],
    ['with another seed', { seed: pairing.seed + 1n }, /expected p as the polynomial of 'bn'/],
    ['with a large ξ', { xi: { c0: 9n, c1: 7n } }, /expected ξ = a \+ bu with .* got 9 \+ 7u/],
    ['with an integer ξ', { xi: { c0: 5n, c1: 0n } }, /expected ξ = a \+ bu with b ≠ 0/],
    ['with a square', { xi: { c0: 0n, c1: 2n } }, /expected ξ that is no square, got 0 \+ 2u/],
  ])('%s', (_, change, message) => {
    const config = { ...bn254G2, pairing: { ...pairing, ...change } };
    expect(() => pairingConfig(config)).toThrow(message);
    expect(() => pairingConfig(config)).toThrow(RangeError);
  });
});
