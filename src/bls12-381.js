/**
 * BLS12-381: combines the curve's parameters with an engine. No algorithms here.
 * Everything in this library runs in variable time: for public data only.
 */
import { bls12381G1 } from './generated/curves/bls12-381-g1.js';
import { bls12381G2 } from './generated/curves/bls12-381-g2.js';
import { createZcashEncoding } from './group/encodings/zcash.js';
import { createGroup } from './group/group.js';
import { ownOption, readBoolean } from './input/options.js';
import { providePart } from './instance.js';
import {
  PAIRINGS,
  PairingFriendly,
  createPairingParts,
  pairingContextOf,
  readPairingChoice,
} from './pairing-friendly.js';
import { createKzg } from './protocols/kzg/create.js';
import { imported } from './port/imports.js';

/** @import { Extension } from './group/point.js' */
/** @import { BlsSignatures } from './protocols/bls-signatures/bls-signatures.js' */
/** @import { Eip2537 } from './protocols/eip2537.js' */
/** @import { HashingGroup, createHashingGroup } from './protocols/hashing/group.js' */
/** @import { CurvePage } from './instance.js' */
/** @import { GroupName, PairingOptions, PairingParts } from './pairing-friendly.js' */
/** @import { KzgOptions, KzgSetup } from './protocols/kzg/create.js' */
/** @import { Kzg } from './protocols/kzg/kzg.js' */

/** @typedef {import('./instance.js').Backend} Backend */

/**
 * `hashing`: whether the groups have `hashToCurve` and `encodeToCurve`, by default if the instance
 * has both; with `pairings`, it verifies signatures, too. An instance with either has `eip2537`.
 * Their code is another download, which creation awaits. `'G1'` or `'G2'` hashes to that group
 * alone, 9 kB less: enough for `minSig` or `minPk`, whose messages are hashed to it.
 * @template {GroupName} [Name=GroupName]
 * @template {boolean} [Has=boolean]
 * @typedef {PairingOptions<Name, Has> & { hashing?: boolean | GroupName }}
 *   Bls12381Options
 */

/** @typedef {'pairingCheck' | 'pairing' | 'minPk' | 'minSig'} PairingMember */

/**
 * An instance that has at least the named groups: `Bls12381With<'G1'>` also admits an instance with
 * both. `Has`: false for an instance that may be without pairings. Reading a member that was left
 * out throws an `InputError`.
 * @template {GroupName} Names
 * @template {boolean} [Has=true]
 * @typedef {[GroupName] extends [Names]
 *   ? ([Has] extends [false] ? Omit<Bls12381, PairingMember> : Bls12381)
 *   : Omit<Bls12381, Exclude<GroupName, Names> | PairingMember>} Bls12381With
 */

/** The groups by name. @type {Record<GroupName, CurvePage>} */
const GROUPS = { G1: bls12381G1, G2: bls12381G2 };

/** Imports of their maps, for engines that hash. @type {Record<GroupName, CurvePage['hashing']>} */
const HASHING = {
  G1: () => import('./generated/curves/bls12-381-g1.maps.js'),
  G2: () => import('./generated/curves/bls12-381-g2.maps.js'),
};

/** The option that hashing needs. */
const HASHES = 'hashing: true';

/**
 * Protocols of an instance that hashes or pairs, imported for it.
 * `hashed`: the groups that hash.
 * @typedef {{ hashed?: readonly GroupName[], createHashingGroup?: typeof createHashingGroup,
 *   BlsSignatures?: typeof BlsSignatures, Eip2537?: typeof Eip2537 }} Protocols
 */

/**
 * An instance: its groups, and the memory they share. G1: y² = x³ + 4 over the prime field; G2:
 * y² = x³ + 4(1 + u) over the quadratic extension, u² = −1, with coordinates `{ c0, c1 }`.
 * @extends {PairingFriendly<HashingGroup, HashingGroup<Extension>>}
 */
export class Bls12381 extends PairingFriendly {
  /**
   * BLS signatures with public keys in G1, 48 bytes, and signatures in G2, 96 bytes: those of
   * Ethereum's consensus layer. Needs `hashing`, to G2.
   * @type {BlsSignatures<bigint, Extension>}
   * @readonly
   */
  minPk = /** @type {any} */ (undefined);
  /**
   * BLS signatures with public keys in G2, 96 bytes, and signatures in G1, 48 bytes: drand's, for
   * one. Needs `hashing`, to G1.
   * @type {BlsSignatures<Extension, bigint>}
   * @readonly
   */
  minSig = /** @type {any} */ (undefined);

  /**
   * The precompiles of EIP-2537: bytes in, bytes out. Needs `hashing` or `pairings`.
   * @type {Eip2537}
   * @readonly
   */
  eip2537 = /** @type {any} */ (undefined);

  /**
   * Internal: see `createBls12381`.
   * @param {PairingParts} all
   * @param {Protocols} [protocols]
   */
  constructor(all, { hashed = [], createHashingGroup, BlsSignatures, Eip2537 } = {}) {
    const openConstants = () => imported(import('./curves/ceremonies/bls12-381.js'));
    super(all, { name: 'bls12381', openConstants }, createZcashEncoding, (parts) => {
      const isHashed = hashed.some((name) => GROUPS[name].data === parts.config);
      return ((isHashed && createHashingGroup) || createPlainGroup)(parts);
    });
    const pairing = pairingContextOf(this);
    for (const name of ['minPk', 'minSig']) {
      const isFirst = name === 'minPk';
      // The group of messages must hash.
      const isThere = pairing && BlsSignatures && hashed.includes(isFirst ? 'G2' : 'G1');
      const signatures = isThere ? new BlsSignatures(pairing, isFirst) : undefined;
      providePart(this, name, signatures, pairing ? HASHES : PAIRINGS);
    }
    providePart(this, 'eip2537', Eip2537 && new Eip2537(this, pairing), HASHES);
  }

  /**
   * Domain separation tags of signatures, by their group: `tags.G1.nul` is drand's and the Internet
   * Computer's, `tags.G2.pop` the default of `minPk`, Ethereum's. Needs `hashing`, to both groups,
   * and `pairings`.
   */
  get tags() {
    return { G1: this.minSig.tags, G2: this.minPk.tags };
  }

  /**
   * KZG commitments and proofs of EIP-4844 and EIP-7594 under a trusted setup: `mainnet` of
   * `curvemill/trusted-setup`, which is ready in milliseconds, or another, which is decoded,
   * checked and compared part by part in slices, yielding to the event loop between them. A
   * `PointVector` is used without decoding or checking it again.
   * @param {KzgSetup} setup `mainnet`; the text of c-kzg's trusted_setup.txt, its JSON, or
   *   `{ g1Lagrange, g1Monomial, g2Monomial }` in the published order; or, for commitments and
   *   openings alone, `{ g1LagrangeBitReversed }`: the 4096 points of the Lagrange form,
   *   bit-reversed, as 48 bytes each, a vector, or `Point`s
   * @param {KzgOptions} [options] `memory`: byte limit of the table of commitments, and of the
   *   tables of proofs that `prepare` makes (default 32 MiB each); `signal`, `onProgress`
   * @returns {Promise<Kzg>} rejects as `G1.fixedBasis` does; with an `InputError` for parts of
   *   another size, in another order or of different setups, for bare points, whose order cannot
   *   be known, and for an instance without G1
   */
  async kzg(setup, options) {
    const pairings = pairingContextOf(this)?.pairings ?? null;
    return createKzg({ G1: this.G1, G2: pairings && this.G2, pairings }, setup, options);
  }
}

/**
 * A group whose methods of hashing throw.
 * @param {Parameters<typeof createGroup>[0]} parts
 */
function createPlainGroup(parts) {
  const group = createGroup(parts);
  for (const method of ['hashToCurve', 'encodeToCurve'])
    providePart(group, method, undefined, HASHES);
  return group;
}

/**
 * Creates an instance: selects kernels, compiles and self-tests them, and reserves memory. Dispose
 * of it when done.
 * @template {GroupName} [Name=GroupName]
 * @template {boolean} [Has=true]
 * @param {Bls12381Options<Name, Has>} [options]
 * @returns {Promise<Bls12381With<Name, Has>>}
 * @throws {InputError} wrong options
 * @throws {EnvironmentError} the runtime forbids WebAssembly or lacks the kernel asked for
 * @example
 * const bls = await createBls12381();
 * const points = bls.G1.points(encodings);   // 48 or 96 bytes per point
 * const sum = bls.G1.msm(points, scalars);   // 32 bytes per scalar, or bigints
 * sum.toBytes();                             // 48 bytes
 * bls.pairingCheck([[P, Q], [R, S]]);        // whether e(P, Q)·e(R, S) = 1
 * bls.dispose();
 * @example
 * const bls = await createBls12381({ groups: ['G1'] });   // without G2: half the download
 */
export async function createBls12381(options) {
  const choice = readPairingChoice(options);
  const { names, hasBoth, pairs } = choice;
  const hashing = ownOption(options, 'hashing');
  const named = names.filter((name) => name === hashing);
  const hashes = named.length > 0 || readBoolean(hashing, hasBoth, 'hashing');
  const hashed = named.length > 0 ? named : hashes ? names : [];
  const pageOf = (/** @type {GroupName} */ name) => ({
    ...GROUPS[name],
    hashing: hashed.includes(name) ? HASHING[name] : undefined,
  });
  const [all, ...protocols] = await Promise.all([
    createPairingParts(options, choice, {
      creator: 'createBls12381',
      own: ['hashing'],
      pages: { G1: pageOf('G1'), G2: pageOf('G2') },
      pairing: () => imported(import('./generated/curves/bls12-381.pairing.js')),
    }),
    hashes && imported(import('./protocols/hashing/group.js')),
    hashes && pairs && imported(import('./protocols/bls-signatures/bls-signatures.js')),
    (hashes || pairs) && imported(import('./protocols/eip2537.js')),
  ]);
  return /** @type {any} */ (
    new Bls12381(all, Object.assign(/** @type {any} */ ({ hashed }), ...protocols))
  );
}
