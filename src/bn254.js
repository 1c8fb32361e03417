/**
 * BN254 (alt_bn128): combines the curve's parameters with an engine. No algorithms here.
 * Everything in this library runs in variable time: for public data only.
 */
import { bn254G1 } from './generated/curves/bn254-g1.js';
import { bn254G2 } from './generated/curves/bn254-g2.js';
import { createEip197Encoding } from './group/encodings/eip197.js';
import { providePart } from './instance.js';
import {
  PAIRINGS,
  PairingFriendly,
  createPairingParts,
  pairingContextOf,
  readPairingChoice,
} from './pairing-friendly.js';
import { imported } from './port/imports.js';

/** @import { Eip197Format } from './group/encodings/encoding.js' */
/** @import { Group } from './group/group.js' */
/** @import { Extension } from './group/point.js' */
/** @import { CurvePage } from './instance.js' */
/** @import { GroupName, PairingOptions, PairingParts } from './pairing-friendly.js' */
/** @import { Evm } from './protocols/evm/precompiles.js' */

/**
 * @template {GroupName} [Name=GroupName]
 * @template {boolean} [Has=boolean]
 * @typedef {PairingOptions<Name, Has>} Bn254Options
 */

/** @typedef {'pairingCheck' | 'pairing' | 'evm'} PairingMember */

/**
 * An instance that has at least the named groups: `Bn254With<'G1'>` also admits an instance with
 * both. `Has`: false for an instance that may be without pairings. Reading a member that was left
 * out throws an `InputError`.
 * @template {GroupName} Names
 * @template {boolean} [Has=true]
 * @typedef {[GroupName] extends [Names]
 *   ? ([Has] extends [false] ? Omit<Bn254, PairingMember> : Bn254)
 *   : Omit<Bn254, Exclude<GroupName, Names> | PairingMember>} Bn254With
 */

/** The groups by name. @type {Record<GroupName, CurvePage>} */
const GROUPS = { G1: bn254G1, G2: bn254G2 };

/**
 * An instance: its groups, and the memory they share. G1: y² = x³ + 3 over the prime field, all of
 * it; G2: y² = x³ + 3/(9 + u) over the quadratic extension, u² = −1, with coordinates `{ c0, c1 }`.
 * @extends {PairingFriendly<Group<bigint, Eip197Format>, Group<Extension, Eip197Format>>}
 */
export class Bn254 extends PairingFriendly {
  /**
   * The precompiles of EIP-196 and EIP-197: bytes in, bytes out. Needs `pairings`.
   * @type {Evm}
   * @readonly
   */
  evm = /** @type {any} */ (undefined);

  /**
   * Internal: see `createBn254`.
   * @param {PairingParts} all
   * @param {typeof Evm} [EvmClass]
   */
  constructor(all, EvmClass) {
    const openConstants = () => imported(import('./curves/ceremonies/bn254.js'));
    super(all, { name: 'bn128', openConstants }, createEip197Encoding);
    const pairing = pairingContextOf(this);
    providePart(this, 'evm', EvmClass && pairing && new EvmClass(pairing), PAIRINGS);
  }
}

/**
 * Creates an instance: selects kernels, compiles and self-tests them, and reserves memory. Dispose
 * of it when done.
 * @template {GroupName} [Name=GroupName]
 * @template {boolean} [Has=true]
 * @param {Bn254Options<Name, Has>} [options]
 * @returns {Promise<Bn254With<Name, Has>>}
 * @throws {InputError} wrong options
 * @throws {EnvironmentError} the runtime forbids WebAssembly or lacks the kernel asked for
 * @example
 * const bn = await createBn254();
 * const points = bn.G1.points(encodings);   // 64 bytes per point (EIP-196), or 32 compressed
 * const sum = bn.G1.msm(points, scalars);   // 32 bytes per scalar, or bigints
 * sum.toBytes('uncompressed');              // 64 bytes
 * bn.pairingCheck([[P, Q], [R, S]]);        // whether e(P, Q)·e(R, S) = 1
 * bn.evm.ecPairing(callData);               // as the precompile 0x08
 * bn.dispose();
 * @example
 * const bn = await createBn254({ groups: ['G1'] });   // without G2: half the download
 */
export async function createBn254(options) {
  const choice = readPairingChoice(options);
  const [all, protocol] = await Promise.all([
    createPairingParts(options, choice, {
      creator: 'createBn254',
      own: [],
      pages: GROUPS,
      pairing: () => imported(import('./generated/curves/bn254.pairing.js')),
    }),
    choice.pairs ? imported(import('./protocols/evm/precompiles.js')) : undefined,
  ]);
  return /** @type {any} */ (new Bn254(all, protocol?.Evm));
}
