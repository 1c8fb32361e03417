/**
 * Committees: an aggregate signature of those of a list of keys that took part. Signatures of
 * secrets that are small integers, whose sums are known.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { expect, it } from 'vitest';
import { forEachBackend } from '../support/backends.js';
import { expectInputError } from '../support/errors.js';

const { longSignatures } = bls12_381;
const MESSAGE = Uint8Array.of(1, 2, 3);
const HASH = longSignatures.hash(MESSAGE, 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_');

/** A committee: the keys of 1, 2, …, N; with two equal ones, and two that cancel. */
const N = 19;
const order = bls12_381.fields.Fr.ORDER;
const SECRETS = Array.from({ length: N }, (_, i) => BigInt(i + 1));
SECRETS[4] = SECRETS[3];
SECRETS[6] = order - SECRETS[5];
const KEYS = SECRETS.map((secret) => bls12_381.G1.Point.BASE.multiply(secret).toBytes());

/** The signature of those at some positions. @param {readonly number[]} positions */
const signatureOf = (positions) => {
  const sum = positions.reduce((total, i) => total + SECRETS[i], 0n) % order;
  return sum === 0n ? bls12_381.G2.Point.ZERO.toBytes() : HASH.multiply(sum).toBytes();
};

/** @param {readonly number[]} positions */
const booleans = (positions) => SECRETS.map((_, i) => positions.includes(i));

/** As SSZ writes a Bitvector. @param {readonly number[]} positions */
function packed(positions) {
  const bytes = new Uint8Array(Math.ceil(N / 8));
  for (const i of positions) bytes[i >> 3] |= 1 << (i & 7);
  return bytes;
}

const all = SECRETS.map((_, i) => i);

/** Few, half, most, one less than all, all. */
const CHOICES = [
  [7],
  [0, 18],
  [18, 3, 4, 11],
  all.slice(0, 9),
  all.slice(1, 11),
  all.filter((i) => i % 5 !== 2),
  all.slice(1),
  all,
];

forEachBackend('committees', (context) => {
  it('verify by those who took part, whatever says who', () => {
    const { G1, minPk } = context.bls;
    const vector = G1.points(KEYS);
    const whole = G1.points([...KEYS, ...KEYS]);
    const choices = context.backend === 'bigint' ? CHOICES.slice(5, 7) : CHOICES;
    for (const [i, chosen] of choices.entries()) {
      const signature = signatureOf(chosen);
      const other = choices[(i + 1) % choices.length];
      const verify = (/** @type {object} */ options, /** @type {any} */ keys = vector) =>
        minPk.fastAggregateVerify(signature, MESSAGE, keys, options);
      expect(verify({ bits: booleans(chosen) })).toBe(true);
      expect(verify({ bits: packed(chosen) })).toBe(true);
      expect(verify({ indices: Uint16Array.from(chosen).reverse() })).toBe(true);
      expect(verify({ indices: other })).toBe(false);
      expect(verify({})).toBe(chosen === all);
      expect(verify({ indices: chosen }, KEYS)).toBe(true);
      expect(verify({ bits: packed(chosen) }, whole.slice(N, 2 * N))).toBe(true);
    }
    [vector, whole].forEach((list) => list.dispose());
  });

  it('are refused where nobody took part, or the sum is infinity', () => {
    const { G1, G2, minPk } = context.bls;
    const infinite = G2.identity.toBytes();
    const vector = G1.points(KEYS);
    for (const keys of [vector, KEYS]) {
      const verify = (/** @type {object} */ options) =>
        minPk.fastAggregateVerify(infinite, MESSAGE, keys, options);
      for (const none of [{ bits: booleans([]) }, { bits: packed([]) }, { indices: [] }]) {
        expect(verify(none)).toBe(false);
        expect(verify({ ...none, allowEmpty: true })).toBe(true);
      }
      expect(verify({ indices: [5, 6] })).toBe(false);
    }
    vector.dispose();
  });

  it('may hold infinity, of which no signature is valid, among those who did not', () => {
    const { G1, minPk } = context.bls;
    const vector = G1.points([...KEYS.slice(0, 5), G1.identity.toBytes()]);
    const verify = (/** @type {number[]} */ chosen) =>
      minPk.fastAggregateVerify(signatureOf(chosen.slice(0, 5)), MESSAGE, vector, {
        indices: chosen,
      });
    for (const [chosen, expected] of /** @type {const} */ ([
      [[0, 1, 2, 3, 4], true],
      [[0, 1], true],
      [[0, 1, 2, 3, 4, 5], false],
    ])) {
      expect(verify([...chosen])).toBe(expected);
    }
    vector.dispose();
  });

  it('choose keys that are there, each once', () => {
    const { G1, minPk } = context.bls;
    const vector = G1.points(KEYS);
    const tooFar = packed(all);
    tooFar[2] |= 0x80;
    for (const keys of [vector, KEYS]) {
      for (const options of [
        { indices: [1, 1] },
        { indices: [N] },
        { indices: [-1] },
        { indices: [0.5] },
        { indices: '01' },
        { bits: booleans(all).slice(1) },
        { bits: [...booleans(all), false] },
        { bits: all },
        { bits: 'ff' },
        { bits: packed(all).subarray(1) },
        { bits: new Uint8Array(4) },
        { bits: tooFar },
        { bits: packed(all), indices: all },
      ]) {
        expectInputError(() => minPk.fastAggregateVerify(signatureOf(all), MESSAGE, keys, options));
      }
    }
    const disposing = booleans(all);
    Object.defineProperty(disposing, 3, {
      get() {
        vector.dispose();
        return true;
      },
    });
    expectInputError(() =>
      minPk.fastAggregateVerify(signatureOf(all), MESSAGE, vector, { bits: disposing }),
    );
  });
});
