/**
 * The part that entries of pairing-friendly curves share: two groups, of which an instance may have
 * only one, and their pairing. An entry adds encodings, and what its curve is used for.
 */
import { InputError } from './errors.js';
import { createGroup } from './group/group.js';
import { readGroups } from './input/instance-options.js';
import { ownOption, readBoolean } from './input/options.js';
import { Instance, createParts, providePart, requirePart } from './instance.js';
import { imported } from './port/imports.js';

/** @import { Extension } from './group/point.js' */
/** @import { Encoding } from './group/encodings/encoding.js' */
/** @import { EncodedField } from './group/encodings/flagged.js' */
/** @import { Group } from './group/group.js' */
/** @import { PairingPage } from './engines/wasm/pairings.js' */
/** @import { CurvePage, InstanceOptions, InstanceParts } from './instance.js' */
/** @import { Groth16, SnarkjsCurve } from './protocols/groth16/groth16.js' */
/** @import { PairingContext, PairingMembers, createPairing } from './protocols/pairing/pairing.js' */

/** @typedef {'G1' | 'G2'} GroupName */
/** @typedef {Parameters<typeof createGroup>[0]} GroupParts */

/**
 * `groups`: the groups of the instance, both by default. The code of the other group is not
 * downloaded. `pairings`: whether the instance computes pairings, by default if it has both groups.
 * @template {GroupName} [Name=GroupName]
 * @template {boolean} [Has=boolean]
 * @typedef {InstanceOptions & { groups?: readonly Name[], pairings?: Has }} PairingOptions
 */

/**
 * The options of a creator: the groups by name, whether these are both, and whether it pairs.
 * @typedef {{ names: readonly GroupName[], hasBoth: boolean, pairs: boolean }} PairingChoice
 */

/**
 * The parts of an instance, the names of its groups, the pages of both, and the protocol of its
 * pairing, if it has one.
 * @typedef {{ parts: InstanceParts, names: readonly GroupName[],
 *   pages: Record<GroupName, CurvePage>, createPairing?: typeof createPairing }} PairingParts
 */

/** @type {readonly GroupName[]} */
const NAMES = ['G1', 'G2'];

/** The option that pairings need. */
export const PAIRINGS = 'pairings: true';

/**
 * The pairing of an instance, if it has one. Only for this library's own protocols.
 * @type {(instance: PairingFriendly<any, any>) => PairingContext | undefined}
 */
export let pairingContextOf;

/**
 * An instance with the groups and the pairing of a curve.
 * @template {Group<bigint>} First
 * @template {Group<Extension>} Second
 */
export class PairingFriendly extends Instance {
  /** @type {PairingContext | undefined} */
  #pairing;
  #snarkjs;

  static {
    pairingContextOf = (instance) => instance.#pairing;
  }

  /**
   * The group over the prime field.
   * @type {First}
   * @readonly
   */
  G1 = /** @type {any} */ (undefined);
  /**
   * The group over the quadratic extension, u² = −1. Coordinates are `{ c0, c1 }`.
   * @type {Second}
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
   * Internal: use a curve's creator.
   * @param {PairingParts} all
   * @param {SnarkjsCurve} snarkjs
   * @param {(field: EncodedField) => Encoding} encodingOf
   * @param {(parts: GroupParts) => Group<any, any>} [groupOf] makes a group
   */
  constructor({ parts, names, pages, createPairing }, snarkjs, encodingOf, groupOf = createGroup) {
    super(parts);
    this.#snarkjs = snarkjs;
    const { engines, lifetime } = parts;
    for (const name of NAMES) {
      const engine = engines[names.indexOf(name)];
      const { data: config } = pages[name];
      const group = () => {
        const degree = Object.hasOwn(config, 'extension') ? 2 : 1;
        const field = { prime: config.p, fieldBytes: engine.fieldBytes, degree };
        return groupOf({ engine, config, encoding: encodingOf(field), lifetime });
      };
      providePart(this, name, engine && group(), `groups: ['${name}']`);
    }
    const pairing = parts.pairings && createPairing?.(this, parts.pairings);
    this.#pairing = pairing?.context;
    for (const name of /** @type {const} */ (['pairingCheck', 'pairing']))
      providePart(this, name, pairing?.[name], PAIRINGS);
  }

  /**
   * Groth16 with the files, the JSON and the names of snarkjs. Another download, for an instance
   * with both groups and pairings.
   * @returns {Promise<Groth16>} rejects with an `InputError` for an instance without pairings
   */
  async groth16() {
    const pairing = requirePart(this.#pairing, 'groth16', PAIRINGS);
    const { Groth16 } = await import('./protocols/groth16/groth16.js');
    return new Groth16(pairing, this.#snarkjs);
  }
}

/**
 * @param {unknown} options from the user
 * @returns {PairingChoice}
 * @throws {InputError} wrong options
 */
export function readPairingChoice(options) {
  const names = readGroups(ownOption(options, 'groups'), NAMES);
  const hasBoth = names.length === NAMES.length;
  const pairs = readBoolean(ownOption(options, 'pairings'), hasBoth, 'pairings');
  if (pairs && !hasBoth) {
    throw new InputError(`pairings: expected both groups beside it, got groups: ['${names}']`);
  }
  return { names, hasBoth, pairs };
}

/**
 * @param {unknown} options from the user
 * @param {PairingChoice} choice of these options
 * @param {{ creator: string, own: readonly string[], pages: Record<GroupName, CurvePage>,
 *   pairing: () => Promise<PairingPage> }} entry `own`: names of options that the creator reads
 *   itself, beside those of this file
 * @returns {Promise<PairingParts>} rejects as `createParts`
 */
export async function createPairingParts(options, { names, pairs }, entry) {
  const { creator, own, pages, pairing } = entry;
  const curves = names.map((name) => ({
    ...pages[name],
    subgroupSums: pages[name].data.traits.subgroupSums
      ? () => import('./engines/wasm/subgroup/check.js')
      : undefined,
  }));
  const read = ['groups', 'pairings', ...own];
  const [parts, protocol] = await Promise.all([
    createParts(options, creator, curves, read, pairs ? pairing : undefined),
    pairs ? imported(import('./protocols/pairing/pairing.js')) : undefined,
  ]);
  return { parts, names, pages, createPairing: protocol?.createPairing };
}
