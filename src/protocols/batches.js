/**
 * Batches of signatures, whatever the protocol: the four members for users, and the items as they
 * are read and travel. What the asynchronous ones do is in batch-runs.js.
 */
import { provideMethods } from '../group/objects.js';
import { allocate, elementsOf } from '../input/bytes.js';
import { readBatch } from '../input/items.js';
import { readOptions } from '../input/options.js';

/** @import { GroupContext } from '../group/context.js' */
/** @import { TaskOptions } from '../group/group.js' */
/** @import { Progress } from '../port/engine.js' */

/**
 * The operations of a protocol on many items, each an array of its fields.
 * @typedef {{ verify: (items: any[], how: any) => boolean,
 *   findInvalid: (items: any[], how: any) => number[] }} BatchEquations
 */

/**
 * `task`: under which a worker knows the equations (src/worker.js); `options`, of the protocol, and
 * `readHow`, which reads those that were given; `fields` of an item and `readItem`, which returns
 * them as bytes; `prepare`: what a batch needs on the caller's thread that may take long, in steps;
 * `sizes` of pieces on the caller's thread, and how many times as long as a valid item finding an
 * invalid one may take; `part`: items of a part for a worker, at least and at most.
 * @typedef {object} BatchProtocol
 * @property {GroupContext} context of a group whose engine has the workers
 * @property {string} task
 * @property {BatchEquations} equations
 * @property {readonly string[]} options
 * @property {(options: Record<string, unknown>) => object} readHow
 * @property {readonly string[]} fields
 * @property {(fields: Record<string, unknown>, index?: number) =>
 *   ReadonlyArray<ArrayLike<number>>} readItem
 * @property {((items: any[], how: any) => Generator<Progress, void, void>) | null} prepare
 * @property {{ first: number, most: number, search: number }} sizes
 * @property {readonly [fewest: number, most: number]} part
 */

/** @typedef {'verify' | 'findInvalid'} BatchKind */

/**
 * The code of asynchronous batches, once it is imported.
 * @type {typeof import('./batch-runs.js') | undefined}
 */
let runs;

/**
 * Verifies one item as a batch of one, in steps. Only for the protocols of this folder.
 * @type {(verifier: BatchVerifier<any, any>, item: Record<string, unknown>, options: unknown,
 *   where: string) => Promise<boolean>}
 */
export let verifyOne;

/**
 * The options of a protocol that has none of its own. An empty type would take any member.
 * @typedef {{ readonly none?: undefined }} NoOptions
 */

/**
 * Verification of many signatures at once.
 *
 * Every method throws an `InputError` for no array, for an item that lacks a member or has one of
 * another type, with its `index`, for wrong options, and for a disposed instance; an
 * `EnvironmentError` without `crypto.getRandomValues`; and a `ResourceError` if memory does not
 * suffice. Asynchronous ones reject with what their synchronous twins throw, with `signal.reason`
 * on abort, with an `InputError` when the instance is disposed in the meantime, and with what
 * `onProgress` throws.
 * @template Item
 * @template {object} Options
 */
export class BatchVerifier {
  #protocol;

  static {
    verifyOne = (verifier, item, options, where) => {
      const { readItem } = verifier.#protocol;
      return verifier.#run('verify', (list) => list.add(readItem(item)), options, where);
    };
  }

  /**
   * Internal: protocols make their own.
   * @param {BatchProtocol} protocol
   */
  constructor(protocol) {
    provideMethods(this);
    this.#protocol = protocol;
  }

  /**
   * Verifies all signatures in one equation, which is much faster than one by one. A batch with an
   * invalid item passes with probability at most 2^−128. A signature or key of another length is
   * invalid. An empty batch is valid.
   * @param {readonly Item[]} items
   * @param {Options} [options] as for `verify`
   * @returns {boolean}
   */
  verifyBatch(items, options) {
    const { equations } = this.#protocol;
    const { list, how } = this.#read(this.#reader(items), options, 'verifyBatch');
    return equations.verify(list.slice(), how);
  }

  /**
   * `verifyBatch` on all threads, each with a batch of its own; on one, in slices of a few
   * milliseconds. The items are read before it returns.
   * @param {readonly Item[]} items
   * @param {Options & TaskOptions} [options]
   * @returns {Promise<boolean>}
   */
  verifyBatchAsync(items, options) {
    return this.#run('verify', this.#reader(items), options, 'verifyBatchAsync');
  }

  /**
   * Finds the invalid items: batches of parts of those that fail, and single verification at the
   * end. Fast when few are invalid; at most about twice as slow as single verification, whatever is
   * passed.
   * @param {readonly Item[]} items
   * @param {Options} [options] as for `verify`
   * @returns {number[]} their indices, ascending
   */
  findInvalid(items, options) {
    const { equations } = this.#protocol;
    const { list, how } = this.#read(this.#reader(items), options, 'findInvalid');
    return equations.findInvalid(list.slice(), how);
  }

  /**
   * `findInvalid` on all threads; on one, in slices of a few milliseconds. The items are read
   * before it returns.
   * @param {readonly Item[]} items
   * @param {Options & TaskOptions} [options]
   * @returns {Promise<number[]>}
   */
  findInvalidAsync(items, options) {
    return this.#run('findInvalid', this.#reader(items), options, 'findInvalidAsync');
  }

  /**
   * Verifies a feed, of which few items are invalid or none: a batch, and a search where one fails,
   * with one progress for both, in proportion to the time. On all threads; on one, in slices of a
   * few milliseconds. The items are read before it returns.
   * @param {readonly Item[]} items
   * @param {Options & TaskOptions} [options] as for `verify`
   * @returns {Promise<number[]>} the indices of invalid items, ascending
   * @example
   * const invalid = await secp.schnorr.verifyFeedAsync(items, {
   *   onProgress: ({ done, total }) => (bar.value = done / total),
   * });
   */
  verifyFeedAsync(items, options) {
    return this.#run('feed', this.#reader(items), options, 'verifyFeedAsync');
  }

  /** @param {unknown} items @returns {(list: Packing) => unknown} reads them */
  #reader(items) {
    const { fields, readItem } = this.#protocol;
    return (list) => readBatch(items, fields, (item, i) => list.add(readItem(item, i)));
  }

  /**
   * @type {(kind: BatchKind | 'feed', fill: (list: Packing) => unknown, options: unknown,
   *   where: string) => Promise<any>}
   */
  #run(kind, fill, options, where) {
    const run = async () => {
      const { list, how, task } = this.#read(fill, options, where, ['signal', 'onProgress']);
      runs ??= await import('./batch-runs.js');
      return runs.runBatch(this.#protocol, kind, { list, how }, task);
    };
    return this.#protocol.context.handled(run());
  }

  /**
   * @param {(list: Packing) => unknown} fill reads the items into a list
   * @param {unknown} options
   * @param {string} where the call, for messages
   * @param {readonly string[]} [more] options of asynchronous calls
   * @returns {{ list: Packing, how: object, task: Record<string, unknown> }}
   */
  #read(fill, options, where, more = []) {
    const { context, options: names, readHow } = this.#protocol;
    context.lifetime.check();
    const task = readOptions(options, [...names, ...more], where);
    const how = readHow(task);
    const list = new Packing();
    fill(list);
    // Reading may have run the caller's code.
    context.lifetime.check();
    return { list, how, task };
  }
}

/** Bytes that a field has room for at first. */
const FIRST_BYTES = 2 ** 12;

/**
 * A field of all items: bytes, and where each item's end.
 * @typedef {{ bytes: Uint8Array<ArrayBuffer>, ends: ArrayLike<number> }} Field
 */

/**
 * A list of items that grows. Each has the same number of fields, which are bytes, back to back:
 * few arrays instead of three an item, for which workers would wait.
 */
export class Packing {
  /**
   * @param {Field[]} [fields]
   * @param {number} [length] number of items
   */
  constructor(fields = [], length = 0) {
    this.fields = fields;
    this.length = length;
  }

  /**
   * Copies an item.
   * @param {ReadonlyArray<ArrayLike<number>>} fields bytes, or one byte in an array
   */
  add(fields) {
    if (this.length === 0)
      this.fields = fields.map(() => ({ bytes: allocate(FIRST_BYTES), ends: [] }));
    fields.forEach((value, f) => {
      const field = this.fields[f];
      const at = this.#startOf(field, this.length);
      const end = at + (elementsOf(value) ?? 1);
      if (end > field.bytes.length) {
        const larger = allocate(2 * end);
        larger.set(field.bytes);
        field.bytes = larger;
      }
      field.bytes.set(value, at);
      /** @type {number[]} */ (field.ends).push(end);
    });
    this.length++;
  }

  /**
   * Items of a range.
   * @param {number} [start]
   * @param {number} [end]
   * @returns {any[]} the fields of each, views of the bytes
   */
  slice(start = 0, end = this.length) {
    return Array.from({ length: end - start }, (_, i) =>
      this.fields.map((field) =>
        field.bytes.subarray(this.#startOf(field, start + i), field.ends[start + i]),
      ),
    );
  }

  /**
   * A copy of a range of items, as a message of a worker.
   * @param {number} start
   * @param {number} end
   * @returns {{ fields: Field[], length: number, transfer: ArrayBuffer[] }}
   */
  part(start, end) {
    const fields = this.fields.map((field) => {
      const from = this.#startOf(field, start);
      const ends = new Float64Array(end - start);
      for (let i = start; i < end; i++) ends[i - start] = field.ends[i] - from;
      return { bytes: field.bytes.slice(from, field.ends[end - 1]), ends };
    });
    const transfer = fields.flatMap(({ bytes, ends }) => [bytes.buffer, ends.buffer]);
    return { fields, length: end - start, transfer };
  }

  /** Bytes of all items. */
  get bytes() {
    return this.fields.reduce((sum, field) => sum + this.#startOf(field, this.length), 0);
  }

  /** @type {(field: Field, i: number) => number} */
  #startOf({ ends }, i) {
    return i > 0 ? ends[i - 1] : 0;
  }
}

/**
 * The task of a worker: batches of any protocol.
 * @template Place
 * @param {Record<string, (place: Place) => BatchEquations | Promise<BatchEquations>>} protocols
 *   make their equations, once for each task's name and worker
 */
export function batchTask(protocols) {
  /** @type {Map<string, BatchEquations | Promise<BatchEquations>>} */
  const made = new Map();
  return async (
    /** @type {Place} */ place,
    /** @type {{ task: string, kind: BatchKind, how: object, fields: Field[], length: number }} */ {
      task,
      kind,
      how,
      fields,
      length,
    },
  ) => {
    const equations = made.get(task) ?? protocols[task](place);
    made.set(task, equations);
    return (await equations)[kind](new Packing(fields, length).slice(), how);
  };
}
