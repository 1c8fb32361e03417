/**
 * The public interface of a scalar field: the integers modulo the order of a group.
 */
import { InputError, ScalarError } from '../../errors.js';
import { isBytes } from '../../input/bytes.js';
import { describe } from '../../input/describe.js';
import { readInteger, readOptions } from '../../input/options.js';
import { copyScalars } from '../../input/scalars.js';
import { readTask } from '../../input/tasks.js';
import { power } from '../../math/modular.js';
import { runSteps } from '../../port/slices.js';
import { runNow } from '../../port/steps.js';
import {
  computeInto,
  madeVector,
  readElement,
  readOut,
  readPair,
  readTransform,
  twoAdicityOf,
} from './operands.js';
import {
  constantsOf,
  dotOf,
  evaluated,
  fillPowers,
  firstZero,
  invertInto,
  sumOf,
} from './products.js';
import { aligned, readScalarVector } from './scalar-vector.js';
import { transformSteps } from './transforms.js';
import { provideMethods } from '../objects.js';

/** @import { ScalarList } from '../../port/polynomials.js' */
/** @import { ScalarLists } from '../../port/scalar-lists.js' */
/** @import { GroupContext } from '../context.js' */
/** @import { TaskOptions } from '../group.js' */
/** @import { ScalarFormat, ScalarVector } from './scalar-vector.js' */

/**
 * Shared by a field and its vectors. `context`: of a group with this field; `constant` lends an
 * element for a call.
 * @typedef {{ lists: ScalarLists, order: bigint, context: GroupContext,
 *   constant: <Result>(value: bigint, use: (c: ScalarList) => Result) => Result }} FieldParts
 */

/**
 * `out`: a vector of the same length that takes the result, and may be an operand.
 * @typedef {{ out?: ScalarVector }} OutOptions
 */

/**
 * `inverse`: from values to coefficients (default false). `coset`: the factor of the points, not 0
 * modulo the order (default 1).
 * @typedef {{ inverse?: boolean, coset?: bigint }} TransformOptions
 */

/**
 * Only for this library's own protocols.
 * @type {(field: ScalarField) => FieldParts}
 */
export let fieldParts;

const MAX_COUNT = 2 ** 31 - 1;

/**
 * The integers modulo the prime order of a group. Variable time.
 *
 * Methods throw an `InputError` for wrong types or options, for foreign, disposed or busy vectors,
 * and, where they need the instance, after its disposal; and a `ResourceError` if memory does not
 * suffice. Their comments say what else.
 * @example
 * const Fr = await bls.G1.scalarField();
 * const a = Fr.vector([1n, 2n, 3n, 4n]);
 * Fr.ntt(a);                        // the values of 1 + 2x + 3x² + 4x³ at the 4th roots of unity
 * Fr.ntt(a, { inverse: true });     // its coefficients again
 * a.dispose();
 */
export class ScalarField {
  /** For messages and consoles: bundlers rename classes. */
  static name = 'ScalarField';

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
    provideMethods(this);
    this.#parts = parts;
  }

  /** The order of the field, a prime: that of the group, if there is one. */
  get order() {
    return this.#parts.order;
  }

  /** The largest k for which there are roots of unity of order 2^k. */
  get twoAdicity() {
    return twoAdicityOf(this.#parts.order);
  }

  /**
   * The generator of the multiplicative group from which roots of unity are made; in a field of
   * one's own whose config gives none, the smallest number that is no square.
   */
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

  /**
   * A vector of given elements.
   * @param {readonly bigint[] | Uint8Array} values integers of any size and sign, or 32 bytes each
   *   (in a field of one's own `field.bytes`); reduced modulo the order
   * @param {{ format?: ScalarFormat, strict?: boolean }} [options] `format` of bytes,
   *   `'big-endian'` by default; in Montgomery form the number of 256 bits is what is reduced,
   *   before the factor 2^−256. `strict`: refuse what is negative or not below the order
   * @returns {ScalarVector}
   * @throws {ScalarError} `strict`, with the `index`
   */
  vector(values, options) {
    const { lists, order, context, constant } = this.#parts;
    context.lifetime.check();
    const { format = 'big-endian', strict } = readOptions(options, ['format', 'strict'], 'vector');
    const how = { format, strict, order, lifetime: context.lifetime, width: lists.bytes };
    const isEncoded = isBytes(values);
    const { bytes, finish, factor, count } = copyScalars(values, how);
    finish(0, count);
    return madeVector(this.#parts, count, (list) => {
      if (factor && isEncoded) constant(factor, (c) => lists.readLE(list, bytes, c));
      else lists.readLE(list, bytes);
    });
  }

  /**
   * @param {number} n integer, not negative
   * @returns {ScalarVector} n zeros
   * @throws {InputError} a number out of range
   */
  zeros(n) {
    return madeVector(this.#parts, readInteger(n, 0, MAX_COUNT, 'n'), () => {});
  }

  /**
   * 1, x, x², ….
   * @param {bigint} x of any size and sign
   * @param {number} n integer, not negative
   * @returns {ScalarVector} n powers
   */
  powers(x, n) {
    const base = readElement(this.#parts, x, 'x');
    const count = readInteger(n, 0, MAX_COUNT, 'n');
    return madeVector(this.#parts, count, (list) => fillPowers(this.#parts, list, count, base));
  }

  /**
   * a + b, element by element.
   * @param {ScalarVector} a
   * @param {ScalarVector} b of the same length
   * @param {OutOptions} [options]
   * @returns {ScalarVector} a new one, or `out`
   * @throws {InputError} different lengths, or an `out` that overlaps an operand without being the
   *   same range
   */
  add(a, b, options) {
    return this.#elementwise('add', a, b, options);
  }

  /**
   * a − b, element by element: as `add`.
   * @param {ScalarVector} a
   * @param {ScalarVector} b
   * @param {OutOptions} [options]
   * @returns {ScalarVector}
   */
  subtract(a, b, options) {
    return this.#elementwise('subtract', a, b, options);
  }

  /**
   * a·b, element by element: as `add`.
   * @param {ScalarVector} a
   * @param {ScalarVector} b
   * @param {OutOptions} [options]
   * @returns {ScalarVector}
   */
  multiply(a, b, options) {
    return this.#elementwise('multiply', a, b, options);
  }

  /**
   * k·a.
   * @param {ScalarVector} a
   * @param {bigint} k of any size and sign
   * @param {OutOptions} [options]
   * @returns {ScalarVector} a new one, or `out`
   * @throws {InputError} as `add`
   */
  scale(a, k, options) {
    const { lists, constant } = this.#parts;
    const out = readOut(options, 'scale');
    const x = readScalarVector(a, this.#parts, 'a');
    const factor = readElement(this.#parts, k, 'k');
    const n = x.end - x.start;
    return computeInto(this.#parts, out, [x], (z, [list]) =>
      constant(factor, (c) => lists.scale(z, list, c, n)),
    );
  }

  /**
   * The inverse of every element, for three products each.
   * @param {ScalarVector} a
   * @param {OutOptions} [options] after an error `out` is as it was
   * @returns {ScalarVector} a new one, or `out`
   * @throws {ScalarError} an element is zero, with its `index`
   * @throws {InputError} as `add`
   */
  inverse(a, options) {
    const out = readOut(options, 'inverse');
    const x = readScalarVector(a, this.#parts, 'a');
    const n = x.end - x.start;
    const bad = aligned(x, (list) => firstZero(this.#parts, list, n));
    if (bad >= 0) throw new ScalarError(bad, { expected: 'an element other than 0', got: '0' });
    return computeInto(this.#parts, out, [x], (z, [list]) => invertInto(this.#parts, z, list, n));
  }

  /**
   * The sum of all elements.
   * @param {ScalarVector} a
   * @returns {bigint}
   */
  sum(a) {
    const x = readScalarVector(a, this.#parts, 'a');
    return aligned(x, (list) => sumOf(this.#parts, list, x.end - x.start));
  }

  /**
   * Σ a_i·b_i.
   * @param {ScalarVector} a
   * @param {ScalarVector} b of the same length
   * @returns {bigint}
   * @throws {InputError} different lengths
   */
  dot(a, b) {
    const [x, y] = readPair(this.#parts, a, b);
    const n = x.end - x.start;
    return aligned(x, (first) => aligned(y, (second) => dotOf(this.#parts, first, second, n)));
  }

  /**
   * Σ a_i·x^i: the value of the polynomial with the coefficients a.
   * @param {ScalarVector} a
   * @param {bigint} x of any size and sign
   * @returns {bigint}
   */
  evaluate(a, x) {
    const range = readScalarVector(a, this.#parts, 'a');
    const at = readElement(this.#parts, x, 'x');
    return aligned(range, (list) => evaluated(this.#parts, list, range.end - range.start, at));
  }

  /**
   * The number-theoretic transform in place, in natural order: v_j ← Σ v_i·(coset·ω^j)^i, with ω =
   * `rootOfUnity(v.length)`; or its inverse. A first transform of a size makes a table of roots,
   * half as long as the vector, which is kept.
   * @param {ScalarVector} v its length a power of two, up to 2^`twoAdicity`
   * @param {TransformOptions} [options]
   * @returns {ScalarVector} v
   * @throws {InputError} another length
   */
  ntt(v, options) {
    const known = readOptions(options, ['inverse', 'coset'], 'ntt');
    const { range, how } = readTransform(this.#parts, v, known);
    runNow(transformSteps(this.#parts, range, how));
    return v;
  }

  /**
   * `ntt` on all threads, from 2^15 elements on; on one, and of fewer, in slices: yields to the
   * event loop about every 12 ms. While it works every other use of the vector is refused; after an
   * abort the elements are unspecified.
   * @param {ScalarVector} v
   * @param {TransformOptions & TaskOptions} [options]
   * @returns {Promise<ScalarVector>} v. Rejects with what `ntt` throws; with `signal.reason` on
   *   abort; with an `InputError` when the instance is disposed meanwhile; with what `onProgress`
   *   throws
   */
  async nttAsync(v, options) {
    const names = ['inverse', 'coset', 'signal', 'onProgress'];
    const known = readOptions(options, names, 'nttAsync');
    // To look at a signal runs the caller's code, which may dispose of the vector.
    const task = readTask({ signal: known.signal, onProgress: known.onProgress });
    const { range, how } = readTransform(this.#parts, v, known);
    const { lifetime, engine } = this.#parts.context;
    const control = { ...task, lifetime };
    const { storage } = range;
    const count = range.end - range.start;
    storage.busy++;
    try {
      const { partsOf, transformInParts } = await import('./parallel-transform.js');
      const parts = partsOf(count, engine.parallel);
      if (parts > 1) await transformInParts(this.#parts, range, how, parts, control);
      else await runSteps(transformSteps(this.#parts, range, how), control);
    } finally {
      storage.busy--;
      storage.freeIfUnused();
    }
    return v;
  }

  /**
   * @param {'add' | 'subtract' | 'multiply'} name
   * @param {unknown} a
   * @param {unknown} b
   * @param {unknown} options
   */
  #elementwise(name, a, b, options) {
    const out = readOut(options, name);
    const [x, y] = readPair(this.#parts, a, b);
    const run = this.#parts.lists[name];
    return computeInto(this.#parts, out, [x, y], (z, [first, second]) =>
      run(z, first, second, x.end - x.start),
    );
  }
}

/** Fields of instances, by order. @type {WeakMap<object, Map<bigint, Promise<ScalarField>>>} */
const fields = new WeakMap();

/**
 * The field of a group, opened once for all groups of an instance.
 * @type {(context: GroupContext) => Promise<ScalarField>}
 */
export async function scalarFieldOf(context) {
  const { engine, lifetime, config } = context;
  if (!engine.scalarLists) {
    throw new InputError(
      `scalarField: expected a curve whose order less one has a large power of two, and whose config states scalarGenerator, got ${config.name}`,
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
  const constant = constantsOf(lists);
  return new ScalarField({ lists, order: context.config.order, context, constant });
}
