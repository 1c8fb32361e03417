/**
 * Multi-scalar multiplication Σ scalar_i · point_i, twice: by definition, and by windows for lists
 * of thousands. Both are correct for every input: equal, opposite and infinite points, points
 * outside the subgroup of prime order, and scalars of any size (they are not reduced).
 */
import * as jacobian from './jacobian.js';
import { add, multiply } from './weierstrass.js';

/** @import { AffinePoint, Curve } from './weierstrass.js' */

/**
 * By definition: about 20 ms per point for 256-bit scalars.
 * @template E
 * @param {Curve<E>} curve
 * @param {AffinePoint<E>[]} points
 * @param {bigint[]} scalars any integers, one per point
 * @returns {AffinePoint<E>}
 */
export function msmSimple(curve, points, scalars) {
  /** @type {AffinePoint<E>} */
  let sum = null;
  points.forEach((point, i) => {
    sum = add(curve, sum, multiply(curve, point, scalars[i]));
  });
  return sum;
}

/**
 * Window width for n points: close to the minimum of (bits/c)·(n + 2·2^c) additions.
 * @type {(n: number) => number}
 */
export function windowBits(n) {
  return Math.max(2, Math.ceil(Math.log2(n + 1)) - 2);
}

/** Additions between two yields of `msmWindowSteps`: one or two milliseconds. */
const ADDITIONS_PER_STEP = 256;

/**
 * Pippenger's method with unsigned digits. Scalars are cut into windows of c bits; in each window,
 * every point goes into the bucket of its digit d, and Σ d · bucket_d is computed by running sums.
 * Windows are processed from the top, with c doublings between them. A generator, so that callers
 * can pause.
 * @template E
 * @param {Curve<E>} curve
 * @param {AffinePoint<E>[]} points
 * @param {bigint[]} scalars not negative, one per point
 * @param {number} [c] bits of a window
 * @returns {Generator<{ phase: string, done: number, total: number }, AffinePoint<E>, void>} yields
 *   the number of (window, point) pairs done every one or two milliseconds; returns the sum
 */
export function* msmWindowSteps(curve, points, scalars, c = windowBits(points.length)) {
  const terms = points.map((point) => jacobian.fromAffine(curve, point));
  const windows = Math.ceil(longest(scalars) / c);
  const total = windows * points.length;
  const mask = (1n << BigInt(c)) - 1n;
  const infinity = jacobian.infinity(curve);
  let result = infinity;
  let done = 0;
  for (let w = windows - 1; w >= 0; w--) {
    for (let i = 0; i < c; i++) result = jacobian.double(curve, result);

    const shift = BigInt(w * c);
    /** @type {jacobian.JacobianPoint<E>[]} */
    const buckets = new Array(2 ** c).fill(infinity);
    for (let i = 0; i < terms.length; i++) {
      const digit = Number((scalars[i] >> shift) & mask);
      buckets[digit] = digit === 0 ? buckets[0] : jacobian.add(curve, buckets[digit], terms[i]);
      if (++done % ADDITIONS_PER_STEP === 0) yield { phase: 'accumulate', done, total };
    }

    // Σ d · bucket_d: after the step for digit d, `running` is the sum of buckets d and above.
    let running = infinity;
    for (let digit = buckets.length - 1; digit > 0; digit--) {
      running = jacobian.add(curve, running, buckets[digit]);
      result = jacobian.add(curve, result, running);
      if (digit % ADDITIONS_PER_STEP === 0) yield { phase: 'reduce', done, total };
    }
  }
  return jacobian.toAffine(curve, result);
}

/**
 * `msmWindowSteps` without pauses: about 0.2 ms per point for thousands of points and 256-bit
 * scalars.
 * @template E
 * @param {Curve<E>} curve
 * @param {AffinePoint<E>[]} points
 * @param {bigint[]} scalars not negative, one per point
 * @param {number} [c] bits of a window
 * @returns {AffinePoint<E>}
 */
export function msmWindows(curve, points, scalars, c) {
  const steps = msmWindowSteps(curve, points, scalars, c);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/**
 * @param {bigint[]} scalars not negative
 * @returns {number} bits of the largest; 0 when all are 0
 */
function longest(scalars) {
  const largest = scalars.reduce((max, scalar) => (scalar > max ? scalar : max), 0n);
  return largest === 0n ? 0 : largest.toString(2).length;
}
