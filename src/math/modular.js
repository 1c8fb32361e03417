/**
 * Arithmetic modulo a prime, and integers as bytes. BigInt throughout, for clarity rather than
 * speed. Variable time, like everything in this library.
 */
import { mod } from './integers.js';

export {
  byteLength,
  fromBytesBE,
  fromBytesLE,
  mod,
  scaleIntegers,
  toBytesBE,
  toBytesLE,
  wordBytes,
} from './integers.js';

/**
 * Inverse by the extended Euclidean algorithm.
 * @param {bigint} a any integer
 * @param {bigint} m positive
 * @returns {bigint} the b in [0, m) with a·b ≡ 1 (mod m)
 * @throws {RangeError} when a and m have a common factor (for a prime m: when a ≡ 0)
 */
export function invert(a, m) {
  // Invariant: previous ≡ a·previousFactor and current ≡ a·factor (mod m).
  let [previous, current] = [m, mod(a, m)];
  let [previousFactor, factor] = [0n, 1n];
  while (current !== 0n) {
    const quotient = previous / current;
    [previous, current] = [current, previous - quotient * current];
    [previousFactor, factor] = [factor, previousFactor - quotient * factor];
  }
  if (previous !== 1n) throw new RangeError(`expected an invertible number, got ${a} modulo ${m}`);
  return mod(previousFactor, m);
}

/**
 * Square and multiply.
 * @param {bigint} base any integer
 * @param {bigint} exponent not negative
 * @param {bigint} m positive
 * @returns {bigint} base^exponent in [0, m)
 */
export function power(base, exponent, m) {
  let result = mod(1n, m);
  let square = mod(base, m);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % m;
    square = (square * square) % m;
  }
  return result;
}

/**
 * Whether a is a square modulo a prime, by the Jacobi symbol.
 * @param {bigint} a any integer
 * @param {bigint} p an odd prime
 * @returns {boolean} true also for a ≡ 0
 */
export function isSquare(a, p) {
  // Invariant: the symbol sought is (−1)^flips · (top / bottom).
  let [top, bottom, flips] = [mod(a, p), p, 0n];
  while (top !== 0n) {
    while ((top & 1n) === 0n) {
      top >>= 1n;
      // (2 / m) = −1 for m ≡ 3, 5 mod 8.
      flips ^= ((bottom + 2n) >> 2n) & 1n;
    }
    // Reciprocity.
    if ((top & bottom & 3n) === 3n) flips ^= 1n;
    [top, bottom] = [bottom % top, top];
  }
  return bottom !== 1n || flips === 0n;
}

/**
 * Square root modulo a prime (Tonelli–Shanks; for p ≡ 3 mod 4 that is a^((p+1)/4)).
 * @param {bigint} a any integer
 * @param {bigint} p an odd prime
 * @returns {bigint | null} one of the two roots, in [0, p); null when a is not a square
 */
export function squareRoot(a, p) {
  // p − 1 = 2^order · odd.
  let order = 0n;
  let odd = p - 1n;
  for (; (odd & 1n) === 0n; odd >>= 1n) order++;
  const w = power(a, (odd - 1n) / 2n, p);
  // Invariant: root² = a·error, and error^(2^(order−1)) = 1 if a is a square.
  let root = mod(a * w, p);
  if (root === 0n) return 0n;
  let error = mod(root * w, p);
  let generator = error === 1n ? 1n : power(nonResidue(p), odd, p);
  while (error !== 1n) {
    let exponent = 0n;
    for (let square = error; square !== 1n; square = (square * square) % p) exponent++;
    if (exponent === order) return null;
    for (; exponent + 1n < order; order--) generator = (generator * generator) % p;
    root = (root * generator) % p;
    generator = (generator * generator) % p;
    error = (error * generator) % p;
    order = exponent;
  }
  return root;
}

/**
 * The smallest quadratic non-residue.
 * @param {bigint} p an odd prime
 * @returns {bigint}
 */
export function nonResidue(p) {
  let n = 2n;
  while (isSquare(n, p)) n++;
  return n;
}
