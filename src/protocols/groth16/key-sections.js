/**
 * The sections of a proving key, each after those that it needs: in the order of the file where
 * that allows it, as both orders that snarkjs writes do. What came too early is read again from a
 * file with random access; from a stream it is kept, or refused.
 */
import { InputError } from '../../errors.js';
import { ZKEY, readSections } from './sections.js';
import { Source } from './source.js';

/** @import { Section } from './sections.js' */

/** Bytes of the protocol's section and of the header at most: those of others are no longer. */
const MOST_HEADER = 2 ** 12;

/** Sections that a key has. */
const NEEDED = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/**
 * A section, what its body is read from next, and the length of the file, where that is known.
 * @typedef {Section & { source: Source, fileLength: number | undefined }} KeySection
 */

/** @param {number} id */
const nameOf = (id) => `section ${id} (${ZKEY.sections.get(id)})`;

/**
 * @param {unknown} file
 * @param {{ isKept: boolean, signal: AbortSignal | undefined }} how `isKept`: whether the caller
 *   keeps what it reads, so that H may come before the coefficients, and a stream's header last
 * @returns {AsyncGenerator<KeySection, void, void>}
 * @throws {InputError} no key, one that lacks a section, or a stream whose order needs more memory
 *   than a section of it
 */
export async function* sectionsInOrder(file, { isKept, signal }) {
  const source = new Source(file, 'zkey', signal);
  /** @type {Set<number>} */
  const given = new Set();
  /** @type {Array<{ section: Section, file: unknown, position: number }>} */
  const early = [];
  try {
    for await (const section of readSections(source, ZKEY)) {
      const { id, size, name } = section;
      if (!NEEDED.includes(id)) continue;
      if (id < 3 && size > MOST_HEADER) {
        const expected = id === 1 ? '4 bytes' : `at most ${MOST_HEADER} bytes`;
        throw new InputError(`zkey: ${name}: expected ${expected}, got ${size}`);
      }
      const missing = missingFor(id, given, isKept);
      if (missing === undefined) {
        given.add(id);
        yield { ...section, source, fileLength: source.length };
      } else if (source.hasRandomAccess) early.push({ section, file, position: source.position });
      else if (isKept) early.push({ section, file: await source.read(size, name), position: 0 });
      else {
        throw new InputError(
          `zkey: ${name}: expected ${nameOf(missing)} before it in a stream, got it first: pass a Blob or all bytes, or open the key with provingKey`,
        );
      }
    }
  } finally {
    source.close();
  }
  const all = new Set([...given, ...early.map(({ section }) => section.id)]);
  for (const id of NEEDED) {
    if (!all.has(id)) throw new InputError(`zkey: ${nameOf(id)}: expected one, got none`);
  }
  early.sort((a, b) => a.section.id - b.section.id);
  for (const { section, file: own, position } of early) {
    const part = new Source(own, 'zkey', signal, position);
    try {
      yield { ...section, source: part, fileLength: source.length };
    } finally {
      part.close();
    }
  }
}

/** @type {(id: number, given: ReadonlySet<number>, isKept: boolean) => number | undefined} */
function missingFor(id, given, isKept) {
  const before = id === 1 ? [] : id === 2 ? [1] : id === 9 && !isKept ? [1, 2, 4] : [1, 2];
  return before.find((own) => !given.has(own));
}
