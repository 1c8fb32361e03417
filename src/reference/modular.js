/**
 * Integers modulo a prime, and integers as bytes. BigInt throughout: short and obvious before fast.
 * Variable time, like everything in this library. Imports nothing.
 */

/**
 * The residue of a in [0, m).
 * @param {bigint} a any integer
 * @param {bigint} m positive
 * @returns {bigint}
 */
export function mod(a, m) {
  const residue = a % m;
  return residue < 0n ? residue + m : residue;
}

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
 * Square root modulo a prime p ≡ 3 (mod 4), where a^((p+1)/4) is a root of a if a has any.
 * @param {bigint} a any integer
 * @param {bigint} p prime, ≡ 3 (mod 4)
 * @returns {bigint | null} one of the two roots, in [0, p); null when a is not a square
 */
export function squareRoot(a, p) {
  if (p % 4n !== 3n) throw new RangeError(`expected a prime ≡ 3 (mod 4), got ${p}`);
  const root = power(a, (p + 1n) / 4n, p);
  return (root * root) % p === mod(a, p) ? root : null;
}

/**
 * Bytes that n needs: the least k with n < 256^k.
 * @param {bigint} n positive
 * @returns {number}
 */
export function byteLength(n) {
  return Math.ceil(n.toString(16).length / 2);
}

/**
 * An integer from little-endian bytes.
 * @param {Uint8Array} bytes any length
 * @returns {bigint}
 */
export function fromBytesLE(bytes) {
  let n = 0n;
  for (let i = bytes.length - 1; i >= 0; i--) n = (n << 8n) | BigInt(bytes[i]);
  return n;
}

/**
 * An integer from big-endian bytes.
 * @param {Uint8Array} bytes any length
 * @returns {bigint}
 */
export function fromBytesBE(bytes) {
  let n = 0n;
  for (const byte of bytes) n = (n << 8n) | BigInt(byte);
  return n;
}

/**
 * An integer as little-endian bytes.
 * @param {bigint} n 0 ≤ n < 256^length
 * @param {number} length
 * @returns {Uint8Array}
 */
export function toBytesLE(n, length) {
  if (n < 0n || n >> BigInt(8 * length) !== 0n) {
    throw new RangeError(`expected an integer of at most ${length} bytes, got ${n}`);
  }
  const bytes = new Uint8Array(length);
  let rest = n;
  for (let i = 0; i < length; i++, rest >>= 8n) bytes[i] = Number(rest & 0xffn);
  return bytes;
}

/**
 * An integer as big-endian bytes.
 * @param {bigint} n 0 ≤ n < 256^length
 * @param {number} length
 * @returns {Uint8Array}
 */
export function toBytesBE(n, length) {
  return toBytesLE(n, length).reverse();
}
