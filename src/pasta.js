/**
 * Pallas and Vesta: combines the curves' parameters with engines. No algorithms here.
 * Everything in this library runs in variable time: for public data only.
 */
import { pallas } from './generated/curves/pallas.js';
import { vesta } from './generated/curves/vesta.js';
import { createPastaEncoding } from './group/encodings/pasta.js';
import { createGroup } from './group/group.js';
import { readGroups } from './input/instance-options.js';
import { ownOption } from './input/options.js';
import { Instance, createParts, providePart } from './instance.js';

/** @import { PastaFormat } from './group/encodings/encoding.js' */
/** @import { Group } from './group/group.js' */
/** @import { InstanceOptions, InstanceParts } from './instance.js' */

/** @typedef {'pallas' | 'vesta'} PastaName */

/**
 * `groups`: the groups of the instance, both by default. The code of the other group is not
 * downloaded.
 * @template {PastaName} [Name=PastaName]
 * @typedef {InstanceOptions & { groups?: readonly Name[] }} PastaOptions
 */

/**
 * An instance that has at least the named groups: `PastaWith<'pallas'>` also admits an instance
 * with both. Reading a member that was left out throws an `InputError`.
 * @template {PastaName} Names
 * @typedef {[PastaName] extends [Names] ? Pasta : Omit<Pasta, Exclude<PastaName, Names>>} PastaWith
 */

/** The groups by name. */
const GROUPS = { pallas, vesta };

/** @type {readonly PastaName[]} */
const NAMES = ['pallas', 'vesta'];

/**
 * An instance: its groups, and the memory they share. Both are y² = x³ + 5, all of the curve, over
 * fields of 255 bits; the order of each is the prime of the other.
 */
export class Pasta extends Instance {
  /**
   * The group over the field of order p.
   * @type {Group<bigint, PastaFormat>}
   * @readonly
   */
  pallas = /** @type {any} */ (undefined);
  /**
   * The group over the field of order q, which has order p.
   * @type {Group<bigint, PastaFormat>}
   * @readonly
   */
  vesta = /** @type {any} */ (undefined);

  /**
   * Internal: see `createPasta`.
   * @param {InstanceParts} parts
   * @param {readonly PastaName[]} names of the groups that it has
   */
  constructor(parts, names) {
    super(parts);
    const { engines, lifetime } = parts;
    for (const name of NAMES) {
      const engine = engines[names.indexOf(name)];
      const group = () => {
        const encoding = createPastaEncoding({ fieldBytes: engine.fieldBytes });
        return createGroup({ engine, config: GROUPS[name].data, encoding, lifetime });
      };
      providePart(this, name, engine && group(), `groups: ['${name}']`);
    }
  }
}

/**
 * Creates an instance: selects kernels, compiles and self-tests them, and reserves memory. Dispose
 * of it when done.
 * @template {PastaName} [Name=PastaName]
 * @param {PastaOptions<Name>} [options]
 * @returns {Promise<PastaWith<Name>>}
 * @throws {InputError} wrong options
 * @throws {EnvironmentError} the runtime forbids WebAssembly or lacks the kernel asked for
 * @example
 * const pasta = await createPasta();
 * const points = pasta.vesta.points(encodings);   // 32 bytes per point
 * const sum = pasta.vesta.msm(points, scalars);   // 32 bytes per scalar, or bigints
 * sum.toBytes();                                  // 32 bytes
 * pasta.dispose();
 * @example
 * const pasta = await createPasta({ groups: ['pallas'] });   // without Vesta: half the kernels
 */
export async function createPasta(options) {
  const names = readGroups(ownOption(options, 'groups'), NAMES);
  const pages = names.map((name) => GROUPS[name]);
  const parts = await createParts(options, 'createPasta', pages, ['groups']);
  return /** @type {any} */ (new Pasta(parts, names));
}
