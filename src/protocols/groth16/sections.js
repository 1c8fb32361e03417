/**
 * The container of zkey and wtns files: four letters, a version and a number of sections, then the
 * sections, in any order: a number, a length of eight bytes, and a body. Little-endian
 * (binfileutils of iden3).
 */
import { ContentError } from './content-error.js';

/** @import { Source } from './source.js' */

/**
 * A kind of file: its letters, its version, and its sections' names by number.
 * @typedef {{ letters: string, version: number, sections: ReadonlyMap<number, string> }} FileKind
 */

/** The kind of file that holds a key. */
export const ZKEY = {
  letters: 'zkey',
  version: 1,
  sections: new Map([
    [1, 'protocol'],
    [2, 'header'],
    [3, 'IC'],
    [4, 'coefficients'],
    [5, 'A'],
    [6, 'B1'],
    [7, 'B2'],
    [8, 'C'],
    [9, 'H'],
    [10, 'contributions'],
  ]),
};

/** The kind of file that holds a witness. */
export const WTNS = {
  letters: 'wtns',
  version: 2,
  sections: new Map([
    [1, 'header'],
    [2, 'values'],
  ]),
};

/** Bytes before the sections, and before the body of one. */
export const [HEAD_BYTES, SECTION_BYTES] = [12, 12];

/** Sections of a file at most: those of other protocols are counted, too. */
const MOST_SECTIONS = 64;

/**
 * A section whose body comes next. `name`: for messages.
 * @typedef {{ id: number, size: number, name: string }} Section
 */

/**
 * Reads the container. The caller reads the body of a section before it goes on; what it leaves is
 * skipped.
 * @param {Source} source
 * @param {FileKind} kind
 * @returns {AsyncGenerator<Section, void, void>}
 * @throws {ContentError} no such file, a section that comes twice, or another number of bytes than
 *   the sections have
 */
export async function* readSections(source, { letters, version, sections }) {
  const head = await source.read(HEAD_BYTES, 'head');
  const got = String.fromCharCode(...head.subarray(0, 4));
  if (got !== letters) {
    const shown = /^[\x20-\x7e]{4}$/.test(got) ? `'${got}'` : 'other bytes';
    throw new ContentError(
      `${letters}: expected a file that begins with '${letters}', got ${shown}`,
    );
  }
  const view = viewOf(head);
  const own = view.getUint32(4, true);
  if (own !== version)
    throw new ContentError(`${letters}: expected version ${version}, got ${own}`);
  const count = view.getUint32(8, true);
  if (count > MOST_SECTIONS) {
    throw new ContentError(`${letters}: expected at most ${MOST_SECTIONS} sections, got ${count}`);
  }
  const seen = new Set();
  for (let i = 0; i < count; i++) {
    const start = viewOf(await source.read(SECTION_BYTES, `head of section ${i + 1} of ${count}`));
    const id = start.getUint32(0, true);
    const name = `section ${id} (${sections.get(id) ?? 'unknown'})`;
    if (seen.has(id)) throw new ContentError(`${letters}: ${name}: expected one, got two`);
    seen.add(id);
    const size = Number(start.getBigUint64(4, true));
    if (!Number.isSafeInteger(size)) {
      throw new ContentError(`${letters}: ${name}: expected a length of a file, got ${size}`);
    }
    const end = source.position + size;
    yield { id, size, name };
    await source.skip(end - source.position, name);
  }
  if (!(await source.isAtEnd())) {
    throw new ContentError(`${letters}: expected the end after ${count} sections, got more bytes`);
  }
}

/** @param {Uint8Array} bytes */
export const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
