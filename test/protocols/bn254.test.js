/**
 * BN254: the laws of its pairing, what its encodings and precompiles refuse, points of the twist
 * outside the group, and the options of its instances.
 */
import { describe, expect, it } from 'vitest';
import { createBn254 } from '../../src/bn254.js';
import { bn254G2 } from '../../src/curves/bn254.js';
import * as jacobian from '../../src/reference/jacobian.js';
import { curveOf, rightSide } from '../../src/reference/weierstrass.js';
import { forEachBackend } from '../support/backends.js';
import {
  expectInputError,
  expectPointError,
  isInputError,
  isPointError,
  thrownBy,
} from '../support/errors.js';
import { concat, fromHex } from '../support/hex.js';

const { p, order, cofactor } = bn254G2;

/** Points of the twist: one of no small order, and multiples by the order, outside the group. */
const outside = (() => {
  const curve = curveOf(bn254G2);
  const { field } = curve;
  for (let i = 1n; ; i++) {
    const x = { c0: i, c1: 1n };
    const y = field.squareRoot(rightSide(curve, x));
    if (y === null) continue;
    const P = jacobian.fromAffine(curve, { x, y });
    const times = (/** @type {bigint} */ k) =>
      jacobian.toAffine(curve, jacobian.multiply(curve, P, k));
    return [{ x, y }, times(order), times(2n * order)].map((point) => /** @type {any} */ (point));
  }
})();

/** @param {Uint8Array} bytes @param {number} at @param {number} byte */
const withByte = (bytes, at, byte) => bytes.with(at < 0 ? bytes.length + at : at, byte);

/** @param {bigint} value */
const be = (value) => fromHex(value.toString(16).padStart(64, '0'));

forEachBackend(
  'BN254',
  (context) => {
    const points = () => {
      const { G1, G2 } = context.bn;
      return { P: G1.generator, Q: G2.generator, O1: G1.identity, O2: G2.identity };
    };

    it('has a pairing that is bilinear, and not degenerate', () => {
      const { P, Q, O1, O2 } = points();
      const { pairing, pairingCheck } = context.bn;
      const [a, b] = [0x1234_5678_9abc_def0n, -7n];
      const e = pairing(P, Q);
      expect(e.toBytes()).toHaveLength(384);
      expect(e.isIdentity()).toBe(false);
      expect(pairing(P.multiply(a), Q.multiply(b)).equals(e.pow(a * b))).toBe(true);
      expect(e.pow(order).isIdentity()).toBe(true);
      expect(e.multiply(e.inverse()).isIdentity()).toBe(true);
      expect(pairing(O1, Q).isIdentity() && pairing(P, O2).isIdentity()).toBe(true);
      const pairs = [
        [P.multiply(a), Q],
        [P.negate(), Q.multiply(a)],
      ];
      expect(pairingCheck(pairs)).toBe(true);
      expect(pairingCheck([...pairs, [P, O2]])).toBe(true);
      expect(pairingCheck([...pairs, [P, Q]])).toBe(false);
      expect(pairingCheck([])).toBe(true);
    });

    it('refuses points of the twist outside the group, alone, in lists and in pairings', () => {
      const { P, Q } = points();
      const { G2, pairingCheck } = context.bn;
      for (const point of outside) {
        expectPointError(() => G2.point(point), 'not-in-subgroup');
        const given = G2.point(point, { check: false });
        expect(given.isInSubgroup()).toBe(false);
        expect(given.add(Q).isInSubgroup()).toBe(false);
        const error = thrownBy(() => pairingCheck([[P, Q], [P, given]])); // prettier-ignore
        isPointError(error, 'not-in-subgroup', 1);
        for (const format of ['compressed', 'uncompressed', 'compressed-le', 'montgomery-le']) {
          const bytes = given.toBytes(format);
          expect(G2.point(bytes, { format, check: false }).equals(given)).toBe(true);
          for (const check of [true, 'each']) {
            const list = concat(Q.toBytes(format), bytes, Q.toBytes(format));
            const refusal = thrownBy(() => G2.points(list, { format, check }));
            isPointError(refusal, 'not-in-subgroup', 1);
          }
        }
      }
      expect(G2.order * cofactor).toBe(order * (2n * p - order));
    });

    it('reads each encoding strictly', () => {
      for (const group of [context.bn.G1, context.bn.G2]) {
        const { generator: G, identity } = group;
        const refused = (/** @type {Uint8Array} */ bytes, /** @type {any} */ options, reason) => {
          expectPointError(() => group.point(bytes, options), reason);
          const all = concat(G.toBytes(options.format), bytes);
          expectPointError(() => group.points(all, options), reason, 1);
        };
        const [be1, le1, flat] = ['compressed', 'compressed-le', 'uncompressed'].map(
          (format) => /** @type {const} */ ({ format }),
        );
        for (const format of [be1, le1, flat]) {
          expect(group.point(G.toBytes(format.format), format).equals(G)).toBe(true);
          const zero = identity.toBytes(format.format);
          expect(group.point(zero, format).isIdentity()).toBe(true);
          // Infinity with another bit.
          if (format !== flat) refused(withByte(zero, 1, 1), format, 'flags');
        }
        // Flags that a format does not have.
        refused(withByte(G.toBytes('compressed'), 0, G.toBytes('compressed')[0] & 0x3f), be1, 'flags'); // prettier-ignore
        const little = G.toBytes('compressed-le');
        refused(withByte(little, -1, 0xc0 | little[little.length - 1]), le1, 'flags');
        refused(withByte(identity.toBytes('compressed'), 0, 0xc0), be1, 'not-on-curve');
        // The other root.
        const flipped = G.toBytes('compressed');
        flipped[0] ^= 0x40;
        expect(group.point(flipped, be1).equals(G.negate())).toBe(true);
        // A coordinate out of range.
        const x = G.toBytes('uncompressed');
        const over = x.slice();
        over.set(be(p), 0);
        refused(over, flat, 'range');
        refused(withByte(x, 0, 0x40 | x[0]), flat, 'range');
        refused(withByte(x, -1, x[x.length - 1] ^ 1), flat, 'not-on-curve');
        const long = G.toBytes('compressed');
        long.set(be(p), 0);
        refused(withByte(long, 0, long[0] | 0x80), be1, 'range');
        expectPointError(() => group.point(x.subarray(1)), 'length');
      }
    });

    it('has precompiles that refuse what is no bytes', () => {
      const { evm } = context.bn;
      for (const call of ['ecAdd', 'ecMul', 'ecPairing']) {
        for (const value of [undefined, null, '0x', [1, 2], new Uint16Array(64)])
          expectInputError(() => evm[call](value));
      }
      expect(evm.ecAdd(new Uint8Array(0))).toEqual(new Uint8Array(64));
      expect(evm.ecPairing(new Uint8Array(0))[31]).toBe(1);
    });

    it('sums over fixed points as without a table', async () => {
      for (const group of [context.bn.G1, context.bn.G2]) {
        const list = group.randomPoints(20, 3);
        const scalars = group.randomScalars(20, 4);
        const basis = await group.fixedBasis(list, { memory: 2 ** 18 });
        expect(basis.msm(scalars).equals(group.msm(list, scalars))).toBe(true);
        basis.dispose();
        list.dispose();
      }
    });
  },
  'bn254-g1',
);

describe('an instance of BN254', () => {
  it('has what it was created with; the rest throws', async () => {
    const first = /** @type {any} */ (await createBn254({ groups: ['G1'], backend: 'portable' }));
    expect(first.G1.name).toBe('bn254-g1');
    for (const member of ['G2', 'pairing', 'pairingCheck', 'evm'])
      expectInputError(() => first[member]);
    first.dispose();
    const sums = /** @type {any} */ (await createBn254({ pairings: false, backend: 'portable' }));
    expect([sums.G1.name, sums.G2.name]).toEqual(['bn254-g1', 'bn254-g2']);
    for (const member of ['pairing', 'pairingCheck', 'evm']) expectInputError(() => sums[member]);
    sums.dispose();
  });

  it.each([
    ['a group that is none', { groups: ['G3'] }],
    ['pairings with one group', { groups: ['G2'], pairings: true }],
    ['hashing, which it has not', { hashing: true }],
    ['pairings as a number', { pairings: 1 }],
  ])('refuses %s', async (_, options) => {
    await createBn254(/** @type {any} */ (options)).then(
      () => expect.fail('expected an error'),
      isInputError,
    );
  });

  it('ends with its disposal', async () => {
    const bn = await createBn254({ backend: 'portable' });
    const { evm, G1 } = bn;
    bn.dispose();
    expectInputError(() => evm.ecAdd(new Uint8Array(128)));
    expectInputError(() => evm.ecPairing(new Uint8Array(192)));
    expectInputError(() => G1.points(new Uint8Array(64)));
  });
});
