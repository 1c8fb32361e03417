/** BLAKE2b-512 (RFC 7693, without a key) in WebAssembly, in the memory of an instance. */

import { CHUNK_BYTES, endOf, lengthOf, takeChunks } from './hash-blocks.js';

/** @import { Arena } from './kernels/arena.js' */
/** @import { KernelModule, Load } from './kernels/compile.js' */
/** @import { Blake2b, Midstate } from '../../port/engine.js' */

const BLOCK_BYTES = 128;
const DIGEST_BYTES = 64;

/**
 * @type {(arena: Arena, load: Load, source?: KernelModule['source']) => Promise<Blake2b>}
 * @throws {import('../../errors.js').EnvironmentError} the runtime forbids WebAssembly
 */
export async function openBlake2b(arena, load, source) {
  const wasm = /** @type {any} */ (await load({ name: 'blake2b', source }));
  /**
   * Takes the first `total` bytes of the parts: whole blocks, or if `isLast` the end of a message.
   * @type {(parts: readonly Uint8Array[], total: number, midstate: Midstate | undefined,
   *   isLast: boolean) => Uint8Array<ArrayBuffer>}
   */
  const take = (parts, total, midstate, isLast) =>
    arena.borrow(CHUNK_BYTES, (chunk) => {
      const { u8 } = arena;
      if (midstate) {
        u8.set(midstate.state, chunk);
        const bytes = Uint32Array.of(midstate.bytes, midstate.bytes / 2 ** 32);
        u8.set(new Uint8Array(bytes.buffer), chunk + DIGEST_BYTES);
        wasm.resume(chunk);
      } else wasm.begin();
      let rest = total;
      const end = (/** @type {number} */ bytes) => {
        const whole = bytes - (bytes % BLOCK_BYTES || (bytes && BLOCK_BYTES));
        if (whole > 0) wasm.blocks(chunk, whole / BLOCK_BYTES, 0);
        u8.fill(0, chunk + bytes, chunk + whole + BLOCK_BYTES);
        wasm.blocks(chunk + whole, 1, bytes - whole + 1);
      };
      takeChunks(arena, parts, { total, chunk }, (bytes) => {
        rest -= bytes;
        if (isLast && rest === 0) end(bytes);
        else wasm.blocks(chunk, bytes / BLOCK_BYTES, 0);
      });
      if (isLast && total === 0) end(0);
      wasm.state(chunk);
      return u8.slice(chunk, chunk + DIGEST_BYTES);
    });
  return {
    digest: (parts, midstate) => take(parts, lengthOf(parts), midstate, true),
    absorb(parts, midstate) {
      // The last block is taken as such, though it be full.
      const whole = Math.max(Math.ceil(lengthOf(parts) / BLOCK_BYTES) - 1, 0) * BLOCK_BYTES;
      const state = take(parts, whole, midstate, false);
      const bytes = (midstate?.bytes ?? 0) + whole;
      return { midstate: { state, bytes }, left: endOf(parts, whole) };
    },
  };
}
