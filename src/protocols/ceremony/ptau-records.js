/**
 * The contributions to the first phase, each against the one before it. A contributor who
 * multiplies τ by x shows that it knows x: points s, x·s and x·P of a point P that belongs to a
 * hash of what it found. α and β likewise.
 */
import { hexOf } from '../../input/bytes.js';
import { mod } from '../../math/integers.js';
import { beaconWordSteps, drawG1, hashToG2 } from './hashed-points.js';
import { SECRETS, shownOf } from './records.js';
import { U, expectContent } from './work.js';

/** @import { Point } from '../../group/point.js' */
/** @import { PtauRecord, SecretName } from './records.js' */
/** @import { Pair, Work } from './work.js' */

/**
 * The parts of a record that the next one changes.
 * @typedef {Pick<PtauRecord,
 *   'tau1' | 'tau2' | 'alpha1' | 'beta1' | 'beta2' | 'nextChallenge'>} Accumulated
 */

/**
 * A contribution for users. `isIdle`: one of its secrets is 1.
 * @typedef {ReturnType<typeof shownOf> & { responseHash: string, nextChallenge: string,
 *   isIdle: boolean }} PtauContribution
 */

/** @type {(of: Accumulated, name: SecretName) => Point<any>} */
const inG1 = ({ tau1, alpha1, beta1 }, name) =>
  name === 'tau' ? tau1 : name === 'alpha' ? alpha1 : beta1;

/** @type {(of: Accumulated, name: SecretName) => Point<any> | undefined} */
const inG2 = ({ tau2, beta2 }, name) =>
  name === 'tau' ? tau2 : name === 'beta' ? beta2 : undefined;

/** Before any contribution. @type {(work: Work, challenge: Uint8Array) => Accumulated} */
export function accumulatedAtFirst(work, challenge) {
  const [g1, g2] = [work.generator(1), work.generator(2)];
  return { tau1: g1, tau2: g2, alpha1: g1, beta1: g1, beta2: g2, nextChallenge: challenge };
}

/**
 * The hash that a contributor publishes: the state of one over what it found and made, finished
 * with its keys.
 * @type {(work: Work, record: PtauRecord) => Uint8Array}
 */
export function responseHashOf({ blake2b }, { keys, state }) {
  const all = [...keys.values()];
  const pairs = all.flatMap(({ s, sx }) => [U(s), U(sx)]);
  const midstate = { state: state.h, bytes: state.bytes };
  return blake2b.digest([state.buffer, ...pairs, ...all.map(({ spx }) => U(spx))], midstate);
}

/** @type {(work: Work, record: PtauRecord) => PtauContribution} */
export const contributionOf = (work, record) => ({
  ...shownOf(record),
  responseHash: hexOf(responseHashOf(work, record)),
  nextChallenge: hexOf(record.nextChallenge),
  isIdle: [...record.keys.values()].some(({ s, sx }) => s.equals(sx)),
});

/**
 * @param {Work} work
 * @param {readonly PtauRecord[]} records
 * @param {{ challenge: Uint8Array, beaconLimit: number, where: string }} how `challenge`: the first
 * @returns {Generator<undefined, void, void>}
 * @throws {import('../groth16/content-error.js').ContentError} with the number of the record
 */
export function* checkPtauRecordSteps(work, records, { challenge, beaconLimit, where }) {
  let before = accumulatedAtFirst(work, challenge);
  /** Products of the secrets that everybody knows. */
  const known = new Map(SECRETS.map((name) => [name, 1n]));
  const { r } = work.curve;
  for (const [i, record] of records.entries()) {
    const own = `${where}: contribution ${i + 1}`;
    const first = records.findIndex(({ keys }) => sameKey(keys, record.keys));
    expectContent(first === i, own, 'one of its own', `that of number ${first + 1} again`);
    const steps = hashedSteps(work, record, before.nextChallenge);
    const hashed = yield* steps;
    if (record.beacon) {
      const secrets = yield* beaconSteps(work, record, hashed, { beaconLimit, where: own });
      for (const [name, x] of secrets) known.set(name, mod((known.get(name) ?? 1n) * x, r));
    }
    yield* checkChangeSteps(work, { record, before, hashed }, own);
    before = record;
  }
  const generator = work.generator(1);
  for (const name of SECRETS) {
    const product = generator.multiply(/** @type {bigint} */ (known.get(name)));
    const isSecret = !work.isSameOrOpposite(inG1(before, name), product);
    expectContent(
      isSecret,
      where,
      `a contribution to ${name} by somebody`,
      'beacons alone, or none',
    );
    yield;
  }
}

/** @type {(a: PtauRecord['keys'], b: PtauRecord['keys']) => boolean} */
const sameKey = (a, b) => [...a].every(([name, { s }]) => b.get(name)?.s.equals(s));

/**
 * The points of G2 that belong to the hashes of a record.
 * @type {(work: Work, record: PtauRecord,
 *   challenge: Uint8Array) => Generator<undefined, Map<SecretName, Point<any>>, void>}
 */
function* hashedSteps(work, { keys }, challenge) {
  const hashed = new Map();
  for (const [i, name] of SECRETS.entries()) {
    const { s, sx } = /** @type {any} */ (keys.get(name));
    const hash = work.blake2b.digest([Uint8Array.of(i), challenge, U(s), U(sx)]);
    hashed.set(name, hashToG2(work, hash));
    yield;
  }
  return hashed;
}

/**
 * Whether a record is that of its beacon.
 * @type {(work: Work, record: PtauRecord, hashed: ReadonlyMap<SecretName, Point<any>>,
 *   how: { beaconLimit: number, where: string }) =>
 *   Generator<undefined, Map<SecretName, bigint>, void>} the secrets
 */
function* beaconSteps(work, record, hashed, { beaconLimit, where }) {
  const beacon = /** @type {NonNullable<typeof record.beacon>} */ (record.beacon);
  const words = yield* beaconWordSteps(beacon, beaconLimit, where);
  const secrets = new Map(SECRETS.map((name) => [name, words.number(work.curve.r)]));
  for (const [name, x] of secrets) {
    const { s, sx, spx } = /** @type {any} */ (record.keys.get(name));
    const isRight = s.equals(drawG1(work, words)) && sx.equals(s.multiply(x));
    const point = /** @type {Point<any>} */ (hashed.get(name));
    const expected = `the key of ${name} of its beacon`;
    expectContent(isRight && spx.equals(point.multiply(x)), where, expected, 'another');
    yield;
  }
  return secrets;
}

/**
 * The equations of a record in one product, with random factors.
 * @type {(work: Work, parts: { record: PtauRecord, before: Accumulated,
 *   hashed: ReadonlyMap<SecretName, Point<any>> }, where: string) =>
 *   Generator<undefined, void, void>}
 */
function* checkChangeSteps(work, { record, before, hashed }, where) {
  /** @type {Pair[]} */
  const pairs = [];
  for (const [name, { s, sx, spx }] of record.keys) {
    const [a, b, c] = [work.random(), work.random(), work.random()];
    const [from, to] = [inG1(before, name), inG1(record, name)];
    const point = /** @type {Point<any>} */ (hashed.get(name));
    pairs.push([s.multiply(a).add(from.multiply(b)), spx]);
    pairs.push([sx.multiply(a).add(to.multiply(b)).negate(), point]);
    const [from2, to2] = [inG2(before, name), inG2(record, name)];
    if (from2 && to2) pairs.push([s.multiply(c), to2], [sx.multiply(c).negate(), from2]);
    yield;
  }
  const expected = 'one that follows from the one before by secrets that its maker knew';
  expectContent(work.pairingHolds(pairs), where, expected, 'another');
  yield;
}
