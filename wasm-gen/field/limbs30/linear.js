/**
 * Sums and differences.
 *
 * One emitter serves all: Σ ± terms + Kp, with K so large that the value is not negative, in one
 * pass of signed carries. A *reducing* sum also subtracts kp, where k is estimated from the top
 * limb before the carries are known. Both multiples enter as one, K − k times the limbs of p: one
 * addition less in each limb, and all sums have the same constants, so that modules compress
 * better. For the same reason factors are variables. To an optimizing compiler they are constants.
 *
 *   Let B = 2^(w(n−g)), P = ⌊p/B⌋, and v = Σ ± terms + Kp < T·p, m terms and Kp. With t the sum
 *   of the top g limbs,
 *     (t − m)·B ≤ v < (t + m + 1)·B,
 *   because the lower part of each term is in [0, B). k = ⌊(t − m)·c⌋ with c ≤ 1/(P + 1), so
 *   that kp ≤ (t − m)·B ≤ v and v − kp ≥ 0; and
 *     v − kp < p + B·(2m + 1) + (t − m)·B/(P + 1) + (rounding of c)
 *            < p·(1 + (2m + 4 + T)/P) ≤ 2p:
 *   lazy again. g is the smallest number of limbs for which the last step holds; it is 1 for all
 *   primes in use.
 */

import { i32, i64 } from '../../emit/instructions.js';
import { limbsOf } from './parameters.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { FieldParameters } from './parameters.js' */
/** @import { Checks } from './checks.js' */

/** Bits of precision of the constant c. */
const PRECISION = 40n;

/**
 * A term of a sum: c·x, x lazy at an address.
 * @typedef {{ coefficient: number, address: Local }} Term
 */

/**
 * z = Σ c_i·x_i + Kp, reduced to lazy if `reduce`. A term with coefficient c counts as |c| terms.
 * @type {(f: FunctionBuilder, parameters: FieldParameters, z: Local, terms: Term[],
 *   reduce: boolean) => void}
 */
export function emitSum(f, parameters, z, terms, reduce) {
  const { n } = parameters;
  const weight = (/** @type {(c: number) => boolean} */ counts) => {
    return terms.reduce((sum, { coefficient: c }) => sum + (counts(c) ? Math.abs(c) : 0), 0);
  };
  const m = weight(() => true);
  const K = 2n * BigInt(weight((c) => c < 0));
  const total = 2n * BigInt(m);
  if (!reduce && total > 4n) throw new RangeError(`a plain sum below ${total}p is not loose`);
  const times = scaling(f);
  const column = (/** @type {number} */ j, /** @type {Expression | null} */ start) =>
    sumColumn(terms, 4 * j, start, times);
  const g = reduce ? estimateLimbs(parameters, m, total) : 0;
  const top = f.localArray('top', 'i64', g);
  top.forEach((local, i) => f.set(local, column(n - g + i, null)));
  const k = reduce ? estimate(parameters, top, m, K) : null;
  const multiple = k || K > 0n ? f.local('multiple', 'i64', k ? i64.sub(K, k) : K) : null;
  emitCarried(f, parameters, z, multiple, (j, start) => {
    const known = top[j - (n - g)];
    return known ? i64.add(known, start ?? 0) : column(j, start);
  });
}

/**
 * Writes the limbs of a number, in one pass of signed carries: columns plus a multiple of p.
 * @param {FunctionBuilder} f
 * @param {FieldParameters} parameters
 * @param {Local} z
 * @param {Local | null} multiple null for 0
 * @param {(j: number, start: Expression | null) => Expression} column start plus column j; null for
 *   0
 * @returns {Local} the highest limb, signed
 */
export function emitCarried(f, parameters, z, multiple, column) {
  const { w, n, mask } = parameters;
  const p = limbsOf(parameters.p, parameters);
  const carry = f.local('carry', 'i64');
  for (let j = 0; j < n; j++) {
    const start = multiple && p[j] !== 0n ? timesLimb(multiple, p[j]) : null;
    const value = column(j, start);
    f.set(carry, j === 0 ? value : i64.add(value, i64.shr_s(carry, w)));
    f.emit(i64.store32(z, j === n - 1 ? carry : i64.and(carry, mask), 4 * j));
  }
  return carry;
}

/** @param {Local} multiple @param {bigint} limb of p */
const timesLimb = (multiple, limb) => (limb === 1n ? multiple : i64.mul(multiple, limb));

/**
 * start + Σ c_i·(the limb of x_i at an offset). A factor of all c_i is taken out.
 * @param {Term[]} terms
 * @param {number} at
 * @param {Expression | null} start null for 0
 * @param {ReturnType<typeof scaling>} times
 * @returns {Expression}
 */
function sumColumn(terms, at, start, times) {
  const sizes = terms.map(({ coefficient }) => Math.abs(coefficient));
  const common = Math.min(...sizes);
  const factor = sizes.every((size) => size % common === 0) ? common : 1;
  const sumOf = (/** @type {Term[]} */ some) =>
    some
      .map(({ coefficient, address }) =>
        times(i64.load32_u(address, at), Math.abs(coefficient) / factor),
      )
      .reduce((sum, limb) => i64.add(sum, limb));
  const plus = terms.filter(({ coefficient }) => coefficient > 0);
  const minus = terms.filter(({ coefficient }) => coefficient < 0);
  if (plus.length === 0) return i64.sub(start ?? 0, times(sumOf(minus), factor));
  const sum = minus.reduce((rest, term) => i64.sub(rest, sumOf([term])), sumOf(plus));
  return start ? i64.add(times(sum, factor), start) : times(sum, factor);
}

/**
 * Multiplication by small factors, each in a variable.
 * @type {(f: FunctionBuilder) => (value: Expression, factor: number) => Expression}
 */
function scaling(f) {
  /** @type {Map<number, Local>} */
  const locals = new Map();
  return (value, factor) => {
    if (factor === 1) return value;
    const shift = Math.log2(factor);
    const operand = Number.isInteger(shift) ? shift : factor;
    const local = locals.get(factor) ?? f.local('factor', 'i64', operand);
    locals.set(factor, local);
    return operand === shift ? i64.shl(value, local) : i64.mul(value, local);
  };
}

/**
 * k as above; the arithmetic shift rounds down, also below zero, where k is −1 and the sum gains a
 * p.
 * @param {FieldParameters} parameters
 * @param {Expression[]} top the sums of the top limbs of all terms but Kp, lowest first
 * @param {number} terms
 * @param {bigint} [K]
 */
export function estimate({ p, w, n }, top, terms, K = 0n) {
  const shift = BigInt(w * (n - top.length));
  const t = top.reduceRight((high, limb) => i64.add(i64.shl(high, w), limb));
  const above = i64.sub(t, BigInt(terms) - ((K * p) >> shift));
  return i64.shr_s(i64.mul(above, (1n << PRECISION) / ((p >> shift) + 1n)), PRECISION);
}

/**
 * Number of top limbs that the estimate needs (g above).
 * @param {FieldParameters} parameters
 * @param {number} terms m
 * @param {bigint} total T
 */
export function estimateLimbs({ p, w, n }, terms, total) {
  const m = BigInt(terms);
  for (let g = 1; g <= n; g++) {
    const P = p >> BigInt(w * (n - g));
    if (P <= 2n * m + 4n + total) continue;
    // Rounding c down loses less than t/2^PRECISION, below one; the product must stay below 2^63.
    const largest = total * (P + 1n) + m;
    if (largest >> PRECISION !== 0n || (largest << PRECISION) / (P + 1n) >= 1n << 63n) break;
    return g;
  }
  throw new RangeError(
    `no quotient estimate for p = ${p}: its top limbs are too small or too large`,
  );
}

/**
 * Returns functions for sums with given coefficients.
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters
 * @param {Checks} checks
 * @param {number} [degree] of an extension: its coefficients are summed one by one
 */
export function sums(m, parameters, checks, degree = 1) {
  const names = ['x', 'y', 'u'];
  /**
   * @param {string} name
   * @param {number[]} coefficients
   * @param {{ exported?: boolean, reduce?: boolean }} [options]
   * @returns {Callable} (z, x, …): all addresses; z may be one of the others
   */
  return (name, coefficients, { exported = false, reduce = true } = {}) => {
    const params = Object.fromEntries(
      ['z', ...names.slice(0, coefficients.length)].map((id) => [id, 'i32']),
    );
    const text = coefficients.map(
      (c, i) => `${c < 0 ? '−' : '+'} ${Math.abs(c) === 1 ? '' : Math.abs(c)}${names[i]}`,
    );
    const range = reduce
      ? 'all in [0, 2p).'
      : 'in [0, 2p); z in [0, 4p]: for a multiplication only.';
    const doc = `z = ${text.join(' ').replace(/^\+ /, '')}, ${range}`;
    const signature = { params: /** @type {Record<string, 'i32'>} */ (params), exported, doc };
    return m.func(name, signature, (f, { z, ...addresses }) => {
      const terms = Object.values(addresses).map((address, i) => ({
        coefficient: coefficients[i],
        address,
      }));
      for (let i = 0; i < degree; i++) {
        // Addresses move, so that all coefficients have the same text.
        const all = i === 0 ? [] : [z, ...Object.values(addresses)];
        all.forEach((address) => f.set(address, i32.add(address, parameters.slotBytes)));
        terms.forEach(({ address }) => checks.below(f, address.name, address, 2));
        emitSum(f, parameters, z, terms, reduce);
        checks.below(f, 'z', z, reduce ? 2 : 4);
      }
    });
  };
}

/**
 * The sums of a field.
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters
 * @param {Checks} checks
 */
export function emitLinear(m, parameters, checks) {
  const sum = sums(m, parameters, checks);
  /** @type {Map<string, Callable>} */
  const combinations = new Map();
  /** @type {Callable | undefined} */
  let looseNegate;
  return {
    add: sum('field_add', [1, 1], { exported: true }),
    subtract: sum('field_sub', [1, -1], { exported: true }),
    negate: sum('field_neg', [-1], { exported: true }),
    difference: sum('field_difference', [1, -1], { reduce: false }),
    /** Emitted on demand: z = −x, in [0, 4p]. */
    looseNegate: () => (looseNegate ??= sum('field_loose_neg', [-1], { reduce: false })),
    negatedSum: sum('field_negated_sum', [-1, -1], { reduce: false }),
    looseSum: sum('field_loose_sum', [1, 1], { reduce: false }),
    subtractTwo: sum('field_sub2', [1, -1, -1]),
    /**
     * Emits z = Σ terms into another function.
     * @param {FunctionBuilder} f
     * @param {Local} z may be one of the others
     * @param {Term[]} terms
     * @param {boolean} [reduce] if not, z is loose
     */
    sumInto: (f, z, terms, reduce = true) => emitSum(f, parameters, z, terms, reduce),
    /**
     * z = Σ c_i·x_i reduced, for any small coefficients; up to three terms.
     * @type {(...coefficients: number[]) => Callable}
     */
    combination: (...coefficients) => {
      const name = `field_sum_${coefficients.map((c) => (c < 0 ? `m${-c}` : c)).join('_')}`;
      const known = combinations.get(name) ?? sum(name, coefficients);
      combinations.set(name, known);
      return known;
    },
  };
}
