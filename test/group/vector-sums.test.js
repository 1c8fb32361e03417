/** `add` and `subtract` of vectors, against points one by one. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { expect, it } from 'vitest';
import { createBls12381 } from '../../src/bls12-381.js';
import { InputError } from '../../src/errors.js';
import { forEachGroup } from '../support/backends.js';
import { isWhole } from '../support/extent.js';
import { toHex } from '../support/hex.js';

const noble = /** @type {any} */ (bls12_381.longSignatures);

/** Lengths around a batch of the engine; fewer where points are slow. */
const LENGTHS = isWhole ? [0, 1, 2, 511, 512, 513, 1025] : [0, 1, 2, 513];

forEachGroup('sums of vectors', (context) => {
  const names = /** @type {const} */ (['add', 'subtract']);
  const most = () => (context.backend === 'bigint' ? 2 : Infinity);

  /** Not all formats have infinity. */
  const textOf = (point) => (point.isIdentity() ? 'infinity' : toHex(point.toBytes()));

  /** The points of a vector. */
  const read = (vector) => Array.from({ length: vector.length }, (_, i) => textOf(vector.at(i)));

  /** All results by points. */
  const expected = (name, a, b) =>
    Array.from({ length: a.length }, (_, i) => textOf(a.at(i)[name](b.at(i))));

  it('are those of their points, with every exception in every place', () => {
    const { group } = context;
    for (const length of LENGTHS.filter((n) => n <= most())) {
      const random = group.randomPoints(length, 1);
      const others = group.randomPoints(length, 2);
      // Equal, opposite, infinity on either side or both, and all others.
      const exceptional = group.points(
        Array.from({ length }, (_, i) =>
          [
            random.at(i),
            random.at(i).negate(),
            group.identity,
            others.at(i),
            random.at(length - 1 - i),
          ].at((i * 7) % 5),
        ),
      );
      for (const name of names) {
        for (const [a, b] of [
          [random, others],
          [random, exceptional],
          [exceptional, random],
          [exceptional, exceptional],
        ]) {
          const sums = group[name](a, b);
          expect(read(sums)).toEqual(expected(name, a, b));
          sums.dispose();
        }
      }
      for (const vector of [random, others, exceptional]) vector.dispose();
    }
  });

  it('go into `out`: an operand, a part of one, or another', () => {
    const { group } = context;
    for (const name of names) {
      const a = group.randomPoints(6, 3);
      const b = group.randomPoints(6, 4);
      const out = group.randomPoints(6, 5);
      const sums = expected(name, a, b);
      expect(group[name](a, b, { out })).toBe(out);
      expect(read(out)).toEqual(sums);
      const parts = expected(name, a.slice(0, 3), a.slice(3, 6));
      group[name](a.slice(0, 3), a.slice(3, 6), { out: b.slice(2, 5) });
      expect(read(b.slice(2, 5))).toEqual(parts);
      const overlapping = expected(name, a.slice(0, 3), b.slice(0, 3));
      group[name](a.slice(0, 3), b.slice(0, 3), { out: a.slice(1, 4) });
      expect(read(a.slice(1, 4))).toEqual(overlapping);
      const own = expected(name, a, out);
      group[name](a, out, { out: a });
      expect(read(a)).toEqual(own);
      const same = expected(name, a, a);
      group[name](a, a, { out: a });
      expect(read(a)).toEqual(same);
      for (const vector of [a, b, out]) vector.dispose();
    }
  });

  it('change what a later MSM sums', async () => {
    const { group } = context;
    const a = group.randomPoints(3, 6);
    const before = group.msm(a, [1n, 2n, 3n]);
    group.add(a, a, { out: a });
    expect(toHex(group.msm(a, [1n, 2n, 3n]).toBytes())).toBe(toHex(before.double().toBytes()));
    const sum = await group.msmAsync(a, [1n, 2n, 3n]);
    expect(sum.equals(before.double())).toBe(true);
    a.dispose();
  });

  it('refuse what is no vector of the group, unequal lengths, and what is in use', async () => {
    const { group } = context;
    const [a, b] = [group.randomPoints(4, 7), group.randomPoints(4, 8)];
    const bad = [
      [() => group.add(a, [group.generator]), /^b: expected a PointVector/],
      [() => group.add(null, b), /^a: expected a PointVector/],
      [() => group.subtract(a, b.slice(0, 3)), /^b: expected 4 points, as many as a, got 3/],
      [
        () => group.add(a, b, { out: b.slice(0, 3) }),
        /^out: expected 4 points, as many as a, got 3/,
      ],
      [() => group.add(a, b, { into: a }), /into/],
    ];
    for (const [call, message] of bad) {
      expect(call).toThrow(InputError);
      expect(call).toThrow(message);
    }
    const running = group.msmAsync(a, [1n, 2n, 3n, 4n]);
    expect(() => group.add(a, b, { out: a })).toThrow(/^out: expected a vector that no other call/);
    const sums = group.add(a, b);
    await running;
    expect(read(group.add(a, b, { out: a }))).toEqual(read(sums));
    const gone = group.randomPoints(4, 9);
    gone.dispose();
    expect(() => group.add(a, gone)).toThrow(/live PointVector/);
    for (const vector of [a, b, sums]) vector.dispose();
  });
});

it('count as other keys of signatures: checked and added anew', async () => {
  const bls = await createBls12381({ hashing: 'G2' });
  const message = new Uint8Array([1, 2, 3]);
  const secrets = [3, 4].map((last) => new Uint8Array(32).fill(last, 31));
  const domain = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';
  const hash = noble.hash(message, domain);
  const signature = noble.aggregateSignatures(secrets.map((secret) => noble.sign(hash, secret)));
  const keys = bls.G1.points(secrets.map((secret) => noble.getPublicKey(secret).toBytes()));
  const others = bls.G1.randomPoints(2, 1);
  const holds = () =>
    bls.minPk.fastAggregateVerify(noble.Signature.toBytes(signature), message, keys);
  expect(holds()).toBe(true);
  bls.G1.add(keys, others, { out: keys });
  expect(holds()).toBe(false);
  bls.G1.subtract(keys, others, { out: keys });
  expect(holds()).toBe(true);
  // Points of the curve outside the group are found, though the vector held keys before.
  const outside = bls.G1.points([{ x: 0n, y: 2n }, bls.G1.identity], { check: false });
  bls.G1.add(keys, outside, { out: keys });
  expect(holds()).toBe(false);
  expect(keys.at(0).isInSubgroup()).toBe(false);
  bls.G1.subtract(keys, outside, { out: keys });
  expect(holds()).toBe(true);
  bls.dispose();
});

it('are sent to workers again after a change', async () => {
  const bls = await createBls12381({ pairings: false, hashing: false, threads: 2 });
  const n = 2 ** 13;
  const points = bls.G1.randomPoints(n, 1);
  const scalars = bls.G1.randomScalars(n, 2);
  const before = await bls.G1.msmAsync(points, scalars);
  expect(before.equals(bls.G1.msm(points, scalars))).toBe(true);
  bls.G1.add(points, points, { out: points });
  const after = await bls.G1.msmAsync(points, scalars);
  expect(after.equals(before.double())).toBe(true);
  bls.dispose();
});
