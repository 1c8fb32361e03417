/** Keys: those of snarkjs, ceremonies of known secrets, forged ones, and every refusal. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstChallenges } from '../../../src/curves/ceremonies/bn254.js';
import { invert } from '../../../src/math/modular.js';
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
import {
  contributed,
  contributedByBeacon,
  madeKey,
  madePowers,
  secretOf,
  pointOfOrder,
} from '../../support/ceremony/made.js';
import { some } from '../../support/extent.js';
import { isInputError, rejectionOf } from '../../support/errors.js';
import { Circuit } from '../../support/groth16/circuits.js';
import { groth16Curves } from '../../support/groth16/curves.js';
import { constraintsFile, container, sectionsOf, words } from '../../support/groth16/files.js';
import { concat, fromHex } from '../../support/hex.js';

/** @import { Edit } from '../../support/ceremony/files.js' */

const bn = /** @type {typeof groth16Curves[number]} */ (
  groth16Curves.find(({ name }) => name === 'bn128')
);
const { r } = bn;

/** Bytes of a record before its parameters; where records begin. */
const [RECORD, FIRST] = [392, 68];

describe('keys of a ceremony', () => {
  /** @type {any} */
  let instance, groth16, curve;
  const { r1cs, ptau, initial, zkey, larger } = madeBySnarkjs();
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
  const good = { r1cs, ptau, zkey, initial };
  const verdictOf = async (/** @type {any} */ files) => {
    const { valid, reason } = await groth16.verifyZkey(files);
    return { valid, reason };
  };
  const RIGHT = { valid: true, reason: undefined };

  it('of snarkjs are right, by the initial key or without it', async () => {
    for (const files of [
      good,
      { r1cs, ptau, zkey },
      { r1cs, ptau: unprepared, zkey, initial },
      { r1cs, ...larger },
      { r1cs, ptau: larger.ptau, zkey: larger.zkey },
    ]) {
      expect(await verdictOf(files)).toEqual(RIGHT);
    }
  });

  it('say who has contributed, as contributors publish it', async () => {
    const { circuitHash, contributions } = await groth16.verifyZkey(good);
    expect(circuitHash).toMatch(/^e357d7bde4815c6a/);
    expect(contributions).toMatchObject([
      { name: 'anna', kind: 'contribution', hash: expect.stringMatching(/^80bcd37b3149e855/) },
      { name: 'berta', kind: 'contribution', hash: expect.stringMatching(/^4dda7f374992a5ff/) },
      { name: 'end', kind: 'beacon', beacon: { exponent: 10 }, isIdle: false },
    ]);
  });

  it('come as bytes, Blobs and streams in pieces of any length', async () => {
    const all = (/** @type {(file: any) => unknown} */ as) => ({
      ...{ r1cs: as(r1cs), ptau: as(ptau), zkey: as(zkey), initial: as(initial) },
    });
    for (const files of [
      all((file) => new Blob([file])),
      all((file) => new Response(file)),
      ...[1, 13, 997, 2 ** 20].map((size) => all((file) => streamOf(file, size))),
    ]) {
      expect(await verdictOf(files)).toEqual(RIGHT);
    }
  });

  it('come with sections in any order', async () => {
    const ordered = (/** @type {Uint8Array} */ file, /** @type {number[]} */ ids) => {
      const bodies = bodiesOf(file);
      const letters = String.fromCharCode(...file.subarray(0, 4));
      return container(
        letters,
        1,
        ids.map((id) => [id, bodyOf(bodies, id)]),
      );
    };
    for (const ids of [
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      [10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
    ]) {
      const own = ordered(zkey, ids);
      const circuit = ordered(r1cs, [2, 3, 1]);
      for (const as of [(/** @type {any} */ x) => x, (/** @type {any} */ x) => streamOf(x, 1000)]) {
        expect(await verdictOf({ ...good, zkey: as(own), r1cs: as(circuit) })).toEqual(RIGHT);
      }
    }
  });

  it('without an initial key need powers in the Lagrange form', async () => {
    const error = await rejectionOf(groth16.verifyZkey({ r1cs, ptau: unprepared, zkey }));
    isInputError(error);
    expect(/** @type {Error} */ (error).message).toMatch(/^initial: /);
  });

  /** The place of a record in section 10. @param {number} i */
  const record = (i) => {
    const body = bodyOf(bodiesOf(zkey), 10);
    const view = new DataView(body.buffer, body.byteOffset);
    let at = FIRST;
    for (; i > 0; i--) at += RECORD + view.getUint32(at + RECORD - 4, true);
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
  const recordsOf =
    (/** @type {number[]} */ which) => (/** @type {Map<number, Uint8Array>} */ b) => {
      const body = bodyOf(b, 10);
      const ends = [record(1), record(2), body.length];
      const parts = which.map((i) => body.subarray(record(i), ends[i]));
      b.set(10, concat(body.subarray(0, 64), words(which.length), ...parts));
    };

  /** @type {Array<[string, () => Edit, RegExp]>} */
  const WRONG = [
    ['a point of IC', () => put(3, 64, P1()), /section 3 \(IC\)/],
    ['two points of IC swapped', () => swap(3, 64, 1, 2), /section 3 \(IC\)/],
    ['a point of A', () => put(5, 5 * 64, P1()), /section 5 \(A\)/],
    ['two points of A swapped', () => swap(5, 64, 5, 6), /section 5 \(A\)/],
    ['a point of A at an unused wire', () => put(5, 4 * 64, P1()), /section 5 \(A\)/],
    ['a point of B1', () => put(6, 5 * 64, P1()), /6 \(B1\)/],
    ['a point of B2', () => put(7, 5 * 128, P2()), /section 7 \(B2\)/],
    [
      'B2 plus a point of order 10069',
      () => addTorsion(7, 5 * 128),
      /section 7 .*index 5.*prime order/,
    ],
    ['a point of C', () => put(8, 5 * 64, P1()), /8 \(C\)/],
    ['two points of C swapped', () => swap(8, 64, 5, 6), /8 \(C\)/],
    ['a point of C off the curve', () => flip(8, 5 * 64), /section 8 .*index 5.*curve/],
    ['a point of H', () => put(9, 5 * 64, P1()), /9 \(H\)/],
    ['the last point of H', () => put(9, 15 * 64, P1()), /9 \(H\)/],
    ['two points of H swapped', () => swap(9, 64, 5, 6), /9 \(H\)/],
    ['H infinity throughout', () => put(9, 0, new Uint8Array(16 * 64)), /9 \(H\)/],
    ['a coefficient', () => flip(4, 4 + 44 * 5 + 12), /section 4 .*coefficients of [AB]/],
    [
      'a coefficient out of range',
      () => put(4, 4 + 44 * 5 + 12, new Uint8Array(32).fill(255)),
      /section 4 .*entry 5.*below/,
    ],
    ['a wire out of range', () => put(4, 4 + 44 * 5 + 8, words(14)), /section 4 .*entry 5/],
    ['a row out of range', () => put(4, 4 + 44 * 5 + 4, words(16)), /section 4 .*entry 5/],
    ['a matrix out of range', () => put(4, 4 + 44 * 5, words(2)), /section 4 .*entry 5/],
    ['an entry more', () => entryTwice, /section 4 .*coefficients of A/],
    ['an entry less', () => entryLess, /section 4 .*coefficients of A/],
    ['entries cut', () => cut(4, 100), /section 4 .*bytes/],
    ['α', () => put(2, 84, P1()), /section 2 .*alpha1/],
    ['β in G1', () => put(2, 148, P1()), /section 2 .*beta1/],
    ['β in G2', () => put(2, 212, P2()), /section 2 .*beta2/],
    ['γ', () => put(2, 340, P2()), /section 2 .*γ/],
    ['δ in G1', () => put(2, 468, P1()), /section 2 .*same δ/],
    ['δ in G2', () => put(2, 532, P2()), /section 2 .*same δ/],
    [
      'δ in G2 plus a point of order 10069',
      () => addTorsion(2, 532),
      /section 2 .*delta2.*prime order/,
    ],
    ['δ = γ', () => deltaOf(1n), /section 2 .*not ±γ/],
    ['δ = −γ', () => deltaOf(-1n), /section 2 .*not ±γ/],
    ['δ infinity', () => put(2, 468, new Uint8Array(64)), /section 2 .*delta1.*infinity/],
    ['more wires', () => put(2, 72, words(15)), /section 2 .*wires/],
    ['fewer public signals', () => put(2, 76, words(1)), /section 2 .*public signals/],
    ['a larger domain', () => put(2, 80, words(32)), /section 2 .*rows/],
    ['another prime', () => flip(2, 5), /section 2 .*prime/],
    ['another protocol', () => put(1, 0, words(2)), /section 1 .*PLONK/],
    ['the hash of the circuit', () => flip(10, 0), /contribution 1: expected the transcript/],
    [
      'δ of the first record',
      () => put(10, record(0), P1()),
      /contribution 1: expected one that follows/,
    ],
    [
      's of the first record',
      () => put(10, record(0) + 64, P1()),
      /contribution 1: expected the transcript/,
    ],
    [
      'sx of the first record',
      () => put(10, record(0) + 128, P1()),
      /contribution 1: expected the transcript/,
    ],
    [
      'spx of the first record',
      () => put(10, record(0) + 192, P2()),
      /contribution 1: expected one that follows/,
    ],
    [
      'spx of the last plus a point of order 10069',
      () => addTorsion(10, record(2) + 192),
      /contribution 3: spx.*prime order/,
    ],
    [
      'transcript of the first record',
      () => flip(10, record(0) + 320),
      /contribution 1: expected the transcript/,
    ],
    [
      's and sx of the first infinity',
      () => put(10, record(0) + 64, new Uint8Array(128)),
      /contribution 1: s: .*infinity/,
    ],
    ['beacon hash', () => flip(10, -1), /contribution 3: expected the key of its beacon/],
    [
      'beacon exponent above the limit',
      () => put(10, record(2) + RECORD + 5 + 1, [40]),
      /contribution 3: beacon: .*2\^40/,
    ],
    [
      'type of the beacon',
      () => put(10, record(2) + RECORD - 8, words(0)),
      /contribution 3: .*parameters/,
    ],
    ['type 2', () => put(10, record(0) + RECORD - 8, words(2)), /contribution 1: .*type/],
    [
      'the first record left out',
      () => recordsOf([1, 2]),
      /contribution 1: expected the transcript/,
    ],
    ['the last record left out', () => recordsOf([0, 1]), /δ of the header/],
    ['the first record twice', () => recordsOf([0, 0, 1, 2]), /contribution 2: .*number 1 again/],
    ['no record', () => recordsOf([]), /δ of the header/],
    ['bytes behind the records', () => append(10, Uint8Array.of(0)), /section 10 .*the end/],
    ['records cut', () => cut(10, 500), /contribution 2: .*bytes more/],
    ['A cut', () => cut(5, 64), /section 5 .*bytes/],
    ['C cut by one', () => cut(8, 10 * 64), /section 8 .*bytes/],
    ['no section 10', () => (bodies) => bodies.delete(10), /section 10 .*got none/],
    [
      'an unknown section',
      () => (bodies) => bodies.set(11, new Uint8Array(4)),
      /section 11 .*expected none/,
    ],
  ];
  const entryTwice = (/** @type {Map<number, Uint8Array>} */ bodies) => {
    const body = bodyOf(bodies, 4);
    const count = new DataView(body.buffer, body.byteOffset).getUint32(0, true);
    bodies.set(4, concat(words(count + 1), body.subarray(4), body.subarray(4, 48)));
  };
  const entryLess = (/** @type {Map<number, Uint8Array>} */ bodies) => {
    const body = bodyOf(bodies, 4);
    const count = new DataView(body.buffer, body.byteOffset).getUint32(0, true);
    bodies.set(4, concat(words(count - 1), body.subarray(48)));
  };
  const deltaOf = (/** @type {bigint} */ x) => (/** @type {Map<number, Uint8Array>} */ bodies) => {
    const { G1, G2 } = instance;
    put(2, 468, M(G1.generator.multiply(x)))(bodies);
    put(2, 532, M(G2.generator.multiply(x)))(bodies);
  };

  it.each(some(WRONG, 24, 'ceremony'))('refused: %s', async (_, edit, expected) => {
    const { valid, reason } = await verdictOf({ ...good, zkey: edited(zkey, edit()) });
    expect(reason).toMatch(expected);
    expect(valid).toBe(false);
  });

  /** @type {Array<[string, () => object, RegExp]>} */
  const OTHERS = [
    [
      'a byte behind the key',
      () => ({ zkey: concat(zkey, Uint8Array.of(0)) }),
      /zkey: expected the end/,
    ],
    ['version 2 of a key', () => ({ zkey: versioned(zkey, 2) }), /zkey: .*version/],
    ['a section twice', () => ({ zkey: twice(zkey, 10) }), /section 10 .*got two/],
    ['a key cut', () => ({ zkey: zkey.subarray(0, 4000) }), /zkey: .*bytes/],
    ['other powers', () => ({ ptau: larger.ptau }), /alpha1.*powers/],
    ['powers cut', () => ({ ptau: ptau.subarray(0, 3000) }), /ptau: .*bytes/],
    ['τ of the powers', () => ({ ptau: edited(ptau, put(2, 640, P1())) }), /section 5|section 3/],
    ['powers too small', () => ({ r1cs: constraintsFile(withRows(40)) }), /wires|2\^/],
    [
      'another circuit',
      () => ({ r1cs: edited(r1cs, flip(2, 44)) }),
      /coefficients|section 5|section 3/,
    ],
    [
      'custom gates',
      () => ({ r1cs: edited(r1cs, (b) => b.set(4, concat(words(1), new Uint8Array(9)))) }),
      /r1cs: section 4 .*none/,
    ],
    [
      'uses of custom gates',
      () => ({ r1cs: edited(r1cs, (b) => b.set(5, words(1))) }),
      /r1cs: section 5 .*none/,
    ],
    [
      'a coefficient of the circuit out of range',
      () => ({ r1cs: edited(r1cs, put(2, 8, new Uint8Array(32).fill(255))) }),
      /r1cs: section 2 .*below/,
    ],
    [
      'a wire of the circuit out of range',
      () => ({ r1cs: edited(r1cs, put(2, 4, words(14))) }),
      /r1cs: section 2 .*wires/,
    ],
    [
      'constraints cut',
      () => ({ r1cs: edited(r1cs, cut(2, 200)) }),
      /r1cs: section 2 .*constraints/,
    ],
    [
      'bytes behind the constraints',
      () => ({ r1cs: edited(r1cs, append(2, words(0))) }),
      /r1cs: section 2 .*the end/,
    ],
    [
      'fewer constraints than said',
      () => ({ r1cs: edited(r1cs, put(1, 60, words(13))) }),
      /r1cs: section 2 .*13 constraints/,
    ],
    [
      'more constraints than bytes',
      () => ({ r1cs: edited(r1cs, put(1, 60, words(2 ** 26))) }),
      /r1cs: section 2 .*bytes or more/,
    ],
    [
      'more wires than labels',
      () => ({ r1cs: edited(r1cs, put(1, 36, words(2 ** 31))) }),
      /r1cs: section 3 .*bytes/,
    ],
    ['no labels', () => ({ r1cs: edited(r1cs, (b) => b.delete(3)) }), /r1cs: section 3 .*got none/],
    [
      'a circuit of another field',
      () => ({ r1cs: edited(r1cs, flip(1, 4)) }),
      /r1cs: section 1 .*prime/,
    ],
    [
      'a section of a circuit that is unknown',
      () => ({ r1cs: edited(r1cs, (b) => b.set(6, words(0))) }),
      /r1cs: section 6 .*none/,
    ],
    [
      'the initial key of other powers',
      () => ({ initial: larger.initial }),
      /initial: .*before contributions/,
    ],
    [
      'a point of the initial key',
      () => ({ initial: edited(initial, put(8, 64, P1())) }),
      /initial: /,
    ],
    [
      'an initial key cut',
      () => ({ initial: edited(initial, cut(8, 64)) }),
      /initial: zkey: section 8/,
    ],
    [
      'an initial key of another size',
      () => ({ initial: edited(initial, put(2, 80, words(32))) }),
      /initial: zkey: section 2/,
    ],
  ];
  const versioned = (/** @type {Uint8Array} */ file, /** @type {number} */ version) => {
    const copy = file.slice();
    copy.set(words(version), 4);
    return copy;
  };
  const twice = (/** @type {Uint8Array} */ file, /** @type {number} */ id) =>
    container('zkey', 1, [
      ...sectionsOf(file).map(
        ({ id: own, start, end }) => /** @type {const} */ ([own, file.subarray(start, end)]),
      ),
      [id, words(0)],
    ]);
  const withRows = (/** @type {number} */ rows) => {
    const circuit = new Circuit(r);
    circuit.public(1n);
    for (let i = 0; i < rows; i++) circuit.constrain(new Map(), new Map(), new Map());
    return circuit;
  };

  it.each(OTHERS)('refused: %s', async (_, files, expected) => {
    const { valid, reason } = await verdictOf({ ...good, ...files() });
    expect(reason).toMatch(expected);
    expect(valid).toBe(false);
  });

  it('accepted: names, labels, and coefficients in another order', async () => {
    for (const files of [
      { zkey: edited(zkey, flip(10, record(0) + RECORD + 3)) },
      { zkey: edited(zkey, swap(4, 44, 0, 9, 4)) },
      { r1cs: edited(r1cs, flip(3, 20)) },
    ]) {
      expect(await verdictOf({ ...good, ...files })).toEqual(RIGHT);
    }
  });

  describe('of known secrets', () => {
    /** @type {any} */
    let powers, own, circuitFile, first;
    const x = secretOf(31);
    beforeAll(async () => {
      const secrets = [{ tau: secretOf(1), alpha: secretOf(2), beta: secretOf(3) }];
      const firstChallenge = fromHex(firstChallenges[3]);
      powers = await madePowers(curve, { power: 4, secrets, firstChallenge, isPrepared: true });
      own = { tau: powers.tau, alpha: powers.alpha, beta: powers.beta };
      const circuit = chained();
      circuitFile = constraintsFile(circuit);
      first = await madeKey(curve, circuit, own);
    });
    const chained = () => {
      const circuit = new Circuit(r);
      circuit.public(3n);
      circuit.chain(circuit.wire(5n), 3);
      return circuit;
    };
    const verified = (/** @type {Uint8Array} */ key, more = {}) =>
      groth16.verifyZkey({ r1cs: circuitFile, ptau: powers.file, zkey: key, ...more });

    it('are right after contributions, of which one may be of 1', async () => {
      const key = contributed(curve, contributed(curve, first, x, 1), 1n, 2);
      const { valid, reason, contributions } = await verified(key);
      expect({ valid, reason }).toEqual(RIGHT);
      expect(contributions).toMatchObject([{ isIdle: false }, { isIdle: true }]);
    });

    it('are refused after none, of 1, or of x and 1/x', async () => {
      const back = contributed(curve, contributed(curve, first, x, 1), invert(x, r), 2);
      for (const key of [first, contributed(curve, first, 1n, 1), back]) {
        const { valid, reason } = await verified(key);
        expect(reason).toMatch(/section 2 .*not ±γ/);
        expect(valid).toBe(false);
      }
    });

    it('are refused after beacons alone, or with contributions that undo each other', async () => {
      const beacon = Uint8Array.from({ length: 32 }, (_, i) => i);
      const there = contributed(curve, contributedByBeacon(curve, first, beacon), x, 1);
      for (const key of [
        contributedByBeacon(curve, first, beacon),
        contributedByBeacon(curve, contributedByBeacon(curve, first, beacon), beacon.slice(1)),
        contributedByBeacon(curve, contributed(curve, first, 1n, 1), beacon),
        contributed(curve, there, invert(x, r), 2),
        contributed(curve, there, r - invert(x, r), 2),
      ]) {
        const { valid, reason } = await verified(key);
        expect(reason).toMatch(/section 10 .*beacons alone/);
        expect(valid).toBe(false);
      }
      expect((await verified(there)).valid).toBe(true);
    });

    it('are refused with H of other roots, or C of a multiple', async () => {
      const block = (/** @type {number} */ p, /** @type {number} */ step) => {
        const body = bodyOf(bodiesOf(powers.file), 12).subarray((2 ** p - 1) * 64);
        return (/** @type {Map<number, Uint8Array>} */ bodies) => {
          for (let i = 0; i < 16; i++) {
            const at = i * step * 64;
            put(9, i * 64, body.subarray(at, at + 64))(bodies);
          }
        };
      };
      const doubled = (/** @type {Map<number, Uint8Array>} */ bodies) => {
        const points = instance.G1.points(bodyOf(bodies, 8), { format: 'montgomery-le' });
        const all = Array.from({ length: points.length }, (_, i) => M(points.at(i).double()));
        bodies.set(8, concat(...all));
      };
      for (const edit of [block(5, 2), block(4, 1), doubled]) {
        const { valid, reason } = await verified(contributed(curve, edited(first, edit), x, 1));
        expect(reason).toMatch(/8 \(C\) or 9 \(H\)/);
        expect(valid).toBe(false);
      }
    });

    it('are refused by the hash of the circuit, if held for another one', async () => {
      // w3 = w4·w5, w2 = w3²: of one circuit w2 is public, of the other it is private, and rows
      // that do nothing have the places of those that bind public wires.
      const pair = (/** @type {boolean} */ isPublic) => {
        const circuit = new Circuit(r);
        circuit.public(1n);
        const w2 = isPublic ? circuit.public(36n) : circuit.wire(36n);
        const [w3, w4, w5] = [6n, 2n, 3n].map((value) => circuit.wire(value));
        const one = (/** @type {number} */ wire) => new Map([[wire, 1n]]);
        circuit.constrain(one(w4), one(w5), one(w3));
        circuit.constrain(one(w3), one(w3), one(w2));
        if (!isPublic)
          for (const wire of [0, 1, w2]) circuit.constrain(one(wire), new Map(), new Map());
        return circuit;
      };
      const [honest, wanted] = [pair(false), pair(true)];
      const [held, other] = [await madeKey(curve, honest, own), await madeKey(curve, wanted, own)];
      const ceremony = bodiesOf(contributed(curve, held, x, 1));
      const forged = edited(other, (bodies) => {
        const [header, theirs] = [bodyOf(bodies, 2), bodyOf(ceremony, 2)];
        header.set(theirs.subarray(-192), header.length - 192);
        bodies.set(8, bodyOf(ceremony, 8).slice(64));
        bodies.set(9, bodyOf(ceremony, 9));
        bodies.set(10, bodyOf(ceremony, 10));
      });
      const files = { r1cs: constraintsFile(wanted), ptau: powers.file };
      for (const more of [{}, { initial: other }]) {
        const { valid, reason } = await groth16.verifyZkey({ ...files, zkey: forged, ...more });
        expect(reason).toMatch(/section 10 .*hash of the circuit/);
        expect(valid).toBe(false);
      }
      const right = contributed(curve, other, x, 1);
      expect((await groth16.verifyZkey({ ...files, zkey: right })).valid).toBe(true);
    });

    it('show to a coordinator whether one was added', async () => {
      const keys = [first];
      for (let i = 1; i < 4; i++) keys.push(contributed(curve, keys[i - 1], secretOf(40 + i), i));
      for (const [i, j] of [
        [0, 1],
        [1, 2],
        [0, 3],
      ]) {
        const { valid, reason, contributions } = await groth16.verifyContribution(keys[i], keys[j]);
        expect({ valid, reason }).toEqual(RIGHT);
        expect(contributions).toHaveLength(j);
      }
      const [, before, after] = keys;
      const branch = contributed(curve, first, secretOf(50), 7);
      for (const [from, to, expected] of /** @type {Array<[any, any, RegExp]>} */ ([
        [after, before, /more than 2, got 1/],
        [before, before, /more than 1, got 1/],
        [before, contributed(curve, branch, x, 8), /contribution 1: .*before/],
        [first, zkey, /after: zkey: section 2/],
        [before, edited(after, put(5, 64, P1())), /section 5 .*before/],
        [before, edited(after, flip(4, 20)), /section 4 .*before/],
        [before, edited(after, swap(8, 64, 1, 2)), /8 \(C\) or 9 \(H\)/],
        [before, edited(after, put(9, 64, P1())), /8 \(C\) or 9 \(H\)/],
        [before, edited(after, put(2, 84, P1())), /alpha1/],
        [edited(before, flip(10, 3)), after, /section 10 .*circuit before/],
        [before.subarray(0, 999), after, /before: zkey: /],
      ])) {
        const { valid, reason } = await groth16.verifyContribution(from, to);
        expect(reason).toMatch(expected);
        expect(valid).toBe(false);
      }
    });
  });
});
