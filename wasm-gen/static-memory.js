/**
 * Static memory: constants and scratch of the modules, below the arena. The modules of an instance
 * share one memory, so the ranges of two that can be in one instance must not overlap. The build
 * measures what each module takes and lays them out; nobody chooses an address.
 */

import { ARENA_BASE } from '../src/engines/wasm/kernels/arena.js';

/** @import { ModuleBuilder } from './emit/module.js' */

/** @typedef {{ staticBase: number, staticEnd: number }} Place */

/**
 * A module whose place in memory is open. `slot`: an instance has at most one of the modules with
 * the same slot. `entry`: only modules of one entry share an instance; null is part of all.
 * @typedef {{ name: string, slot: string, entry: string | null,
 *   emit: (place: Place, debug?: boolean) => ModuleBuilder }} Source
 */

/**
 * A range of memory, and the modules that have it.
 * @typedef {Place & { entry: string | null, names: string[] }} Range
 */

/** @typedef {{ name: string, emit: () => ModuleBuilder }} Module */

const PAGE = 65536;

/** For modules without static memory. */
const NOWHERE = { staticBase: 0, staticEnd: 0 };

/** Address 0 is the empty reference, so nothing is there. */
const FIRST = 1024;

/** Ranges begin at multiples of four cache lines. */
const ALIGNMENT = 256;

/**
 * Allocates from a module's share of static memory, in multiples of a vector.
 * @param {{ name: string, staticEnd?: number }} module told how far it gets
 * @param {number} base
 * @param {number} end
 * @returns {(bytes: number) => number}
 */
export function staticMemory(module, base, end) {
  let next = base;
  return (bytes) => {
    const address = next;
    next += Math.ceil(bytes / 16) * 16;
    if (next > end) {
      throw new RangeError(`${module.name}: static memory ends at ${end}, needs ${next}`);
    }
    module.staticEnd = next;
    return address;
  };
}

/**
 * The ranges of all modules that need memory. Those of an entry follow each other in the order
 * given, from the bottom; those of every entry come after the longest.
 * @type {(sources: readonly Source[]) => Range[]}
 * @throws {RangeError} if they end in the arena
 */
export function layOut(sources) {
  const entries = new Set(sources.flatMap(({ entry }) => entry ?? []));
  const own = [...entries].flatMap((entry) => inOrder(sources, entry, FIRST));
  const shared = inOrder(sources, null, Math.max(...own.map(({ staticEnd }) => staticEnd)));
  const ranges = [...own, ...shared];
  const end = endOf(ranges);
  if (end > ARENA_BASE)
    throw new RangeError(`expected static memory to end before ${ARENA_BASE}, got ${end}`);
  return ranges;
}

/** @type {(ranges: readonly Range[]) => number} */
const endOf = (ranges) => Math.max(...ranges.map(({ staticEnd }) => staticEnd));

/**
 * The same ranges.
 * @template {readonly Range[]} Ranges
 * @param {Ranges} ranges of the whole library
 * @returns {Ranges}
 * @throws {RangeError} if the arena could begin a page earlier
 */
export function atBase(ranges) {
  const end = endOf(ranges);
  if (Math.ceil(end / PAGE) * PAGE !== ARENA_BASE)
    throw new RangeError(`expected static memory to end in the page before ${ARENA_BASE}: ${end}`);
  return ranges;
}

/**
 * Modules at their places.
 * @param {readonly Source[]} sources
 * @param {readonly Range[]} ranges of all
 * @param {boolean} [debug] builds that assert ranges
 * @returns {Module[]}
 */
export const placed = (sources, ranges, debug = false) =>
  sources.map(({ name, emit }) => {
    const range = ranges.find(({ names }) => names.includes(name));
    return { name, emit: () => emit(range ?? NOWHERE, debug) };
  });

/** @type {(sources: readonly Source[], entry: string | null, start: number) => Range[]} */
function inOrder(sources, entry, start) {
  /** @type {Map<string, { size: number, names: string[] }>} */
  const slots = new Map();
  for (const { name, slot, emit } of sources.filter((source) => source.entry === entry)) {
    const { staticEnd = FIRST } = emit({ staticBase: FIRST, staticEnd: Infinity });
    const { size, names } = slots.get(slot) ?? { size: 0, names: [] };
    slots.set(slot, { size: Math.max(size, staticEnd - FIRST), names: [...names, name] });
  }
  let end = start;
  return [...slots.values()].flatMap(({ size, names }) => {
    if (size === 0) return [];
    const staticBase = Math.ceil(end / ALIGNMENT) * ALIGNMENT;
    end = staticBase + size;
    return [{ entry, names, staticBase, staticEnd: end }];
  });
}

/** The tables of docs/memory-layout.md. @type {(ranges: readonly Range[]) => string} */
export function memoryTables(ranges) {
  const kib = (/** @type {number} */ bytes) => (bytes / 1024).toFixed(2).replace(/\.?0+$/, '');
  const rows = ranges.map(
    ({ entry, names, staticBase, staticEnd }) =>
      `| ${kib(staticBase)} – ${kib(staticEnd)} | ${entry ?? 'all'} | ${names.map((name) => `\`${name}\``).join(', ')} |`,
  );
  const arena = `| ${kib(ARENA_BASE)} – … | all | the arena |`;
  return ['| KiB | entry | modules |', '|---|---|---|', ...rows, arena].join('\n');
}
