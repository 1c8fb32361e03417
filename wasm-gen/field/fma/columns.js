/**
 * The columns of a product: 64-bit integers, one for each digit position, of both lanes.
 *
 * An exact product of two digits needs 2w bits; two fused multiply-adds give it in two
 * halves of w bits:
 *   w = 51:  hi = fma(a, b, C) = C + 2^51·H, with C = 1.5·2^103, whose last place is worth 2^51
 *            lo = fma(a, b, C' − hi) = 1.5·2^52 + L, with C' = C + 1.5·2^52
 *            ab = 2^51·H + L, |L| ≤ 2^50
 *   w = 52:  C = 1.5·2^104 has its last place at 2^52, but C + 1.5·2^52 is no double. So
 *            h = −fma(a, b, C) = −(C + 2^52·H)
 *            d = fma(3, 2^103 + 2^51, h) = 1.5·2^52 − 2^52·H
 *            lo = fma(a, b, d)
 * (Fewer bits work like 51.) All steps are exact as long as C ± |ab| stays in the binade of C,
 * which allows |ab| ≤ 2^(w+51): 4h² at w = 51, 2h² at 52, 16h² at 49 (the upper end is the next
 * power of two, whose pattern continues the count), and the rest of a rounding is a double.
 *
 * The *bit pattern* of hi is bits(C) + H as an integer, that of lo bits(1.5·2^52) + L: adding
 * patterns adds H and L, up to constants that are known when the code is generated. Column k
 * therefore starts at a constant that cancels these constants, plus 2^62 + h, which makes its carry
 * a *logical* shift, rounded to nearest:
 *   u = v + h + 2^62  →  carry = (u ≫ w) − (2^62 ≫ w),  digit = (u mod 2^w) − h ∈ [−h, h).
 * (V8 lowers the arithmetic shift of i64x2 badly.) The next column's start subtracts 2^62 ≫ w. A
 * column holds fewer than 4n halves of at most 2^(w+1), far below 2^62.
 *
 * Source: Emmart, Zheng and Weems, "Faster modular exponentiation using double precision floating
 * point arithmetic on the GPU", ARITH 2018, for the splitting at fixed places and for adding
 * patterns with their exponents.
 */

import { f64x2, i64x2, v128 } from '../../emit/instructions.js';
import { invert } from '../../../src/math/modular.js';
import { bitsOf } from './parameters.js';

/** @import { FunctionBuilder, Local } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { FmaParameters } from './parameters.js' */
/** @import { LaneConstants } from './constants.js' */

/** Added to a column before its carry, so that a logical shift replaces an arithmetic one. */
export const BIAS = 1n << 62n;

/** The double in the middle of the binade whose last place is 1, and its pattern. */
export const UNIT = 1.5 * 2 ** 52;
export const LOW = bitsOf(UNIT);

/**
 * The load of a column's start, and the sums that the start must cancel: of the patterns added
 * `early`, and of those added `late`, after scaling by the `factors` of the lanes; and the number
 * of `carries` before.
 * @typedef {{ load: Expression, early: bigint, late: bigint, carries: number,
 *   factors: readonly [number, number] | null }} Start
 */

/** Emits products, carries and digits on the columns of one function. */
export class Columns {
  /**
   * @param {FunctionBuilder} f
   * @param {{ parameters: FmaParameters, constants: LaneConstants }} field
   * @param {{ source?: (k: number) => Expression, like?: Columns }} [options] `source`: column k
   *   before anything is added; `like`: columns of the same function whose constants these share
   */
  constructor(f, { parameters, constants }, { source, like } = {}) {
    this.f = f;
    this.source = source;
    this.constants = constants;
    this.w = parameters.w;
    this.C = 1.5 * 2 ** (this.w + 52);
    this.highPattern = this.w === 52 ? bitsOf(-this.C) : bitsOf(this.C);
    /** @type {Map<string, Local>} constants in variables */
    this.held = like?.held ?? new Map();
    const vector = (/** @type {string} */ name, /** @type {Expression} */ value) => {
      const local = this.held.get(name) ?? f.local(name, 'v128', value);
      this.held.set(name, local);
      return local;
    };
    const float = (/** @type {number} */ value) => constants.float(value);
    this.vC = vector('C', float(this.w === 52 ? -this.C : this.C));
    if (this.w === 52) {
      this.three = vector('three', float(3));
      this.shift = vector('shift', float(2 ** 103 + 2 ** 51));
    } else this.vC2 = vector('C2', float(this.C + UNIT));
    this.mask = vector('mask', constants.bits((1n << BigInt(this.w)) - 1n));
    this.exponent = vector('exponent', float(2 ** 52));
    this.offset = vector('offset', float(2 ** 52 + 2 ** (this.w - 1)));
    this.hi = f.local('hi', 'v128');
    // The variables of the reductions, created here so that they have the same indices in all
    // functions (../sliding.js).
    this.q = f.local('q', 'v128');
    this.nextQ = f.local('q_next', 'v128');
    /**
     * @type {Local[]} variable i holds column base + i; the next one while text is written is the
     *   same that way (advance)
     */
    this.sums = [];
    this.base = 0;
    /** @type {Start[]} */
    this.starts = [];
  }

  /** @param {number} k */
  column(k) {
    if (!this.starts[k] || k < this.base)
      throw new RangeError(`expected a column that exists, got column ${k}`);
    return this.sums[k - this.base];
  }

  /** Adds a pattern to column k. @type {(k: number, pattern: Expression) => void} */
  add(k, pattern) {
    if (this.source && !this.starts[k]) this.#open(k, this.source(k));
    if (!this.starts[k]) return this.#open(k, pattern);
    const column = this.column(k);
    this.f.set(column, i64x2.add(column, pattern));
  }

  /**
   * Drops the lowest column: the others move down by one variable, so that rows of products have
   * the same text (../sliding.js explains why that matters and that it costs nothing).
   */
  advance() {
    const open = this.starts.length - this.base;
    for (let i = 0; i < open - 1; i++) this.f.set(this.sums[i], this.sums[i + 1]);
    this.base++;
  }

  /** @type {(k: number, first: Expression) => void} */
  #open(k, first) {
    // The start's value, and so its slot, is known only after everything has been added.
    const load = v128.load(0);
    this.starts[k] = { load, early: 0n, late: 0n, carries: 0, factors: null };
    const at = k - this.base;
    if (!Object.hasOwn(this.sums, at)) this.sums[at] = this.f.local('u', 'v128');
    this.f.set(this.sums[at], i64x2.add(load, first));
  }

  /** Column k of the source. @type {(k: number) => void} */
  open(k) {
    if (!this.source) throw new RangeError('expected columns with a source');
    this.#open(k, this.source(k));
  }

  /**
   * Adds 2^shift times the pattern of UNIT + an integer of at most 2^51.
   * @type {(k: number, pattern: Expression, shift?: number) => void}
   */
  addLow(k, pattern, shift = 0) {
    this.add(k, shift ? i64x2.shl(pattern, shift) : pattern);
    this.#count(k, LOW << BigInt(shift));
  }

  /** @param {number} k @param {bigint} pattern that the start must cancel */
  #count(k, pattern) {
    const start = this.starts[k];
    if (start.factors) start.late += pattern;
    else start.early += pattern;
  }

  /**
   * Multiplies column k by a factor for each lane, 1 to 3; the two differ by at most 1. A carry
   * must come later, or be that of the column itself.
   * @type {(k: number, factors: readonly [number, number]) => void}
   */
  scale(k, factors) {
    const column = this.column(k);
    const least = Math.min(...factors);
    const once = factors.map((factor) => (factor > least ? -1n : 0n));
    const base = least === 1 ? column : i64x2.shl(column, 1);
    if (least > 2 || Math.max(...factors) > least + 1)
      throw new RangeError(`expected factors of 1 to 3 that differ by at most 1, got ${factors}`);
    const more = once.some((mask) => mask !== 0n);
    const rest = () => v128.and(column, this.constants.lanes(once));
    this.f.set(column, more ? i64x2.add(base, rest()) : base);
    this.starts[k].factors = factors;
  }

  /**
   * Adds the product of two digits at weight k.
   * @param {number} k
   * @param {Expression} a
   * @param {Expression} b
   * @param {number} [above] the column to which the high half is added
   */
  addProduct(k, a, b, above = k + 1) {
    this.f.set(this.hi, this.#high(a, b));
    this.add(above, this.hi);
    this.#count(above, this.highPattern);
    this.addLow(k, f64x2.relaxed_madd(a, b, this.#rest()));
  }

  /**
   * Adds the high half of a product of two digits.
   * @type {(k: number, a: Expression, b: Expression) => void}
   */
  addHighHalf(k, a, b) {
    this.add(k, this.#high(a, b));
    this.#count(k, this.highPattern);
  }

  /**
   * Adds the low half of a product of two digits.
   * @type {(k: number, a: Expression, b: Expression) => void}
   */
  addLowHalf(k, a, b) {
    this.f.set(this.hi, this.#high(a, b));
    this.addLow(k, f64x2.relaxed_madd(a, b, this.#rest()));
  }

  /** @param {Expression} a @param {Expression} b */
  #high(a, b) {
    return this.w === 52 ? f64x2.relaxed_nmadd(a, b, this.vC) : f64x2.relaxed_madd(a, b, this.vC);
  }

  /** The addend of the second multiply-add, which yields the low half, from `hi`. */
  #rest() {
    if (this.vC2) return f64x2.sub(this.vC2, this.hi);
    return f64x2.relaxed_madd(
      /** @type {Local} */ (this.three),
      /** @type {Local} */ (this.shift),
      this.hi,
    );
  }

  /**
   * Only the low half, as a digit: a·b mod 2^w in [−h, h].
   * @param {Expression} a
   * @param {Expression} b
   */
  lowDigit(a, b) {
    this.f.set(this.hi, this.#high(a, b));
    const rest =
      this.w === 52
        ? f64x2.add(this.constants.float(this.C), this.hi)
        : f64x2.sub(this.vC, this.hi);
    return f64x2.relaxed_madd(a, b, rest);
  }

  /** The digit of a complete column (or of a pattern). @param {Expression} u */
  digit(u) {
    return f64x2.sub(v128.or(v128.and(u, this.mask), this.exponent), this.offset);
  }

  /** Carries column k, which is complete, into the next. @type {(k: number) => void} */
  carry(k) {
    this.add(k + 1, i64x2.shr_u(this.column(k), this.w));
    this.starts[k + 1].carries += this.starts[k + 1].factors ? 0 : 1;
  }

  /**
   * The column after the missing low halves, all zero, have been added. Below w = 52 the pattern of
   * a zero is 0 mod 2^w and does not change a digit.
   * @param {Expression} u
   * @param {number} [count]
   */
  withMissingLow(u, count = 1) {
    return i64x2.add(u, this.constants.bits(BigInt(count) * LOW));
  }

  /**
   * Fixes the starts.
   * @param {(k: number) => bigint} startOf the start of column k, without the part that cancels the
   *   patterns added to it
   */
  finish(startOf) {
    this.starts.forEach(({ load, early, late, carries, factors }, k) => {
      const lanes = (factors ?? [1, 1]).map((factor) => {
        // startOf subtracts the 2^(62−w) of a carry once; a factor multiplies it.
        const more = BigInt((factor - 1) * carries) * (BIAS >> BigInt(this.w));
        return quotient(startOf(k) - late - more, factor) - early;
      });
      // Each column has a separate constant: V8 would keep one that several columns load in a
      // register, from the first load to the last.
      load.immediates = this.constants.lanes(lanes, `start of ${k}: `).immediates;
    });
  }

  /** The last column's value, as a double. @param {number} k */
  top(k) {
    return f64x2.sub(this.column(k), this.constants.float(UNIT));
  }
}

/**
 * The start that, times a factor, is the wanted one mod 2^64.
 * @param {bigint} wanted
 * @param {number} factor 1, 2 or 3
 */
function quotient(wanted, factor) {
  if (factor % 2) return factor === 1 ? wanted : wanted * invert(BigInt(factor), 1n << 64n);
  if (wanted % 2n) throw new RangeError('expected an even start for the factor 2');
  return wanted / 2n;
}
