/**
 * Banderwagon: the group's parameters put together with an engine. No algorithms here.
 * Everything in this library runs in variable time: for public data only.
 */
import { banderwagonGroup } from './curves/groups/banderwagon.js';
import { elementParts } from './engines/wasm/elements.js';
import { createBanderwagonEncoding } from './group/encodings/banderwagon.js';
import { createGroup } from './group/group.js';
import { Instance, createParts } from './instance.js';
import { BANDERWAGON } from './engines/wasm/msm/prices.js';
import { mapToScalar, mapToScalars } from './protocols/verkle/field-map.js';
import { deriveBasis } from './protocols/verkle/pedersen-basis.js';
import { fromBytesLE } from './math/integers.js';
import { portableModules } from './engines/wasm/kernels/load.js';

/** @import { Group } from './group/group.js' */
/** @import { Point } from './group/point.js' */
/** @import { PointVector } from './group/point-vector.js' */
/** @import { InstanceOptions, InstanceParts } from './instance.js' */
/** @import { Verkle, VerkleOptions } from './protocols/verkle/verkle.js' */

/** @typedef {InstanceOptions} BanderwagonOptions */

/** What is imported when it is needed: engines/wasm/create.js says why here. */
const LOADERS = {
  loadFaster: () => import('./engines/wasm/faster.js'),
  loadTables: () => import('./engines/wasm/msm/fixed/fixed-msm.js'),
  loadCombs: () => import('./engines/wasm/msm/fixed/window-table-msm.js'),
  loadBigint: async () => (await import('./banderwagon-bigint.js')).createEngine,
};

const loadFixedBasis = () => import('./group/fixed-basis.js');

/** The generated modules, imported when they are needed. */
const KERNELS = {
  ...LOADERS,
  ...elementParts,
  config: banderwagonGroup,
  prices: BANDERWAGON,
  kernels: {
    ...portableModules(
      'banderwagon',
      'banderwagon',
      () => import('./engines/wasm/kernels/portable/banderwagon.portable.js'),
    ),
    fma: { name: 'banderwagon.fma', source: () => import('./generated/banderwagon.fma.js') },
    wide64: {
      name: 'banderwagon.wide64',
      source: () => import('./generated/banderwagon.wide64.js'),
    },
  },
};

/** An instance: its group, what commitments need of it, and their memory. */
export class Banderwagon extends Instance {
  /** @type {PointVector | undefined} */
  #crs;

  /**
   * Not for users: see `createBanderwagon`.
   * @param {InstanceParts} parts
   */
  constructor(parts) {
    super(parts);
    const { lifetime, engines } = parts;
    const [engine] = engines;
    /**
     * The group: classes {(x, y), (−x, −y)} of points of a twisted Edwards curve, of prime order. Where a point has
     * coordinates, they are the ones with the larger y.
     * @type {Group}
     * @readonly
     */
    this.group = createGroup({
      engine,
      config: banderwagonGroup,
      encoding: createBanderwagonEncoding({
        prime: banderwagonGroup.p,
        fieldBytes: engine.fieldBytes,
      }),
      lifetime,
      loadFixedBasis,
    });
  }

  /**
   * The 256 points of the Verkle commitment basis, derived at the first use (some milliseconds) and then kept. They
   * belong to the instance: this is a view, and disposing of it frees nothing.
   * @returns {PointVector}
   * @throws {InputError} a disposed instance
   */
  get crs() {
    this.#crs ??= deriveBasis(this.group, banderwagonGroup.crs);
    return this.#crs.slice(0, this.#crs.length);
  }

  /**
   * The map to the scalar field: x/y, an integer below the field's prime, modulo the order. The identity gives 0.
   * @param {Point} point
   * @returns {bigint} 0 ≤ scalar < order
   * @throws {InputError} no point of this group, or a disposed instance
   */
  mapToScalarField(point) {
    return fromBytesLE(mapToScalar(this.group, point));
  }

  /**
   * `mapToScalarField` of all points of a vector, with one inversion for hundreds of them.
   * @param {PointVector} vector
   * @returns {Uint8Array<ArrayBuffer>} 32 bytes per point, little-endian
   * @throws {InputError} no vector of this group, or a disposed vector or instance
   */
  mapToScalarFieldBatch(vector) {
    return mapToScalars(this.group, vector);
  }

  /**
   * Commitments and keys of Verkle trees (EIP-6800): builds tables for the basis, in pieces that give way to the event loop.
   * @param {VerkleOptions} [options] `memory`: bytes that the tables may have (default 16 MiB; 4 and 64 MiB are good choices
   *   too, and 340 MiB is that of go-ipa); `signal`, `onProgress`
   * @returns {Promise<Verkle>} rejects as `group.fixedBasis` does
   */
  async verkle(options) {
    const { group, crs } = this;
    // Who has no use for it does not download it.
    const { createVerkle } = await import('./protocols/verkle/verkle.js');
    return createVerkle(group, crs, options);
  }
}

/**
 * Creates an instance: chooses kernels, compiles and tests them, and reserves memory. Dispose of it when done.
 * @param {BanderwagonOptions} [options]
 * @returns {Promise<Banderwagon>}
 * @throws {InputError} wrong options
 * @throws {EnvironmentError} the runtime forbids WebAssembly or lacks the kernel asked for; more than one thread
 * @example
 * const bw = await createBanderwagon();
 * const points = bw.group.points(encodings);     // 32 bytes per point
 * const sum = bw.group.msm(points, scalars);     // 32 bytes per scalar, or bigints
 * bw.mapToScalarField(sum);                      // a bigint
 * bw.dispose();
 */
export async function createBanderwagon(options) {
  return new Banderwagon(await createParts(options, 'createBanderwagon', [KERNELS]));
}
