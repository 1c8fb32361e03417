/**
 * A module in the engine that runs this, with all its functions. The bytes of its code are those
 * that ship; only its exports are others. An engine without wide arithmetic runs each of these
 * three instructions as a call of a function that does the same.
 */
import { setFlagsFromString } from 'node:v8';
import { Refused } from '../kernel/refused.js';
import { Reader } from '../kernel/wasm/reader.js';

/** @import { Module } from '../kernel/wasm/decode.js' */

// Later versions have relaxed SIMD, and need not know the flag.
if (process.version.startsWith('v20.')) setFlagsFromString('--experimental-wasm-relaxed-simd');

/** Of a module in the engine: static memory, and what runs are given. */
const PAGES = 5;

/** LEB128. @param {number} number @returns {number[]} */
const leb = (number) => (number < 128 ? [number] : [(number & 127) | 128, ...leb(number >>> 7)]);

/** A section, or anything that begins with its length. @param {number[]} content */
const sized = (content) => [...leb(content.length), ...content];

/** @param {number} k */
const get = (k) => [0x20, k];
const [ADD, SUB, MUL, AND, SHR, LESS, EXTEND] = [0x7c, 0x7d, 0x7e, 0x83, 0x88, 0x54, 0xad];
const low = (/** @type {number[]} */ x) => [...x, 0x42, 0xff, 0xff, 0xff, 0xff, 0x0f, AND];
const high = (/** @type {number[]} */ x) => [...x, 0x42, 32, SHR];
const [A, B, C, D, E] = [0, 1, 2, 3, 4].map(get);
const times = (/** @type {number[]} */ x, /** @type {number[]} */ y) => [...x, ...y, MUL];

/** Wide arithmetic (proposal, §Overview) by other instructions: locals, and code. */
const WIDE = new Map([
  [
    'i64.add128',
    [
      [1, 1, 0x7e],
      [...A, ...C, ADD, 0x22, 4, ...B, ...D, ADD, ...E, ...A, LESS, EXTEND, ADD],
    ],
  ],
  ['i64.sub128', [[0], [...A, ...C, SUB, ...B, ...D, SUB, ...A, ...C, LESS, EXTEND, SUB]]],
  [
    'i64.mul_wide_u',
    [
      [1, 2, 0x7e],
      [
        ...times(A, B),
        ...[...times(high(A), low(B)), ...high(times(low(A), low(B))), ADD, 0x21, 2],
        ...[...times(low(A), high(B)), ...low(C), ADD, 0x21, 3],
        ...[...times(high(A), high(B)), ...high(C), ADD, ...high(D), ADD],
      ],
    ],
  ],
]);
const WIDE_TYPES = [4, 2].map((n) => [0x60, n, ...Array(n).fill(0x7e), 2, 0x7e, 0x7e]);

/** A list with more at its end. @param {Uint8Array} content @param {number[][]} more */
function extended(content, more) {
  const reader = new Reader(content);
  const count = reader.u32();
  return [...leb(count + more.length), ...content.slice(reader.at), ...more.flat()];
}

/**
 * Bodies in which each wide instruction is a call.
 * @param {Uint8Array} bytes
 * @param {Module} module
 * @param {number} first the function of the first of them
 */
function loweredBodies(bytes, { functions }, first) {
  const names = [...WIDE.keys()];
  const bodies = functions.map(({ code, from = 0, to = 0 }) => {
    const body = [];
    let at = from;
    for (const one of code) {
      const k = names.indexOf(one.op);
      if (k < 0) continue;
      for (; at < (one.from ?? 0); at++) body.push(bytes[at]);
      body.push(0x10, ...leb(first + k));
      at = one.to ?? 0;
    }
    for (; at < to; at++) body.push(bytes[at]);
    return sized(body);
  });
  const wide = [...WIDE.values()].map(([locals, code]) => sized([...locals, ...code, 0x0b]));
  return [...leb(bodies.length + wide.length), ...bodies.flat(), ...wide.flat()];
}

/**
 * The module with each function exported under its index.
 * @param {Uint8Array} bytes
 * @param {Module} module
 * @param {boolean} isLowered
 */
function exportingAll(bytes, module, isLowered) {
  const first = module.imports.length + module.functions.length;
  const exported = Array.from({ length: first }, (_, i) => {
    const name = [...String(i)].map((c) => c.charCodeAt(0));
    return [...sized(name), 0, ...leb(i)];
  });
  const reader = new Reader(bytes);
  const parts = [reader.bytesOf(8)];
  const types = [0];
  while (!reader.isAtEnd()) {
    const start = reader.at;
    const id = reader.byte();
    const content = reader.bytesOf(reader.size());
    if (id === 1) types[0] = new Reader(content).u32();
    const [wide, multiply] = [types[0], types[0] + 1];
    const other =
      id === 7
        ? [...leb(exported.length), ...exported.flat()]
        : !isLowered
          ? null
          : id === 1
            ? extended(content, WIDE_TYPES)
            : id === 3
              ? extended(
                  content,
                  [[wide], [wide], [multiply]].map(([k]) => leb(k)),
                )
              : id === 10
                ? loweredBodies(bytes, module, first)
                : null;
    parts.push(other ? new Uint8Array([id, ...sized(other)]) : bytes.slice(start, reader.at));
  }
  return Buffer.concat(parts);
}

/**
 * @typedef {object} Engine
 * @property {Module} module
 * @property {Uint8Array} memory
 * @property {DataView} view
 * @property {boolean} isLowered
 * @property {(index: number, operands: (number | bigint)[]) => number | bigint | undefined} call
 */

/**
 * @param {Uint8Array} bytes
 * @param {Module} module what they decode to
 * @returns {Engine}
 */
export function engineOf(bytes, module) {
  const isLowered = !WebAssembly.validate(/** @type {any} */ (bytes));
  const all = exportingAll(bytes, module, isLowered);
  if (!isLowered && Buffer.compare(codeOf(all), codeOf(bytes)) !== 0)
    throw new Refused('the code in the engine is not that of the module');
  const shared = new WebAssembly.Memory({ initial: PAGES });
  const { exports } = instanceOf(all, shared);
  return {
    module,
    isLowered,
    memory: new Uint8Array(shared.buffer),
    view: new DataView(shared.buffer),
    call: (index, operands) => /** @type {Function} */ (exports[index])(...operands),
  };
}

/** @param {any} bytes @param {WebAssembly.Memory} memory */
function instanceOf(bytes, memory) {
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) throw new Refused(error.message);
    throw error;
  }
}

/** The section of code. @param {Uint8Array} bytes */
function codeOf(bytes) {
  const reader = new Reader(bytes);
  reader.skipTo(8);
  while (!reader.isAtEnd()) {
    const id = reader.byte();
    const content = reader.bytesOf(reader.size());
    if (id === 10) return content;
  }
  throw new Refused('a module without code');
}
