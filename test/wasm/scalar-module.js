/** A group's scalar module in a memory of its own, with BigInt access. */
import { expect } from 'vitest';

import { mod, toBytesLE } from '../../src/math/modular.js';
import { emitScalarModule } from '../../wasm-gen/scalar/index.js';
import { instantiate } from '../support/instantiate.js';

/** @import { ScalarConfig } from '../../wasm-gen/scalar/index.js' */

/** Scalars are below. */
export const LIMIT = 1n << 256n;
const SOURCE = 0;
const PAGE = 65536;
const PAGES = 64;
/** Fills memory that must not change. */
export const GUARD = 0xa5;

/** @param {bigint} a */
export const abs = (a) => (a < 0n ? -a : a);
/** @param {bigint} a */
export const bitLength = (a) => (a === 0n ? 0 : abs(a).toString(2).length);
/** A reproducible stream of integers below 2^256 (xorshift128+). @param {bigint} seed */
export function randomIntegers(seed) {
  let [a, b] = [seed, 0x9e3779b97f4a7c15n];
  const word = () => {
    let t = BigInt.asUintN(64, a ^ (a << 23n));
    t ^= b ^ (t >> 17n) ^ (b >> 26n);
    [a, b] = [b, t];
    return BigInt.asUintN(64, a + b);
  };
  return () => (word() << 192n) | (word() << 128n) | (word() << 64n) | word();
}

/** @param {ScalarConfig} config */
export async function load(config) {
  const order = { staticBase: (PAGES - 1) * PAGE, staticEnd: PAGES * PAGE };
  const memory = new WebAssembly.Memory({ initial: PAGES });
  const wasm = await instantiate({ module: emitScalarModule(config, order) }, memory);
  return { wasm, memory, partBytes: wasm.part_bytes.value, parts: wasm.parts.value };
}

/** @typedef {Awaited<ReturnType<typeof load>>} Module */

/** @param {Module} module @param {number} address */
function readPart({ memory, partBytes }, address) {
  const bytes = new Uint8Array(memory.buffer, address, partBytes);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .reverse()
    .join('');
  return BigInt.asIntN(8 * partBytes, BigInt(`0x${hex}`));
}

/** @param {Module} module @param {number} address @param {bigint[]} parts */
export function writeParts({ memory, partBytes }, address, parts) {
  const bytes = new Uint8Array(memory.buffer);
  parts.forEach((part, i) => {
    bytes.set(toBytesLE(BigInt.asUintN(8 * partBytes, part), partBytes), address + partBytes * i);
  });
}

/**
 * The parts of each scalar, as `split` reports of them; nothing beside them is written.
 * @param {Module} module
 * @param {bigint[]} scalars
 */
export function split(module, scalars) {
  const { wasm, memory, partBytes, parts } = module;
  const count = scalars.length;
  const target = SOURCE + 32 * count + 64;
  const size = parts * count * partBytes;
  const bytes = new Uint8Array(memory.buffer);
  scalars.forEach((k, i) => bytes.set(toBytesLE(k, 32), SOURCE + 32 * i));
  bytes.fill(GUARD, target - 64, target + size + 64);
  const report = 8 * Math.ceil((target + size + 64) / 8);
  const bits = wasm.split(target, SOURCE, count, report);
  const around = [
    ...bytes.slice(target - 64, target),
    ...bytes.slice(target + size, target + size + 64),
  ];
  expect(around.every((byte) => byte === GUARD)).toBe(true);
  const part = (/** @type {number} */ i) => readPart(module, target + partBytes * i);
  const partsOf = (/** @type {number} */ i) =>
    Array.from({ length: parts }, (_, j) => part(j * count + i));
  const all = scalars.map((_, i) => partsOf(i));
  const [filled, firstImage] = new Int32Array(memory.buffer, report, 2);
  expect(filled).toBe(all.flat().filter(Boolean).length);
  const first = all.findIndex(([, ...others]) => others.some(Boolean));
  expect(firstImage).toBe(first < 0 ? count : first);
  return { bits, parts: all };
}

/**
 * All tuples of n entries.
 * @template T
 * @param {readonly T[]} entries
 * @param {number} n
 * @returns {T[][]}
 */
export const tuples = (entries, n) =>
  n === 0 ? [[]] : tuples(entries, n - 1).flatMap((tuple) => entries.map((e) => [...tuple, e]));

/**
 * Σ λ^j·k_j mod r.
 * @param {bigint[]} parts
 * @param {bigint} lambda
 * @param {bigint} r
 */
export const fromParts = (parts, lambda, r) =>
  mod(
    parts.reduceRight((sum, part) => sum * lambda + part, 0n),
    r,
  );
