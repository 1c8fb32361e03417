/**
 * BLS12-381: the curve's parameters put together with an engine. No algorithms here.
 * Everything in this library runs in variable time: for public data only.
 */
import { bls12381G1, bls12381G2 } from '../wasm-gen/curves/bls12-381.js';
import { createZcashEncoding } from './group/encodings/zcash.js';
import { createGroup } from './group/group.js';
import { Instance, createParts } from './instance.js';
import { Eip2537 } from './protocols/eip2537.js';
import { createKzg } from './protocols/kzg.js';

/** @import { Group, MsmPoints } from './group/group.js' */
/** @import { Extension } from './group/point.js' */
/** @import { InstanceOptions, InstanceParts } from './instance.js' */
/** @import { Kzg, KzgOptions } from './protocols/kzg.js' */

/** @typedef {import('./instance.js').Backend} Backend */
/** @typedef {InstanceOptions} Bls12381Options */

/** The generated modules, imported when they are needed. */
const G1_KERNELS = {
  config: bls12381G1,
  kernels: {
    limbs30: {
      name: 'bls12-381-g1.limbs30',
      source: () => import('./wasm/generated/bls12-381-g1.limbs30.js'),
    },
    fma: {
      name: 'bls12-381-g1.fma',
      source: () => import('./wasm/generated/bls12-381-g1.fma.js'),
    },
    wide64: {
      name: 'bls12-381-g1.wide64',
      source: () => import('./wasm/generated/bls12-381-g1.wide64.js'),
    },
    scalar: {
      name: 'bls12-381.scalar',
      source: () => import('./wasm/generated/bls12-381.scalar.js'),
    },
  },
};

const G2_KERNELS = {
  config: bls12381G2,
  kernels: {
    limbs30: {
      name: 'bls12-381-g2.limbs30',
      source: () => import('./wasm/generated/bls12-381-g2.limbs30.js'),
    },
    fma: {
      name: 'bls12-381-g2.fma',
      source: () => import('./wasm/generated/bls12-381-g2.fma.js'),
    },
    wide64: {
      name: 'bls12-381-g2.wide64',
      source: () => import('./wasm/generated/bls12-381-g2.wide64.js'),
    },
    scalar: {
      name: 'bls12-381-g2.scalar',
      source: () => import('./wasm/generated/bls12-381-g2.scalar.js'),
    },
  },
};

/** An instance: its groups, and the memory they share. */
export class Bls12381 extends Instance {
  /**
   * Not for users: see `createBls12381`.
   * @param {InstanceParts} parts
   */
  constructor(parts) {
    super(parts);
    const { lifetime, engines } = parts;
    const [g1, g2] = engines;
    const { p } = bls12381G1;
    /**
     * The group G1: y² = x³ + 4 over the prime field.
     * @type {Group}
     * @readonly
     */
    this.G1 = createGroup({
      engine: g1,
      config: bls12381G1,
      encoding: createZcashEncoding({ prime: p, fieldBytes: g1.fieldBytes }),
      lifetime,
    });
    /**
     * The group G2: y² = x³ + 4(1 + u) over the quadratic extension, u² = −1. Coordinates are `{ c0, c1 }`.
     * @type {Group<Extension>}
     * @readonly
     */
    this.G2 = createGroup({
      engine: g2,
      config: bls12381G2,
      encoding: createZcashEncoding({ prime: p, fieldBytes: g2.fieldBytes, degree: 2 }),
      lifetime,
    });
    /**
     * The precompiles of EIP-2537: bytes in, bytes out.
     * @type {Eip2537}
     * @readonly
     */
    this.eip2537 = new Eip2537(this.G1, this.G2);
  }

  /**
   * KZG commitments of EIP-4844 under a trusted setup: decodes and checks it, and builds a table, in pieces that give way to
   * the event loop. A `PointVector` is taken as it is.
   * @param {MsmPoints} setup the 4096 points of the Lagrange form, bit-reversed: 48 bytes each, or a vector, or `Point`s
   * @param {KzgOptions} [options] `memory`: bytes that the table may have (default 32 MiB); `signal`, `onProgress`
   * @returns {Promise<Kzg>} rejects as `G1.fixedBasis` does, and with an `InputError` for another number of points
   */
  kzg(setup, options) {
    return createKzg(this.G1, setup, options);
  }
}

/**
 * Creates an instance: chooses kernels, compiles and tests them, and reserves memory. Dispose of it when done.
 * @param {Bls12381Options} [options]
 * @returns {Promise<Bls12381>}
 * @throws {InputError} wrong options
 * @throws {EnvironmentError} the runtime forbids WebAssembly or lacks the kernel asked for; more than one thread
 * @example
 * const bls = await createBls12381();
 * const points = bls.G1.points(encodings);   // 48 or 96 bytes per point
 * const sum = bls.G1.msm(points, scalars);   // 32 bytes per scalar, or bigints
 * sum.toBytes();                             // 48 bytes
 * bls.dispose();
 */
export async function createBls12381(options) {
  return new Bls12381(await createParts(options, 'createBls12381', [G1_KERNELS, G2_KERNELS]));
}
