/** Powers of τ: files of snarkjs, ceremonies of known secrets, forged ones, and every refusal. */
import { blake2b } from '@noble/hashes/blake2.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as ofBls12381 from '../../../src/curves/ceremonies/bls12-381.js';
import * as ofBn254 from '../../../src/curves/ceremonies/bn254.js';
import { creators } from '../../support/creators.js';
import {
  append,
  bodiesOf,
  bodyOf,
  cut,
  edited,
  flip,
  madeBySnarkjs,
  put,
  streamOf,
  swap,
} from '../../support/ceremony/files.js';
import { madePowers, pointOfOrder, secretOf } from '../../support/ceremony/made.js';
import { some } from '../../support/extent.js';
import { groth16Curves } from '../../support/groth16/curves.js';
import { container, words } from '../../support/groth16/files.js';
import { concat, fromHex, toHex } from '../../support/hex.js';

/** @import { Edit } from '../../support/ceremony/files.js' */

const bn = /** @type {typeof groth16Curves[number]} */ (
  groth16Curves.find(({ name }) => name === 'bn128')
);

const { r } = bn;

/** Bytes of a record of the first phase before its type. */
const RECORD = 1496;
const LEAST_PARAMETERS = 8;

describe('powers of τ', () => {
  /** @type {any} */
  let instance, groth16, curve;
  const { ptau, larger } = madeBySnarkjs();
  const unprepared = edited(ptau, (bodies) => [12, 13, 14, 15].forEach((id) => bodies.delete(id)));
  beforeAll(async () => {
    instance = await creators.bn254();
    groth16 = await instance.groth16();
    curve = { instance, ...bn };
  });
  afterAll(() => instance?.dispose());

  const M = (/** @type {any} */ point) => point.toBytes('montgomery-le');
  const P1 = (i = 5n) => M(instance.G1.generator.multiply(i * 7919n));
  const P2 = () => M(instance.G2.generator.multiply(424242n));
  const challenge = (/** @type {number} */ power) => fromHex(ofBn254.firstChallenges[power - 1]);
  const secrets = [1, 2].map((i) => ({
    tau: secretOf(i),
    alpha: secretOf(i + 10),
    beta: secretOf(i + 20),
  }));

  it('of snarkjs are right, prepared, not prepared and cut', async () => {
    for (const [file, power, ceremonyPower, isPrepared] of /** @type {const} */ ([
      [ptau, 4, 4, true],
      [unprepared, 4, 4, false],
      [larger.ptau, 5, 6, true],
    ])) {
      const { contributions, ...verdict } = await groth16.verifyPtau(file);
      const expected = { valid: true, reason: undefined, power, ceremonyPower, isPrepared };
      expect(verdict).toEqual(expected);
      expect(contributions.map((/** @type {any} */ { name, kind }) => [name, kind])).toEqual([
        ['first', 'contribution'],
        [undefined, 'contribution'],
        ['beacon', 'beacon'],
      ]);
    }
  });

  it('say who has contributed, as contributors publish it', async () => {
    const { contributions } = await groth16.verifyPtau(ptau);
    // The hashes that snarkjs showed to the contributors.
    expect(contributions).toMatchObject([
      {
        isIdle: false,
        beacon: undefined,
        responseHash: expect.stringMatching(/^285a0fbac313b3ca/),
      },
      {
        isIdle: false,
        beacon: undefined,
        nextChallenge: expect.stringMatching(/^2cff36bb1fa49937/),
      },
      {
        isIdle: false,
        beacon: { bytes: toHex(Uint8Array.from({ length: 32 }, (_, i) => i + 1)), exponent: 10 },
      },
    ]);
  });

  it('come as bytes, Blobs and streams in pieces of any length', async () => {
    const sources = [
      ptau.buffer.slice(ptau.byteOffset, ptau.byteOffset + ptau.length),
      new Blob([ptau]),
      new Response(ptau),
      ...[1, 7, 997, 2 ** 20].map((size) => streamOf(ptau, size)),
    ];
    for (const source of sources) {
      const { valid, reason } = await groth16.verifyPtau(source);
      expect({ valid, reason }).toEqual({ valid: true, reason: undefined });
    }
  });

  it('of known secrets are right, in parts of blocks', async () => {
    for (const power of [1, 2, 5]) {
      const how = { power, secrets, isPrepared: true, firstChallenge: challenge(power) };
      const { file } = await madePowers(curve, how);
      const { valid, reason } = await groth16.verifyPtau(file);
      expect({ power, valid, reason }).toEqual({ power, valid: true, reason: undefined });
    }
  });

  it('with a published hash are compared with it', async () => {
    const expected = toHex(blake2b(ptau));
    const found = await groth16.verifyPtau(streamOf(ptau, 1000), { expected });
    expect(found).toMatchObject({ valid: true, power: 4, isPrepared: true });
    expect(found.contributions).toEqual((await groth16.verifyPtau(ptau)).contributions);
    const wrong = edited(ptau, put(2, 100 * 8, P1()));
    const refused = await groth16.verifyPtau(wrong, { expected });
    expect(refused).toMatchObject({ valid: false, power: 4 });
    expect(refused.reason).toContain(expected);
  });

  /** The place of a record in section 7. @param {number} i */
  const record = (i) => {
    const body = bodyOf(bodiesOf(ptau), 7);
    const view = new DataView(body.buffer, body.byteOffset);
    let at = 4;
    for (; i > 0; i--) at += RECORD + LEAST_PARAMETERS + view.getUint32(at + RECORD + 4, true);
    return at;
  };
  const addTorsion = (/** @type {number} */ id, /** @type {number} */ at) =>
    /** @type {Edit} */ (
      (bodies) => {
        const bytes = bodyOf(bodies, id).subarray(at, at + 128);
        const point = instance.G2.point(bytes, { format: 'montgomery-le', check: false });
        put(id, at, M(point.add(pointOfOrder(curve, 2, 10069n))))(bodies);
      }
    );
  const last = 2;

  /** @type {Array<[string, () => Edit, RegExp]>} */
  const WRONG = [
    ['a point of 2', () => put(2, 10 * 64, P1()), /section 2 .*powers of τ/],
    ['the last point of 2', () => put(2, 30 * 64, P1()), /section 2 .*powers of τ/],
    ['two points of 2 swapped', () => swap(2, 64, 10, 11), /section 2 .*powers of τ/],
    ['the first point of 2', () => put(2, 0, P1()), /section 2 .*index 0.*generator/],
    ['the second point of 2', () => put(2, 64, P1()), /section 2 .*index 1/],
    ['a point of 3', () => put(3, 5 * 128, P2()), /section 3 .*powers of τ/],
    ['the second point of 3', () => put(3, 128, P2()), /section 3 .*index 1/],
    [
      'a point of 3 plus one of order 10069',
      () => addTorsion(3, 7 * 128),
      /section 3 .*index 7.*prime order/,
    ],
    ['a point of 4', () => put(4, 15 * 64, P1()), /section 4 .*powers of τ/],
    ['the first point of 4', () => put(4, 0, P1()), /section 4 .*index 0/],
    ['a point of 4 off the curve', () => flip(4, 9 * 64), /section 4 .*index 9.*curve/],
    [
      'a coordinate of 4 out of range',
      () => put(4, 9 * 64, new Uint8Array(32).fill(255)),
      /section 4 .*index 9/,
    ],
    ['infinity in 4', () => put(4, 9 * 64, new Uint8Array(64)), /section 4 .*powers of τ/],
    ['a point of 5', () => put(5, 3 * 64, P1()), /section 5 .*powers of τ/],
    ['β of 6', () => put(6, 0, P2()), /section 6 .*β/],
    ['β of 6 plus a point of order 10069', () => addTorsion(6, 0), /section 6 .*prime order/],
    ['a point of 12, block 3', () => put(12, (7 + 3) * 64, P1()), /section 12 .*section 2/],
    ['a point of 12, block 5', () => put(12, (31 + 20) * 64, P1()), /section 12 .*section 2/],
    ['two points of 12 swapped', () => swap(12, 64, 40, 41), /section 12 .*section 2/],
    ['a point of 12 off the curve', () => flip(12, 40 * 64), /section 12 .*index 40.*curve/],
    ['a point of 13', () => put(13, 20 * 128, P2()), /section 13 .*section 3/],
    [
      'a point of 13 plus one of order 10069',
      () => addTorsion(13, 20 * 128),
      /section 13 .*index 20/,
    ],
    ['a point of 14', () => put(14, 20 * 64, P1()), /section 14 .*section 4/],
    ['the first point of 15', () => put(15, 0, P1()), /section 15 .*section 5/],
    [
      'τ of the first record',
      () => put(7, record(0), P1()),
      /contribution 1: expected one that follows/,
    ],
    [
      'τ in G2 of the first record',
      () => put(7, record(0) + 64, P2()),
      /contribution 1: expected one that follows/,
    ],
    [
      'β in G2 of the second record',
      () => put(7, record(1) + 320, P2()),
      /contribution 2: expected one that follows/,
    ],
    [
      's of the first record',
      () => put(7, record(0) + 448, P1()),
      /contribution 1: expected one that follows/,
    ],
    [
      'sx of the first record',
      () => put(7, record(0) + 512, P1()),
      /contribution 1: expected one that follows/,
    ],
    [
      'spx of the first record',
      () => put(7, record(0) + 832, P2()),
      /contribution 1: expected one that follows/,
    ],
    [
      'spx of the first plus a point of order 10069',
      () => addTorsion(7, record(0) + 832),
      /contribution 1: tau: spx.*prime order/,
    ],
    [
      'τ in G2 of the first plus the same',
      () => addTorsion(7, record(0) + 64),
      /contribution 1: τ in G2.*prime order/,
    ],
    [
      's of the first record infinity',
      () => put(7, record(0) + 448, new Uint8Array(64)),
      /contribution 1: tau: s: .*infinity/,
    ],
    [
      'state of the last record',
      () => flip(7, record(last) + 1216 + 130),
      /contribution 3: expected the next challenge/,
    ],
    [
      'place in the state',
      () => put(7, record(last) + 1216 + 200, [129]),
      /contribution 3: .*block/,
    ],
    ['bytes behind the state', () => flip(7, record(0) + 1216 + 208), /contribution 1: .*zeros/],
    [
      'next challenge of the last',
      () => flip(7, record(last) + 1432),
      /contribution 3: expected the next challenge/,
    ],
    [
      'next challenge of the first',
      () => flip(7, record(0) + 1432),
      /contribution 2: expected one that follows/,
    ],
    ['beacon hash', () => flip(7, -1), /contribution 3: expected the key of tau of its beacon/],
    [
      'beacon exponent',
      () => put(7, record(last) + RECORD + 8 + 8 + 1, [11]),
      /contribution 3: expected the key of tau/,
    ],
    [
      'beacon exponent above the limit',
      () => put(7, record(last) + RECORD + 8 + 8 + 1, [63]),
      /contribution 3: beacon: .*2\^63/,
    ],
    [
      'beacon exponent below 10',
      () => put(7, record(last) + RECORD + 8 + 8 + 1, [9]),
      /contribution 3: beacon: .*2\^9/,
    ],
    [
      'type of the beacon',
      () => put(7, record(last) + RECORD, words(0)),
      /contribution 3: .*parameters of a contribution/,
    ],
    ['type of the first', () => put(7, record(0) + RECORD, words(2)), /contribution 1: .*type/],
    [
      'type beacon of the first',
      () => put(7, record(0) + RECORD, words(1)),
      /contribution 1: .*parameters of a beacon/,
    ],
    [
      'a parameter of another number',
      () => put(7, record(0) + RECORD + 8, [4]),
      /contribution 1: .*parameters 1 to 3/,
    ],
    [
      'a parameter longer than all',
      () => put(7, record(0) + RECORD + 9, [6]),
      /contribution 1: .*parameters/,
    ],
    ['no record', () => cut7(0), /section 7 .*expected a contribution, got none/],
    [
      'a record left out',
      () => (bodies) => bodies.set(7, recordsOf(bodies, [0, 2])),
      /contribution 2: /,
    ],
    [
      'a record twice',
      () => (bodies) => bodies.set(7, recordsOf(bodies, [0, 0, 1, 2])),
      /contribution 2: .*number 1 again/,
    ],
    ['bytes behind the records', () => append(7, Uint8Array.of(0)), /section 7 .*the end/],
    ['records cut', () => cut(7, 4000), /section 7 .*contribution 3: .*bytes more/],
    ['another ceremony', () => put(1, 40, words(5)), /contribution 1: expected one that follows/],
    ['a ceremony smaller than the file', () => put(1, 40, words(3)), /section 1 .*powers/],
    ['power 0', () => put(1, 36, words(0, 0)), /section 1 .*powers/],
    ['power 29', () => put(1, 36, words(29, 29)), /section 1 .*powers/],
    ['another prime', () => flip(1, 4), /section 1 .*prime/],
    ['coordinates of 48 bytes', () => put(1, 0, words(48)), /section 1 .*bytes/],
    ['a header longer', () => append(1, Uint8Array.of(0)), /section 1 .*end/],
    ['2 cut', () => cut(2, 30 * 64), /section 2 .*expected 1984 bytes/],
    ['12 cut', () => cut(12, 62 * 64), /section 12 .*bytes/],
    ['12 alone left out', () => (bodies) => bodies.delete(12), /sections 12, 13, 14, 15, got 3/],
    ['3 left out', () => (bodies) => bodies.delete(3), /section 3 .*expected one, got none/],
    [
      'an unknown section',
      () => (bodies) => bodies.set(16, new Uint8Array(4)),
      /section 16 .*expected none/,
    ],
  ];
  const recordsOf = (
    /** @type {Map<number, Uint8Array>} */ bodies,
    /** @type {number[]} */ which,
  ) => {
    const body = bodyOf(bodies, 7);
    const ends = [record(1), record(2), body.length];
    return concat(words(which.length), ...which.map((i) => body.subarray(record(i), ends[i])));
  };
  /** @param {number} count */
  const cut7 = (count) => (/** @type {any} */ bodies) =>
    bodies.set(
      7,
      recordsOf(
        bodies,
        Array.from({ length: count }, (_, i) => i),
      ),
    );

  it.each(some(WRONG, 24, 'ceremony'))('refused: %s', async (_, edit, expected) => {
    const file = edited(ptau, edit());
    const { valid, reason } = await groth16.verifyPtau(file);
    expect(reason).toMatch(expected);
    expect(valid).toBe(false);
  });

  it('refused: other containers', async () => {
    const bytes = (/** @type {(copy: Uint8Array) => void} */ change) => {
      const copy = ptau.slice();
      change(copy);
      return copy;
    };
    for (const [file, expected] of /** @type {Array<[Uint8Array, RegExp]>} */ ([
      [concat(ptau, Uint8Array.of(0)), /expected the end/],
      [bytes((copy) => copy.set(words(2), 4)), /version/],
      [bytes((copy) => copy.set([0x7a], 0)), /begins with 'ptau'/],
      [ptau.subarray(0, 5000), /expected .* bytes, got/],
      [new Uint8Array(), /head/],
      [container('ptau', 1, [...bodiesOf(ptau), [7, words(0)]]), /section 7 .*got two/],
      [larger.zkey, /begins with 'ptau'/],
    ])) {
      const { valid, reason } = await groth16.verifyPtau(file);
      expect(reason).toMatch(expected);
      expect(valid).toBe(false);
    }
  });

  it('accepted: a name and a state that nothing binds', async () => {
    for (const edit of [flip(7, record(0) + RECORD + 8 + 3), flip(7, record(0) + 1216 + 130)]) {
      expect((await groth16.verifyPtau(edited(ptau, edit))).valid).toBe(true);
    }
  });

  it('forged ceremonies are refused: secrets of 1, of 1 together, and beacons alone', async () => {
    const power = 2;
    const made = async (/** @type {any[]} */ own) =>
      (await madePowers(curve, { power, secrets: own, firstChallenge: challenge(power) })).file;
    const one = { tau: 1n, alpha: 1n, beta: 1n };
    const { tau, alpha, beta } = secrets[0];
    const inverse = (/** @type {bigint} */ x) => powerOf(x, r - 2n);
    const back = { tau: inverse(tau), alpha: inverse(alpha), beta: inverse(beta) };
    for (const own of [[one], [secrets[0], back], [{ ...secrets[0], alpha: 1n }]]) {
      const { valid, reason, contributions } = await groth16.verifyPtau(await made(own));
      expect(reason).toMatch(/a contribution to (tau|alpha) by somebody/);
      expect(valid).toBe(false);
      expect(contributions).toHaveLength(own.length);
    }
    const idle = await groth16.verifyPtau(await made([secrets[0], one]));
    const flags = idle.contributions.map((/** @type {any} */ { isIdle }) => isIdle);
    expect([idle.valid, flags]).toEqual([true, [false, true]]);
    const root = powerOf(5n, (r - 1n) / 2n ** 20n);
    for (const own of [root, powerOf(root, 2n ** 18n)]) {
      const { valid, reason } = await groth16.verifyPtau(await made([{ ...secrets[0], tau: own }]));
      // A root of another order is a secret like any other.
      expect(valid).toBe(own === root);
      if (!valid) expect(reason).toMatch(/section 2 .*root of unity/);
    }
  });

  /** @param {bigint} base @param {bigint} exponent */
  function powerOf(base, exponent) {
    let [result, square] = [1n, base % r];
    for (; exponent > 0n; exponent >>= 1n) {
      if (exponent & 1n) result = (result * square) % r;
      square = (square * square) % r;
    }
    return result;
  }
});

describe.each([
  ['bn128', creators.bn254, ofBn254],
  ['bls12381', creators['bls12-381'], ofBls12381],
])('facts of %s', (name, create, { firstChallenges, cofactors }) => {
  it('follow from its config, and the first challenges from generators', async () => {
    expect(cofactors).toEqual(groth16Curves.find((own) => own.name === name)?.cofactors);
    const instance = await create();
    const [g1, g2] = [instance.G1, instance.G2].map((group) =>
      group.generator.toBytes('uncompressed'),
    );
    instance.dispose();
    const many = (/** @type {Uint8Array} */ bytes, /** @type {number} */ count) =>
      concat(...Array.from({ length: count }, () => bytes));
    expect(firstChallenges).toHaveLength(28);
    for (let power = 1; power <= 8; power++) {
      const n = 2 ** power;
      const points = [many(g1, 2 * n - 1), many(g2, n), many(g1, 2 * n), g2];
      const hash = blake2b(concat(blake2b(new Uint8Array()), ...points));
      expect(firstChallenges[power - 1]).toBe(toHex(hash));
    }
  });
});
