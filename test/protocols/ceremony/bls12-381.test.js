/**
 * Ceremonies over BLS12-381: files of snarkjs, of known secrets, and changed ones. Unlike BN254's,
 * its G1 has a cofactor, and its infinity a flag, which hashes are without.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstChallenges } from '../../../src/curves/ceremonies/bls12-381.js';
import { creators } from '../../support/creators.js';
import {
  bodiesOf,
  bodyOf,
  edited,
  flip,
  madeOverBls12381,
  put,
  streamOf,
  swap,
} from '../../support/ceremony/files.js';
import {
  contributed,
  contributedByBeacon,
  madeKey,
  madePowers,
  pointOfOrder,
  secretOf,
} from '../../support/ceremony/made.js';
import { cubic } from '../../support/groth16/circuits.js';
import { groth16Curves } from '../../support/groth16/curves.js';
import { constraintsFile, words } from '../../support/groth16/files.js';
import { fromHex } from '../../support/hex.js';

/** @import { Edit } from '../../support/ceremony/files.js' */

const bls = /** @type {typeof groth16Curves[number]} */ (
  groth16Curves.find(({ name }) => name === 'bls12381')
);

/** Bytes of a point of G1 and of G2. */
const [ONE, TWO] = [96, 192];

/** Bytes of records before their parameters. */
const [OF_POWERS, OF_KEY] = [9 * ONE + 5 * TWO + 216 + 64 + 8, 3 * ONE + TWO + 64 + 8];

/** Orders that divide the cofactors of G1 and G2 once. */
const ORDERS = /** @type {const} */ ([3n, 2713n]);

describe('ceremonies over BLS12-381', () => {
  /** @type {any} */
  let instance, groth16, curve;
  const { r1cs, ptau, initial, zkey } = madeOverBls12381();
  const files = { r1cs, ptau, zkey, initial };
  beforeAll(async () => {
    instance = await creators['bls12-381']();
    groth16 = await instance.groth16();
    curve = { instance, ...bls };
  });
  afterAll(() => instance?.dispose());

  const M = (/** @type {any} */ point) => point.toBytes('montgomery-le');
  const P1 = () => M(instance.G1.generator.multiply(7919n));
  const P2 = () => M(instance.G2.generator.multiply(424242n));
  const addTorsion = (/** @type {1 | 2} */ degree, /** @type {number} */ id, at = 0) =>
    /** @type {Edit} */ (
      (bodies) => {
        const [group, size] = degree === 1 ? [instance.G1, ONE] : [instance.G2, TWO];
        const bytes = bodyOf(bodies, id).slice(at, at + size);
        const point = group.point(bytes, { format: 'montgomery-le', check: false });
        put(id, at, M(point.add(pointOfOrder(curve, degree, ORDERS[degree - 1]))))(bodies);
      }
    );

  it('of snarkjs are right: powers, keys, contributions', async () => {
    const { contributions, ...powers } = await groth16.verifyPtau(ptau);
    expect(powers).toEqual({
      ...{ valid: true, reason: undefined, power: 4, ceremonyPower: 4, isPrepared: true },
    });
    expect(contributions).toMatchObject([
      { name: 'first', kind: 'contribution', isIdle: false },
      { name: undefined, kind: 'contribution' },
      { name: 'beacon', kind: 'beacon', beacon: { exponent: 10 } },
    ]);
    const alone = { r1cs, ptau, zkey };
    const streams = Object.fromEntries(
      Object.entries(files).map(([name, file]) => [name, streamOf(file, 997)]),
    );
    for (const given of [files, alone, streams]) {
      const verdict = await groth16.verifyZkey(given);
      expect(verdict).toMatchObject({ valid: true, reason: undefined });
      expect(verdict.contributions.map((/** @type {any} */ { name }) => name)).toEqual([
        ...['one', 'two', 'end'],
      ]);
    }
    expect(await groth16.verifyContribution(initial, zkey)).toMatchObject({ valid: true });
  });

  it('of known secrets are right', async () => {
    const circuit = cubic(bls.r, 3n);
    const [first, second] = [1, 2].map((i) => ({
      ...{ tau: secretOf(i), alpha: secretOf(i + 10), beta: secretOf(i + 20) },
    }));
    const power = 3;
    const { file, ...product } = await madePowers(curve, {
      ...{ power, secrets: [first, second], isPrepared: true },
      firstChallenge: fromHex(firstChallenges[power - 1]),
    });
    const own = await madeKey({ ...curve, name: bls.name }, circuit, product);
    const once = contributed(curve, own, secretOf(5), 1);
    const twice = contributedByBeacon(curve, once, Uint8Array.of(1, 2, 3, 4));
    const of = { r1cs: constraintsFile(circuit), ptau: file };
    for (const given of [
      { ...of, zkey: once },
      { ...of, zkey: twice, initial: own },
    ]) {
      expect(await groth16.verifyZkey(given)).toMatchObject({ valid: true, reason: undefined });
    }
    expect(await groth16.verifyContribution(once, twice)).toMatchObject({ valid: true });
    const none = await groth16.verifyZkey({ ...of, zkey: own });
    expect(none).toMatchObject({ valid: false, reason: expect.stringMatching(/δ that is not ±γ/) });
  });

  /** Where records begin: of powers by number, of keys the first. @param {number} i */
  const record = (i) => {
    const body = bodyOf(bodiesOf(ptau), 7);
    const view = new DataView(body.buffer, body.byteOffset);
    let at = 4;
    for (; i > 0; i--) at += OF_POWERS + view.getUint32(at + OF_POWERS - 4, true);
    return at;
  };
  const FIRST = 68;

  /** @type {Array<[string, () => Edit, RegExp]>} */
  const POWERS = [
    ['a point of 2', () => put(2, 10 * ONE, P1()), /section 2 .*powers of τ/],
    ['two points of 2 swapped', () => swap(2, ONE, 10, 11), /section 2 .*powers of τ/],
    ['a point of 2 plus one of order 3', () => addTorsion(1, 2, 9 * ONE), /index 9.*prime order/],
    ['a point of 3', () => put(3, 5 * TWO, P2()), /section 3 .*powers of τ/],
    ['a point of 3 plus one of order 2713', () => addTorsion(2, 3, 7 * TWO), /index 7.*prime/],
    ['a point of 4 off the curve', () => flip(4, 9 * ONE), /section 4 .*index 9.*curve/],
    ['infinity in 4', () => put(4, 9 * ONE, new Uint8Array(ONE)), /section 4 .*powers of τ/],
    ['a point of 5 plus one of order 3', () => addTorsion(1, 5, 3 * ONE), /index 3.*prime order/],
    ['β of 6 plus one of order 2713', () => addTorsion(2, 6), /section 6 .*prime order/],
    ['a point of 12', () => put(12, 20 * ONE, P1()), /section 12 .*section 2/],
    ['a point of 12 plus one of order 3', () => addTorsion(1, 12, 20 * ONE), /index 20.*prime/],
    ['a point of 13', () => put(13, 20 * TWO, P2()), /section 13 .*section 3/],
    ['a point of 14', () => put(14, 20 * ONE, P1()), /section 14 .*section 4/],
    ['the first point of 15', () => put(15, 0, P1()), /section 15 .*section 5/],
    ['τ of a record', () => put(7, record(0), P1()), /contribution 1: expected one that follows/],
    ['τ of a record plus one of order 3', () => addTorsion(1, 7, record(0)), /prime order/],
    [
      's of a record plus one of order 3',
      () => addTorsion(1, 7, record(1) + 3 * ONE + 2 * TWO),
      /contribution 2: tau: s: .*prime order/,
    ],
    [
      'spx of a record plus one of order 2713',
      () => addTorsion(2, 7, record(0) + 9 * ONE + 2 * TWO),
      /contribution 1: tau: spx.*prime order/,
    ],
    ['beacon hash', () => flip(7, -1), /contribution 3: expected the key of tau of its beacon/],
    ['power 29', () => put(1, 52, words(29, 29)), /section 1 .*powers/],
    ['another prime', () => flip(1, 4), /section 1 .*prime/],
  ];

  it.each(POWERS)('powers refused: %s', async (_, edit, expected) => {
    const { valid, reason } = await groth16.verifyPtau(edited(ptau, edit()));
    expect(reason).toMatch(expected);
    expect(valid).toBe(false);
  });

  /** @type {Array<[string, () => Edit, RegExp]>} */
  const KEYS = [
    ['a point of IC', () => put(3, 0, P1()), /section 3 /],
    ['a point of A', () => put(5, ONE, P1()), /section 5 /],
    ['a point of A plus one of order 3', () => addTorsion(1, 5, ONE), /section 5 .*prime order/],
    ['a point of B in G2', () => put(7, 2 * TWO, P2()), /section 7 /],
    ['a point of C', () => put(8, ONE, P1()), /8 \(C\) or 9/],
    ['a point of H', () => put(9, ONE, P1()), /8 \(C\) or 9/],
    ['a point of H plus one of order 3', () => addTorsion(1, 9, ONE), /section 9 .*prime order/],
    ['δ in G1', () => put(2, -(TWO + ONE), P1()), /δ|delta/],
    ['the hash of the circuit', () => flip(10, 0), /contribution 1: .*transcript/],
    ['δ of a record', () => put(10, FIRST, P1()), /contribution 1: /],
    ['s of a record plus one of order 3', () => addTorsion(1, 10, FIRST + ONE), /prime order/],
    ['spx plus one of order 2713', () => addTorsion(2, 10, FIRST + 3 * ONE), /prime order/],
    ['a transcript', () => flip(10, FIRST + OF_KEY - 12), /contribution 1: .*transcript/],
    ['no beacon hash', () => flip(10, -1), /contribution 3: .*beacon/],
  ];

  it.each(KEYS)('keys refused: %s', async (_, edit, expected) => {
    const wrong = edited(zkey, edit());
    const { valid, reason } = await groth16.verifyZkey({ ...files, zkey: wrong });
    expect(reason).toMatch(expected);
    expect(valid).toBe(false);
  });
});
