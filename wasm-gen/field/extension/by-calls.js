/**
 * Fp² = Fp[u]/(u² + 1) by calls of the base field alone, for base fields without specialised code
 * here. Sums are reduced wherever the base field reduces its sums.
 *
 *   (a_0 + a_1·u)(b_0 + b_1·u):  T0 = a_0·b_0, T1 = a_1·b_1, T2 = (a_0 + a_1)(b_0 + b_1);
 *                                c_0 = T0 − T1, c_1 = T2 − T0 − T1
 *   (a_0 + a_1·u)²:              c_0 = (a_0 + a_1)(a_0 − a_1), c_1 = 2·a_0·a_1
 */

import { i32 } from '../../emit/instructions.js';

/** @import { Callable, ModuleBuilder } from '../../emit/module.js' */
/** @import { CoordinateField } from '../limbs30/index.js' */

/**
 * @param {ModuleBuilder} m
 * @param {CoordinateField} base
 */
export function emitProductsByCalls(m, base) {
  const { multiply, add, subtract, difference, looseSum, subtractTwo, reserve } = base;
  const { slotBytes } = base.parameters;
  const [s, t, T0, T1] = Array.from({ length: 4 }, () => reserve(slotBytes));
  const second = (/** @type {any} */ x) => i32.add(x, slotBytes);
  return {
    multiply: m.func(
      'extension_mul',
      {
        params: { z: 'i32', x: 'i32', y: 'i32' },
        exported: true,
        doc: 'z = xy; z may be x or y. Coefficients lazy.',
      },
      (f, { z, x, y }) => {
        f.emit(looseSum.call(s, x, second(x)), looseSum.call(t, y, second(y)));
        f.emit(multiply.call(T0, x, y), multiply.call(T1, second(x), second(y)));
        f.emit(multiply.call(s, s, t));
        f.emit(subtract.call(z, T0, T1), subtractTwo.call(second(z), s, T0, T1));
      },
    ),
    square: m.func(
      'extension_sqr',
      {
        params: { z: 'i32', x: 'i32' },
        exported: true,
        doc: 'z = x²; z may be x. Coefficients lazy.',
      },
      (f, { z, x }) => {
        f.emit(looseSum.call(s, x, second(x)), difference.call(t, x, second(x)));
        f.emit(multiply.call(T0, x, second(x)), multiply.call(z, s, t));
        f.emit(add.call(second(z), T0, T0));
      },
    ),
  };
}

/**
 * The sums of the base field on both coefficients, under the same names.
 * @param {ModuleBuilder} m
 * @param {CoordinateField} base
 * @param {Partial<Record<'subtract' | 'subtractTwo' | 'difference' | 'negatedSum', Callable>>}
 *   [given] operations with specialised code
 */
export function emitLinearByCalls(m, base, given = {}) {
  const both = onBoth(m, base);
  const add = both('add', base.add, 2, true);
  const subtract = given.subtract ?? both('sub', base.subtract, 2, true);
  const negate = both('neg', base.negate, 1, true);
  /** @type {Callable | undefined} */
  let looseNegate;
  return {
    add,
    subtract,
    negate,
    difference: given.difference ?? both('difference', base.difference, 2),
    looseNegate: () => (looseNegate ??= both('loose_neg', base.looseNegate(), 1)),
    negatedSum: given.negatedSum ?? both('negated_sum', base.negatedSum, 2),
    looseSum: both('loose_sum', base.looseSum, 2),
    subtractTwo: given.subtractTwo ?? both('sub2', base.subtractTwo, 3),
    combination: emitCombinationsByCalls(m, base),
  };
}

/**
 * Sums with given coefficients, each emitted once.
 * @type {(m: ModuleBuilder, base: CoordinateField) => (...coefficients: number[]) => Callable}
 */
function emitCombinationsByCalls(m, base) {
  const both = onBoth(m, base);
  /** @type {Map<string, Callable>} */
  const combinations = new Map();
  return (...coefficients) => {
    const name = `sum_${coefficients.map((c) => (c < 0 ? `m${-c}` : c)).join('_')}`;
    const known =
      combinations.get(name) ?? both(name, base.combination(...coefficients), coefficients.length);
    combinations.set(name, known);
    return known;
  };
}

/**
 * Emits functions that do the same on both coefficients.
 * @param {ModuleBuilder} m
 * @param {CoordinateField} base
 */
function onBoth(m, base) {
  const { slotBytes } = base.parameters;
  const names = ['z', 'x', 'y', 'u'];
  return (
    /** @type {string} */ name,
    /** @type {Callable} */ operation,
    /** @type {number} */ operands,
    exported = false,
  ) => {
    const params = Object.fromEntries(
      names.slice(0, operands + 1).map((id) => [id, /** @type {'i32'} */ ('i32')]),
    );
    return m.func(`extension_${name}`, { params, exported }, (f, locals) => {
      const addresses = Object.values(locals);
      f.emit(operation.call(...addresses));
      f.emit(operation.call(...addresses.map((address) => i32.add(address, slotBytes))));
    });
  };
}
