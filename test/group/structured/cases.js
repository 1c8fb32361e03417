/**
 * Structured inputs, which break an MSM that is correct only for random ones: repeated points,
 * opposite points, sums that collide, scalars that fill one bucket or none. Expected results come
 * from discrete logarithms. A file for each group, so that they run side by side.
 */
import { describe, expect, it } from 'vitest';
import { forEachBackend } from '../../support/backends.js';
import { isWhole, some } from '../../support/extent.js';
import { concat, toHex } from '../../support/hex.js';

const D = 0x1234567890abcdefn;
const K = 0x5b1c3f0a7d2e4c6890bbaa1122334455667788990f0e0d0c0b0a090807060504n;

/**
 * Sizes around powers of two to 2^8: whole and ragged batches, strategies of few points. Above,
 * only windows grow, where prices say so and not at powers of two; so a size of each kind will do.
 */
const SIZES = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 32, 33, 63, 64, 100, 128, 129, 256, 600, 1025];

/** Large enough for the widest windows of these tests. */
const LARGE = 4097;

/** Groups on which the short list takes large sizes: over Fp, over Fp², of elements. */
const LARGE_IN = ['bls12-381-g1', 'bls12-381-g2', 'banderwagon'];

/** @param {string} name of the group */
const isLargest = (name) => isWhole || LARGE_IN.includes(name);

/** A test adds its points up to 13 times: backends with a limit do it for a quarter of as many. */
const SUMS = 4;

/**
 * @param {number} n
 * @param {(i: number) => bigint} f
 */
const list = (n, f) => Array.from({ length: n }, (_, i) => f(i));

/**
 * A reproducible integer below 2^256.
 * @param {number} i
 */
const scramble = (i) => (BigInt(i + 1) * K * K * K + D ** 3n * BigInt(i * i)) % 2n ** 256n;

/** @param {string} name of the group */
export const testStructured = (name) =>
  forEachBackend(`msm of structured inputs, ${name}`, (context) => define(context, name), name, {
    isDrawn: name !== 'bls12-381-g1' && name !== 'secp256k1',
  });

/** @param {any} context @param {string} name of the group, for draws of sizes */
function define(context, name) {
  const { order, lambda, infinityInLists } = context.oracle;
  const { compressedMultiple, pointsWithLogs, progression } = context.oracle;

  /**
   * The sum for each list of scalars.
   * @param {{ bytes: Uint8Array, logs: readonly bigint[] }} points uncompressed, and their
   *   discrete logarithms
   * @param {...(i: number) => bigint} makers of the scalar at i
   */
  const check = ({ bytes, logs }, ...makers) => {
    const vector = context.group.points(bytes, { check: false });
    try {
      for (const make of makers) {
        const scalars = list(logs.length, make);
        const sum = logs.reduce((total, log, i) => total + log * scalars[i], 0n);
        const wanted = toHex(compressedMultiple(sum));
        expect(toHex(context.group.msm(vector, scalars).toBytes())).toBe(wanted);
      }
    } finally {
      vector.dispose();
    }
  };

  /**
   * Few different points, many times.
   * @param {readonly bigint[]} different
   * @param {number} n
   * @param {(i: number) => number} choose index of the point at i
   */
  const repeated = (different, n, choose) => {
    const bytes = pointsWithLogs(different);
    const chosen = Array.from({ length: n }, (_, i) => choose(i));
    const size = bytes.length / different.length;
    const parts = chosen.map((j) => bytes.subarray(size * j, size * (j + 1)));
    return { bytes: concat(...parts), logs: chosen.map((j) => different[j]) };
  };

  const counts = [2, 3, 4, 5, 8, 16, 31, 32, 64, 100, 128, 256, 1000, 1024];
  describe.each(some(counts, 3, name))('one point %i times', (n) => {
    const itFits = context.it(SUMS * n);
    itFits('with one scalar', () => {
      const points = repeated([D], n, () => 0);
      const constants = [K, 1n, 2n, order - 1n, 2n ** 128n, lambda];
      check(points, ...constants.map((k) => () => k));
    });

    itFits('with different scalars', () => {
      const points = repeated([D], n, () => 0);
      check(points, scramble);
    });

    itFits('with opposite scalars: infinity if n is even', () => {
      const points = repeated([D], n, () => 0);
      check(points, (i) => (i % 2 ? K : -K));
    });
  });

  // Many points in few buckets, which are cut into slices that each leave a sum.
  const itLarge = isLargest(name) ? context.it(18000) : it.skip;
  itLarge('short scalars and short parts of scalars, n = 18000', () => {
    const n = 18000;
    const vector = context.group.randomPoints(n, 5);
    const make = [
      () => 1n,
      (i) => BigInt(i & 1),
      (i) => BigInt(i & 3),
      (i) => BigInt(i % 7),
      (i) => BigInt((i % 6) + 1) * (lambda + 1n),
    ];
    for (const scalarOf of make) {
      const scalars = list(n, scalarOf);
      let sum = context.group.identity;
      for (let from = 0; from < n; from += 4000) {
        const to = Math.min(n, from + 4000);
        const part = vector.slice(from, to);
        sum = sum.add(context.group.msm(part, scalars.slice(from, to)));
      }
      expect(context.group.msm(vector, scalars).equals(sum)).toBe(true);
    }
    vector.dispose();
  });

  for (const n of [...some(SIZES, 5, name), ...some([LARGE], isLargest(name) ? 1 : 0, name)]) {
    const itFits = context.it(SUMS * n);

    itFits(`P and −P mixed, n = ${n}`, () => {
      const points = repeated([D, -D], n, (i) => (i * i + (i >> 2)) % 2);
      check(
        points,
        () => K,
        scramble,
        (i) => BigInt(i % 3),
      );
    });

    itFits(`P, Q, P + Q, −P, −Q, −(P + Q), P − Q, 2P and infinity mixed, n = ${n}`, () => {
      const P = D;
      const Q = 0xfedcba987n;
      const different = [P, Q, P + Q, -P, -Q, -(P + Q), P - Q, 2n * P];
      if (infinityInLists) different.push(0n);
      const points = repeated(different, n, (i) => (5 * i + (i >> 3)) % different.length);
      check(
        points,
        () => K,
        scramble,
        (i) => BigInt(i % 2),
      );
    });

    itFits(`P, φ(P), φ²(P) with scalars that cancel across the endomorphism, n = ${n}`, () => {
      const different = [D, D * lambda, D * lambda * lambda];
      const scalars = [lambda, -1n, 1n, lambda * lambda, -lambda, lambda + 1n];
      const points = repeated(different, n, (i) => i % 3);
      check(
        points,
        (i) => scalars[i % scalars.length],
        () => K,
      );
    });

    // The oracle would take longer than all of the sums.
    if (n === LARGE) continue;

    itFits(`points in an arithmetic progression, n = ${n}`, () => {
      for (const [start, step] of [[1n, 1n], infinityInLists ? [-3n, 1n] : [-3n, 2n], [D, K]]) {
        const bytes = progression(start, step, n);
        const points = { bytes, logs: list(n, (i) => start + BigInt(i) * step) };
        check(
          points,
          () => K,
          scramble,
          (i) => BigInt(i),
        );
      }
    });

    itFits(`scalars 0 and 1, small, short, equal and sparse, n = ${n}`, () => {
      const bytes = progression(D, K, n);
      const points = { bytes, logs: list(n, (i) => D + BigInt(i) * K) };
      const scalarLists = {
        zero: () => 0n,
        one: () => 1n,
        'zero and one': (i) => scramble(i) & 1n,
        '8 bits': (i) => scramble(i) & 0xffn,
        '64 bits': (i) => scramble(i) & (2n ** 64n - 1n),
        '128 bits': (i) => scramble(i) & (2n ** 128n - 1n),
        'order − 1': () => order - 1n,
        'top of range': () => 2n ** 256n - 1n,
        'powers of two': (i) => 2n ** BigInt(i % 256),
        'most negative digits': (i) => [0x80n, 0x8000n, 0x88n, 0x8421n][i % 4] << 240n,
        'one large': (i) => (i === n >> 1 ? K : 1n),
        sparse: (i) => (i % 37 === 5 ? scramble(i) : 0n),
        'near λ': (i) => BigInt(lambda * (lambda + BigInt((i % 5) - 2))) + BigInt((i % 3) - 1),
      };
      check(points, ...Object.values(scalarLists));
    });
  }
}
