/** A prime field of a user's own: a scalar field that belongs to no group, with square roots. */
import { ScalarError } from '../../errors.js';
import { computeInto, readOut } from './operands.js';
import { constantsOf, lending } from './products.js';
import { rootsOf } from './roots.js';
import { ScalarField, fieldParts } from './scalar-field.js';
import { readScalarVector } from './scalar-vector.js';

/** @import { Lifetime } from '../../port/lifetime.js' */
/** @import { ScalarLists } from '../../port/scalar-lists.js' */
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

  #name;

  /**
   * Internal: see `createField`.
   * @param {FieldParts} parts
   * @param {string} name
   */
  constructor(parts, name) {
    super(parts);
    this.#name = name;
  }

  /** The name of the config. */
  get name() {
    return this.#name;
  }

  /**
   * Bytes of an element, in `vector` and `toBytes`: 8 for each 64 bits of the modulus that are
   * begun.
   */
  get bytes() {
    return fieldParts(this).lists.bytes;
  }

  /**
   * The square root of every element, the even one of r and modulus − r. Costs about as many
   * products for an element as the modulus has bits and, where it is 1 modulo 4, k²/2 more for a
   * `twoAdicity` of k: tens of microseconds, so that a page takes the slices of a long vector in
   * turns.
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
        const bad = rootsOf(parts, roots, list, n);
        if (bad >= 0) throw new ScalarError(bad, 'one without a square root');
        parts.lists.move(z, roots, n);
      }),
    );
  }
}

/**
 * The field of some lists, with no engine beside them.
 * @type {(lists: ScalarLists, name: string, lifetime: Lifetime) => OwnField}
 */
export function ownField(lists, name, lifetime) {
  const { order } = lists;
  const context = /** @type {any} */ ({
    ...{ lifetime, engine: { parallel: null } },
    config: { name, order },
  });
  return new OwnField({ lists, order, context, constant: constantsOf(lists) }, name);
}
