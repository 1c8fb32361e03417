/**
 * secp256k1: combines the curve's parameters with an engine. No algorithms here.
 * Everything in this library runs in variable time: for public data only.
 */
import { secp256k1 } from './generated/curves/secp256k1.js';
import { createSec1Encoding } from './group/encodings/sec1.js';
import { createGroup } from './group/group.js';
import { ownOption, readBoolean } from './input/options.js';
import { Instance, createParts, providePart } from './instance.js';

/** @import { Group } from './group/group.js' */
/** @import { InstanceOptions, InstanceParts } from './instance.js' */
/** @import { Schnorr } from './protocols/signatures/bip340.js' */
/** @import { Ecdsa } from './protocols/signatures/ecdsa.js' */

/** @typedef {{ Ecdsa: typeof Ecdsa, Schnorr: typeof Schnorr }} Protocols */

/**
 * `signatures`: whether the instance verifies signatures, true by default. Without them the
 * download is a sixth smaller.
 * @template {boolean} [Has=boolean]
 * @typedef {InstanceOptions & { signatures?: Has }} Secp256k1Options
 */

/**
 * An instance with or without signatures. Reading a member that was left out throws
 * an `InputError`.
 * @typedef {Omit<Secp256k1, 'ecdsa' | 'schnorr'>} Secp256k1Sums
 */

/** An instance: its group, the signatures over it, and their memory. */
export class Secp256k1 extends Instance {
  /**
   * ECDSA: signature verification and public key recovery.
   * @type {Ecdsa}
   * @readonly
   */
  ecdsa = /** @type {any} */ (undefined);
  /**
   * BIP-340 Schnorr signatures: verification.
   * @type {Schnorr}
   * @readonly
   */
  schnorr = /** @type {any} */ (undefined);

  /**
   * Internal: see `createSecp256k1`.
   * @param {InstanceParts} parts
   * @param {Protocols} [protocols] none for an instance without signatures
   */
  constructor(parts, protocols) {
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
      config: secp256k1.data,
      encoding: createSec1Encoding({ fieldBytes: engine.fieldBytes }),
      lifetime,
    });
    const { Ecdsa, Schnorr } = protocols ?? {};
    const needs = 'signatures: true';
    providePart(this, 'ecdsa', Ecdsa && new Ecdsa(this.group), needs);
    providePart(this, 'schnorr', Schnorr && new Schnorr(this.group), needs);
  }
}

/** The signature code, imported in parallel with the kernels, by instances with signatures only. */
const loadSignatures = () => import('./protocols/signatures/signatures.js');

/**
 * Creates an instance: selects kernels, compiles and self-tests them, and reserves memory. Dispose
 * of it when done.
 * @template {boolean} [Has=true]
 * @param {Secp256k1Options<Has>} [options]
 * @returns {Promise<Has extends false ? Secp256k1Sums : Secp256k1>}
 * @throws {InputError} wrong options
 * @throws {EnvironmentError} the runtime forbids WebAssembly or lacks the kernel asked for
 * @example
 * const secp = await createSecp256k1();
 * const points = secp.group.points(encodings);   // 33 or 65 bytes per point
 * const sum = secp.group.msm(points, scalars);   // 32 bytes per scalar, or bigints
 * sum.toBytes();                                 // 33 bytes
 * secp.dispose();
 * @example
 * const secp = await createSecp256k1({ signatures: false });   // sums alone
 */
export async function createSecp256k1(options) {
  if (!readBoolean(ownOption(options, 'signatures'), true, 'signatures')) {
    const parts = await createParts(options, 'createSecp256k1', [secp256k1], ['signatures']);
    return /** @type {any} */ (new Secp256k1(parts));
  }
  /** @type {ReturnType<typeof loadSignatures> | undefined} */
  let protocols;
  // Once: importing what is there already takes a browser a task of its own.
  const load = () => (protocols ??= loadSignatures());
  const curves = [{ ...secp256k1, signatures: async () => (await load()).signatures }];
  const parts = await createParts(options, 'createSecp256k1', curves, ['signatures']);
  return /** @type {any} */ (new Secp256k1(parts, await load()));
}
