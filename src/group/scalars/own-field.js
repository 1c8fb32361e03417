/** A prime field of a user's own: a scalar field that belongs to no group, with square roots. */
import { InputError, ScalarError } from '../../errors.js';
import { describe } from '../../input/describe.js';
import { readOptions } from '../../input/options.js';
import { readTask } from '../../input/tasks.js';
import { runSteps } from '../../port/slices.js';
import { runNow } from '../../port/steps.js';
import { computeInto, readOut } from './operands.js';
import { constantsOf, lending } from './products.js';
import { rootSteps } from './roots.js';
import { ScalarField, fieldParts } from './scalar-field.js';
import { readScalarVector, vectorOf } from './scalar-vector.js';

/** @import { Lifetime } from '../../port/lifetime.js' */
/** @import { ScalarList } from '../../port/polynomials.js' */
/** @import { FieldPage, ScalarLists } from '../../port/scalar-lists.js' */
/** @import { TaskOptions } from '../group.js' */
/** @import { FieldParts, OutOptions } from './scalar-field.js' */
/** @import { ScalarVector } from './scalar-vector.js' */

/**
 * The integers modulo a prime of 61 to 768 bits. Variable time. Errors are those of `ScalarField`.
 * @example
 * const { field } = await createField(goldilocks);
 * const a = field.vector([4n, 9n]);
 * field.sqrt(a).at(0);              // 2n
 */
export class OwnField extends ScalarField {
  /** For messages and consoles: bundlers rename classes. @override */
  static name = 'OwnField';

  #page;

  /**
   * Internal: see `createField`.
   * @param {FieldParts} parts
   * @param {Pick<FieldPage, 'name' | 'hasGenerator'>} page
   */
  constructor(parts, page) {
    super(parts);
    this.#page = page;
  }

  /** The name of the config. */
  get name() {
    return this.#page.name;
  }

  /** Bytes of an element, in `vector` and `toBytes`: the modulus, rounded up to 64-bit words. */
  get bytes() {
    return fieldParts(this).lists.bytes;
  }

  /**
   * A primitive n-th root of unity, generator^((modulus − 1)/n).
   * @param {number} n a power of two up to 2^`twoAdicity`; if the config gives a generator, any
   *   divisor of modulus − 1
   * @returns {bigint}
   * @throws {InputError} no such number
   * @override
   */
  rootOfUnity(n) {
    if (
      !this.#page.hasGenerator &&
      typeof n === 'number' &&
      n > 0 &&
      !Number.isInteger(Math.log2(n))
    )
      throw new InputError(
        `n: expected a power of two, as the config gives no generator, got ${describe(n)}`,
      );
    return super.rootOfUnity(n);
  }

  /**
   * The square root of every element, the even one of r and modulus − r. For each element it takes
   * about as many products as the modulus has bits and, if the modulus is 1 modulo 4, k²/2 more for
   * a `twoAdicity` of k: 4 µs modulo 2^64 − 2^32 + 1, 0.2 ms modulo BLS12-377's prime, and
   * milliseconds where k is in the hundreds. `sqrtAsync` keeps a page responsive.
   * @param {ScalarVector} a
   * @param {OutOptions} [options] after an error `out` is as it was
   * @returns {ScalarVector} a new one, or `out`
   * @throws {ScalarError} an element is no square, with its `index`
   * @throws {InputError} as `add`
   */
  sqrt(a, options) {
    const parts = fieldParts(this);
    const out = readOut(options, 'sqrt');
    const x = readScalarVector(a, parts, 'a');
    const n = x.end - x.start;
    return computeInto(parts, out, [x], (z, [list]) =>
      lending(parts, n, (roots) => {
        requireSquares(runNow(rootSteps(parts, roots, list, n)));
        parts.lists.move(z, roots, n);
      }),
    );
  }

  /**
   * `sqrt` in slices: yields to the event loop about every 12 ms. The elements are copied in the
   * call.
   * @param {ScalarVector} a
   * @param {TaskOptions} [options]
   * @returns {Promise<ScalarVector>} a new one. Rejects with what `sqrt` throws; with
   *   `signal.reason` on abort; with an `InputError` when the instance is disposed meanwhile; with
   *   what `onProgress` throws
   */
  async sqrtAsync(a, options) {
    const parts = fieldParts(this);
    const { lists, context } = parts;
    const { lifetime } = context;
    const task = readTask(readOptions(options, ['signal', 'onProgress'], 'sqrtAsync'));
    const { storage, start, end } = readScalarVector(a, parts, 'a');
    const n = end - start;
    const copy = lists.create(n);
    /** @type {ScalarList | null} */
    let roots = null;
    try {
      lists.move(copy, lists.at(storage.list, start), n);
      roots = lists.create(n);
      requireSquares(await runSteps(rootSteps(parts, roots, copy, n), { ...task, lifetime }));
      const vector = vectorOf(parts, roots, n);
      roots = null;
      return vector;
    } finally {
      // A disposed engine has freed everything already.
      if (!lifetime.ended) {
        lists.free(copy);
        if (roots) lists.free(roots);
      }
    }
  }
}

/** @param {number} bad the index of an element that is no square, or −1 */
function requireSquares(bad) {
  if (bad < 0) return;
  throw new ScalarError(bad, { expected: 'a square of the field', got: 'another element' });
}

/**
 * The field of some lists, with no engine beside them.
 * @type {(lists: ScalarLists, page: FieldPage, lifetime: Lifetime) => OwnField}
 */
export function ownField(lists, page, lifetime) {
  const { order } = lists;
  const context = /** @type {any} */ ({
    ...{ lifetime, engine: { parallel: null } },
    config: { name: page.name, order },
  });
  return new OwnField({ lists, order, context, constant: constantsOf(lists) }, page);
}
