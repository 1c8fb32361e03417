/**
 * A contribution verified by whoever coordinates a ceremony: a key after it against the key before
 * it. δ changes, and C and H by its inverse; records are added; everything else is the same.
 */
import { hexOf, sameBytes } from '../../input/bytes.js';
import { power } from '../../math/modular.js';
import { sectionsInOrder } from '../groth16/section-order.js';
import { readProtocol } from '../groth16/zkey-header.js';
import { checkFixed, countOfKey, named, readContributions, readKeyHeader } from './key-parts.js';
import { zkeyPlan } from './kinds.js';
import { RunningHash } from './running-hash.js';
import { U, expectContent } from './work.js';
import { checkZkeyRecordSteps, contributionOf } from './zkey-records.js';

/** @import { Point } from '../../group/point.js' */
/** @import { FixedName, Header } from '../groth16/zkey-header.js' */
/** @import { Contributions } from './key-parts.js' */
/** @import { Work } from './work.js' */
/** @import { ZkeyFindings } from './zkey.js' */

/**
 * A key, as far as another is compared with it. `sum`: of C and H, with weights that both have;
 * `digests`: of the sections that stay.
 * @typedef {{ header: Header, fixed: ReadonlyMap<FixedName, Point<any>>, sum: Point<any>,
 *   digests: ReadonlyMap<string, Uint8Array>, contributions: Contributions }} Snapshot
 */

/** Points of the header that stay. */
const LASTING = /** @type {const} */ (['alpha1', 'beta1', 'beta2', 'gamma2']);

/**
 * @param {Work} work
 * @param {{ before: unknown, after: unknown }} files
 * @param {{ beaconLimit: number, findings: ZkeyFindings }} how
 * @throws {import('../groth16/content-error.js').ContentError}
 */
export async function verifyChange(work, files, { beaconLimit, findings }) {
  const rho = work.random();
  const before = await named('before', () => snapshotOf(work, files.before, rho));
  const after = await named('after', () => snapshotOf(work, files.after, rho));
  const { circuitHash, records } = after.contributions;
  findings.circuitHash = hexOf(circuitHash);
  findings.contributions = records.map((record) => contributionOf(work, record));
  await named('after', async () => {
    checkSame(before, after);
    checkFixed(work, after.fixed);
    const delta = /** @type {Point<any>} */ (after.fixed.get('delta1'));
    const where = 'zkey: section 10 (contributions)';
    const how = { circuitHash, delta, beaconLimit, where };
    await work.run(checkZkeyRecordSteps(work, records, how));
    checkLists(work, before, after);
  });
}

/** @type {(work: Work, file: unknown, rho: bigint) => Promise<Snapshot>} */
async function snapshotOf(work, file, rho) {
  /** @type {any} */
  const found = { digests: new Map() };
  const sums = work.sums();
  const { Fr } = work;
  for await (const section of sectionsInOrder(file, zkeyPlan, work.task.signal)) {
    const { id, source, size, name } = section;
    if (id === 1) readProtocol(await source.read(size, name));
    else if (id === 2) {
      Object.assign(found, await readKeyHeader(work, section));
      // Of both keys: points of H and C, and those that are compared.
      const { wires, domain } = found.header;
      work.expect(2 * (work.bytesOf(1, domain + 3 * wires) + work.bytesOf(2, wires)));
    } else if (id === 10) found.contributions = await readContributions(work, section);
    else if (id > 7) {
      const count = countOfKey(work, section, found.header);
      // H goes on where C has ended.
      const first = id === 8 ? 0 : found.header.wires;
      for await (const part of work.points(section, 1, count)) {
        const weights = Fr.powers(rho, part.to - part.from);
        Fr.scale(weights, power(rho, BigInt(first + part.from), Fr.order), { out: weights });
        await sums.add(0, 1, part, weights, () => weights.dispose());
      }
    } else {
      const hash = new RunningHash(work.blake2b);
      for await (const piece of source.pieces(size, name)) {
        await work.run(hash.takeSteps(piece));
        work.note(piece.length, 'hash');
      }
      found.digests.set(name, hash.digest());
    }
  }
  found.sum = (await sums.all()).get(0) ?? work.identity(1);
  return found;
}

/** @type {(before: Snapshot, after: Snapshot) => void} */
function checkSame(before, after) {
  for (const name of /** @type {const} */ (['wires', 'publics', 'domain'])) {
    const [own, got] = [before, after].map(({ header }) => header[name]);
    expectContent(own === got, 'zkey: section 2 (header)', `${own} ${name}, as before`, `${got}`);
  }
  for (const name of LASTING) {
    const [own, got] = [before, after].map(
      ({ fixed }) => /** @type {Point<any>} */ (fixed.get(name)),
    );
    expectContent(
      own.equals(got),
      `zkey: section 2 (header): ${name}`,
      'the one before',
      'another',
    );
  }
  for (const [name, own] of before.digests) {
    const isSame = sameBytes(own, /** @type {Uint8Array} */ (after.digests.get(name)));
    expectContent(isSame, `zkey: ${name}`, 'the bytes before', 'others');
  }
  const where = 'zkey: section 10 (contributions)';
  const [own, got] = [before.contributions, after.contributions];
  expectContent(
    sameBytes(own.circuitHash, got.circuitHash),
    where,
    'the circuit before',
    'another',
  );
  const count = own.records.length;
  expectContent(got.records.length > count, where, `more than ${count}`, `${got.records.length}`);
  own.records.forEach((record, i) => {
    const other = got.records[i];
    const isSame =
      sameBytes(record.transcript, other.transcript) &&
      sameBytes(U(record.after), U(other.after)) &&
      sameBytes(U(record.spx), U(other.spx));
    expectContent(isSame, `${where}: contribution ${i + 1}`, 'the one before', 'another');
  });
}

/** @type {(work: Work, before: Snapshot, after: Snapshot) => void} */
function checkLists(work, before, after) {
  const delta = (/** @type {Snapshot} */ { fixed }) =>
    /** @type {Point<any>} */ (fixed.get('delta2'));
  const holds = work.pairingHolds([
    [after.sum, delta(after)],
    [before.sum.negate(), delta(before)],
  ]);
  const expected = 'those before, divided by the secrets';
  expectContent(holds, 'zkey: section 8 (C) or 9 (H)', expected, 'others');
}
