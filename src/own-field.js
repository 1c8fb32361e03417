/**
 * A field of one's own: opens what `curvemill generate --field` wrote. No algorithms here.
 * Everything in this library runs in variable time: for public data only.
 */
import { INSPECT } from './group/objects.js';
import { readInstanceOptions } from './input/instance-options.js';
import { readOwnField } from './input/own-field.js';
import { Instance, isBlocked, modulesOf } from './instance.js';
import { Lifetime } from './port/lifetime.js';

/** @import { OwnField } from './group/scalars/own-field.js' */
/** @import { InstanceOptions, ReadOptions } from './input/instance-options.js' */
/** @import { FieldPage } from './port/scalar-lists.js' */

/**
 * The default export of a file that `generateField` wrote.
 * @typedef {{ readonly format: number, readonly field: object, readonly kernels: object }}
 *   OwnFieldPage
 */

/** Why `threads` is 1 where more were asked for. */
const ALONE = 'the operations of a field run on the thread that calls them';

/** An instance of a field of one's own. */
export class FieldInstance extends Instance {
  /**
   * Internal: see `createField`.
   * @param {ConstructorParameters<typeof Instance>[0]} parts
   * @param {OwnField} field
   */
  constructor(parts, field) {
    super(parts);
    /**
     * The field.
     * @type {OwnField}
     * @readonly
     */
    this.field = field;
  }

  /** For the console of Node, Deno and Bun. @override */
  [INSPECT]() {
    return `curvemill(${this.field.name}; kernel: ${this.backend.batch})`;
  }
}

/**
 * Opens a field of one's own: selects a kernel, compiles it, and compares products with BigInt.
 * Dispose of it when done. `threads` is 1, whatever was asked for: `nttAsync` yields, and computes
 * on the caller's thread.
 * @param {OwnFieldPage | { readonly default: OwnFieldPage }} page the default export of a file that
 *   `npx curvemill generate --field` wrote, or its namespace
 * @param {InstanceOptions} [options]
 * @returns {Promise<FieldInstance>}
 * @throws {InputError} no such file, one of another version, or wrong options; or the file's
 *   modules compute something else
 * @throws {EnvironmentError} the runtime forbids WebAssembly or lacks the kernel asked for
 * @example
 * const { field } = await createField(goldilocks);   // the default export of goldilocks.js
 * const a = field.vector([1n, 2n, 3n, 4n]);
 * field.ntt(a);
 */
export async function createField(page, options) {
  const own = readOwnField(page);
  const { workers, ...choice } = readInstanceOptions(options, 'createField', []);
  // Most pages that import createCurve beside it open no field.
  const [{ lists, kernel }, { ownField }] = await Promise.all([
    openLists(own, choice),
    import('./group/scalars/own-field.js'),
  ]);
  const lifetime = new Lifetime();
  const pool = workers && /** @type {any} */ ({ threads: 1, reason: ALONE });
  const kernels = /** @type {any} */ ({ single: kernel, batch: kernel });
  return new FieldInstance(
    { engines: [], kernels, lifetime, ...(pool && { pool }) },
    ownField(lists, own, lifetime),
  );
}

/**
 * @param {FieldPage} own
 * @param {Omit<ReadOptions, 'workers'>} choice
 */
async function openLists(own, choice) {
  const modules = await modulesOf(choice);
  const { backend, maxMemory } = choice;
  if (backend === 'bigint' || (await isBlocked(choice, modules))) {
    const { createScalarLists } = await import('./engines/bigint/scalar-lists.js');
    const lists = createScalarLists(own.modulus, own.generator, own.bytes);
    return { lists, kernel: 'bigint' };
  }
  const { openOwnField } = await import('./engines/wasm/own-field.js');
  return openOwnField(own, { sources: sourcesOf(own), backend, maxMemory, modules });
}

/**
 * The modules of lists, as pages of the library have them.
 * @param {{ name: string, generator: bigint,
 *   kernels: Record<string, { polynomials: string, lists: string }> }} scalars
 */
export function sourcesOf({ name, generator, kernels }) {
  const sources = Object.entries(kernels).map(([kernel, { polynomials, lists }]) => [
    kernel,
    {
      polynomials: async () => ({ text: polynomials }),
      lists: async () => ({ text: lists }),
    },
  ]);
  return { name, generator, kernels: Object.fromEntries(sources) };
}
