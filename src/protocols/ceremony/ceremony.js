/** The verification of ceremonies: another download, with the first file. */
import { EnvironmentError } from '../../errors.js';
import { ContentError } from '../groth16/content-error.js';
import { Stop } from '../groth16/stop.js';
import { verifyChange } from './contribution.js';
import { PtauVerification } from './ptau.js';
import { verifyPublished } from './published.js';
import { Work } from './work.js';
import { ZkeyVerification } from './zkey.js';

/** @import { Task } from '../../input/tasks.js' */
/** @import { ScalarLists } from '../../port/scalar-lists.js' */
/** @import { Curve } from '../groth16/curve.js' */
/** @import { PtauFindings } from './ptau.js' */
/** @import { CeremonyConstants } from '../../curves/config.js' */
/** @import { ZkeyFiles, ZkeyFindings } from './zkey.js' */

/**
 * The place of a call.
 * @typedef {{ curve: Curve, opening: Promise<ScalarLists>,
 *   openConstants: () => Promise<CeremonyConstants> }} CeremonyPlace
 */

/** Whether what was passed is right; if not, why. @typedef {{ valid: boolean,
 *   reason: string | undefined }} Verdict */

/** @typedef {Verdict & PtauFindings} PtauVerdict */
/** @typedef {Verdict & ZkeyFindings} ZkeyVerdict */

/**
 * @param {CeremonyPlace} place
 * @param {unknown} file
 * @param {{ expected: Uint8Array | undefined, beaconLimit: number, task: Task }} how
 * @returns {Promise<PtauVerdict>}
 */
export const verifyPtau = (place, file, { expected, beaconLimit, task }) =>
  judged(place, task, (work) => {
    const verification = new PtauVerification(work, beaconLimit);
    const { findings } = verification;
    const verify = async () =>
      expected ? verifyPublished(work, file, { expected, findings }) : verification.verify(file);
    return { findings, verify };
  });

/**
 * @param {CeremonyPlace} place
 * @param {ZkeyFiles} files
 * @param {{ beaconLimit: number, task: Task }} how
 * @returns {Promise<ZkeyVerdict>}
 */
export const verifyZkey = (place, files, { beaconLimit, task }) =>
  judged(place, task, (work) => {
    const verification = new ZkeyVerification(work, beaconLimit);
    return { findings: verification.findings, verify: () => verification.verify(files) };
  });

/**
 * @param {CeremonyPlace} place
 * @param {{ before: unknown, after: unknown }} files
 * @param {{ beaconLimit: number, task: Task }} how
 * @returns {Promise<ZkeyVerdict>}
 */
export const verifyContribution = (place, files, { beaconLimit, task }) =>
  judged(place, task, (work) => {
    /** @type {ZkeyFindings} */
    const findings = { circuitHash: undefined, contributions: [] };
    return { findings, verify: () => verifyChange(work, files, { beaconLimit, findings }) };
  });

/**
 * A verdict: wrong content is one, everything else that is thrown is not.
 * @template Findings
 * @param {CeremonyPlace} place
 * @param {Task} task
 * @param {(work: Work) => { findings: Findings, verify: () => Promise<void> }} begin
 * @returns {Promise<Verdict & Findings>}
 */
async function judged(place, task, begin) {
  const { curve } = place;
  // A stream may keep its reader waiting when the instance ends.
  const stop = new Stop(task.signal, curve.g1.lifetime);
  const { signal } = stop;
  try {
    const work = await open(place, { ...task, signal });
    const { findings, verify } = begin(work);
    /** @type {string | undefined} */
    let reason;
    try {
      await verify();
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      reason = error.message;
    } finally {
      await work.end();
    }
    if (signal.aborted) throw signal.reason;
    work.finish();
    return { valid: reason === undefined, reason, ...findings };
  } finally {
    stop.end();
  }
}

/** @type {(place: CeremonyPlace, task: Task) => Promise<Work>} */
async function open({ curve, opening, openConstants }, task) {
  const [lists, constants] = await Promise.all([opening, openConstants()]);
  if (!lists.blake2b) {
    throw new EnvironmentError('ceremonies: expected WebAssembly, got an instance without it');
  }
  const blake2b = await lists.blake2b();
  return new Work({ curve, lists, blake2b, constants }, task);
}
