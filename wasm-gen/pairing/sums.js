/**
 * Sums with coefficients c_0 + c_1·u. The kernels have those of small weight Σ |c_0| + |c_1|; where
 * ξ is large, as ξ = 9 + u, heavier ones are sums of sums: terms whose coefficients are multiples
 * g_i of one element c are c·Σ g_i·x_i.
 */

import { MOST_WEIGHT, nameOf } from '../field/fma/complex.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { Fp2 } from '../field/extension/constants.js' */
/** @import { PairingField } from './field.js' */

/** @param {bigint} c */
const abs = (c) => (c < 0n ? -c : c);

/** @type {(coefficients: readonly Fp2[]) => bigint} */
const weightOf = (coefficients) =>
  coefficients.reduce((total, { c0, c1 }) => total + abs(c0) + abs(c1), 0n);

/** @type {(m: ModuleBuilder, field: PairingField) => (coefficients: readonly Fp2[]) => Callable} */
export function emitSums(m, field) {
  /** @type {Map<string, Callable>} */
  const known = new Map();
  const isLight = (/** @type {readonly Fp2[]} */ c) => weightOf(c) <= BigInt(MOST_WEIGHT);
  return (coefficients) => {
    if (isLight(coefficients)) return field.sum(coefficients);
    const name = `tower_heavy_sum_${coefficients.map(nameOf).join('_')}`;
    const callable = known.get(name) ?? emitHeavySum(m, field, name, coefficients);
    known.set(name, callable);
    return callable;
  };
}

/**
 * @param {ModuleBuilder} m
 * @param {PairingField} field
 * @param {string} name
 * @param {readonly Fp2[]} coefficients
 */
function emitHeavySum(m, { sum, reserve, elementBytes }, name, coefficients) {
  const parts = partsOf(coefficients);
  const rows = parts.map(() => reserve(elementBytes));
  const integers = parts.map(({ factors }) => (factors.length === 1 ? factors[0] : integer(1n)));
  const plain = coefficients.flatMap((c, i) => (c.c1 === 0n ? [i] : []));
  const total = sum([...plain.map((i) => coefficients[i]), ...integers]);
  const multiples = parts.map(({ c, factors }) => ({
    gather: factors.length === 1 ? null : sum(factors),
    multiply: sum([c]),
  }));
  const ids = coefficients.map((_, i) => `x${i}`);
  const params = Object.fromEntries(['z', ...ids].map((id) => [id, /** @type {const} */ ('i32')]));
  return m.func(name, { params, doc: 'z = Σ c_i·x_i, all stored.' }, (f, { z, ...xs }) => {
    parts.forEach(({ places }, k) => {
      const [row, given] = [rows[k], places.map((i) => xs[ids[i]])];
      const { gather, multiply } = multiples[k];
      if (gather) f.emit(gather.call(row, ...given), multiply.call(row, row));
      else f.emit(multiply.call(row, given[0]));
    });
    f.emit(total.call(z, ...plain.map((i) => xs[ids[i]]), ...rows));
  });
}

/** @type {(c0: bigint) => Fp2} */
const integer = (c0) => ({ c0, c1: 0n });

/**
 * The terms whose coefficients are no integers, by the element that theirs are multiples of.
 * @param {readonly Fp2[]} coefficients
 */
function partsOf(coefficients) {
  /** @type {Map<string, { c: Fp2, factors: Fp2[], places: number[] }>} */
  const parts = new Map();
  coefficients.forEach(({ c0, c1 }, i) => {
    if (c1 === 0n) return;
    const divisor = greatestCommonDivisor(c0, c1) * (c1 < 0n ? -1n : 1n);
    const c = { c0: c0 / divisor, c1: c1 / divisor };
    const part = parts.get(nameOf(c)) ?? { c, factors: [], places: [] };
    part.factors.push(integer(divisor));
    part.places.push(i);
    parts.set(nameOf(c), part);
  });
  return [...parts.values()];
}

/** @param {bigint} a @param {bigint} b @returns {bigint} positive */
function greatestCommonDivisor(a, b) {
  return b === 0n ? abs(a) : greatestCommonDivisor(b, a % b);
}
