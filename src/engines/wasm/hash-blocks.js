/** Messages in parts, which a hash in WebAssembly takes block by block. */

/** @import { Arena } from './kernels/arena.js' */

/** Bytes of a message that are in memory at once: whole blocks of every hash. */
export const CHUNK_BYTES = 1 << 16;

/**
 * Has `take` take the first `total` bytes of the parts, in chunks that end with the last byte or
 * are full.
 * @param {Arena} arena
 * @param {readonly Uint8Array[]} parts
 * @param {{ total: number, chunk: number }} place `chunk`: address of CHUNK_BYTES, or of `total` if
 *   that is less
 * @param {(bytes: number) => void} take takes so many bytes at `chunk`
 */
export function takeChunks({ u8 }, parts, { total, chunk }, take) {
  let filled = 0;
  let rest = total;
  for (const part of parts) {
    for (let at = 0; at < part.length && rest > 0;) {
      const piece = part.subarray(at, at + Math.min(CHUNK_BYTES - filled, rest));
      u8.set(piece, chunk + filled);
      at += piece.length;
      filled += piece.length;
      rest -= piece.length;
      if (filled === CHUNK_BYTES) {
        take(filled);
        filled = 0;
      }
    }
  }
  if (filled > 0) take(filled);
}

/** @type {(parts: readonly Uint8Array[]) => number} */
export const lengthOf = (parts) => parts.reduce((sum, { length }) => sum + length, 0);

/**
 * The bytes of the parts after the first `start`.
 * @type {(parts: readonly Uint8Array[], start: number) => Uint8Array<ArrayBuffer>}
 */
export function endOf(parts, start) {
  const end = new Uint8Array(lengthOf(parts) - start);
  let at = -start;
  for (const part of parts) {
    if (at + part.length > 0) end.set(part.subarray(Math.max(-at, 0)), Math.max(at, 0));
    at += part.length;
  }
  return end;
}
