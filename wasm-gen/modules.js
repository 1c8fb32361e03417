/**
 * Every wasm module of the package: its generator, and its range of the first pages of memory.
 *
 * All modules of an instance share one memory, so the ranges of two modules that can be in one
 * instance must not overlap, and the arena (src/engines/wasm/kernels/arena.js) begins at 192 KiB.
 * Only curves of one entry share an instance: each has the static memory of its place in that
 * entry.
 */

import { curves } from '../src/curves/index.js';
import { emitEdwardsFmaKernel } from './curve/edwards/fma/index.js';
import { emitEdwardsKernel } from './curve/edwards/index.js';
import { emitFmaKernel } from './curve/fma/index.js';
import { emitKernel } from './curve/index.js';
import { emitTextDecoder } from './emit/text-decoder.js';
import { memberNames, sharedNames } from './exports.js';
import { emitSha256Lanes } from './hash/sha256-lanes.js';
import { emitSha256 } from './hash/sha256.js';
import { POLYNOMIAL_KERNELS, emitPolynomialModule } from './polynomial/index.js';
import { emitMapModule } from './map/index.js';
import { pairingName } from './pairing/config.js';
import { emitPairingKernel } from './pairing/index.js';
import { emitFmaProbe, emitWideProbe } from './probe.js';
import { emitScalarModule } from './scalar/index.js';

/** @import { ModuleBuilder } from './emit/module.js' */

/** @typedef {{ staticBase: number, staticEnd: number }} Place */
/** @typedef {{ name: string, emit: () => ModuleBuilder }} Module */

const KIB = 1024;

/** @param {number} from @param {number} to in KiB @returns {Place} */
const place = (from, to) => ({ staticBase: from * KIB, staticEnd: to * KIB });

/**
 * Static memory by place in an entry. The second is the larger one: a curve over an
 * extension comes second.
 */
const PLACES = [
  { limbs30: place(1, 8), fma: place(8, 24), wide64: place(64, 74), order: place(60, 62) },
  { limbs30: place(24, 36), fma: place(36, 60), wide64: place(74, 90), order: place(62, 64) },
];

/** Static memory of the modules of polynomials, which one curve of an entry can have. */
const POLYNOMIALS = { limbs30: place(124, 127), fma: place(168, 180) };
/** Of the pairing of an entry; an instance loads one of its kernels. */
const PAIRING = place(90, 124);

/** The kernels of a pairing. */
export const PAIRING_KERNELS = /** @type {const} */ (['limbs30', 'wide64', 'fma']);

/**
 * Static memory of the modules that hash, of which an instance loads one for each curve.
 */
const MAPS = [place(128, 144), place(144, 168)];

/**
 * The modules of a curve.
 * @param {(typeof curves)[number]} curve
 * @param {number} [index] its place among the curves of its entry
 * @param {boolean} [debug] builds that assert ranges
 * @returns {Module[]}
 */
export function modulesOf(curve, index = 0, debug = false) {
  const places = PLACES[index];
  if (places === undefined) {
    throw new RangeError(`${curve.name}: expected ${PLACES.length} curves in an entry at most`);
  }
  const { order } = places;
  const [limbs30, fma, wide64] = [places.limbs30, places.fma, places.wide64].map((at) => ({
    ...at,
    debug,
  }));
  /** @type {any} the config types of the emitters are parts of it */
  const config = curve;
  const kernels =
    'edwards' in curve
      ? {
          limbs30: () => emitEdwardsKernel(config, 'limbs30', limbs30).module,
          fma: () => emitEdwardsFmaKernel(config, fma).module,
          wide64: () => emitEdwardsKernel(config, 'wide64', wide64).module,
        }
      : {
          limbs30: () => emitKernel(config, 'limbs30', limbs30).module,
          fma: () => emitFmaKernel(config, fma).module,
          wide64: () => emitKernel(config, 'wide64', wide64).module,
        };
  const scalar = () => emitScalarModule(config, curve.traits.signatures ? order : undefined);
  /** @type {Record<string, () => ModuleBuilder>} */
  const polynomials = {};
  for (const kernel of curve.traits.polynomials ? POLYNOMIAL_KERNELS : []) {
    polynomials[`polynomials-${kernel}`] = () =>
      emitPolynomialModule(config, kernel, POLYNOMIALS[kernel]).module;
  }
  const maps =
    'hashing' in curve
      ? {
          'map.limbs30': () => emitMapModule(config, 'limbs30', MAPS[index]).module,
          'map.fma': () => emitMapModule(config, 'fma', MAPS[index]).module,
          'map.wide64': () => emitMapModule(config, 'wide64', MAPS[index]).module,
        }
      : {};
  return Object.entries({ ...kernels, scalar, ...maps, ...polynomials }).map(([kernel, emit]) => ({
    name: `${curve.name}.${kernel}`,
    emit: () => emit().withExports(memberNames(kernel, curve.traits)),
  }));
}

/**
 * The pairing modules of a curve over Fp²; none if its config states no pairing.
 * @param {(typeof curves)[number]} curve
 * @returns {Module[]}
 */
export function pairingModulesOf(curve) {
  if (!('pairing' in curve)) return [];
  return PAIRING_KERNELS.map((kernel) => ({
    name: `${pairingName(curve)}.${kernel}`,
    emit: () => emitPairingKernel(curve, kernel, PAIRING).module.withExports(sharedNames),
  }));
}

/** @param {(typeof curves)[number]} curve its place among the curves of its entry */
const placeOf = ({ entry, name }) =>
  curves.filter(({ entry: { path } }) => path === entry.path).findIndex((c) => c.name === name);

/** @type {Module[]} */
const others = [
  ...curves.flatMap(pairingModulesOf),
  { name: 'sha256', emit: () => emitSha256(place(190, 191)).withExports(sharedNames) },
  { name: 'sha256-lanes', emit: () => emitSha256Lanes(place(188, 190)).withExports(sharedNames) },
  { name: 'probe.fma', emit: emitFmaProbe },
  { name: 'probe.wide', emit: emitWideProbe },
  { name: 'decoder', emit: emitTextDecoder },
];

/** All modules. @param {boolean} debug @returns {Module[]} */
export const modulesWith = (debug) => [
  ...curves.flatMap((curve) => modulesOf(curve, placeOf(curve), debug)),
  ...others,
];

/** @type {Module[]} */
export const modules = modulesWith(false);
