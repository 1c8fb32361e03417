/** Powers of τ that somebody has verified and whose hash is published: the hash is all to check. */
import { hexOf } from '../../input/bytes.js';
import { sectionsInOrder } from '../groth16/section-order.js';
import { Source } from '../groth16/source.js';
import { LAGRANGE, publishedPlan } from './kinds.js';
import { contributionOf } from './ptau-records.js';
import { bytesOfPowers, expectSize, readPtauHeader, readPtauRecords } from './ptau.js';
import { RunningHash } from './running-hash.js';
import { expectContent } from './work.js';

/** @import { PtauFindings } from './ptau.js' */
/** @import { Work } from './work.js' */

/**
 * @param {Work} work
 * @param {unknown} file
 * @param {{ expected: Uint8Array, findings: PtauFindings }} how `expected`: the hash; `findings`:
 *   filled with what the file says
 * @throws {import('../groth16/content-error.js').ContentError}
 */
export async function verifyPublished(work, file, { expected, findings }) {
  const hash = new RunningHash(work.blake2b);
  const source = new Source(file, 'ptau', work.task.signal);
  let count = 0;
  // Without random access: every byte passes once.
  const bytes = hashed(work, source, hash);
  for await (const section of sectionsInOrder(bytes, publishedPlan, work.task.signal)) {
    const { id } = section;
    if (id === 1) {
      Object.assign(findings, await readPtauHeader(work, section));
      work.expect(source.length ?? bytesOfPowers(work, findings.power ?? 0));
    }
    if (id === 7) {
      const records = await readPtauRecords(work, section);
      findings.contributions = records.map((record) => contributionOf(work, record));
    } else if (id > 1) expectSize(work, section, findings.power ?? 0);
    if (LAGRANGE.includes(id)) count++;
  }
  findings.isPrepared = count === LAGRANGE.length;
  const [wanted, got] = [hexOf(expected), hexOf(hash.digest())];
  expectContent(wanted === got, 'ptau', `a file with the hash ${wanted}`, got);
}

/** @type {(work: Work, source: Source, hash: RunningHash) => AsyncGenerator<Uint8Array>} */
async function* hashed(work, source, hash) {
  try {
    for await (const piece of source.remaining()) {
      await work.run(hash.takeSteps(piece));
      yield piece;
      work.note(piece.length, 'hash');
    }
  } finally {
    source.close();
  }
}
