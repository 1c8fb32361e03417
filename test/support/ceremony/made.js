/**
 * Ceremonies of known secrets, made from the formats: powers of τ, the key of a circuit, and
 * contributions to both. Whoever knows the secrets forges proofs.
 */
import { blake2b } from '@noble/hashes/blake2.js';
import { contextOf } from '../../../src/group/group.js';
import {
  beaconWordSteps,
  drawG1,
  hashToG2,
} from '../../../src/protocols/ceremony/hashed-points.js';
import { runNow } from '../../../src/port/steps.js';
import { wordBytes } from '../../../src/math/integers.js';
import { invert, mod, power, toBytesLE } from '../../../src/math/modular.js';
import { container, listOf, prime, words } from '../groth16/files.js';
import { rootOf, setup } from '../groth16/setup.js';
import { concat } from '../hex.js';
import { bodiesOf, bodyOf } from './files.js';

/**
 * @typedef {{ instance: any, q: bigint, r: bigint,
 *   cofactors: readonly [bigint, bigint] }} Curve
 */
/** @typedef {{ tau: bigint, alpha: bigint, beta: bigint }} PowersSecrets */

const NAMES = /** @type {const} */ (['tau', 'alpha', 'beta']);

/** @param {any} point */
const U = (point) => point.toBytes('uncompressed');
/** @param {any} point */
const M = (point) => point.toBytes('montgomery-le');

/** Secrets of tests. @param {number} i */
export const secretOf = (i) => 0x1234567890abcdefn ** 7n + 7919n * BigInt(i) ** 5n;

/** Bytes of points in files. @param {Curve} curve */
const sizesOf = ({ q }) => ({ g1: 2 * wordBytes(q), g2: 4 * wordBytes(q) });

/** The parts of a call that points are drawn with. @returns {any} */
const workOf = (/** @type {Curve} */ { instance, cofactors }) => ({
  curve: { g1: contextOf(instance.G1), g2: contextOf(instance.G2) },
  cofactors,
});

/** The point of G2 that belongs to a hash. @type {(curve: Curve, hash: Uint8Array) => any} */
const pointOf = (curve, hash) => hashToG2(workOf(curve), hash);

/** Points of discrete logarithms, as files have them. */
async function writers(/** @type {any} */ { G1, G2 }) {
  const tables = await Promise.all(
    [G1, G2].map((group) => group.fixedBasis([group.generator], { memory: 2 ** 23 })),
  );
  const list = (/** @type {1 | 2} */ degree, /** @type {readonly bigint[]} */ logs) =>
    listOf(logs, (log) => M(tables[degree - 1].msm([log])));
  return { list, dispose: () => tables.forEach((table) => table.dispose()) };
}

/** Powers of a base. @type {(curve: Curve, base: bigint, count: number) => bigint[]} */
function powersOf({ r }, base, count) {
  const powers = [1n];
  while (powers.length < count) powers.push((powers[powers.length - 1] * base) % r);
  return powers.slice(0, count);
}

/**
 * L_j(x) over the roots of unity of an order.
 * @type {(curve: Curve, x: bigint, n: number) => bigint[]}
 */
function lagrange({ r }, x, n) {
  const root = rootOf(r, n);
  const whole = mod((power(x, BigInt(n), r) - 1n) * invert(BigInt(n), r), r);
  let own = 1n;
  return Array.from({ length: n }, () => {
    const value = mod(whole * own * invert(mod(x - own, r), r), r);
    own = (own * root) % r;
    return value;
  });
}

/**
 * Powers of τ: the points of the product of all secrets, and a record for each.
 * @param {Curve} curve
 * @param {{ power: number, ceremonyPower?: number, secrets: PowersSecrets[],
 *   isPrepared?: boolean, firstChallenge: Uint8Array }} how
 */
export async function madePowers(curve, how) {
  const { instance, q, r } = curve;
  const { power: k, ceremonyPower = k, secrets, isPrepared = false, firstChallenge } = how;
  const { G1, G2 } = instance;
  const n = 2 ** k;
  const { list, dispose } = await writers(instance);
  const product = (/** @type {typeof NAMES[number]} */ name) =>
    secrets.reduce((all, own) => (all * own[name]) % r, 1n);
  const [tau, alpha, beta] = NAMES.map(product);
  const powers = powersOf(curve, tau, 2 * n - 1);
  const times = (/** @type {readonly bigint[]} */ logs, /** @type {bigint} */ factor) =>
    logs.map((log) => (log * factor) % r);
  /** @type {Array<[number, 1 | 2, bigint[]]>} */
  const lists = [
    [2, 1, powers],
    [3, 2, powers.slice(0, n)],
    [4, 1, times(powers.slice(0, n), alpha)],
    [5, 1, times(powers.slice(0, n), beta)],
    [6, 2, [beta]],
  ];
  const bodies = new Map(lists.map(([id, degree, logs]) => [id, list(degree, logs)]));
  const hash = blake2b.create({});
  const records = recordsOf(curve, secrets, firstChallenge);
  hash.update(records[records.length - 1].response);
  for (const [id, degree] of lists) {
    const group = degree === 1 ? G1 : G2;
    const points = group.points(bodies.get(id), { format: 'montgomery-le', check: false });
    hash.update(points.toBytes('uncompressed'));
    points.dispose();
  }
  records[records.length - 1].next = hash.digest();
  const parts = records.map(({ head, next }) => concat(head, next, words(0, 0)));
  bodies.set(7, concat(words(secrets.length), ...parts));
  if (isPrepared) {
    const block = (/** @type {number} */ p) => {
      if (p <= k) return lagrange(curve, tau, 2 ** p);
      // One power less than the block has points.
      const [size, root] = [2 ** p, rootOf(r, 2 ** p)];
      const last = power(tau, BigInt(size - 1), r) * invert(BigInt(size), r);
      return lagrange(curve, tau, size).map((value, j) =>
        mod(value - last * power(root, BigInt(j), r), r),
      );
    };
    const all = (/** @type {number} */ most) =>
      Array.from({ length: most + 1 }, (_, p) => block(p)).flat();
    bodies.set(12, list(1, all(k + 1)));
    bodies.set(13, list(2, all(k)));
    bodies.set(14, list(1, times(all(k), alpha)));
    bodies.set(15, list(1, times(all(k), beta)));
  }
  dispose();
  const file = container('ptau', 1, [[1, concat(prime(q), words(k, ceremonyPower))], ...bodies]);
  return { file, tau, alpha, beta };
}

/** Records of the first phase. @type {(curve: Curve, secrets: readonly PowersSecrets[],
 *   firstChallenge: Uint8Array) => Array<{ head: Uint8Array, response: Uint8Array,
 *   next: Uint8Array }>} */
function recordsOf(curve, secrets, firstChallenge) {
  const { instance, r } = curve;
  const { G1, G2 } = instance;
  const product = { tau: 1n, alpha: 1n, beta: 1n };
  let challenge = firstChallenge;
  return secrets.map((own, i) => {
    for (const name of NAMES) product[name] = (product[name] * own[name]) % r;
    const keys = NAMES.map((name, j) => {
      const s = G1.generator.multiply(secretOf(100 + 3 * i + j));
      const sx = s.multiply(own[name]);
      const hash = blake2b(concat(Uint8Array.of(j), challenge, U(s), U(sx)));
      return { s, sx, spx: pointOf(curve, hash).multiply(own[name]) };
    });
    const ordered = [...keys.flatMap(({ s, sx }) => [s, sx]), ...keys.map(({ spx }) => spx)];
    // The state of a hash of nothing: what it was of is not in the file.
    const state = new Uint8Array(216);
    state.set(initialState(), 128);
    const response = blake2b(concat(...ordered.map(U)));
    const { tau, alpha, beta } = product;
    const points = [
      ...[G1.generator.multiply(tau), G2.generator.multiply(tau)],
      ...[G1.generator.multiply(alpha), G1.generator.multiply(beta)],
      G2.generator.multiply(beta),
    ];
    const head = concat(...[...points, ...ordered].map(M), state);
    challenge = blake2b(Uint8Array.of(i));
    return { head, response, next: challenge };
  });
}

/** The chained value of BLAKE2b-512 before the first block: RFC 7693, section 3.3. */
function initialState() {
  const values = [
    ...[0x6a09e667f3bcc908n ^ 0x01010040n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn],
    ...[0xa54ff53a5f1d36f1n, 0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn],
    0x5be0cd19137e2179n,
  ];
  return new Uint8Array(new BigUint64Array(values).buffer);
}

/**
 * The key of a circuit before any contribution, from the secrets of its powers.
 * @param {Curve & { name: string }} curve
 * @param {import('../groth16/circuits.js').Circuit} circuit
 * @param {PowersSecrets} secrets of all powers together
 */
export async function madeKey(curve, circuit, secrets) {
  const known = { ...secrets, gamma: 1n, delta: 1n };
  const { zkey } = await setup(curve, circuit, '', undefined, known);
  const bodies = bodiesOf(zkey);
  bodyOf(bodies, 10).set(circuitHashOf(curve, bodies, secrets.tau));
  return container('zkey', 1, [...bodies]);
}

/**
 * The hash of a circuit whose domain is at most 2^14.
 * @type {(curve: Curve, bodies: Map<number, Uint8Array>, tau: bigint) => Uint8Array}
 */
function circuitHashOf(curve, bodies, tau) {
  const { instance, q, r } = curve;
  const { G1, G2 } = instance;
  const { g1, g2 } = sizesOf(curve);
  const list = (/** @type {number} */ id) => {
    const group = id === 7 ? G2 : G1;
    const points = group.points(bodyOf(bodies, id), { format: 'montgomery-le', check: false });
    const bytes = points.toBytes('uncompressed');
    // Without the flag of infinity.
    for (let at = 0; at < bytes.length; at += id === 7 ? g2 : g1) bytes[at] &= 0x3f;
    const count = new Uint8Array(words(points.length)).reverse();
    points.dispose();
    return concat(count, bytes);
  };
  const header = bodyOf(bodies, 2);
  // Behind both primes with their lengths, and three numbers.
  const start = 4 + wordBytes(q) + 4 + wordBytes(r) + 12;
  const n = new DataView(header.buffer, header.byteOffset).getUint32(start - 4, true);
  const fixed = [
    ...[start, start + g1].map((at) => pointAt(G1, header, at)),
    ...[pointAt(G2, header, start + 2 * g1), G2.generator, G1.generator, G2.generator],
  ];
  const differences = Array.from({ length: n - 1 }, (_, i) => {
    const log = mod(power(tau, BigInt(n + i), r) - power(tau, BigInt(i), r), r);
    return U(G1.generator.multiply(log));
  });
  const count = words(n - 1).reverse();
  const H = concat(count, ...differences);
  return blake2b(concat(...fixed.map(U), list(3), H, ...[8, 5, 6, 7].map(list)));
}

/**
 * The contribution of a beacon of 2^10 hashes.
 * @type {(curve: Curve, zkey: Uint8Array, bytes: Uint8Array) => Uint8Array}
 */
export function contributedByBeacon(curve, zkey, bytes) {
  const exponent = 10;
  const drawn = runNow(beaconWordSteps({ bytes, exponent }, exponent, ''));
  const x = drawn.number(curve.r);
  const s = drawG1(workOf(curve), drawn);
  const parameters = concat(Uint8Array.from([2, exponent, 3, bytes.length]), bytes);
  const end = concat(words(1, parameters.length), parameters);
  return contributed(curve, zkey, x, 0, { s, end });
}

/**
 * A contribution to a key: δ, C and H change, and a record is added.
 * @param {Curve} curve
 * @param {Uint8Array} zkey
 * @param {bigint} x
 * @param {number} i of s, if none is given
 * @param {{ s?: any, end?: Uint8Array }} [more] `end`: type and parameters
 * @returns {Uint8Array}
 */
export function contributed(curve, zkey, x, i, { s: given, end: last = words(0, 0) } = {}) {
  const { instance, r } = curve;
  const { G1, G2 } = instance;
  const { g1, g2 } = sizesOf(curve);
  const bodies = bodiesOf(zkey);
  const [header, records] = [2, 10].map((id) => bodyOf(bodies, id));
  const view = new DataView(records.buffer, records.byteOffset);
  const count = view.getUint32(64, true);
  const hash = blake2b.create({});
  hash.update(records.subarray(0, 64));
  for (let k = 0, at = 68; k < count; k++) {
    const points = [
      ...[0, 1, 2].map((j) => pointAt(G1, records, at + j * g1)),
      pointAt(G2, records, at + 3 * g1),
    ];
    at += 3 * g1 + g2;
    hash.update(concat(...points.map(U), records.subarray(at, at + 64)));
    at += 64 + 8 + view.getUint32(at + 64 + 4, true);
  }
  const s = given ?? G1.generator.multiply(secretOf(200 + i));
  const sx = s.multiply(x);
  hash.update(concat(U(s), U(sx)));
  const transcript = hash.digest();
  const spx = pointOf(curve, transcript).multiply(x);
  const end = header.length;
  const after = pointAt(G1, header, end - g2 - g1).multiply(x);
  header.set(M(after), end - g2 - g1);
  header.set(M(pointAt(G2, header, end - g2).multiply(x)), end - g2);
  const record = concat(...[after, s, sx, spx].map(M), transcript, last);
  const all = concat(records.subarray(0, 64), words(count + 1), records.subarray(68), record);
  bodies.set(10, all);
  const inverse = invert(x, r);
  for (const id of [8, 9]) {
    const body = bodyOf(bodies, id);
    for (let at = 0; at < body.length; at += g1) {
      body.set(M(pointAt(G1, body, at).multiply(inverse)), at);
    }
  }
  return container('zkey', 1, [...bodies]);
}

/** @type {(group: any, bytes: Uint8Array, at: number) => any} */
const pointAt = (group, bytes, at) =>
  group.point(bytes.slice(at, at + M(group.generator).length), { format: 'montgomery-le' });

/**
 * A point of a prime order that divides the cofactor.
 * @param {Curve} curve
 * @param {1 | 2} degree
 * @param {bigint} order
 */
export function pointOfOrder({ instance, q, r, cofactors }, degree, order) {
  const group = degree === 1 ? instance.G1 : instance.G2;
  const factor = (cofactors[degree - 1] * r) / order;
  const size = wordBytes(q);
  for (let x = 1n; ; x++) {
    const coordinate = toBytesLE(x, size).reverse();
    const bytes = degree === 1 ? coordinate : concat(toBytesLE(3n, size).reverse(), coordinate);
    bytes[0] |= 0x80;
    let point;
    try {
      point = group.point(bytes, { format: 'compressed', check: false });
    } catch {
      continue;
    }
    let multiple = point;
    for (const bit of factor.toString(2).slice(1)) {
      multiple = multiple.double();
      if (bit === '1') multiple = multiple.add(point);
    }
    if (!multiple.isIdentity()) return multiple;
  }
}
