/** The wasm modules of one curve, by its config. */

import { memberNames, sharedNames } from './exports.js';
import { kernels } from './kernels.js';
import { pairingName } from './pairing/config.js';
import { emitScalarModule } from './scalar/index.js';

/** @import { Emitters } from './kernels.js' */
/** @import { Source } from './static-memory.js' */

/** A config of src/curves/, or a completed one of a user's (own/config.js). @typedef {any} Curve */

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
export const pointModules = (config) =>
  perKernel({
    ...{ config, entry: config.entry.path },
    kind: 'edwards' in config ? 'edwards' : 'weierstrass',
    name: (kernel) => `${config.name}.${kernel}`,
    names: (kernel) => memberNames(kernel, config.traits),
  });

/**
 * The other modules of a curve: its scalars, the map that hashes to it, its pairing, polynomials.
 * @type {(config: Curve) => Source[]}
 */
export function otherModules(config) {
  const { name: curve, entry, traits } = config;
  const name = `${curve}.scalar`;
  const shared = { config, entry: entry.path, names: () => sharedNames };
  const [map, polynomials, pairing] = [`${curve}.map`, `${curve}.polynomials`, pairingName(config)];
  return [
    {
      ...{ name, slot: name, entry: entry.path },
      emit: (place) => emitScalarModule(config, place).withExports(memberNames('scalar', traits)),
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
 * The modules of a field that belongs to no curve, on one kernel; none where that has no lists.
 * @type {(config: { name: string, order: bigint, entry: { path: string } }, kernel: string) =>
 *   Source[]}
 */
export const fieldModules = (config, kernel) =>
  /** @type {const} */ (['polynomials', 'lists']).flatMap((kind) =>
    perKernel({
      ...{ config, entry: config.entry.path, kind, names: () => sharedNames },
      slot: `${config.name}.${kind}`,
      name: (name) => `${config.name}.${kind}-${name}`,
    }).filter(({ name }) => name.endsWith(`-${kernel}`)),
  );

/**
 * The modules of a curve's scalar field, beside those of polynomials.
 * @param {Curve} config
 */
export const listModules = (config) =>
  'scalarGenerator' in config && config.traits.polynomials
    ? perKernel({
        ...{ config, entry: config.entry.path, kind: 'lists', names: () => sharedNames },
        slot: `${config.name}.lists`,
        name: (kernel) => `${config.name}.lists-${kernel}`,
      })
    : [];
