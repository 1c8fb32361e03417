/** A group's scalar module in a memory of its own, with BigInt access. */
import { expect } from 'vitest';

import { toBytesLE } from '../../src/math/modular.js';
import { assemble } from '../../wasm-gen/emit/assemble.js';
import { emitScalarModule } from '../../wasm-gen/scalar/index.js';

/** Scalars are below. */
export const LIMIT = 1n << 256n;
const SOURCE = 0;
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

/** @param {{ name: string, order: bigint, endomorphism: { lambda: bigint } }} config */
export async function load(config) {
  const bytes = await assemble(config.name, emitScalarModule(config).toWat());
  const memory = new WebAssembly.Memory({ initial: 64 });
  const { instance } = await WebAssembly.instantiate(bytes, { env: { memory } });
  const wasm = /** @type {any} */ (instance.exports);
  return { wasm, memory, halfBytes: wasm.half_bytes.value, parts: wasm.parts.value };
}

/** @typedef {Awaited<ReturnType<typeof load>>} Module */

/** @param {Module} module @param {number} address */
function readHalf({ memory, halfBytes }, address) {
  const bytes = new Uint8Array(memory.buffer, address, halfBytes);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .reverse()
    .join('');
  return BigInt.asIntN(8 * halfBytes, BigInt(`0x${hex}`));
}

/** @param {Module} module @param {number} address @param {bigint[]} halves */
export function writeHalves({ memory, halfBytes }, address, halves) {
  const bytes = new Uint8Array(memory.buffer);
  halves.forEach((half, i) => {
    bytes.set(toBytesLE(BigInt.asUintN(8 * halfBytes, half), halfBytes), address + halfBytes * i);
  });
}

/**
 * The parts of each scalar; nothing beside them is written.
 * @param {Module} module
 * @param {bigint[]} scalars
 */
export function split(module, scalars) {
  const { wasm, memory, halfBytes, parts } = module;
  const count = scalars.length;
  const target = SOURCE + 32 * count + 64;
  const size = parts * count * halfBytes;
  const bytes = new Uint8Array(memory.buffer);
  scalars.forEach((k, i) => bytes.set(toBytesLE(k, 32), SOURCE + 32 * i));
  bytes.fill(GUARD, target - 64, target + size + 64);
  const bits = wasm.split(target, SOURCE, count);
  const around = [
    ...bytes.slice(target - 64, target),
    ...bytes.slice(target + size, target + size + 64),
  ];
  expect(around.every((byte) => byte === GUARD)).toBe(true);
  const half = (/** @type {number} */ i) => readHalf(module, target + halfBytes * i);
  const partsOf = (/** @type {number} */ i) =>
    Array.from({ length: parts }, (_, j) => half(j * count + i));
  return { bits, halves: scalars.map((_, i) => partsOf(i)) };
}
