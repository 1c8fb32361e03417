/**
 * SHA-256 in WebAssembly, in the memory of an instance: several times as fast as JavaScript.
 */

import { CHUNK_BYTES, endOf, lengthOf, takeChunks } from './hash-blocks.js';

/** @import { Arena } from './kernels/arena.js' */
/** @import { KernelExports, KernelModule, Load } from './kernels/compile.js' */
/** @import { MessageHash, Midstate } from '../../port/engine.js' */

export const BLOCK_BYTES = 64;
export const DIGEST_BYTES = 32;

/**
 * @type {(arena: Arena, load: Load, source?: KernelModule['source']) => Promise<MessageHash>}
 * @throws {import('../../errors.js').EnvironmentError} the runtime forbids WebAssembly
 */
export async function openSha256(arena, load, source) {
  return sha256Of(arena, await load({ name: 'sha256', source }));
}

/**
 * The module's state is that of one message from its start to its end, so a call never leaves one
 * behind: what outlives it is a midstate.
 * @type {(arena: Arena, exports: KernelExports) => MessageHash}
 */
function sha256Of(arena, exports) {
  const wasm = /** @type {any} */ (exports);
  /**
   * Takes the first `total` bytes of the parts, whole blocks.
   * @param {readonly Uint8Array[]} parts
   * @param {number} total
   * @param {Midstate | undefined} midstate
   * @returns {Uint8Array} the state
   */
  const take = (parts, total, midstate) =>
    arena.borrow(Math.max(Math.min(total, CHUNK_BYTES), DIGEST_BYTES), (chunk) => {
      const { u8 } = arena;
      if (midstate) {
        u8.set(midstate.state, chunk);
        wasm.resume(chunk);
      } else wasm.begin();
      takeChunks(arena, parts, { total, chunk }, (bytes) =>
        wasm.blocks(chunk, bytes / BLOCK_BYTES),
      );
      wasm.digest(chunk);
      return u8.slice(chunk, chunk + DIGEST_BYTES);
    });
  /** @type {MessageHash['expand']} */
  const expand = (first, tag, count) => {
    const message = DIGEST_BYTES + 1 + tag.length;
    const end = padding(message);
    const [target, block] = [DIGEST_BYTES, DIGEST_BYTES * (count + 1)];
    return arena.borrow(block + message + end.length, (at) => {
      const { u8 } = arena;
      u8.set(first, at);
      u8.set(first, at + block);
      u8[at + block + DIGEST_BYTES] = 1;
      u8.set(tag, at + block + DIGEST_BYTES + 1);
      u8.set(end, at + block + message);
      wasm.expand(at + target, at, at + block, (message + end.length) / BLOCK_BYTES, count);
      return u8.slice(at + target, at + block);
    });
  };
  return {
    lanes: null,
    expand,
    digest(parts, midstate) {
      const before = midstate?.bytes ?? 0;
      const total = lengthOf(parts);
      const end = padding(before + total);
      return take([...parts, end], total + end.length, midstate);
    },
    absorb(parts, midstate) {
      const whole = lengthOf(parts) - (lengthOf(parts) % BLOCK_BYTES);
      const state = take(parts, whole, midstate);
      const bytes = (midstate?.bytes ?? 0) + whole;
      return { midstate: { state, bytes }, left: endOf(parts, whole) };
    },
  };
}

/** @param {number} total @returns {Uint8Array} the bytes after a message, up to a whole block */
export function padding(total) {
  const end = new Uint8Array(Math.ceil((total + 9) / BLOCK_BYTES) * BLOCK_BYTES - total);
  end[0] = 0x80;
  const view = new DataView(end.buffer, end.length - 8);
  view.setUint32(0, Math.floor(total / 2 ** 29));
  view.setUint32(4, total * 8);
  return end;
}
