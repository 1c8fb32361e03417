/**
 * secp256k1: the curve's parameters put together with an engine. No algorithms here.
 * Everything in this library runs in variable time: for public data only.
 */
import { secp256k1Group } from './curves/groups/secp256k1.js';
import { createSec1Encoding } from './group/encodings/sec1.js';
import { createGroup } from './group/group.js';
import { readBoolean } from './input/options.js';
import { Instance, createParts, refusal } from './instance.js';
import { chains } from './engines/wasm/msm/chain.js';
import { SECP256K1 } from './engines/wasm/msm/prices.js';
import { portableModules } from './engines/wasm/kernels/load.js';

/** @import { Group } from './group/group.js' */
/** @import { InstanceOptions, InstanceParts } from './instance.js' */
/** @import { Schnorr } from './protocols/signatures/bip340.js' */
/** @import { Ecdsa } from './protocols/signatures/ecdsa.js' */

/** @typedef {{ Ecdsa: typeof Ecdsa, Schnorr: typeof Schnorr }} Protocols */

/**
 * `signatures`: whether the instance verifies signatures, by default true. Without them a sixth less is downloaded.
 * @template {boolean} [Has=boolean]
 * @typedef {InstanceOptions & { signatures?: Has }} Secp256k1Options
 */

/**
 * An instance without signatures, or with them. Reading what is left out throws an `InputError`.
 * @typedef {Omit<Secp256k1, 'ecdsa' | 'schnorr'>} Secp256k1Sums
 */

/** What is imported when it is needed: engines/wasm/create.js says why here. */
const LOADERS = {
  loadFaster: () => import('./engines/wasm/faster.js'),
  loadTables: () => import('./engines/wasm/msm/fixed/fixed-msm.js'),
  loadBigint: async () => (await import('./secp256k1-bigint.js')).createEngine,
};

const loadFixedBasis = () => import('./group/fixed-basis.js');

/** The generated modules, imported when they are needed. */
const KERNELS = {
  ...LOADERS,
  config: secp256k1Group,
  prices: SECP256K1,
  chains,
  kernels: {
    ...portableModules(
      'secp256k1',
      'secp256k1',
      () => import('./engines/wasm/kernels/portable/secp256k1.portable.js'),
    ),
    fma: { name: 'secp256k1.fma', source: () => import('./generated/secp256k1.fma.js') },
    wide64: {
      name: 'secp256k1.wide64',
      source: () => import('./generated/secp256k1.wide64.js'),
    },
  },
};

/** An instance: its group, the signatures over it, and their memory. */
export class Secp256k1 extends Instance {
  /**
   * ECDSA: verification of signatures, and recovery of keys.
   * @type {Ecdsa}
   * @readonly
   */
  ecdsa = /** @type {any} */ (undefined);
  /**
   * Schnorr signatures of BIP-340: verification.
   * @type {Schnorr}
   * @readonly
   */
  schnorr = /** @type {any} */ (undefined);

  /**
   * Not for users: see `createSecp256k1`.
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
      config: secp256k1Group,
      encoding: createSec1Encoding({ fieldBytes: engine.fieldBytes }),
      lifetime,
      loadFixedBasis,
    });
    for (const name of /** @type {const} */ (['ecdsa', 'schnorr'])) {
      const Protocol = name === 'ecdsa' ? protocols?.Ecdsa : protocols?.Schnorr;
      Object.defineProperty(
        this,
        name,
        Protocol
          ? { value: new Protocol(this.group) }
          : refusal(
              `${name}: expected an instance with signatures, got one that was created with signatures: false`,
            ),
      );
    }
  }
}

/** What signatures take is imported together with the kernels, by who wants it. */
const loadSignatures = () => import('./secp256k1-signatures.js');

/**
 * Creates an instance: chooses kernels, compiles and tests them, and reserves memory. Dispose of it when done.
 * @template {boolean} [Has=true]
 * @param {Secp256k1Options<Has>} [options]
 * @returns {Promise<Has extends false ? Secp256k1Sums : Secp256k1>}
 * @throws {InputError} wrong options
 * @throws {EnvironmentError} the runtime forbids WebAssembly or lacks the kernel asked for; more than one thread
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
  if (!readBoolean(options?.signatures, true, 'signatures')) {
    const parts = await createParts(options, 'createSecp256k1', [KERNELS], ['signatures']);
    return /** @type {any} */ (new Secp256k1(parts));
  }
  const loadMembers = async () => (await loadSignatures()).signatureMembers;
  const curves = [{ ...KERNELS, loadMembers }];
  const parts = await createParts(options, 'createSecp256k1', curves, ['signatures']);
  return /** @type {any} */ (new Secp256k1(parts, await loadSignatures()));
}
