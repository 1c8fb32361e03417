/**
 * BLS12-381: combines the curve's parameters with an engine. No algorithms here.
 * Everything in this library runs in variable time: for public data only.
 */
import { bls12381G1 } from './generated/curves/bls12-381-g1.js';
import { bls12381G2 } from './generated/curves/bls12-381-g2.js';
import { createZcashEncoding } from './group/encodings/zcash.js';
import { createGroup } from './group/group.js';
import { readGroups } from './input/instance-options.js';
import { ownOption } from './input/options.js';
import { Instance, createParts, refusal } from './instance.js';
import { Eip2537 } from './protocols/eip2537.js';
import { createKzg } from './protocols/kzg/create.js';

/** @import { Group } from './group/group.js' */
/** @import { Extension } from './group/point.js' */
/** @import { CurvePage, InstanceOptions, InstanceParts } from './instance.js' */
/** @import { KzgOptions, KzgSetup } from './protocols/kzg/create.js' */
/** @import { Kzg } from './protocols/kzg/kzg.js' */

/** @typedef {import('./instance.js').Backend} Backend */
/** @typedef {'G1' | 'G2'} GroupName */

/**
 * `groups`: the groups of the instance, both by default. The code of the other group
 * is not downloaded.
 * @template {GroupName} [Name=GroupName]
 * @typedef {InstanceOptions & { groups?: readonly Name[] }} Bls12381Options
 */

/**
 * An instance that has at least the named groups: `Bls12381With<'G1'>` also admits an instance with
 * both. Reading a group that was left out throws an `InputError`.
 * @template {GroupName} Names
 * @typedef {[GroupName] extends [Names] ? Bls12381 : Omit<Bls12381, Exclude<GroupName, Names>>}
 *   Bls12381With
 */

/** The groups by name. @type {Record<GroupName, CurvePage>} */
const GROUPS = { G1: bls12381G1, G2: bls12381G2 };

/** @type {readonly GroupName[]} */
const NAMES = ['G1', 'G2'];

/** An instance: its groups, and the memory they share. */
export class Bls12381 extends Instance {
  #hasG2;

  /**
   * The group G1: y² = x³ + 4 over the prime field.
   * @type {Group}
   * @readonly
   */
  G1 = /** @type {any} */ (undefined);
  /**
   * The group G2: y² = x³ + 4(1 + u) over the quadratic extension, u² = −1. Coordinates
   * are `{ c0, c1 }`.
   * @type {Group<Extension>}
   * @readonly
   */
  G2 = /** @type {any} */ (undefined);

  /**
   * Internal: see `createBls12381`.
   * @param {InstanceParts} parts an engine for each group
   * @param {readonly GroupName[]} [names] of the groups
   */
  constructor(parts, names = NAMES) {
    super(parts);
    this.#hasG2 = names.includes('G2');
    for (const name of NAMES) {
      const at = names.indexOf(name);
      const property = at < 0 ? refusalOf(name, names) : { value: groupOf(name, at, parts) };
      Object.defineProperty(this, name, property);
    }
    /**
     * The precompiles of EIP-2537: bytes in, bytes out.
     * @type {Eip2537}
     * @readonly
     */
    this.eip2537 = new Eip2537(this);
  }

  /**
   * KZG commitments and proofs of EIP-4844 and EIP-7594 under a trusted setup. Decodes and checks
   * the setup, compares its parts and builds a table in slices, yielding to the event loop between
   * them. A `PointVector` is used without decoding or checking it again.
   * @param {KzgSetup} setup the text of c-kzg's trusted_setup.txt, its JSON, or
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
    return createKzg({ G1: this.G1, G2: this.#hasG2 ? this.G2 : null }, setup, options);
  }
}

/**
 * @param {GroupName} name
 * @param {number} at index of its engine
 * @param {InstanceParts} parts
 */
function groupOf(name, at, { engines, lifetime }) {
  const config = GROUPS[name].data;
  const engine = engines[at];
  const degree = config.extension ? 2 : 1;
  const encoding = createZcashEncoding({ prime: config.p, fieldBytes: engine.fieldBytes, degree });
  return createGroup({ engine, config, encoding, lifetime });
}

/**
 * Property descriptor in place of a group that was left out: reading it throws.
 * @param {GroupName} name
 * @param {readonly GroupName[]} names of the others
 */
const refusalOf = (name, names) =>
  refusal(
    `${name}: expected an instance with that group, got one created with groups: ['${names}']`,
  );

/**
 * Creates an instance: selects kernels, compiles and self-tests them, and reserves memory. Dispose
 * of it when done.
 * @template {GroupName} [Name=GroupName]
 * @param {Bls12381Options<Name>} [options]
 * @returns {Promise<Bls12381With<Name>>}
 * @throws {InputError} wrong options
 * @throws {EnvironmentError} the runtime forbids WebAssembly or lacks the kernel asked for
 * @example
 * const bls = await createBls12381();
 * const points = bls.G1.points(encodings);   // 48 or 96 bytes per point
 * const sum = bls.G1.msm(points, scalars);   // 32 bytes per scalar, or bigints
 * sum.toBytes();                             // 48 bytes
 * bls.dispose();
 * @example
 * const bls = await createBls12381({ groups: ['G1'] });   // without G2: half the download
 */
export async function createBls12381(options) {
  const names = readGroups(ownOption(options, 'groups'), NAMES);
  const subgroupSums = () => import('./engines/wasm/subgroup/check.js');
  const curves = names.map((name) => ({ ...GROUPS[name], subgroupSums }));
  const parts = await createParts(options, 'createBls12381', curves, ['groups']);
  return /** @type {any} */ (new Bls12381(parts, names));
}
