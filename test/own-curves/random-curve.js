/**
 * Random curves of any size whose number of points is known: by complex multiplication with the
 * discriminants of class number one, where 4p = t² + Ds² has p + 1 − t points, or on a twist. All
 * in BigInt. Over Fp² the curve is one over Fp in other coordinates.
 */
import { byteLength, invert, mod, power } from '../../src/math/modular.js';
import { fieldOf, power as powerIn } from '../../src/reference/field.js';
import * as jacobian from '../../src/reference/jacobian.js';
import { curveOf, rightSide } from '../../src/reference/weierstrass.js';
import { isPrime } from '../../wasm-gen/own/primes.js';

/** D and the j-invariant; 0 is y² = x³ + b. */
const FAMILIES = [
  { D: 3n, j: 0n },
  { D: 7n, j: -(15n ** 3n) },
  { D: 8n, j: 20n ** 3n },
  { D: 11n, j: -(32n ** 3n) },
  { D: 19n, j: -(96n ** 3n) },
  { D: 43n, j: -(960n ** 3n) },
  { D: 67n, j: -(5280n ** 3n) },
  { D: 163n, j: -(640320n ** 3n) },
];

/** Bits of orders, at most: scalars have 32 bytes. */
const SCALAR_BITS = 256;

/** Candidates with cofactor 1 are sought in fields up to here: beyond, they are too rare. */
const PRIME_ORDER_BITS = 96;

/** Bits of flags in the encoding with the larger root. */
const FLAG_BITS = 3;

/**
 * @typedef {{ int: (n: number) => number, bits: (n: number) => bigint,
 *   chance: (share: number) => boolean, pick: <T>(list: readonly T[]) => T }} Source
 */

/**
 * Properties of a curve. `a`: 0, −3, or any other.
 * @typedef {{ bits: number, a: 'zero' | 'minus3' | 'any', isExtension?: boolean,
 *   hasEndomorphism?: boolean }} Wanted
 */

/**
 * @param {Source} random
 * @param {Wanted} wanted `bits`: 24 or more; `isExtension`: where the encoding has room
 * @returns {any} a config for `generate`
 */
export function randomCurve(
  random,
  { bits, a, isExtension: mayExtend = false, hasEndomorphism = false },
) {
  // Encodings over Fp² have their flags in bits above the prime.
  const isExtension = mayExtend && (8 - (bits % 8)) % 8 >= FLAG_BITS;
  for (;;) {
    const { D, j } = a === 'zero' ? FAMILIES[0] : random.pick(FAMILIES.slice(1));
    const found = fieldAndOrder(random, bits, D);
    if (found === null || (isExtension && found.p % 4n !== 3n)) continue;
    const { p, points, order } = found;
    const coefficients = coefficientsOf(random, { p, j, points, isMinus3: a === 'minus3' });
    if (coefficients === null) continue;
    const base = { p, ...coefficients, order, cofactor: points / order };
    /** @type {any} */
    const curve = isExtension ? overExtension(random, base) : base;
    if (curve === null || curve.cofactor % order === 0n) continue;
    const generator = pointOfOrder(random, curve);
    const name = `random-${p.toString(16).slice(0, 24)}`;
    const rootSign =
      isExtension || (spareBits(p) >= FLAG_BITS && random.chance(0.3)) ? 'larger' : 'odd';
    const endomorphism = hasEndomorphism && !isExtension ? endomorphismOf(curve, generator) : null;
    return { name, ...curve, generator, rootSign, ...(endomorphism && { endomorphism }) };
  }
}

/** Bits above a prime in its bytes. @param {bigint} p */
const spareBits = (p) => 8 * byteLength(p) - p.toString(2).length;

/**
 * A prime p of so many bits, 4p = t² + Ds², and a prime that divides the number of points.
 * @param {Source} random
 * @param {number} bits
 * @param {bigint} D
 * @returns {{ p: bigint, points: bigint, order: bigint } | null}
 */
function fieldAndOrder(random, bits, D) {
  const half = bits >> 1;
  const isPrimeOrder = bits <= PRIME_ORDER_BITS && D !== 7n && D !== 8n && random.chance(0.5);
  const orderBits = Math.min(SCALAR_BITS, half - 2, 8 + random.int(SCALAR_BITS));
  /** 0 if all points are to be the group. @type {bigint} */
  const order = isPrimeOrder ? 0n : primeWithRoot(random, Math.max(5, orderBits), D);
  /** @type {bigint} */
  const root = order === 0n ? 0n : fieldOf({ p: order }).squareRoot(mod(-D, order));
  for (let tries = 0; tries < 4000; tries++) {
    const s = random.bits(half - Number(D).toString(2).length / 2);
    // (t − 2)² + Ds² is four times the number of points.
    const t = order
      ? mod(2n + s * root, order) + order * random.bits(half + 1 - orderBits)
      : random.bits(half + 1);
    const four = t * t + D * s * s;
    const p = four / 4n;
    if (four % 4n !== 0n || p.toString(2).length !== bits || !isPrime(p)) continue;
    const signed = order || random.chance(0.5) ? t : -t;
    const points = p + 1n - signed;
    const found = order || points;
    if (found < 5n || points % found !== 0n || !isPrime(found) || found === p) continue;
    if (found >> BigInt(SCALAR_BITS) !== 0n) continue;
    return { p, points, order: found };
  }
  return null;
}

/**
 * A prime modulo which −D is a square.
 * @param {Source} random
 * @param {number} bits
 * @param {bigint} D
 */
function primeWithRoot(random, bits, D) {
  for (;;) {
    const r = random.bits(bits) | (1n << BigInt(bits - 1)) | 1n;
    if (r > 4n && r % D !== 0n && isPrime(r) && power(mod(-D, r), (r - 1n) / 2n, r) === 1n)
      return r;
  }
}

/**
 * Coefficients of a curve with so many points, found by trying twists.
 * @param {Source} random
 * @param {{ p: bigint, j: bigint, points: bigint, isMinus3: boolean }} wanted
 */
function coefficientsOf(random, { p, j, points, isMinus3 }) {
  const field = fieldOf({ p });
  const k = j === 0n ? 0n : mod(j * invert(1728n - j, p), p);
  const least = isMinus3 ? field.squareRoot(mod(-invert(k, p), p)) : null;
  if (isMinus3 && least === null) return null;
  for (let tries = 0; tries < 60; tries++) {
    const bits = p.toString(2).length + 8;
    let c = random.bits(bits) % p;
    if (least !== null) c = random.chance(0.5) ? least : p - least;
    if (c === 0n) continue;
    const [a, b] = j === 0n ? [0n, c] : [mod(3n * k * c * c, p), mod(2n * k * c ** 3n, p)];
    const curve = curveOf({ p, a, b, order: points });
    const isRight = Array.from({ length: 3 }, () => randomPoint(random, curve)).every(
      (P) => times(curve, P, points) === null,
    );
    if (isRight) return { a, b };
  }
  return null;
}

/** @param {Source} random @param {any} curve */
function randomPoint(random, curve) {
  const { field } = curve;
  const bits = curve.p.toString(2).length + 8;
  const integer = () => random.bits(bits) % curve.p;
  for (;;) {
    const x = field.degree === 1 ? integer() : { c0: integer(), c1: integer() };
    const y = field.squareRoot(rightSide(curve, x));
    if (y !== null) return { x, y };
  }
}

/** @param {any} curve @param {any} P @param {bigint} k */
export const times = (curve, P, k) =>
  jacobian.toAffine(curve, jacobian.multiply(curve, jacobian.fromAffine(curve, P), k));

/** @param {Source} random @param {any} config */
function pointOfOrder(random, config) {
  const curve = curveOf(config);
  for (;;) {
    const P = times(curve, randomPoint(random, curve), config.cofactor);
    if (P !== null) return P;
  }
}

/**
 * The same curve over Fp², in other coordinates: its points are those of the curve and of its
 * twist.
 * @param {Source} random
 * @param {any} config
 */
function overExtension(random, { p, a, b, order, cofactor }) {
  const trace = p + 1n - order * cofactor;
  const field = fieldOf({ p, extension: { nonResidue: -1n } });
  const integer = () => random.bits(p.toString(2).length + 8) % p;
  const w = { c0: integer(), c1: integer() };
  if (field.isZero(w)) return null;
  return {
    ...{ p, extension: { nonResidue: -1n }, order },
    a: field.scale(powerIn(field, w, 4n), a),
    b: field.scale(powerIn(field, w, 6n), b),
    cofactor: cofactor * (p + 1n + trace),
  };
}

/**
 * Of y² = x³ + b: a cube root of 1 modulo p, and that modulo the order which belongs to it.
 * @param {any} config
 * @param {any} generator
 */
function endomorphismOf(config, generator) {
  const { p, order } = config;
  const curve = curveOf(config);
  /** @param {bigint} m */
  const cubeRoot = (m) => {
    const root = fieldOf({ p: m }).squareRoot(mod(-3n, m));
    return root === null ? null : mod((root - 1n) * invert(2n, m), m);
  };
  const [beta, lambda] = [cubeRoot(p), cubeRoot(order)];
  if (beta === null || lambda === null) return null;
  const image = { x: mod(beta * generator.x, p), y: generator.y };
  const isImage = (/** @type {bigint} */ k) => {
    const product = times(curve, generator, k);
    return product !== null && product.x === image.x && product.y === image.y;
  };
  for (const value of [lambda, order - 1n - lambda])
    if (isImage(value)) return { beta, lambda: value };
  return null;
}
