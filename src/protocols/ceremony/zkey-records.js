/**
 * The contributions to the second phase, each against the one before it: a contributor who
 * multiplies δ by x shows that it knows x. A transcript binds each to all before it, and to the
 * circuit.
 */
import { hexOf, sameBytes } from '../../input/bytes.js';
import { mod } from '../../math/integers.js';
import { beaconWordSteps, drawG1, hashToG2 } from './hashed-points.js';
import { shownOf } from './records.js';
import { RunningHash } from './running-hash.js';
import { U, expectContent } from './work.js';

/** @import { Point } from '../../group/point.js' */
/** @import { ZkeyRecord } from './records.js' */
/** @import { Work } from './work.js' */

/**
 * A contribution for users. `hash`: what its maker publishes. `isIdle`: its secret is 1.
 * @typedef {ReturnType<typeof shownOf> & { hash: string, isIdle: boolean }} ZkeyContribution
 */

/** The bytes of a record that are hashed. @type {(record: ZkeyRecord) => Uint8Array[]} */
const keyOf = ({ after, s, sx, spx, transcript }) => [U(after), U(s), U(sx), U(spx), transcript];

/** @type {(work: Work, record: ZkeyRecord) => ZkeyContribution} */
export const contributionOf = ({ blake2b }, record) => ({
  ...shownOf(record),
  hash: hexOf(blake2b.digest(keyOf(record))),
  isIdle: record.s.equals(record.sx),
});

/**
 * @param {Work} work
 * @param {readonly ZkeyRecord[]} records
 * @param {{ circuitHash: Uint8Array, delta: Point<any>, beaconLimit: number, where: string }} how
 *   `circuitHash`: which transcripts begin with; `delta`: of the header
 * @returns {Generator<undefined, void, void>}
 * @throws {import('../groth16/content-error.js').ContentError} with the number of the record
 */
export function* checkZkeyRecordSteps(work, records, { circuitHash, delta, beaconLimit, where }) {
  const chain = new RunningHash(work.blake2b).update(circuitHash);
  const generator = work.generator(1);
  let before = generator;
  /** The product of the secrets that everybody knows. */
  let known = 1n;
  for (const [i, record] of records.entries()) {
    const own = `${where}: contribution ${i + 1}`;
    const { s, sx, spx, after, transcript } = record;
    const first = records.findIndex((other) => other.s.equals(s));
    expectContent(first === i, own, 'one of its own', `that of number ${first + 1} again`);
    const hash = chain.copy().update(U(s), U(sx)).digest();
    expectContent(sameBytes(hash, transcript), own, 'the transcript of those before it', 'another');
    const point = hashToG2(work, hash);
    yield;
    if (record.beacon) {
      const words = yield* beaconWordSteps(record.beacon, beaconLimit, own);
      const x = words.number(work.curve.r);
      const isRight = s.equals(drawG1(work, words)) && sx.equals(s.multiply(x));
      expectContent(isRight, own, 'the key of its beacon', 'another');
      known = mod(known * x, work.curve.r);
    }
    const [a, b] = [work.random(), work.random()];
    const holds = work.pairingHolds([
      [s.multiply(a).add(before.multiply(b)), spx],
      [sx.multiply(a).add(after.multiply(b)).negate(), point],
    ]);
    const expected = 'one that follows from the one before by a secret that its maker knew';
    expectContent(holds, own, expected, 'another');
    chain.update(...keyOf(record));
    before = after;
    yield;
  }
  expectContent(
    before.equals(delta),
    where,
    'δ of the header after the last contribution',
    'another',
  );
  const isSecret = !work.isSameOrOpposite(delta, generator.multiply(known));
  const got = 'beacons alone, or none: anybody can forge proofs';
  expectContent(isSecret, where, 'a contribution by somebody', got);
}
