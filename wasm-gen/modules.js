/** Every wasm module of the package: its generator, and its range of static memory. */

import { curves } from '../src/curves/index.js';
import { listModules, otherModules, pointModules } from './curve-modules.js';
import { emitTextDecoder } from './emit/text-decoder.js';
import { sharedNames } from './exports.js';
import { emitBlake2b } from './hash/blake2b.js';
import { emitSha256Lanes } from './hash/sha256-lanes.js';
import { emitSha256 } from './hash/sha256.js';
import { kernels } from './kernels.js';
import { atBase, layOut, placed } from './static-memory.js';

/** @import { ModuleBuilder } from './emit/module.js' */
/** @import { Module, Range, Source } from './static-memory.js' */

/**
 * @param {string} name
 * @param {(place: any) => ModuleBuilder} emit
 * @returns {Source} of a module that any instance may load
 */
const everywhere = (name, emit) => ({ name, slot: name, entry: null, emit });

/** Modules of points first, the portable ones lowest: small addresses are short in the text. */
const sources = [
  ...kernels.flatMap((_, i) => curves.map((config) => pointModules(config)[i])),
  ...curves.flatMap(otherModules),
  ...curves.flatMap(listModules),
  everywhere('sha256', (place) => emitSha256(place).withExports(sharedNames)),
  everywhere('sha256-lanes', (place) => emitSha256Lanes(place).withExports(sharedNames)),
  everywhere('blake2b', (place) => emitBlake2b(place).withExports(sharedNames)),
  everywhere('decoder', emitTextDecoder),
];

/** The ranges of static memory. Takes seconds: every module is emitted to find its size. */
export const staticRanges = () => atBase(layOut(sources));

/**
 * All modules.
 * @param {readonly Range[]} ranges of all
 * @param {boolean} [debug] builds that assert ranges
 * @returns {Module[]}
 */
export const modulesIn = (ranges, debug = false) => placed(sources, ranges, debug);
