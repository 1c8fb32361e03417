/**
 * BLS12-381: the curve's parameters put together with an engine. No algorithms here.
 * Everything in this library runs in variable time: for public data only.
 */
import { groupG1, groupG2 } from './curves/groups/bls12-381.js';
import { InputError } from './errors.js';
import { createZcashEncoding } from './group/encodings/zcash.js';
import { createGroup } from './group/group.js';
import { describe } from './input/options.js';
import { Instance, createParts, refusal } from './instance.js';
import { BLS12_381_G1, BLS12_381_G2 } from './engines/wasm/msm/prices.js';
import { Eip2537 } from './protocols/eip2537.js';
import { createKzg } from './protocols/kzg/kzg.js';
import { portableModules } from './engines/wasm/kernels/load.js';

/** @import { Group, MsmPoints } from './group/group.js' */
/** @import { Extension } from './group/point.js' */
/** @import { InstanceOptions, InstanceParts } from './instance.js' */
/** @import { Kzg, KzgOptions } from './protocols/kzg/kzg.js' */

/** @typedef {import('./instance.js').Backend} Backend */
/** @typedef {'G1' | 'G2'} GroupName */

/**
 * `groups`: those that the instance will have, by default both. What is left out is not downloaded.
 * @template {GroupName} [Name=GroupName]
 * @typedef {InstanceOptions & { groups?: readonly Name[] }} Bls12381Options
 */

/**
 * An instance with some of the groups, `Bls12381With<'G1'>`: also one with both. Reading another group throws an `InputError`.
 * @template {GroupName} Names
 * @typedef {[GroupName] extends [Names] ? Bls12381 : Omit<Bls12381, Exclude<GroupName, Names>>} Bls12381With
 */

/** What is imported when it is needed: engines/wasm/create.js says why here. */
const LOADERS = {
  loadFaster: () => import('./engines/wasm/faster.js'),
  loadTables: () => import('./engines/wasm/msm/fixed/fixed-msm.js'),
  loadBigint: async () => (await import('./bls12-381-bigint.js')).createEngine,
};

const loadFixedBasis = () => import('./group/fixed-basis.js');

/** The generated modules, imported when they are needed. */
const G1 = {
  ...LOADERS,
  config: groupG1,
  prices: BLS12_381_G1,
  degree: 1,
  kernels: {
    ...portableModules(
      'bls12-381-g1',
      'bls12-381',
      () => import('./engines/wasm/kernels/portable/bls12-381-g1.portable.js'),
    ),
    fma: {
      name: 'bls12-381-g1.fma',
      source: () => import('./generated/bls12-381-g1.fma.js'),
    },
    wide64: {
      name: 'bls12-381-g1.wide64',
      source: () => import('./generated/bls12-381-g1.wide64.js'),
    },
  },
};

const G2 = {
  ...LOADERS,
  config: groupG2,
  prices: BLS12_381_G2,
  degree: 2,
  kernels: {
    ...portableModules(
      'bls12-381-g2',
      'bls12-381-g2',
      () => import('./engines/wasm/kernels/portable/bls12-381-g2.portable.js'),
    ),
    fma: {
      name: 'bls12-381-g2.fma',
      source: () => import('./generated/bls12-381-g2.fma.js'),
    },
    wide64: {
      name: 'bls12-381-g2.wide64',
      source: () => import('./generated/bls12-381-g2.wide64.js'),
    },
  },
};

/** The groups by name. */
const GROUPS = { G1, G2 };

/** @type {readonly GroupName[]} */
const NAMES = ['G1', 'G2'];

/** An instance: its groups, and the memory they share. */
export class Bls12381 extends Instance {
  /**
   * The group G1: y² = x³ + 4 over the prime field.
   * @type {Group}
   * @readonly
   */
  G1 = /** @type {any} */ (undefined);
  /**
   * The group G2: y² = x³ + 4(1 + u) over the quadratic extension, u² = −1. Coordinates are `{ c0, c1 }`.
   * @type {Group<Extension>}
   * @readonly
   */
  G2 = /** @type {any} */ (undefined);

  /**
   * Not for users: see `createBls12381`.
   * @param {InstanceParts} parts an engine for each group
   * @param {readonly GroupName[]} [names] of the groups
   */
  constructor(parts, names = NAMES) {
    super(parts);
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
   * KZG commitments of EIP-4844 under a trusted setup: decodes and checks it, and builds a table, in pieces that give way to
   * the event loop. A `PointVector` is taken as it is.
   * @param {MsmPoints} setup the 4096 points of the Lagrange form, bit-reversed: 48 bytes each, or a vector, or `Point`s
   * @param {KzgOptions} [options] `memory`: bytes that the table may have (default 32 MiB); `signal`, `onProgress`
   * @returns {Promise<Kzg>} rejects as `G1.fixedBasis` does, and with an `InputError` for another number of points, or for an
   *   instance without G1
   */
  async kzg(setup, options) {
    return createKzg(this.G1, setup, options);
  }
}

/**
 * @param {GroupName} name
 * @param {number} at its place among the engines
 * @param {InstanceParts} parts
 */
function groupOf(name, at, { engines, lifetime }) {
  const { config, degree } = GROUPS[name];
  const engine = engines[at];
  const encoding = createZcashEncoding({ prime: config.p, fieldBytes: engine.fieldBytes, degree });
  return createGroup({ engine, config, encoding, lifetime, loadFixedBasis });
}

/**
 * What stands in the place of a group that was left out.
 * @param {GroupName} name
 * @param {readonly GroupName[]} names of the others
 */
const refusalOf = (name, names) =>
  refusal(
    `${name}: expected an instance with that group, got one that was created with groups: ['${names}']`,
  );

/**
 * Creates an instance: chooses kernels, compiles and tests them, and reserves memory. Dispose of it when done.
 * @template {GroupName} [Name=GroupName]
 * @param {Bls12381Options<Name>} [options]
 * @returns {Promise<Bls12381With<Name>>}
 * @throws {InputError} wrong options
 * @throws {EnvironmentError} the runtime forbids WebAssembly or lacks the kernel asked for; more than one thread
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
  const names = readGroups(options?.groups);
  const curves = names.map((name) => GROUPS[name]);
  const parts = await createParts(options, 'createBls12381', curves, ['groups']);
  return /** @type {any} */ (new Bls12381(parts, names));
}

/**
 * @param {unknown} groups
 * @returns {readonly GroupName[]} in their order
 */
function readGroups(groups) {
  if (groups === undefined) return NAMES;
  const list = Array.isArray(groups) ? groups : [];
  const names = NAMES.filter((name) => list.includes(name));
  if (names.length === 0 || names.length !== list.length) {
    const got = list.length > 0 ? `[${list.map(describe)}]` : describe(groups);
    throw new InputError(`groups: expected ['G1'], ['G2'] or both in an array, got ${got}`);
  }
  return names;
}
