/**
 * BLS12-381: combines the curve's parameters with an engine. No algorithms here.
 * Everything in this library runs in variable time: for public data only.
 */
import { bls12381G1 } from './generated/curves/bls12-381-g1.js';
import { bls12381G2 } from './generated/curves/bls12-381-g2.js';
import { createZcashEncoding } from './group/encodings/zcash.js';
import { createGroup } from './group/group.js';
import { readGroups } from './input/instance-options.js';
import { InputError } from './errors.js';
import { ownOption, readBoolean } from './input/options.js';
import { Instance, createParts, providePart, requirePart } from './instance.js';
import { createKzg } from './protocols/kzg/create.js';

/** @import { Extension } from './group/point.js' */
/** @import { Engine } from './port/engine.js' */
/** @import { Eip2537 } from './protocols/eip2537.js' */
/** @import { HashingGroup, createHashingGroup } from './protocols/hashing/group.js' */
/** @import { CurvePage, InstanceOptions, InstanceParts } from './instance.js' */
/** @import { KzgOptions, KzgSetup } from './protocols/kzg/create.js' */
/** @import { Groth16 } from './protocols/groth16/groth16.js' */
/** @import { Kzg } from './protocols/kzg/kzg.js' */
/** @import { PairingMembers, pairingProtocols } from './protocols/pairing/protocols.js' */

/** @typedef {import('./instance.js').Backend} Backend */
/** @typedef {'G1' | 'G2'} GroupName */

/**
 * `groups`: the groups of the instance, both by default. The code of the other group
 * is not downloaded. `hashing`: whether the groups have `hashToCurve` and `encodeToCurve`;
 * `pairings`: whether the instance computes pairings and, if it hashes, verifies signatures. Both
 * are true by default if it has both groups. An instance with either has `eip2537`. Their code is
 * another download, which creation awaits.
 * @template {GroupName} [Name=GroupName]
 * @template {boolean} [Has=boolean]
 * @typedef {InstanceOptions & { groups?: readonly Name[], hashing?: boolean, pairings?: Has }}
 *   Bls12381Options
 */

/**
 * An instance that has at least the named groups: `Bls12381With<'G1'>` also admits an instance with
 * both. `Has`: false for an instance that may be without pairings. Reading a member that was left
 * out throws an `InputError`.
 * @template {GroupName} Names
 * @template {boolean} [Has=true]
 * @typedef {[GroupName] extends [Names]
 *   ? ([Has] extends [false] ? Omit<Bls12381, keyof PairingMembers> : Bls12381)
 *   : Omit<Bls12381, Exclude<GroupName, Names> | keyof PairingMembers>} Bls12381With
 */

/** The groups by name. @type {Record<GroupName, CurvePage>} */
const GROUPS = { G1: bls12381G1, G2: bls12381G2 };

/** Imports of their maps, for engines that hash. @type {Record<GroupName, CurvePage['hashing']>} */
const HASHING = {
  G1: () => import('./generated/curves/bls12-381-g1.maps.js'),
  G2: () => import('./generated/curves/bls12-381-g2.maps.js'),
};

/** @type {readonly GroupName[]} */
const NAMES = ['G1', 'G2'];

/** @type {readonly (keyof PairingMembers)[]} */
const PAIRING_MEMBERS = ['pairingCheck', 'pairing', 'minPk', 'minSig'];

/** The options that members need. */
const PAIRING = 'pairings: true';
const HASHES = 'hashing: true';

/**
 * Protocols of an instance that hashes or pairs, imported for it.
 * @typedef {{ createHashingGroup?: typeof createHashingGroup,
 *   pairingProtocols?: typeof pairingProtocols, Eip2537?: typeof Eip2537 }} Protocols
 */

/** An instance: its groups, and the memory they share. */
export class Bls12381 extends Instance {
  #pairing;

  /**
   * The group G1: y² = x³ + 4 over the prime field.
   * @type {HashingGroup}
   * @readonly
   */
  G1 = /** @type {any} */ (undefined);
  /**
   * The group G2: y² = x³ + 4(1 + u) over the quadratic extension, u² = −1. Coordinates
   * are `{ c0, c1 }`.
   * @type {HashingGroup<Extension>}
   * @readonly
   */
  G2 = /** @type {any} */ (undefined);

  /**
   * Whether ∏ e(P_i, Q_i) = 1 for pairs of points: the check of pairing-based protocols. True for
   * no pairs; a pair with infinity counts as one. All pairs share one final exponentiation: a
   * further pair takes a quarter of the first one's time.
   *
   * Points that were not checked when they were made, with `check: false` or by `{ x, y }` and
   * additions, are tested for membership in the group at their first use.
   *
   * Throws an `InputError` with the index of the pair for anything but points of this instance, for
   * a disposed instance, and a `PointError` `'not-in-subgroup'` with that index.
   * @type {PairingMembers['pairingCheck']}
   * @readonly
   * @example
   * // e(k·P, Q) = e(P, k·Q)
   * bls.pairingCheck([[P.multiply(k), Q], [P.negate(), Q.multiply(k)]]); // true
   */
  pairingCheck = /** @type {any} */ (undefined);
  /**
   * The pairing e(P, Q) of a point of G1 and a point of G2, as a value of GT. To compare products,
   * `pairingCheck` takes half the time. Throws as `pairingCheck`.
   * @type {PairingMembers['pairing']}
   * @readonly
   */
  pairing = /** @type {any} */ (undefined);
  /**
   * BLS signatures with public keys in G1, 48 bytes, and signatures in G2, 96 bytes: those of
   * Ethereum's consensus layer. Needs `hashing`.
   * @type {PairingMembers['minPk']}
   * @readonly
   */
  minPk = /** @type {any} */ (undefined);
  /**
   * BLS signatures with public keys in G2, 96 bytes, and signatures in G1, 48 bytes: drand's, for
   * one. Needs `hashing`.
   * @type {PairingMembers['minSig']}
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
   * @param {InstanceParts} parts an engine for each group
   * @param {readonly GroupName[]} [names] of the groups
   * @param {Protocols} [protocols]
   */
  constructor(parts, names = NAMES, { createHashingGroup, pairingProtocols, Eip2537 } = {}) {
    super(parts);
    for (const name of NAMES) {
      const engine = parts.engines[names.indexOf(name)];
      const group = engine && groupOf(name, engine, parts, createHashingGroup);
      providePart(this, name, group, `groups: ['${name}']`);
    }
    const pairing = parts.pairings && pairingProtocols?.(this, parts.pairings);
    this.#pairing = pairing?.context;
    for (const name of PAIRING_MEMBERS)
      providePart(this, name, pairing?.[name], pairing ? HASHES : PAIRING);
    const precompiles = Eip2537 && new Eip2537(this, pairing?.context);
    providePart(this, 'eip2537', precompiles, HASHES);
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
    const pairings = this.#pairing?.pairings ?? null;
    return createKzg({ G1: this.G1, G2: pairings && this.G2, pairings }, setup, options);
  }

  /**
   * Groth16 with the files, the JSON and the names of snarkjs, whose name of this curve is
   * `bls12381`. Another download, for an instance with both groups and pairings.
   * @returns {Promise<Groth16>} rejects with an `InputError` for an instance without pairings
   */
  async groth16() {
    const pairing = requirePart(this.#pairing, 'groth16', PAIRING);
    return new (await import('./protocols/groth16/groth16.js')).Groth16(pairing, 'bls12381');
  }
}

/**
 * @param {GroupName} name
 * @param {Engine} engine
 * @param {InstanceParts} parts
 * @param {typeof createHashingGroup} [createHashing]
 */
function groupOf(name, engine, { lifetime }, createHashing) {
  const config = GROUPS[name].data;
  const degree = Object.hasOwn(config, 'extension') ? 2 : 1;
  const encoding = createZcashEncoding({ prime: config.p, fieldBytes: engine.fieldBytes, degree });
  const parts = { engine, config, encoding, lifetime };
  if (createHashing) return createHashing(parts);
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
  const names = readGroups(ownOption(options, 'groups'), NAMES);
  const hasBoth = names.length === NAMES.length;
  const hashes = readBoolean(ownOption(options, 'hashing'), hasBoth, 'hashing');
  const pairs = readBoolean(ownOption(options, 'pairings'), hasBoth, 'pairings');
  if (pairs && !hasBoth) {
    throw new InputError(`pairings: expected both groups beside it, got groups: ['${names}']`);
  }
  const protocols = [
    hashes && import('./protocols/hashing/group.js'),
    pairs && import('./protocols/pairing/protocols.js'),
    (hashes || pairs) && import('./protocols/eip2537.js'),
  ];
  const subgroupSums = () => import('./engines/wasm/subgroup/check.js');
  const curves = names.map((name) => ({
    ...GROUPS[name],
    subgroupSums,
    hashing: hashes ? HASHING[name] : undefined,
  }));
  const pairing = pairs ? () => import('./generated/curves/bls12-381.pairing.js') : undefined;
  const own = ['groups', 'hashing', 'pairings'];
  const [parts, ...imported] = await Promise.all([
    createParts(options, 'createBls12381', curves, own, pairing),
    ...protocols,
  ]);
  return /** @type {any} */ (new Bls12381(parts, names, Object.assign({}, ...imported)));
}
