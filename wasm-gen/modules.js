/** Every wasm module of the package: its generator, and its range of static memory. */

import { curves } from '../src/curves/index.js';
import { emitTextDecoder } from './emit/text-decoder.js';
import { memberNames, sharedNames } from './exports.js';
import { emitSha256Lanes } from './hash/sha256-lanes.js';
import { emitSha256 } from './hash/sha256.js';
import { kernels } from './kernels.js';
import { pairingName } from './pairing/config.js';
import { emitScalarModule } from './scalar/index.js';
import { layOut } from './static-memory.js';

/** @import { ModuleBuilder } from './emit/module.js' */
/** @import { Emitters } from './kernels.js' */
/** @import { Range, Source } from './static-memory.js' */

/** @typedef {{ name: string, emit: () => ModuleBuilder }} Module */

/** @typedef {(typeof curves)[number]} Curve */

/** For modules without static memory. */
const NOWHERE = { staticBase: 0, staticEnd: 0 };

/**
 * The modules of a kind, one for each kernel that has it.
 * @param {{ name: (kernel: string) => string, slot?: string, entry: string, config: any,
 *   kind: keyof Emitters, names: (kernel: string) => (name: string) => string | undefined }}
 *   options `slot`: if an instance loads one of them only
 * @returns {Source[]}
 */
const perKernel = ({ name: nameOf, slot, entry, config, kind, names }) =>
  kernels.flatMap(({ name: kernel, emit: { [kind]: emit } }) => {
    if (!emit) return [];
    const name = nameOf(kernel);
    const build = (/** @type {any} */ place, debug = false) =>
      emit(config, { ...place, debug }).module.withExports(names(kernel));
    return [{ name, slot: slot ?? name, entry, emit: build }];
  });

/**
 * The modules of points of a curve.
 * @param {Curve} config
 */
const pointModules = (config) =>
  perKernel({
    ...{ config, entry: config.entry.path },
    kind: 'edwards' in config ? 'edwards' : 'weierstrass',
    name: (kernel) => `${config.name}.${kernel}`,
    names: (kernel) => memberNames(kernel, config.traits),
  });

/**
 * The other modules of a curve: its scalars, the map that hashes to it, its pairing, polynomials.
 * @param {Curve} config
 * @returns {Source[]}
 */
function otherModules(config) {
  const { name: curve, entry, traits } = config;
  const name = `${curve}.scalar`;
  const shared = { config, entry: entry.path, names: () => sharedNames };
  const [map, polynomials, pairing] = [`${curve}.map`, `${curve}.polynomials`, pairingName(config)];
  return [
    {
      ...{ name, slot: name, entry: entry.path },
      emit: (place) =>
        emitScalarModule(/** @type {any} */ (config), place).withExports(
          memberNames('scalar', traits),
        ),
    },
    ...('hashing' in config
      ? perKernel({ ...shared, kind: 'map', slot: map, name: (kernel) => `${map}.${kernel}` })
      : []),
    ...(traits.polynomials
      ? perKernel({
          ...{ ...shared, kind: 'polynomials', slot: polynomials },
          name: (kernel) => `${polynomials}-${kernel}`,
        })
      : []),
    ...('pairing' in config
      ? perKernel({
          ...{ ...shared, kind: 'pairing', slot: pairing },
          name: (kernel) => `${pairing}.${kernel}`,
        })
      : []),
  ];
}

/**
 * The modules of a curve's scalar field, beside those of polynomials.
 * @param {Curve} config
 */
const listModules = (config) =>
  'scalarGenerator' in config && config.traits.polynomials
    ? perKernel({
        ...{ config, entry: config.entry.path, kind: 'lists', names: () => sharedNames },
        slot: `${config.name}.lists`,
        name: (kernel) => `${config.name}.lists-${kernel}`,
      })
    : [];

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
  everywhere('decoder', emitTextDecoder),
];

/** Their names. */
export const moduleNames = sources.map(({ name }) => name);

/** The ranges of static memory. Takes seconds: every module is emitted to find its size. */
export const staticRanges = () => layOut(sources);

/**
 * All modules.
 * @param {readonly Range[]} ranges of all
 * @param {boolean} [debug] builds that assert ranges
 * @returns {Module[]}
 */
export const modulesIn = (ranges, debug = false) =>
  sources.map(({ name, emit }) => {
    const range = ranges.find(({ names }) => names.includes(name));
    return { name, emit: () => emit(range ?? NOWHERE, debug) };
  });
