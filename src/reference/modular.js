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
 * Square root modulo a prime (Tonelli, Shanks; for p ≡ 3 mod 4 that is a^((p+1)/4)).
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
 * The smallest number that is no square.
 * @param {bigint} p an odd prime
 * @returns {bigint}
 */
export function nonResidue(p) {
  let n = 2n;
  while (isSquare(n, p)) n++;
  return n;
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
  // Words of 8 bytes, behind the bytes that are left over at the upper end.
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let n = 0n;
  let i = bytes.length;
  while (i % 8) n = (n << 8n) | BigInt(bytes[--i]);
  while (i > 0) n = (n << 64n) | words.getBigUint64((i -= 8), true);
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
  const words = new DataView(bytes.buffer);
  let rest = n;
  let i = 0;
  for (; i + 8 <= length; i += 8, rest >>= 64n) words.setBigUint64(i, rest, true);
  for (; i < length; i++, rest >>= 8n) bytes[i] = Number(rest & 0xffn);
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
