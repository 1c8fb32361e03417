/** Sums and differences in Fp²: those of the base field (field/limbs30/linear.js) on both coefficients. */

import { emitSum } from '../limbs30/linear.js';

/** @import { Callable, ModuleBuilder } from '../../emit/module.js' */
/** @import { FieldParameters } from '../limbs30/parameters.js' */
/** @import { Checks } from '../limbs30/checks.js' */

/**
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters of the base field
 * @param {Checks} checks
 */
export function emitExtensionLinear(m, parameters, checks) {
  const names = ['x', 'y', 'u'];
  /**
   * @param {string} name
   * @param {readonly number[]} coefficients
   * @param {{ reduce?: boolean, exported?: boolean }} [options]
   */
  const sum = (name, coefficients, { reduce = true, exported = false } = {}) => {
    const operands = names.slice(0, coefficients.length);
    const params = Object.fromEntries(['z', ...operands].map((id) => [id, 'i32']));
    const text = coefficients.map((c, i) => `${c < 0 ? '−' : '+'} ${Math.abs(c)}${operands[i]}`);
    const doc = `z = ${text.join(' ')} by coefficients, in ${reduce ? '[0, 2p)' : '[0, 4p]'}.`;
    const signature = { params: /** @type {Record<string, 'i32'>} */ (params), exported, doc };
    return m.func(name, signature, (f, { z, ...addresses }) => {
      const terms = Object.values(addresses).map((address, i) => ({
        coefficient: coefficients[i],
        address,
      }));
      terms.forEach(({ address }) => checks.below(f, address.name, address, 2));
      for (const offset of [0, parameters.slotBytes])
        emitSum(f, parameters, z, terms, reduce, offset);
      checks.below(f, 'z', z, reduce ? 2 : 4);
    });
  };
  /** @type {Map<string, Callable>} */
  const combinations = new Map();
  /** @type {Callable | undefined} */
  let looseNegate;
  return {
    add: sum('extension_add', [1, 1], { exported: true }),
    subtract: sum('extension_sub', [1, -1], { exported: true }),
    negate: sum('extension_neg', [-1], { exported: true }),
    difference: sum('extension_difference', [1, -1], { reduce: false }),
    looseNegate: () => (looseNegate ??= sum('extension_loose_neg', [-1], { reduce: false })),
    negatedSum: sum('extension_negated_sum', [-1, -1], { reduce: false }),
    looseSum: sum('extension_loose_sum', [1, 1], { reduce: false }),
    subtractTwo: sum('extension_sub2', [1, -1, -1]),
    /**
     * z = Σ c_i·x_i reduced, for any small coefficients; up to three terms.
     * @param {...number} coefficients
     * @returns {Callable}
     */
    combination: (...coefficients) => {
      const name = `extension_sum_${coefficients.map((c) => (c < 0 ? `m${-c}` : c)).join('_')}`;
      const known = combinations.get(name) ?? sum(name, coefficients);
      combinations.set(name, known);
      return known;
    },
  };
}
