/**
 * secp256k1: the curve's parameters put together with an engine. No algorithms here.
 * Everything in this library runs in variable time: for public data only.
 */
import { secp256k1 } from '../wasm-gen/curves/secp256k1.js';
import { signatureParts } from './engines/signatures.js';
import { createSec1Encoding } from './group/encodings/sec1.js';
import { createGroup } from './group/group.js';
import { Instance, createParts } from './instance.js';
import { SECP256K1 } from './msm/prices.js';
import { Schnorr } from './protocols/bip340.js';
import { Ecdsa } from './protocols/ecdsa.js';
import { portableModules } from './wasm/load.js';

/** @import { Group } from './group/group.js' */
/** @import { InstanceOptions, InstanceParts } from './instance.js' */

/** @typedef {InstanceOptions} Secp256k1Options */

/** The generated modules, imported when they are needed. */
const KERNELS = {
  config: secp256k1,
  prices: SECP256K1,
  signatures: signatureParts,
  kernels: {
    ...portableModules(
      'secp256k1',
      'secp256k1',
      () => import('./wasm/portable/secp256k1.portable.js'),
    ),
    fma: { name: 'secp256k1.fma', source: () => import('./wasm/generated/secp256k1.fma.js') },
    wide64: {
      name: 'secp256k1.wide64',
      source: () => import('./wasm/generated/secp256k1.wide64.js'),
    },
  },
};

/** An instance: its group, the signatures over it, and their memory. */
export class Secp256k1 extends Instance {
  /**
   * Not for users: see `createSecp256k1`.
   * @param {InstanceParts} parts
   */
  constructor(parts) {
    super(parts);
    const { lifetime, engines } = parts;
    const [engine] = engines;
    /**
     * The group of all points of y² = x³ + 7.
     * @type {Group}
     * @readonly
     */
    this.group = createGroup({
      engine,
      config: secp256k1,
      encoding: createSec1Encoding({ fieldBytes: engine.fieldBytes }),
      lifetime,
    });
    /**
     * ECDSA: verification of signatures, and recovery of keys.
     * @type {Ecdsa}
     * @readonly
     */
    this.ecdsa = new Ecdsa(this.group);
    /**
     * Schnorr signatures of BIP-340: verification.
     * @type {Schnorr}
     * @readonly
     */
    this.schnorr = new Schnorr(this.group);
  }
}

/**
 * Creates an instance: chooses kernels, compiles and tests them, and reserves memory. Dispose of it when done.
 * @param {Secp256k1Options} [options]
 * @returns {Promise<Secp256k1>}
 * @throws {InputError} wrong options
 * @throws {EnvironmentError} the runtime forbids WebAssembly or lacks the kernel asked for; more than one thread
 * @example
 * const secp = await createSecp256k1();
 * const points = secp.group.points(encodings);   // 33 or 65 bytes per point
 * const sum = secp.group.msm(points, scalars);   // 32 bytes per scalar, or bigints
 * sum.toBytes();                                 // 33 bytes
 * secp.dispose();
 */
export async function createSecp256k1(options) {
  return new Secp256k1(await createParts(options, 'createSecp256k1', [KERNELS]));
}
