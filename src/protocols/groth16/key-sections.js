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
  const { hasRandomAccess, length: fileLength } = source;
  const order = { isKept, isLengthKnown: fileLength !== undefined };
  /** @type {Set<number>} */
  const given = new Set();
  /** @type {Array<{ section: Section, file: unknown, position: number }>} */
  const early = [];
  /** Those that wait no longer. */
  const ready = async function* () {
    const isReady = (/** @type {typeof early[number]} */ { section }) =>
      missingFor(section.id, given, order) === undefined;
    for (let i; (i = early.findIndex(isReady)) >= 0;) {
      const [{ section, file: own, position }] = early.splice(i, 1);
      const part = new Source(own, 'zkey', signal, position);
      try {
        yield { ...section, source: part, fileLength };
      } finally {
        part.close();
      }
      given.add(section.id);
    }
  };
  try {
    for await (const section of readSections(source, ZKEY)) {
      const { id, size, name } = section;
      if (!NEEDED.includes(id)) continue;
      if (id < 3 && size > MOST_HEADER) {
        const expected = id === 1 ? '4 bytes' : `at most ${MOST_HEADER} bytes`;
        throw new InputError(`zkey: ${name}: expected ${expected}, got ${size}`);
      }
      const missing = missingFor(id, given, order);
      if (missing === undefined) {
        yield { ...section, source, fileLength };
        given.add(id);
        yield* ready();
      } else if (hasRandomAccess) early.push({ section, file, position: source.position });
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
  const waiting = new Set(early.map(({ section }) => section.id));
  for (const id of NEEDED) {
    if (given.has(id) || waiting.has(id)) continue;
    throw new InputError(`zkey: ${nameOf(id)}: expected one, got none`);
  }
}

/**
 * A section that comes after another one. Kept rows of a stream wait for H, which has a point for
 * each of them: nothing else says that so much memory is justified.
 * @type {(id: number, given: ReadonlySet<number>,
 *   order: { isKept: boolean, isLengthKnown: boolean }) => number | undefined}
 */
function missingFor(id, given, { isKept, isLengthKnown }) {
  const before = id === 1 ? [] : id === 2 ? [1] : [1, 2];
  if (id === 9 && !isKept) before.push(4);
  if (id === 4 && isKept && !isLengthKnown) before.push(9);
  return before.find((own) => !given.has(own));
}
