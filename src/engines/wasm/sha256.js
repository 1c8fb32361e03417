/** SHA-256 in WebAssembly, in the memory of an instance: several times as fast as JavaScript. */

import { loadKernel } from './kernels/load.js';

/** @import { Arena } from './kernels/arena.js' */
/** @import { Sha256 } from '../../port/engine.js' */

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

/** Bytes of a message that are in memory at once. */
const CHUNK_BYTES = 1 << 16;

/**
 * @param {Arena} arena
 * @param {Record<string, WebAssembly.Module>} [modules] precompiled, by file name
 * @returns {Promise<Sha256>}
 * @throws {import('../../errors.js').EnvironmentError} the runtime forbids WebAssembly
 */
export async function openSha256(arena, modules) {
  const source = () => import('../../generated/sha256.js');
  const wasm = /** @type {any} */ (
    await loadKernel({ name: 'sha256', source }, modules, arena.memory)
  );
  return (parts) => {
    const total = parts.reduce((sum, part) => sum + part.length, 0);
    return arena.borrow(Math.min(paddedLength(total), CHUNK_BYTES), (chunk) => {
      const { u8 } = arena;
      let filled = 0;
      const take = (/** @type {Uint8Array} */ part) => {
        for (let at = 0; at < part.length;) {
          const piece = part.subarray(at, at + CHUNK_BYTES - filled);
          u8.set(piece, chunk + filled);
          at += piece.length;
          filled += piece.length;
          if (filled === CHUNK_BYTES) {
            wasm.blocks(chunk, CHUNK_BYTES / BLOCK_BYTES);
            filled = 0;
          }
        }
      };
      wasm.begin();
      parts.forEach(take);
      take(padding(total));
      if (filled > 0) wasm.blocks(chunk, filled / BLOCK_BYTES);
      wasm.digest(chunk);
      return u8.slice(chunk, chunk + DIGEST_BYTES);
    });
  };
}

/** Bytes of a message with its end: a byte, zeros, and its length in bits. @param {number} total */
const paddedLength = (total) => Math.ceil((total + 9) / BLOCK_BYTES) * BLOCK_BYTES;

/** @param {number} total @returns {Uint8Array} the bytes after a message */
function padding(total) {
  const end = new Uint8Array(paddedLength(total) - total);
  end[0] = 0x80;
  const view = new DataView(end.buffer, end.length - 8);
  view.setUint32(0, Math.floor(total / 2 ** 29));
  view.setUint32(4, total * 8);
  return end;
}
