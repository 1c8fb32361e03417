/**
 * Instances of secp256k1, whatever the entry: secp256k1.js imports kernels and signatures on
 * demand, secp256k1-eager.js has those of most engines in its own download.
 */
import { createSec1Encoding } from './group/encodings/sec1.js';
import { createGroup } from './group/group.js';
import { ownOption, readBoolean } from './input/options.js';
import { Instance, createParts, providePart, requirePart } from './instance.js';
import { imported } from './port/imports.js';

/** @import { Group } from './group/group.js' */
/** @import { CurvePage, InstanceOptions, InstanceParts } from './instance.js' */
/** @import { SignatureCapability } from './engines/wasm/signatures.js' */
/** @import { Ecdsa, Schnorr } from './protocols/signatures/signatures.js' */
/** @import { XOnly } from './protocols/signatures/x-only.js' */

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
 * @typedef {Omit<Secp256k1, 'ecdsa' | 'schnorr' | 'xOnly'>} Secp256k1Sums
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
   * @param {CurvePage['data']} config
   * @param {Protocols} [protocols] none for an instance without signatures
   */
  constructor(parts, config, protocols) {
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
      config,
      encoding: createSec1Encoding({ fieldBytes: engine.fieldBytes }),
      lifetime,
    });
    const { Ecdsa, Schnorr } = protocols ?? {};
    const needs = 'signatures: true';
    providePart(this, 'ecdsa', Ecdsa && new Ecdsa(this.group), needs);
    providePart(this, 'schnorr', Schnorr && new Schnorr(this.group), needs);
  }

  /**
   * X-only keys (BIP-340) and tweaks of keys, P + t·G (BIP-341, BIP-32), also of lists. Another
   * download, for an instance with signatures.
   * @returns {Promise<XOnly>} rejects with an `InputError` for an instance without signatures
   */
  async xOnly() {
    requirePart(this.ecdsa, 'xOnly', 'signatures: true');
    return (await import('./protocols/signatures/x-only.js')).openXOnly(this.group);
  }
}

/**
 * @param {Secp256k1Options | undefined} options of the creator
 * @param {CurvePage} page
 * @param {() => Promise<Protocols & { signatures: SignatureCapability }>} loadSignatures
 * @returns {Promise<any>} with the parts that the options ask for
 */
export async function createFrom(options, page, loadSignatures) {
  if (!readBoolean(ownOption(options, 'signatures'), true, 'signatures')) {
    const parts = await createParts(options, 'createSecp256k1', [page], ['signatures']);
    return new Secp256k1(parts, page.data);
  }
  /** @type {ReturnType<typeof loadSignatures> | undefined} */
  let protocols;
  // Once: importing what is there already takes a browser a task of its own.
  const load = () => (protocols ??= imported(loadSignatures()));
  const curves = [{ ...page, signatures: async () => (await load()).signatures }];
  const parts = await createParts(options, 'createSecp256k1', curves, ['signatures']);
  return new Secp256k1(parts, page.data, await load());
}
