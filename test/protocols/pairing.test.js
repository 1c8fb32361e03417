/** `pairingCheck` and `pairing`: laws, edge cases, every error; the options of an instance. */
import { describe, expect, it } from 'vitest';
import { createBls12381 } from '../../src/bls12-381.js';
import { forEachBackend } from '../support/backends.js';
import { expectInputError, expectPointError, isInputError, thrownBy } from '../support/errors.js';
import { toHex } from '../support/hex.js';

/** (0, 2) has order 3 on G1's curve. */
const ORDER_3 = { x: 0n, y: 2n };

forEachBackend('pairings', (context) => {
  const points = () => {
    const { G1, G2 } = context.bls;
    return { P: G1.generator, Q: G2.generator, O1: G1.identity, O2: G2.identity };
  };

  it('are bilinear, and not degenerate', () => {
    const { P, Q } = points();
    const { pairing, pairingCheck } = context.bls;
    const [a, b] = [0x1234_5678_9abc_def0n, -7n];
    const e = pairing(P, Q);
    expect(e.isIdentity()).toBe(false);
    expect(pairing(P.multiply(a), Q.multiply(b)).equals(e.pow(a * b))).toBe(true);
    expect(e.pow(context.bls.G1.order).isIdentity()).toBe(true);
    expect(pairing(P.add(P), Q).equals(e.multiply(e))).toBe(true);
    expect(e.multiply(e.inverse()).isIdentity()).toBe(true);
    expect(e.pow(-1n).equals(e.inverse())).toBe(true);
    expect(
      pairingCheck([
        [P.multiply(a), Q],
        [P.negate(), Q.multiply(a)],
      ]),
    ).toBe(true);
    expect(pairingCheck([[P, Q]])).toBe(false);
  });

  it('have values of 576 bytes, one for infinity', () => {
    const { P, Q, O1, O2 } = points();
    const { pairing } = context.bls;
    const one = pairing(O1, Q);
    expect(one.isIdentity() && pairing(P, O2).equals(one)).toBe(true);
    expect(toHex(one.toBytes())).toBe(`${'00'.repeat(47)}01${'00'.repeat(528)}`);
    const e = pairing(P, Q);
    e.toBytes().fill(0);
    expect(pairing(P, Q).toBytes()).toEqual(e.toBytes());
    expect(e.multiply(one).toBytes()).toEqual(e.toBytes());
    expect(e.pow(0n).toBytes()).toEqual(one.toBytes());
    expect(Object.isFrozen(e)).toBe(true);
  });

  it('of products: a single error among many, infinities, none', () => {
    const { P, Q, O1, O2 } = points();
    const { pairingCheck } = context.bls;
    expect(pairingCheck([])).toBe(true);
    expect(
      pairingCheck([
        [O1, Q],
        [P, O2],
        [O1, O2],
      ]),
    ).toBe(true);
    const scalars = [2n, 3n, 5n, 7n, 11n];
    const pairs = scalars.map((k) => [P.multiply(k), Q.multiply(k + 1n)]);
    const total = scalars.reduce((sum, k) => sum + k * (k + 1n), 0n);
    const last = [P.multiply(-total), Q];
    expect(pairingCheck([...pairs, last])).toBe(true);
    expect(pairingCheck([[O1, Q], ...pairs, [P, O2], last, [O1, O2]])).toBe(true);
    for (const at of [0, 3]) {
      const wrong = pairs.map(([A, B], i) => (i === at ? [A, B.add(Q)] : [A, B]));
      expect(pairingCheck([...wrong, last])).toBe(false);
    }
    expect(pairingCheck([...pairs, last, [P, Q]])).toBe(false);
  });

  it('refuse points outside the groups, at their index, infinity beside them or not', () => {
    const { P, Q, O2 } = points();
    const { G1, pairing, pairingCheck } = context.bls;
    const small = G1.point(ORDER_3, { check: false });
    for (const bad of [small, small.negate(), small.add(P)]) {
      for (const partner of [Q, O2]) {
        expectPointError(
          () =>
            pairingCheck([
              [P, Q],
              [bad, partner],
            ]),
          'not-in-subgroup',
          1,
        );
      }
      expectPointError(() => pairing(bad, Q), 'not-in-subgroup', undefined);
    }
    // Twice with opposite signs: it would cancel.
    expectPointError(
      () =>
        pairingCheck([
          [small, Q],
          [small.negate(), Q],
        ]),
      'not-in-subgroup',
      0,
    );
    const vector = G1.points([ORDER_3], { check: false });
    expectPointError(() => pairingCheck([[vector.at(0), Q]]), 'not-in-subgroup', 0);
    vector.dispose();
    // Points that were not checked, and are in the group.
    expect(pairingCheck([[G1.point(P.toAffine(), { check: false }), O2]])).toBe(true);
  });

  it('refuse anything but pairs of points of the instance', async () => {
    const { P, Q } = points();
    const { pairing, pairingCheck } = context.bls;
    const bad = [undefined, null, 'pairs', 5, {}, [[P]], [[P, Q, P]], [[]], [P, Q], [[Q, P]]];
    for (const pairs of [...bad, [[P, P]], [[P.toBytes(), Q]], [[P, Q], null]]) {
      const error = thrownBy(() => pairingCheck(pairs));
      isInputError(error);
      if (Array.isArray(pairs)) expect(error.index).toBe(pairs[1] === null ? 1 : 0);
    }
    expect(
      thrownBy(() =>
        pairingCheck([
          [P, Q],
          [P, 1],
        ]),
      ).message,
    ).toContain('at index 1');
    for (const [A, B] of [
      [Q, P],
      [P, undefined],
      [undefined, Q],
    ])
      expectInputError(() => pairing(A, B));
    const e = pairing(P, Q);
    for (const other of [undefined, 1n, P, {}, Object.create(e), new Proxy(e, {})]) {
      expectInputError(() => e.multiply(other));
      expectInputError(() => e.equals(other));
    }
    for (const exponent of [1, '1', undefined]) expectInputError(() => e.pow(exponent));

    const other = await context.createOther();
    expectInputError(() => pairingCheck([[other.G1.generator, Q]]));
    const foreign = other.pairing(other.G1.generator, other.G2.generator);
    expectInputError(() => e.multiply(foreign));
    expect(foreign.toBytes()).toEqual(e.toBytes());
    const { generator: G } = other.G1;
    other.dispose();
    expectInputError(() => other.pairingCheck([]));
    expectInputError(() => other.pairing(G, G));
    for (const method of ['toBytes', 'inverse', 'isIdentity'])
      expectInputError(() => foreign[method]());
    expect(
      pairingCheck([
        [P, Q],
        [P.negate(), Q],
      ]),
    ).toBe(true);
  });
});

describe('instances without pairings', () => {
  const members = ['pairingCheck', 'pairing', 'minPk', 'minSig'];

  it.each([{ pairings: false }, { groups: ['G1'] }, { groups: ['G2'] }])(
    '%o refuse their members',
    async (options) => {
      const bls = await createBls12381(/** @type {any} */ (options));
      for (const name of members) expectInputError(() => bls[name]);
      expectInputError(() => bls.eip2537.pairing(new Uint8Array(384)));
      bls.dispose();
    },
  );

  it('refuse the option where a group is missing, and other values', async () => {
    const wrong = [{ groups: ['G1'], pairings: true }, { pairings: 1 }];
    for (const options of wrong) {
      const error = await createBls12381(/** @type {any} */ (options)).catch((e) => e);
      isInputError(error);
    }
  });

  it.each(['portable', 'bigint'])('[%s] without hashing pair alone', async (backend) => {
    const bls = await createBls12381({ backend: /** @type {any} */ (backend), hashing: false });
    expect(bls.pairingCheck([])).toBe(true);
    for (const name of ['minPk', 'minSig']) expectInputError(() => bls[name]);
    bls.dispose();
  });
});
