/** Files as snarkjs takes them, of the adapter snarkjs. */
import { InputError } from '../../errors.js';
import { isBytes, joined, readBytes } from '../../input/bytes.js';
import { describe } from '../../input/describe.js';
import { readFields } from '../../input/items.js';
import { readUrl } from '../../input/urls.js';

/**
 * A file: its bytes, or `{ type: 'mem', data }` with them; an URL; text, which is an URL in pages,
 * and elsewhere a path, or an URL with its scheme; `{ type: 'file', fileName }` with such text.
 * @typedef {string | URL | Uint8Array | { type: 'mem', data?: Uint8Array }
 *   | { type: 'file', fileName: string }} ZKArtifact
 */

/** @typedef {Uint8Array | AsyncGenerator<Uint8Array, void, void>} Source */

/**
 * @param {unknown} file
 * @param {string} what the argument, for messages
 * @param {AbortSignal} [signal]
 * @returns {Source}
 * @throws {InputError} no file
 */
export function sourceOf(file, what, signal) {
  if (isBytes(file)) return readBytes(file, what);
  const place = readUrl(file, what);
  if (place !== undefined) return piecesOf(place, signal);
  const { type, data, fileName } = readFields(file, ['type', 'data', 'fileName'], what);
  if (type === 'mem') return readBytes(data, `${what}.data`);
  if (type === 'file' && typeof fileName === 'string') return piecesOf(fileName, signal);
  throw new InputError(
    `${what}: expected bytes, a path, an URL, or an object of type 'mem' or 'file', ` +
      `got ${describe(file)}`,
  );
}

/** @type {(place: string, signal?: AbortSignal) => AsyncGenerator<Uint8Array, void, void>} */
async function* piecesOf(place, signal) {
  const { process } = /** @type {any} */ (globalThis);
  const fs = process?.getBuiltinModule?.('node:fs');
  const isFile = /^file:/i.test(place);
  if (fs && (isFile || !/^[a-z][a-z0-9+.-]+:/i.test(place))) {
    yield* fs.createReadStream(isFile ? new URL(place) : place, { signal });
    return;
  }
  const response = await fetch(place, { signal });
  if (!response.ok || !response.body) {
    throw new InputError(`${place}: expected a file, got status ${response.status}`);
  }
  const reader = response.body.getReader();
  try {
    for (let next; !(next = await reader.read()).done;) yield next.value;
  } finally {
    await reader.cancel();
  }
}

/**
 * A key, opened as far as its curve is known: by the length of its coordinates.
 * @param {Source} source
 * @returns {Promise<{ curve: 'bn128' | 'bls12381', zkey: Source, close: () => unknown }>}
 */
export async function opened(source) {
  if (isBytes(source)) return { curve: curveIn(source), zkey: source, close() {} };
  const { value } = await source.next();
  const all = async function* () {
    if (value) yield value;
    yield* source;
  };
  return { curve: curveIn(value), zkey: all(), close: () => source.return() };
}

/**
 * The curve of a key, by its header.
 * @param {Uint8Array | void} bytes the beginning of a key
 */
function curveIn(bytes) {
  if (!bytes) return 'bn128';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 12; at + 16 <= bytes.length;) {
    if (view.getUint32(at, true) === 2) {
      return view.getUint32(at + 12, true) === 48 ? 'bls12381' : 'bn128';
    }
    at += 12 + Number(view.getBigUint64(at + 4, true));
  }
  return 'bn128';
}

/**
 * A copy of a file, for its reader to overwrite. Pieces that were read for it are overwritten.
 * @type {(source: Source) => Promise<Uint8Array<ArrayBuffer>>}
 */
export async function copyOf(source) {
  if (isBytes(source)) return new Uint8Array(source);
  const pieces = [];
  for await (const piece of source) pieces.push(piece);
  const bytes = joined(pieces);
  for (const piece of pieces) piece.fill(0);
  return bytes;
}
