/**
 * Reads modules from text (wasm-gen/emit/text-format.js), by a module of its own
 * (wasm-gen/emit/text-decoder.js): only runtimes that compile need bytes to compile.
 */

import { hex } from '../../../generated/decoder.js';
import { fromHex, toUtf8 } from '../../../math/text.js';

const PAGE = 65536;

/** Where the text begins in the module's memory, after its tables. */
const TEXT = 0x500;

/** Compiled at first use. @type {WebAssembly.Module | undefined} */
let decoder;

/**
 * @param {string} text from the encoder; not validated
 * @returns {Uint8Array<ArrayBuffer>} the module
 * @throws {WebAssembly.CompileError} where the runtime compiles nothing
 */
export function decodeModule(text) {
  decoder ??= new WebAssembly.Module(fromHex(hex));
  // Bytes that the text leaves out are fewer than its own; one page more, for the tables.
  const initial = Math.ceil((3 * text.length) / PAGE) + 1;
  const memory = new WebAssembly.Memory(/** @type {any} */ ({ __proto__: null, initial }));
  const { exports } = new WebAssembly.Instance(decoder, { env: { memory } });
  const bytes = new Uint8Array(memory.buffer);
  // The runtime's own takes a hundredth of the time, where there is one.
  const encoded = globalThis.TextEncoder ? new TextEncoder().encode(text) : toUtf8(text);
  bytes.set(encoded, TEXT);
  const end = TEXT + encoded.length;
  return bytes.slice(end, /** @type {any} */ (exports).decode(TEXT, end));
}
