/**
 * Checks lists with planted points outside the subgroup by random sums, and expects the index of
 * the first in each of them.
 *
 *   node scripts/plant-outsiders.js [--curve NAME] [--kernel limbs30|fma|wide64]
 *     [--lists 1000] [--points 90] [--seed 1] [--json FILE]
 *
 * A list has one bad point, two that cancel, or one that is repeated; bad points have a prime order
 * that divides the cofactor, alone or added to a member; all such primes take turns. Sums are taken
 * however few points there are. The file keeps what other curves, kernels and seeds gave: the last
 * runs are test/fuzz/outsiders.json. Build first. Exit code 1 if a list passes, or the index is
 * wrong.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { oneOf, readCommandLine, text, whole } from '../bench/harness/command-line.js';
import { curveNamed, curves } from '../src/curves/index.js';
import { Arena } from '../src/engines/wasm/kernels/arena.js';
import { openKernels } from '../src/engines/wasm/kernels/open.js';
import { firstOutsideBySums } from '../src/engines/wasm/subgroup/check.js';
import { coordinatesOf } from '../src/math/coordinates.js';
import { runNow } from '../src/port/steps.js';
import * as jacobian from '../src/reference/jacobian.js';
import { add, curveOf, negate, rightSide } from '../src/reference/weierstrass.js';
import { pricesOn } from '../wasm-gen/cost-model.js';
import { curvePage } from './lib/curve-page.js';

/** Primes up to here are found by trial division; what is left of a cofactor then must be one. */
const LARGEST_SMALL = 2n ** 26n;

/** Bad points of each prime: three of that order, and each with a member added. */
const BAD = 6;

const CHECKED = curves.filter(({ traits }) => traits.subgroupSums).map(({ name }) => name);
const KERNELS = ['limbs30', 'fma', 'wide64'];

const options = readCommandLine(import.meta.url, {
  curve: oneOf(CHECKED),
  kernel: oneOf(KERNELS),
  lists: whole(1000, 1, 1e7),
  points: whole(90, 85, 2 ** 16),
  seed: whole(1, 1, 2 ** 31 - 2),
  json: text(),
});
const config = curveNamed(options.curve);

let state = options.seed;
/** An integer in [0, n), reproducible. @param {number} n */
function random(n) {
  state = (state * 48271) % 2147483647;
  return state % n;
}

const curve = curveOf(/** @type {any} */ (config));
const { field, cofactor, order, generator } = /** @type {any} */ (curve);

const arena = new Arena();
const roles = /** @type {any} */ ({ single: 'limbs30', batch: options.kernel });
const { batch, scalar } = await openKernels(await curvePage(config), { roles, arena });
const { pointBytes, fieldBytes } = batch;
const { fromBytes, toBytes } = coordinatesOf(config);

/** @param {any} P @param {bigint} k */
const times = (P, k) =>
  jacobian.toAffine(curve, jacobian.multiply(curve, jacobian.fromAffine(curve, P), k));

/** Points of the curve, rarely in the group. */
function* curvePoints() {
  const bytes = new Uint8Array(fieldBytes);
  for (let value = 1; ; value++) {
    bytes[0] = value;
    bytes[1] = value >> 8;
    const x = fromBytes(bytes);
    const y = field.squareRoot(rightSide(curve, x));
    if (y !== null) yield { x, y };
  }
}

/** The primes that divide the cofactor, and what is left of it. */
function primesOfCofactor() {
  /** @type {bigint[]} */
  const primes = [];
  let rest = cofactor;
  for (let q = 3n; q < LARGEST_SMALL && rest > 1n; q += 2n) {
    if (rest % q !== 0n) continue;
    primes.push(q);
    while (rest % q === 0n) rest /= q;
  }
  return rest === 1n ? primes : [...primes, rest];
}

/** Points of prime order q. @param {bigint} q */
function pointsOfOrder(q) {
  let rest = BigInt(cofactor * order);
  while (rest % q === 0n) rest /= q;
  const found = [];
  for (const P of curvePoints()) {
    let T = times(P, rest);
    if (T === null) continue;
    for (let next = times(T, q); next !== null; next = times(T, q)) T = next;
    found.push(T);
    if (2 * found.length === BAD) break;
  }
  return found;
}

/** Points in a new block of memory. @param {readonly any[]} points */
function place(points) {
  const bytes = arena.allocate(2 * fieldBytes * points.length, 'bytes');
  const address = arena.allocate(pointBytes * points.length, 'points');
  arena.u8.fill(0, bytes, bytes + 2 * fieldBytes * points.length);
  points.forEach((point, i) => {
    if (point === null) return;
    arena.u8.set(toBytes(point.x), bytes + 2 * fieldBytes * i);
    arena.u8.set(toBytes(point.y), bytes + 2 * fieldBytes * i + fieldBytes);
  });
  if (batch.fromAffineBytes(address, bytes, points.length) >= 0) throw new Error('out of range');
  arena.free(bytes);
  return address;
}

const n = options.points;
const primes = primesOfCofactor();
const members = Array.from({ length: n }, (_, i) =>
  i === 0 ? null : times(generator, BigInt(random(2 ** 30)) + 1n),
);
/** By prime: bad points and the negative of each behind it. */
const bad = primes.map((q) => {
  const small = pointsOfOrder(q);
  const sums = small.map((T, i) => add(curve, T, members[i + 1]));
  return place([...small, ...sums].flatMap((P) => [P, negate(curve, P)]));
});
const good = place(members);
const list = place(members);

/** @type {any} */
const prices = { ...pricesOn(config, roles), checks: 1e12 };
const parts = { arena, batch, scalarKernel: scalar, prices, traits: config.traits };

/** A copy of a point into the list. @param {number} at @param {number} source */
const put = (at, source) =>
  void arena.u8.copyWithin(list + at * pointBytes, source, source + pointBytes);

let wrong = 0;
const perPrime = primes.map(() => 0);
for (let i = 0; i < options.lists; i++) {
  arena.u8.copyWithin(list, good, good + n * pointBytes);
  const prime = i % primes.length;
  const point = bad[prime] + 2 * random(BAD) * pointBytes;
  const places = [random(n), random(n), random(n), random(n)].sort((a, b) => a - b);
  // Alone; with its negative; repeated; repeated, with its negative.
  const count = 1 + random(places.length);
  const isOpposed = random(2) === 1;
  for (let j = 0; j < count; j++)
    put(places[j], isOpposed && j % 2 === 1 ? point + pointBytes : point);
  const found = runNow(firstOutsideBySums(parts, list, n));
  perPrime[prime]++;
  if (found !== places[0]) {
    wrong++;
    console.error(`list ${i} (q = ${primes[prime]}): expected ${places[0]}, got ${found}`);
  }
}
const report = primes.map((q, i) => `${q > 2n ** 64n ? 'large' : q}: ${perPrime[i]}`).join(', ');
console.log(
  `${config.name} ${options.kernel}: ${options.lists} lists of ${n} points, ${wrong} wrong; by prime: ${report}`,
);
if (wrong > 0) process.exitCode = 1;
if (options.json) record(options.json);

/**
 * Adds this run to a file, in place of one of the same curve, kernel and seed.
 * @param {string} file
 */
function record(file) {
  const { name } = config;
  const { kernel, lists, points, seed } = options;
  const byPrime = Object.fromEntries(primes.map((q, i) => [String(q), perPrime[i]]));
  const engine = `Node ${process.versions.node}`;
  const date = new Date().toISOString().slice(0, 10);
  const run = { curve: name, kernel, seed, lists, points, wrong, byPrime, engine, date };
  /** @type {(typeof run)[]} */
  const runs = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const isOther = (/** @type {typeof run} */ other) =>
    other.curve !== name || other.kernel !== kernel || other.seed !== seed;
  writeFileSync(file, `${JSON.stringify([...runs.filter(isOther), run], null, 2)}\n`);
}
