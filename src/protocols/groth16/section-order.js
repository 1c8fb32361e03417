/**
 * The sections of a file, each after those that it needs: in the order of the file where that
 * allows it, as the orders that snarkjs writes mostly do. What came too early is read again from a
 * file with random access; from a stream it is kept, or refused.
 */
import { InputError } from '../../errors.js';
import { ContentError } from './content-error.js';
import { readSections } from './sections.js';
import { Source } from './source.js';

/** @import { FileKind, Section } from './sections.js' */

/**
 * A section, what its body is read from next, the letters of the file, and its length, where that
 * is known.
 * @typedef {Section & { source: Source, letters: string,
 *   fileLength: number | undefined }} OrderedSection
 */

/**
 * The sections that a reader takes of a file. `before`: sections that one needs; `most`: bytes of
 * one at most; `refusesOthers`: whether sections of other numbers are refused, where they are
 * skipped else; `isKept`: whether a stream's sections that come too early are kept in memory.
 * @typedef {{ kind: FileKind, required: readonly number[], optional: readonly number[],
 *   refusesOthers: boolean, isKept: boolean, most: (id: number) => number,
 *   before: (id: number, isLengthKnown: boolean) => readonly number[] }} SectionPlan
 */

/**
 * @param {unknown} file
 * @param {SectionPlan} plan
 * @param {AbortSignal | undefined} signal
 * @returns {AsyncGenerator<OrderedSection, void, void>}
 * @throws {ContentError} no such file, or one that lacks a section
 * @throws {InputError} a stream whose order needs more memory than a section of it
 */
export async function* sectionsInOrder(file, plan, signal) {
  const { kind, required, optional, isKept } = plan;
  const { letters } = kind;
  const source = new Source(file, letters, signal);
  const { hasRandomAccess, length: fileLength } = source;
  const nameOf = (/** @type {number} */ id) => `section ${id} (${kind.sections.get(id)})`;
  /** @type {Set<number>} */
  const given = new Set();
  const missingFor = (/** @type {number} */ id) =>
    plan.before(id, fileLength !== undefined).find((own) => !given.has(own));
  /** @type {Array<{ section: Section, file: unknown, position: number }>} */
  const early = [];
  /** Those that wait no longer. */
  const ready = async function* () {
    for (
      let i;
      (i = early.findIndex(({ section }) => missingFor(section.id) === undefined)) >= 0;
    ) {
      const [{ section, file: own, position }] = early.splice(i, 1);
      const part = new Source(own, letters, signal, position);
      try {
        yield { ...section, letters, source: part, fileLength };
      } finally {
        part.close();
      }
      given.add(section.id);
    }
  };
  try {
    for await (const section of readSections(source, kind)) {
      const { id, size, name } = section;
      if (!required.includes(id) && !optional.includes(id)) {
        if (!plan.refusesOthers) continue;
        throw new ContentError(`${letters}: ${name}: expected none, got one`);
      }
      if (size > plan.most(id)) {
        const expected = `at most ${plan.most(id)} bytes`;
        throw new ContentError(`${letters}: ${name}: expected ${expected}, got ${size}`);
      }
      const missing = missingFor(id);
      if (missing === undefined) {
        yield { ...section, letters, source, fileLength };
        given.add(id);
        yield* ready();
      } else if (hasRandomAccess) early.push({ section, file, position: source.position });
      else if (isKept) early.push({ section, file: await source.read(size, name), position: 0 });
      else {
        throw new InputError(
          `${letters}: ${name}: expected ${nameOf(missing)} before it in a stream, got it first: pass a Blob or all bytes, or open the key with provingKey`,
        );
      }
    }
  } finally {
    source.close();
  }
  const waiting = new Set(early.map(({ section }) => section.id));
  for (const id of required) {
    if (given.has(id) || waiting.has(id)) continue;
    throw new ContentError(`${letters}: ${nameOf(id)}: expected one, got none`);
  }
}
