/**
 * Addition chains of exponents known to the generator, as steps
 *
 *   slot[target] = slot[source]^(2^squarings)·slot[factor],
 *
 * four bytes each, so that a power is one loop over a list in memory.
 *
 * Inverse square roots where p ≡ 3 mod 4 take an exponent e with 2e + 1 = k(p − 1)/2, k odd: for
 * y = x^e, y²x is 1 if x is a square, and else −1. The least is (p − 3)/4, by a sliding window. For
 * BLS12 curves with a seed −X, X ≡ 0 mod 4, p is a polynomial in X, whose powers are cheap as X has
 * few ones. Three times p has integer coefficients, and k = 3 gives, with Y = X/4,
 *
 *   3p = X⁶ + 2X⁵ − 2X³ − X + 1,   e = (3p − 5)/4 = Y(X − 1)·((X + 1)³X + 1) − 1.
 *
 * A chain has no inverses, so with L = x^((X+1)³X), K = L·x, H = K^Y the −1s are borrowed:
 *
 *   x^e = H^(X−1)/x = H^(X−2)·(H/x),   H/x = K^(Y−1)·K/x = K^(Y−1)·L,   H = K^(Y−1)·K.
 *
 * At 381 bits that is 380 squarings and 46 multiplications; a window takes 376 and 81. A root
 * alone, x^((3p − 1)/4) = H^(X−1), takes 378 and 38.
 */

/** @typedef {{ squarings: number, source: number, factor: number, target: number }} Step */

/**
 * `exponent`: of the base, which is in slot BASE; the result is in slot RESULT. A factor 0 is none.
 * @typedef {{ exponent: bigint, steps: Step[], slots: number }} Chain
 */

/** Slot 0 is never used, as the factor 0 is none. */
export const BASE = 1;
export const RESULT = 2;

/** Bits of a window: 2^4 odd powers, the fewest multiplications for 200 to 400 bits. */
export const WINDOW = 5;

/** Bytes of a step in memory. */
export const STEP_BYTES = 4;

/**
 * The steps of a left-to-right sliding window: square `squarings` times, then multiply by x^odd
 * (0: by nothing).
 * @param {bigint} exponent positive
 * @param {number} width bits of a window
 */
export function slidingWindow(exponent, width) {
  const bits = exponent.toString(2);
  /** @type {Array<{ squarings: number, odd: number }>} */
  const steps = [];
  let squarings = 0;
  for (let i = 0; i < bits.length;) {
    if (bits[i] === '0') {
      squarings++;
      i++;
      continue;
    }
    let end = Math.min(i + width, bits.length);
    while (bits[end - 1] === '0') end--;
    steps.push({ squarings: squarings + (end - i), odd: parseInt(bits.slice(i, end), 2) });
    squarings = 0;
    i = end;
  }
  if (squarings) steps.push({ squarings, odd: 0 });
  return steps;
}

/**
 * @param {bigint} exponent with at least two windows
 * @returns {Chain}
 */
export function windowChain(exponent) {
  const [first, ...rest] = slidingWindow(exponent, WINDOW);
  const largest = Math.max(first.odd, ...rest.map(({ odd }) => odd));
  const square = RESULT + 1;
  const slot = (/** @type {number} */ odd) => (odd === 1 ? BASE : square + (odd - 1) / 2);
  const steps = [{ squarings: 1, source: BASE, factor: 0, target: square }];
  for (let odd = 3; odd <= largest; odd += 2)
    steps.push({ squarings: 0, source: slot(odd - 2), factor: square, target: slot(odd) });
  rest.forEach(({ squarings, odd }, i) => {
    const source = i === 0 ? slot(first.odd) : RESULT;
    steps.push({ squarings, source, factor: odd && slot(odd), target: RESULT });
  });
  return checked({ exponent, steps, slots: slot(largest) + 1 });
}

/**
 * A chain of x^e as above: 1/√x up to the sign, if x is a square.
 * @param {bigint} p a prime, 3 mod 4
 * @returns {Chain}
 */
export function inverseRootChain(p) {
  const X = seedOf(p);
  if (X === null) return windowChain((p - 3n) / 4n);
  const { steps, K, L, work, runs } = seedSteps(X);
  const inverse = [
    ...runs.steps(K),
    ...powerSteps(X / 4n - 1n, runs.of(K), work),
    { squarings: 0, source: work, factor: L, target: L },
    { squarings: 0, source: work, factor: K, target: K },
    ...runs.steps(K),
    ...powerSteps(X - 2n, runs.of(K), RESULT, L),
  ];
  return checked({ exponent: (3n * p - 5n) / 4n, steps: [...steps, ...inverse], slots: work + 1 });
}

/**
 * A chain of x^(e+1): √x, up to the sign, if x is a square, and else √−x.
 * @param {bigint} p a prime, 3 mod 4
 * @returns {Chain}
 */
export function rootChain(p) {
  const X = seedOf(p);
  if (X === null) return windowChain((p + 1n) / 4n);
  const { steps, K, L, work, runs } = seedSteps(X);
  const root = [
    ...powerSteps(X / 4n, new Map([['1', K]]), L),
    ...runs.steps(L),
    ...powerSteps(X - 1n, runs.of(L), RESULT),
  ];
  return checked({ exponent: (3n * p - 1n) / 4n, steps: [...steps, ...root], slots: work + 1 });
}

/**
 * X of a BLS12 prime with the seed −X, X ≡ 0 mod 4; null for other primes.
 * @param {bigint} p
 */
function seedOf(p) {
  const image = (/** @type {bigint} */ X) => X ** 6n + 2n * X ** 5n - 2n * X ** 3n - X + 1n;
  let X = 0n;
  for (let bit = 1n << BigInt(Math.ceil(p.toString(2).length / 6) + 1); bit > 0n; bit >>= 1n)
    if (image(X + bit) <= 3n * p) X += bit;
  return image(X) === 3n * p && X % 4n === 0n ? X : null;
}

/**
 * The steps to L and K, and runs of four and two ones, which shorten the powers after a borrow.
 * @param {bigint} X
 */
function seedSteps(X) {
  const [L, K, two, four, work] = [3, 4, 5, 6, 7];
  const one = (/** @type {number} */ slot) => new Map([['1', slot]]);
  return {
    ...{ L, K, work },
    steps: [
      ...powerSteps(X + 1n, one(BASE), K),
      ...powerSteps(X + 1n, one(K), L),
      ...powerSteps(X + 1n, one(L), K),
      ...powerSteps(X, one(K), L),
      { squarings: 0, source: L, factor: BASE, target: K },
    ],
    runs: {
      steps: (/** @type {number} */ slot) => [
        { squarings: 1, source: slot, factor: slot, target: two },
        { squarings: 2, source: two, factor: two, target: four },
      ],
      of: (/** @type {number} */ slot) =>
        new Map([
          ['1111', four],
          ['11', two],
          ['1', slot],
        ]),
    },
  };
}

/**
 * The power of an exponent from slots with powers whose exponents are runs of ones, longest first.
 * @param {bigint} exponent
 * @param {Map<string, number>} runs
 * @param {number} target
 * @param {number} [last] by which the power is multiplied, if the exponent is even
 * @returns {Step[]}
 */
function powerSteps(exponent, runs, target, last = 0) {
  const pattern = new RegExp(`(0*)(${[...runs.keys()].join('|')}|$)`, 'g');
  const parts = [...exponent.toString(2).matchAll(pattern)].filter(([part]) => part !== '');
  const slot = (/** @type {string} */ ones) => runs.get(ones) ?? last;
  return parts.slice(1).map(([part, , ones], i) => {
    const source = i === 0 ? slot(parts[0][2]) : target;
    return { squarings: part.length, source, factor: slot(ones), target };
  });
}

/** @type {(chain: Chain) => Chain} */
function checked(chain) {
  const { exponent, steps, slots } = chain;
  /** @type {bigint[]} the exponents of the slots */
  const powers = Array.from({ length: slots }, () => 0n);
  powers[BASE] = 1n;
  for (const { squarings, source, factor, target } of steps) {
    if (squarings > 255 || (squarings > 0 && target === factor) || powers[source] === 0n)
      throw new RangeError(`expected a step of other slots or fewer squarings, got ${squarings}`);
    powers[target] = (powers[source] << BigInt(squarings)) + (factor ? powers[factor] : 0n);
  }
  if (powers[RESULT] !== exponent) throw new RangeError(`expected a chain of ${exponent}`);
  return chain;
}

/** @param {Chain} chain the steps as bytes */
export function bytesOfChain({ steps }) {
  return Uint8Array.from(
    steps.flatMap(({ squarings, source, factor, target }) => [squarings, source, factor, target]),
  );
}
