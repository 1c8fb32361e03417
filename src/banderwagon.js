/**
 * Banderwagon: combines the group's parameters with an engine. No algorithms here.
 * Everything in this library runs in variable time: for public data only.
 */

import { banderwagon } from './generated/curves/banderwagon.js';
import { createGroup } from './group/group.js';
import { createParts, Instance } from './instance.js';
import { deriveBasis, mapToScalar, mapToScalars } from './verkle/basis.js';
import { canonicalGenerator, createBanderwagonEncoding } from './verkle/encoding.js';
import { createElementEngine } from './verkle/engine/engine.js';
import { fromBytesLE } from './math/integers.js';

/** @import { ElementFormat } from './group/encodings/encoding.js' */
/** @import { Group } from './group/group.js' */
/** @import { Point } from './group/point.js' */
/** @import { PointVector } from './group/point-vector.js' */
/** @import { InstanceOptions, InstanceParts } from './instance.js' */
/** @import { Verkle } from './verkle/commitments.js' */
/** @import { VerkleOptions } from './verkle/verkle.js' */

/** @typedef {InstanceOptions} BanderwagonOptions */

/** An instance: its group, the commitment basis and the maps to the scalar field. */
export class Banderwagon extends Instance {
  /** @type {PointVector<bigint, ElementFormat> | undefined} */
  #crs;

  /**
   * Internal: see `createBanderwagon`.
   * @param {InstanceParts} parts
   */
  constructor(parts) {
    super(parts);
    const { lifetime, engines } = parts;
    const [engine] = engines;
    /**
     * The group: classes {(x, y), (−x, −y)} of points of a twisted Edwards curve, of prime order.
     * The coordinates of a point are those of the representative with the larger y.
     * @type {Group<bigint, ElementFormat>}
     * @readonly
     */
    this.group = createGroup({
      engine,
      config: canonicalGenerator(banderwagon.data),
      encoding: createBanderwagonEncoding({
        prime: banderwagon.data.p,
        fieldBytes: engine.fieldBytes,
      }),
      lifetime,
    });
  }

  /**
   * The 256 points of the Verkle commitment basis, derived on first use (a few milliseconds) and
   * cached. They belong to the instance: this is a view, and disposing of it frees nothing.
   * @returns {PointVector<bigint, ElementFormat>}
   * @throws {InputError} a disposed instance
   */
  get crs() {
    this.#crs ??= deriveBasis(this.group, banderwagon.data.crs);
    return this.#crs.slice(0, this.#crs.length);
  }

  /**
   * The map to the scalar field: x/y as an integer below the field's prime, reduced modulo the
   * order. The identity maps to 0.
   * @param {Point} point
   * @returns {bigint} 0 ≤ scalar < order
   * @throws {InputError} not a point of this group, or a disposed instance
   */
  mapToScalarField(point) {
    return fromBytesLE(mapToScalar(this.group, point));
  }

  /**
   * `mapToScalarField` for every point of a vector; hundreds of points share one inversion.
   * @param {PointVector} vector
   * @returns {Uint8Array<ArrayBuffer>} 32 bytes per point, little-endian
   * @throws {InputError} not a vector of this group, or a disposed vector or instance
   */
  mapToScalarFieldBatch(vector) {
    return mapToScalars(this.group, vector);
  }

  /**
   * Verkle tree commitments and keys (EIP-6800). Builds tables for the basis in slices,
   * yielding to the event loop between them.
   * @param {VerkleOptions} [options] `memory`: upper bound on the bytes of the tables (default 16
   *   MiB; 4 and 64 MiB are good choices too; go-ipa uses 340 MiB); `signal`, `onProgress`
   * @returns {Promise<Verkle>} rejects as `group.fixedBasis` does
   */
  async verkle(options) {
    const { group, crs } = this;
    // Imported on first use, so pages without it do not download it.
    const { createVerkle } = await import('./verkle/verkle.js');
    return createVerkle(group, crs, options);
  }
}

/**
 * Creates an instance: selects kernels, compiles and self-tests them, and reserves memory. Dispose
 * of it when done.
 * @param {BanderwagonOptions} [options]
 * @returns {Promise<Banderwagon>}
 * @throws {InputError} wrong options
 * @throws {EnvironmentError} the runtime forbids WebAssembly or lacks the kernel asked for
 * @example
 * const bw = await createBanderwagon();
 * const points = bw.group.points(encodings);     // 32 bytes per point
 * const sum = bw.group.msm(points, scalars);     // 32 bytes per scalar, or bigints
 * bw.mapToScalarField(sum);                      // a bigint
 * bw.dispose();
 */
export async function createBanderwagon(options) {
  return new Banderwagon(
    await createParts(options, 'createBanderwagon', [
      {
        ...banderwagon,
        createEngine: createElementEngine,
        bigint: () => import('./verkle/engine/bigint.js'),
      },
    ]),
  );
}
