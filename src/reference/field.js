/**
 * The coordinate fields behind one interface: Fp, and Fp² = Fp[u]/(u² + 1) for p ≡ 3 (mod 4), where
 * −1 is not a square. An element of Fp is an integer in [0, p); an element of Fp² is `{ c0, c1 }` =
 * c0 + c1·u with both in [0, p). Operations take and return elements; only `isElement` and
 * `fromBytes` validate.
 */
import { primeCoordinates, quadraticCoordinates } from '../math/coordinates.js';
import { invert, mod, squareRoot } from '../math/modular.js';

/** @import { Coordinates } from '../math/coordinates.js' */

/** @typedef {import('../math/coordinates.js').Fp2} Fp2 */

/**
 * @template E
 * @typedef {object} Operations
 * @property {bigint} p its characteristic
 * @property {E} zero
 * @property {E} one
 * @property {(a: E) => boolean} isZero
 * @property {(a: E, b: E) => boolean} equals
 * @property {(a: E, b: E) => E} add
 * @property {(a: E, b: E) => E} subtract
 * @property {(a: E, b: E) => E} multiply
 * @property {(a: E) => E} square
 * @property {(a: E, k: bigint) => E} scale by an integer
 * @property {(a: E) => E} conjugate the p-th power
 * @property {(a: E) => E} invert throws a RangeError for zero
 * @property {(a: E) => E | null} squareRoot one of the two roots; null if there is none
 * @property {(a: E) => boolean} isLarger whether a is larger than −a, the highest
 *   coefficient compared first
 * @property {(a: E) => boolean} isOdd whether the lowest coefficient that is not zero is odd
 */

/**
 * A field with elements of type E.
 * @template E
 * @typedef {Coordinates<E> & Operations<E>} Field
 */

/**
 * The coordinate field of a config.
 * @param {{ readonly p: bigint, readonly extension?: { readonly nonResidue: bigint } }} config
 *   `extension`: the coordinates lie in Fp[u]/(u² − nonResidue)
 * @returns {Field<any>}
 */
export function fieldOf({ p, extension }) {
  if (extension === undefined) return primeField(p);
  if (extension.nonResidue !== -1n) {
    throw new RangeError(`expected u² = −1, got ${extension.nonResidue}`);
  }
  if (p % 4n !== 3n) {
    throw new RangeError(`expected p ≡ 3 mod 4, where −1 is no square, got p ≡ ${p % 4n}`);
  }
  return quadraticField(p);
}

/**
 * Square and multiply.
 * @template E
 * @param {Field<E>} field
 * @param {E} base
 * @param {bigint} exponent not negative
 * @returns {E}
 */
export function power({ one, multiply, square }, base, exponent) {
  let result = one;
  for (const bit of exponent.toString(2)) {
    result = square(result);
    if (bit === '1') result = multiply(result, base);
  }
  return result;
}

/**
 * Fp.
 * @param {bigint} p an odd prime
 * @returns {Field<bigint>}
 */
export function primeField(p) {
  return {
    ...primeCoordinates(p),
    p,
    zero: 0n,
    one: 1n,
    isZero: (a) => a === 0n,
    equals: (a, b) => a === b,
    add(a, b) {
      const sum = a + b;
      return sum < p ? sum : sum - p;
    },
    subtract: (a, b) => (a < b ? a - b + p : a - b),
    multiply: (a, b) => (a * b) % p,
    square: (a) => (a * a) % p,
    scale: (a, k) => mod(a * k, p),
    conjugate: (a) => a,
    invert: (a) => invert(a, p),
    squareRoot: (a) => squareRoot(a, p),
    isLarger: (a) => 2n * a > p,
    isOdd: (a) => (a & 1n) === 1n,
  };
}

/**
 * Fp² = Fp[u]/(u² + 1).
 * @param {bigint} p a prime, ≡ 3 (mod 4)
 * @returns {Field<Fp2>}
 */
export function quadraticField(p) {
  const base = primeField(p);
  const zero = { c0: 0n, c1: 0n };
  const one = { c0: 1n, c1: 0n };
  const isZero = (/** @type {Fp2} */ a) => a.c0 === 0n && a.c1 === 0n;
  const square = (/** @type {Fp2} */ { c0, c1 }) => ({
    c0: mod((c0 + c1) * (c0 - c1), p),
    c1: (2n * c0 * c1) % p,
  });
  const equals = (/** @type {Fp2} */ a, /** @type {Fp2} */ b) => a.c0 === b.c0 && a.c1 === b.c1;
  const scale = (/** @type {Fp2} */ { c0, c1 }, /** @type {bigint} */ k) => ({
    c0: mod(c0 * k, p),
    c1: mod(c1 * k, p),
  });
  const norm = (/** @type {Fp2} */ { c0, c1 }) => (c0 * c0 + c1 * c1) % p;
  return {
    ...quadraticCoordinates(p),
    p,
    zero,
    one,
    isZero,
    equals,
    add: (a, b) => ({ c0: base.add(a.c0, b.c0), c1: base.add(a.c1, b.c1) }),
    subtract: (a, b) => ({ c0: base.subtract(a.c0, b.c0), c1: base.subtract(a.c1, b.c1) }),
    multiply: (a, b) => ({
      c0: mod(a.c0 * b.c0 - a.c1 * b.c1, p),
      c1: (a.c0 * b.c1 + a.c1 * b.c0) % p,
    }),
    square,
    scale,
    conjugate: ({ c0, c1 }) => ({ c0, c1: base.negate(c1) }),
    // 1/a = conj(a)/(a·conj(a)), and a·conj(a) = c0² + c1² is in Fp, zero for a = 0 only.
    invert: (a) => scale({ c0: a.c0, c1: base.negate(a.c1) }, invert(norm(a), p)),
    squareRoot(a) {
      const root = candidateRoot(base, a);
      return root !== null && equals(square(root), a) ? root : null;
    },
    isLarger: ({ c0, c1 }) => base.isLarger(c1 === 0n ? c0 : c1),
    isOdd: ({ c0, c1 }) => base.isOdd(c0 === 0n ? c1 : c0),
  };
}

/**
 * The complex method: (s + t·u)² = a means s² − t² = c0 and 2st = c1, so s² + t² = n with
 * n² = c0² + c1², the norm, and s² = (c0 + n)/2 for one of the two signs of n. With s = 0 the root
 * is t·u, t² = −c0.
 * @param {Field<bigint>} base Fp
 * @param {Fp2} a
 * @returns {Fp2 | null} a root if a has one; the caller must square and compare
 */
function candidateRoot(base, { c0, c1 }) {
  const { p } = base;
  const n = base.squareRoot((c0 * c0 + c1 * c1) % p);
  if (n === null) return null;
  const half = (p + 1n) / 2n;
  for (const sign of [n, base.negate(n)]) {
    const s = base.squareRoot(base.scale(base.add(c0, sign), half));
    if (s === null) continue;
    if (s !== 0n) return { c0: s, c1: base.multiply(c1, invert(2n * s, p)) };
    const t = base.squareRoot(base.negate(c0));
    if (t !== null) return { c0: 0n, c1: t };
  }
  return null;
}
