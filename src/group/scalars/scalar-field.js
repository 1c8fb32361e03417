/**
 * The public interface of a scalar field: the integers modulo the order of a group.
 */
import { InputError } from '../../errors.js';
import { describe } from '../../input/describe.js';
import { readInteger } from '../../input/options.js';
import { power } from '../../math/modular.js';

/** @import { ScalarLists } from '../../port/scalar-lists.js' */
/** @import { GroupContext } from '../context.js' */

/**
 * Shared by a field and its vectors. `context`: of a group with this field.
 * @typedef {{ lists: ScalarLists, order: bigint, context: GroupContext }} FieldParts
 */

/**
 * Only for this library's own protocols.
 * @type {(field: ScalarField) => FieldParts}
 * @public
 */
export let fieldParts;

/**
 * The integers modulo the prime order of a group. Variable time.
 */
export class ScalarField {
  /** @type {FieldParts} */
  #parts;

  static {
    fieldParts = (field) => field.#parts;
  }

  /**
   * Internal: see `Group.scalarField`.
   * @param {FieldParts} parts
   */
  constructor(parts) {
    this.#parts = parts;
  }

  /** The order of the field, a prime: that of the group. */
  get order() {
    return this.#parts.order;
  }

  /** The largest k for which there are roots of unity of order 2^k. */
  get twoAdicity() {
    return twoAdicityOf(this.#parts.order);
  }

  /** The generator of the multiplicative group from which roots of unity are made. */
  get generator() {
    return this.#parts.lists.generator;
  }

  /**
   * A primitive n-th root of unity, generator^((order − 1)/n).
   * @param {number} n a divisor of order − 1, such as a power of two up to 2^`twoAdicity`
   * @returns {bigint}
   * @throws {InputError} no such divisor
   */
  rootOfUnity(n) {
    const { order, lists } = this.#parts;
    const size = BigInt(readInteger(n, 1, Number.MAX_SAFE_INTEGER, 'n'));
    if ((order - 1n) % size !== 0n)
      throw new InputError(`n: expected a divisor of the order less one, got ${describe(n)}`);
    return power(lists.generator, (order - 1n) / size, order);
  }
}

/** @param {bigint} order */
function twoAdicityOf(order) {
  let k = 0;
  while (((order - 1n) >> BigInt(k + 1)) << BigInt(k + 1) === order - 1n) k++;
  return k;
}

/** Fields of instances, by order. @type {WeakMap<object, Map<bigint, Promise<ScalarField>>>} */
const fields = new WeakMap();

/**
 * The field of a group, opened once for all groups of an instance.
 * @param {GroupContext} context
 * @returns {Promise<ScalarField>}
 */
export async function scalarFieldOf(context) {
  const { engine, lifetime, config } = context;
  if (!engine.scalarLists) {
    throw new InputError(
      `scalarField: expected a group whose order less one has a large power of two, got ${config.name}`,
    );
  }
  const own = fields.get(lifetime) ?? new Map();
  fields.set(lifetime, own);
  const open = own.get(config.order) ?? opened(context, engine.scalarLists);
  own.set(config.order, open);
  try {
    const field = await open;
    lifetime.check();
    return field;
  } catch (error) {
    // Another call tries again: a download may have failed.
    own.delete(config.order);
    throw error;
  }
}

/**
 * @param {GroupContext} context
 * @param {() => Promise<ScalarLists>} open
 */
async function opened(context, open) {
  const lists = await open();
  return new ScalarField({ lists, order: context.config.order, context });
}
