/**
 * The config of a curve of a user's own: read by own members, refused with the reason where it is
 * not a curve that the kernels compute right, and completed by what follows from it.
 *
 * Refused is what is wrong: a composite prime (Miller and Rabin), an order or a cofactor that
 * random points do not have, a λ that is not the endomorphism's, a subgroup check that random
 * points contradict. That the order is of as many bits as security needs is for the user to know.
 */
import { power, mod } from '../../src/math/modular.js';
import { endomorphismMap, subgroupTest } from '../../src/reference/endomorphism.js';
import * as jacobian from '../../src/reference/jacobian.js';
import { curveOf, equals, isOnCurve, rightSide } from '../../src/reference/weierstrass.js';
import { isPrime } from './primes.js';

/** @import { AffinePoint } from '../../src/reference/weierstrass.js' */

/**
 * A curve y² = x³ + ax + b: numbers over the prime field, `{ c0, c1 }` over the extension. What may
 * be left out: `extension`; `cofactor`, 1; `endomorphism`, none; `subgroupCheck`, by the order
 * where the cofactor is not 1; `rootSign`, `'odd'` over a prime field; `scalarGenerator`, without
 * which there is no scalar field.
 * @template [E=bigint | { c0: bigint, c1: bigint }]
 * @typedef {{
 *   name: string, p: bigint, extension?: { nonResidue: bigint }, a: E, b: E, order: bigint,
 *   cofactor?: bigint, generator: { x: E, y: E },
 *   endomorphism?: { beta?: bigint, twist?: { c0: bigint, c1: bigint }, lambda: bigint } | null,
 *   subgroupCheck?: { kind: string, seed?: bigint } | null,
 *   rootSign?: 'odd' | 'larger', scalarGenerator?: bigint,
 * }} OwnConfig
 */

const NEEDED = ['name', 'p', 'a', 'b', 'order', 'generator'];
const OPTIONAL = [
  ...['extension', 'cofactor', 'endomorphism', 'subgroupCheck', 'rootSign', 'scalarGenerator'],
  // Derived: what a config of the library states.
  ...['traits', 'entry'],
];

/** Sums of coordinates estimate how often p is in them: below, that is too coarse. */
const LEAST_PRIME = 41n;

/** Longer ones are not tested. */
const MOST_PRIME_BITS = 576;

/** Bits of scalars, and of orders: calls take 32 bytes a scalar. */
const MOST_BITS = 256;

/** Random points that must agree. */
const SAMPLES = 8;

/** A two-adicity from which transforms are worth a module. */
const LEAST_TWOS = 8;

/** Stands for a member that is not there. */
const NONE = Symbol('none');

/** Names of configs, and of the files made of them. */
export const NAME = /^[a-z][a-z0-9-]{0,40}$/;

/** @type {(expected: string, got: unknown) => never} */
export const refuse = (expected, got) => {
  throw new RangeError(`expected ${expected}, got ${shown(got)}`);
};

/** @type {(value: unknown) => string} */
function shown(value) {
  if (value === NONE) return 'none';
  if (typeof value === 'bigint') return `0x${value.toString(16)}`;
  if (value === null || typeof value !== 'object')
    return typeof value === 'string' ? `'${value}'` : String(value);
  const text = JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part));
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/**
 * @param {unknown} given
 * @returns {any} the config with all members, and with traits and entry derived
 * @throws {RangeError} with the reason, if it is refused
 */
export function completed(given) {
  const config = read(given);
  checkNumbers(config);
  const curve = curveOf(config);
  checkCurve(curve);
  checkGroup(curve);
  checkEndomorphism(curve);
  checkSubgroupTest(curve);
  checkScalars(config);
  return config;
}

/** @type {(given: unknown) => any} */
function read(given) {
  if (given === null || typeof given !== 'object')
    refuse('a config, an object with name, p, a, b, order and generator', given);
  const own = (/** @type {string} */ name) =>
    Object.hasOwn(/** @type {object} */ (given), name)
      ? /** @type {any} */ (given)[name]
      : undefined;
  for (const name of NEEDED) if (own(name) === undefined) refuse(`a member ${name}`, NONE);
  if (own('encoding') !== undefined)
    refuse('encoding among the options of createCurve, not in a config', own('encoding'));
  for (const name of Object.keys(/** @type {object} */ (given)))
    if (![...NEEDED, ...OPTIONAL].includes(name))
      refuse(`members among ${[...NEEDED, ...OPTIONAL].join(', ')}`, name);
  const {
    extension,
    endomorphism = null,
    cofactor = 1n,
    subgroupCheck,
    scalarGenerator,
  } = {
    ...Object.fromEntries(OPTIONAL.map((name) => [name, own(name)])),
  };
  const base = Object.fromEntries(NEEDED.map((name) => [name, own(name)]));
  const rootSign = own('rootSign') ?? (extension === undefined ? 'odd' : 'larger');
  const check = subgroupCheck ?? (cofactor === 1n ? null : { kind: 'order' });
  return {
    ...base,
    ...(extension !== undefined && { extension }),
    ...(scalarGenerator !== undefined && { scalarGenerator }),
    ...{ cofactor, endomorphism, subgroupCheck: check, rootSign },
    entry: { path: base.name, creator: 'createCurve', member: 'group' },
    traits: {
      signatures: false,
      subgroup: check !== null,
      subgroupSums: false,
      polynomials: scalarGenerator !== undefined,
      chains: ['limbs30', 'wide64'],
    },
  };
}

/** @type {(config: any) => void} */
function checkNumbers({ name, p, order, cofactor, extension, endomorphism }) {
  if (typeof name !== 'string' || !NAME.test(name))
    refuse('a name of lower-case letters, digits and hyphens', name);
  for (const [what, value] of Object.entries({ p, order, cofactor }))
    if (typeof value !== 'bigint' || value < 1n) refuse(`${what} as a positive bigint`, value);
  if (!isPrime(p)) refuse('a prime p', p);
  if (p < LEAST_PRIME) refuse(`a prime p of at least ${LEAST_PRIME}, which the kernels can sum`, p);
  if (p >> BigInt(MOST_PRIME_BITS) !== 0n)
    refuse(`a prime p of at most ${MOST_PRIME_BITS} bits`, p);
  if (!isPrime(order)) refuse('a prime order', order);
  if (order < 5n || order >= 1n << BigInt(MOST_BITS))
    refuse(`an order above 3 and below 2^${MOST_BITS}`, order);
  if (extension && extension.nonResidue !== -1n)
    refuse('extension: { nonResidue: −1n }', extension);
  if (endomorphism && typeof endomorphism.lambda !== 'bigint')
    refuse('endomorphism.lambda as a bigint', endomorphism.lambda);
}

/** @type {(curve: any) => void} */
function checkCurve({ field, a, b, generator, name }) {
  const isOfField = (/** @type {any} */ value) => {
    const parts = field.degree === 1 ? [value] : [value?.c0, value?.c1];
    return parts.every((part) => typeof part === 'bigint') && field.isElement(value);
  };
  const kind = field.degree === 1 ? 'a bigint from 0 to p − 1' : '{ c0, c1 }, bigints below p';
  for (const [what, value] of Object.entries({ a, b, x: generator?.x, y: generator?.y }))
    if (!isOfField(value)) refuse(`${what} of ${name} as ${kind}`, value);
}

/** @type {(curve: any) => (P: AffinePoint<any>, k: bigint) => AffinePoint<any>} */
const timesOn = (curve) => (P, k) =>
  jacobian.toAffine(curve, jacobian.multiply(curve, jacobian.fromAffine(curve, P), k));

/** Points of the curve, the same for every run. @type {(curve: any) => AffinePoint<any>[]} */
function samplesOf(curve) {
  const { field } = curve;
  const points = [];
  for (let i = 1n; points.length < SAMPLES; i++) {
    const c = mod(power(3n, i + 1000n, field.p) * (i + 12345n), field.p);
    const x = field.degree === 1 ? c : { c0: c, c1: i };
    const y = field.squareRoot(rightSide(curve, x));
    if (y !== null) points.push({ x, y });
  }
  return points;
}

/** @type {(curve: any) => void} */
function checkGroup(curve) {
  const { generator, order, cofactor, field } = curve;
  const times = timesOn(curve);
  if (!isOnCurve(curve, generator)) refuse('a generator on the curve', generator);
  if (times(generator, order) !== null) refuse('a generator of the order given', order);
  /** @type {bigint} */
  const q = field.p ** BigInt(field.degree);
  const trace = q + 1n - /** @type {any} */ (cofactor * order);
  if (trace * trace > 4n * q)
    refuse('cofactor · order within 2√q of q + 1, the number of points (Hasse)', cofactor);
  for (const P of samplesOf(curve))
    if (times(times(P, cofactor), order) !== null)
      refuse('a cofactor by which every point has the order given', cofactor);
}

/** @type {(curve: any) => void} */
function checkEndomorphism(curve) {
  const { endomorphism, generator, order, field, p, a } = curve;
  if (endomorphism === null) return;
  if (!field.isZero(a)) refuse('a = 0 with an endomorphism', a);
  const { beta, twist, lambda } = endomorphism;
  const isRoot = typeof beta === 'bigint' && beta > 1n && beta < p && power(beta, 3n, p) === 1n;
  if (field.degree === 1 && !isRoot) refuse('endomorphism.beta as a cube root of 1 but 1', beta);
  if (field.degree > 1 && !(typeof twist?.c0 === 'bigint' && typeof twist.c1 === 'bigint'))
    refuse('endomorphism.twist as { c0, c1 }, bigints', twist);
  const map = endomorphismMap(curve);
  const times = timesOn(curve);
  for (const P of [generator, times(generator, 0x123456789abcdefn % order)])
    if (P && !equals(curve, map(P), times(P, mod(lambda, order))))
      refuse('lambda as the eigenvalue of the endomorphism', lambda);
}

/** @type {(curve: any) => void} */
function checkSubgroupTest(curve) {
  const { subgroupCheck, order, cofactor, generator } = curve;
  if (subgroupCheck === null || subgroupCheck.kind === 'order') return;
  const times = timesOn(curve);
  const test = subgroupTest(curve);
  const all = samplesOf(curve).flatMap((P) => [P, times(P, cofactor), times(P, order)]);
  for (const P of [generator, ...all])
    if (test(P) !== (times(P, order) === null))
      refuse('a subgroup check that agrees with the order on random points', subgroupCheck.kind);
}

/** @type {(config: any) => void} */
function checkScalars({ scalarGenerator: g, order }) {
  if (g === undefined) return;
  const isPossible = typeof g === 'bigint' && g > 1n && g < order;
  if (!isPossible || power(g, (order - 1n) / 2n, order) === 1n)
    refuse('a scalarGenerator that is no square modulo the order', g);
  if (order >> 255n !== 0n || order >> 243n === 0n)
    refuse('an order of 244 to 255 bits with a scalarGenerator', order);
  if ((order - 1n) % (1n << BigInt(LEAST_TWOS)) !== 0n)
    refuse(`an order ≡ 1 modulo 2^${LEAST_TWOS} with a scalarGenerator`, order);
}
