/**
 * Assigns digits to multiples of bucket values.
 *
 * Symbols: c bits per window; q = 2^c; μ: a table holds the multiples 1·P, 2·P, …, μ·P; B: the set
 * of bucket values.
 *
 * A window digit u, 0 ≤ u < q, may be used as u or, with a carry to the next window, as u − q. Not
 * every value needs a bucket: B suffices if for every u one of u and q − u is m·b with 1 ≤ m ≤ μ
 * and b ∈ B. Then ±m·P goes into bucket b. μ = 1 gives the 2^(c−1) buckets of signed digits; μ =
 * 2^(c−1) gives a single bucket, a plain sum.
 *
 * Source of trading multiples for buckets: Luo, Fu, Gong, "Speeding Up Multi-Scalar Multiplication
 * over Fixed Points Towards Efficient zkSNARKs" (CHES 2023), with fixed sets. Here a greedy cover
 * finds B for any μ.
 */

/**
 * @typedef {object} Cover
 * @property {Int32Array} values of the buckets; the first is 1
 * @property {Int32Array} bucketOf digit u, 0 ≤ u ≤ q → index of its bucket, −1 for none (0 and q)
 * @property {Int32Array} choiceOf digit u → 2·(m − 1), plus 1 if the digit stands for u − q: m·P is
 *   negated, 1 carried
 */

/** Values between two yields. */
const STEP = 1024;

/**
 * @param {number} c bits of a window
 * @param {number} multiples μ
 * @param {number} top largest value of the highest window, carry included; that window must not
 *   carry
 * @returns {Generator<void, Cover, void>} in steps of about a millisecond
 */
export function* coverDigits(c, multiples, top) {
  const q = 2 ** c;
  const values = yield* greedyBuckets(q, multiples, top);
  const bucketOf = new Int32Array(q + 1).fill(-1);
  const choiceOf = new Int32Array(q + 1);
  choiceOf[q] = 1;
  // The first buckets serve the most digits; preferring them leaves fewer sparsely used buckets.
  values.forEach((b, bucket) => {
    for (let m = 1; m <= multiples && m * b < q; m++) {
      const u = m * b;
      if (bucketOf[u] < 0) [bucketOf[u], choiceOf[u]] = [bucket, 2 * (m - 1)];
      if (q - u > top && bucketOf[q - u] < 0)
        [bucketOf[q - u], choiceOf[q - u]] = [bucket, 2 * (m - 1) + 1];
    }
  });
  return { values, bucketOf, choiceOf };
}

/**
 * Repeatedly takes the value that covers the most remaining digits, until none remain.
 * @type {(q: number, multiples: number, top: number) => Generator<void, Int32Array, void>}
 */
function* greedyBuckets(q, multiples, top) {
  // Digits covered together form a class: u and q − u, except for u up to `top`, which must not
  // carry. Their q − u may carry and needs no cover: class 0.
  const classOf = (/** @type {number} */ u) =>
    u <= top ? u : q - u <= top ? 0 : Math.min(u, q - u);
  const open = new Uint8Array(q);
  for (let u = 1; u < q; u++) open[classOf(u)] = 1;
  open[0] = 0;
  let left = open.reduce((sum, bit) => sum + bit, 0);

  const gain = (/** @type {number} */ b) => {
    let count = 0;
    for (let x = b, m = 0; m < multiples && x < q; m++, x += b) count += open[classOf(x)];
    return count;
  };
  /**
   * Candidates by the number of digits they covered when last counted, small ones last: the first
   * candidate taken is 1, which covers 1 … μ.
   * @type {number[][]}
   */
  const byGain = Array.from({ length: multiples + 1 }, () => []);
  for (let b = q - 1; b > 0; b--) {
    byGain[gain(b)].push(b);
    if (b % STEP === 0) yield;
  }
  const values = [];
  for (let most = multiples, looks = 0; left > 0; looks++) {
    if (looks % STEP === 0) yield;
    const b = byGain[most].pop();
    if (b === undefined) {
      most--;
      continue;
    }
    const now = gain(b);
    if (now < most) {
      byGain[now].push(b);
      continue;
    }
    values.push(b);
    for (let x = b, m = 0; m < multiples && x < q; m++, x += b) {
      left -= open[classOf(x)];
      open[classOf(x)] = 0;
    }
  }
  return Int32Array.from(values);
}
