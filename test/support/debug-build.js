/**
 * With CURVEMILL_DEBUG: what the assertions of debug builds find is thrown, and guards stand around
 * every block of an arena and between the parts of scratch blocks. They are looked at when a block
 * is freed: whoever wrote beyond a part did so since it was allocated.
 *
 * Blocks begin as zeros. Nobody writes the coordinates of a point at infinity, and `batch_add`
 * subtracts them before it looks at the flag; what it makes of them is not used, but words left
 * there by another layout are no field elements, which the assertion of the subtraction reports.
 */
import { vi } from 'vitest';
import { Arena } from '../../src/engines/wasm/kernels/arena.js';

const LINE = 64;
const GUARD = 0xc5;

/** Addresses of guards by block. @type {WeakMap<Arena, Map<number, number[]>>} */
const guards = new WeakMap();

const { allocate, free } = Arena.prototype;

/** @param {Arena} arena */
function guardsOf(arena) {
  const known = guards.get(arena) ?? new Map();
  guards.set(arena, known);
  return known;
}

/** @param {Arena} arena @param {number} block @param {number[]} addresses */
function guard(arena, block, addresses) {
  for (const address of addresses) arena.u8.fill(GUARD, address, address + LINE);
  const known = guardsOf(arena);
  known.set(block, [...(known.get(block) ?? []), ...addresses]);
}

if (!Object.hasOwn(Arena.prototype, 'isGuarded')) {
  Object.defineProperty(Arena.prototype, 'isGuarded', { value: true });
  Arena.prototype.allocate = function (bytes, purpose) {
    const size = LINE * Math.ceil(bytes / LINE);
    const block = allocate.call(this, size + 2 * LINE, purpose) + LINE;
    this.u8.fill(0, block, block + size);
    guard(this, block, [block - LINE, block + size]);
    return block;
  };
  Arena.prototype.free = function (block) {
    const known = guardsOf(this).get(block);
    if (known === undefined) return free.call(this, block);
    guardsOf(this).delete(block);
    for (const address of known) {
      const bytes = this.u8.subarray(address, address + LINE);
      const at = bytes.findIndex((byte) => byte !== GUARD);
      if (at >= 0) throw new Error(`block at ${block}: wrote to the guard, byte ${address + at}`);
    }
    return free.call(this, block - LINE);
  };

  const { instantiate } = WebAssembly;
  const fail = (/** @type {number} */ number) => {
    throw new Error(`debug build: assertion ${number}, counted as its generator emits them`);
  };
  WebAssembly.instantiate = /** @type {any} */ (
    (/** @type {any} */ source, /** @type {any} */ imports) =>
      instantiate(source, { debug: { fail }, ...imports })
  );
}

vi.mock('../../src/engines/wasm/kernels/arena.js', async (importOriginal) => ({
  .../** @type {object} */ (await importOriginal()),
  /** @param {Arena} arena @param {Record<string, number>} sizes @param {string} purpose */
  allocateParts(arena, sizes, purpose) {
    /** @type {Record<string, number>} */
    const at = {};
    let total = 0;
    for (const part of Object.keys(sizes)) {
      at[part] = total;
      total += LINE * Math.ceil(sizes[part] / LINE) + LINE;
    }
    const block = arena.allocate(total, purpose);
    const ends = Object.keys(sizes).map((part) => {
      at[part] += block;
      return at[part] + LINE * Math.ceil(sizes[part] / LINE);
    });
    guard(arena, block, ends);
    return { block, at };
  },
}));
