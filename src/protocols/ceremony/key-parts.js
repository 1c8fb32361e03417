/** Parts of keys that every verification reads: the header, its points, and the contributions. */
import { Point } from '../../group/point.js';
import { fixedPointsOf } from '../groth16/key-fixed.js';
import { ContentError } from '../groth16/content-error.js';
import { FORMAT } from '../groth16/key-points.js';
import { countsOf, readHeader } from '../groth16/zkey-header.js';
import { Fields, HASH, recordSteps, zkeyRecordOf } from './records.js';
import { expectContent } from './work.js';

/** @import { OrderedSection } from '../groth16/section-order.js' */
/** @import { FixedName, Header } from '../groth16/zkey-header.js' */
/** @import { ZkeyRecord } from './records.js' */
/** @import { Work } from './work.js' */

/** Records of a key, and the circuit's hash before them. */
/** @typedef {{ circuitHash: Uint8Array, records: ZkeyRecord[] }} Contributions */

/** @type {(id: number) => 1 | 2} the group of a section's points */
export const degreeOf = (id) => (id === 7 ? 2 : 1);

/**
 * The beginning of a key, and its single points, finite and of their groups.
 * @param {Work} work
 * @param {OrderedSection} section
 * @returns {Promise<{ header: Header, fixed: ReadonlyMap<FixedName, Point<any>> }>}
 */
export async function readKeyHeader(work, { source, size, name }) {
  const header = readHeader(await source.read(size, name), work.curve);
  const fixed = new Map(
    [...fixedPointsOf(header, work.curve, true)].map(([name, affine]) => {
      const context = work.context(name.endsWith('1') ? 1 : 2);
      return [name, new Point(context, affine, undefined, true)];
    }),
  );
  return { header, fixed };
}

/** @type {(work: Work, section: OrderedSection,
 *   header: Pick<Header, 'wires' | 'publics' | 'domain'>) => number} its points */
export function countOfKey(work, { id, size, name }, header) {
  const count = /** @type {number} */ (countsOf(header).get(id));
  const expected = count * work.context(degreeOf(id)).formats[FORMAT].size;
  expectContent(size === expected, `zkey: ${name}`, `${expected} bytes`, `${size}`);
  return count;
}

/** @type {(work: Work, section: OrderedSection) => Promise<Contributions>} */
export async function readContributions(work, { source, size, name }) {
  const fields = new Fields(await source.read(size, name), `zkey: ${name}`);
  const circuitHash = fields.take(HASH);
  return { circuitHash, records: await work.run(recordSteps(fields, zkeyRecordOf(work.curve))) };
}

/**
 * γ is 1, δ is the same in both groups, and not γ or its negative.
 * @type {(work: Work, fixed: ReadonlyMap<FixedName, Point<any>>) => void}
 */
export function checkFixed(work, fixed) {
  const [g1, g2] = [work.generator(1), work.generator(2)];
  const where = 'zkey: section 2 (header)';
  const [gamma, delta1, delta2] = /** @type {const} */ (['gamma2', 'delta1', 'delta2']).map(
    (name) => /** @type {Point<any>} */ (fixed.get(name)),
  );
  expectContent(gamma.equals(g2), where, 'the generator as γ', 'another point');
  const isSecret = !work.isSameOrOpposite(delta2, g2) && !work.isSameOrOpposite(delta1, g1);
  expectContent(isSecret, where, 'a δ that is not ±γ', 'one by which anybody can forge proofs');
  const holds = work.pairingHolds([
    [g1, delta2],
    [delta1.negate(), g2],
  ]);
  expectContent(holds, where, 'the same δ in both groups', 'two');
}

/**
 * An error that names the file.
 * @template Result
 * @param {string} file
 * @param {() => Promise<Result>} read
 * @returns {Promise<Result>}
 */
export async function named(file, read) {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw new ContentError(`${file}: ${error.message}`, { cause: error });
  }
}
