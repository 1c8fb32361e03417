/**
 * The columns of a product: 64-bit integers, one for each digit position, of both lanes.
 *
 * An exact product of two digits needs 2w bits; two fused multiply-adds give it in two halves of w bits:
 *   w = 51:  hi = fma(a, b, C)          with C = 1.5·2^103, whose last place is worth 2^51: hi = C + 2^51·H
 *            lo = fma(a, b, C' − hi)    with C' = C + 1.5·2^52: lo = 1.5·2^52 + L,  ab = 2^51·H + L, |L| ≤ 2^50
 *   w = 52:  C = 1.5·2^104 has its last place at 2^52, but C + 1.5·2^52 is no double. So
 *            h = −fma(a, b, C) = −(C + 2^52·H),  d = fma(3, 2^103 + 2^51, h) = 1.5·2^52 − 2^52·H,  lo = fma(a, b, d).
 * (Fewer bits go like 51.) All steps are exact as long as C ± |ab| stays in the binade of C, which allows |ab| ≤ 2^(w+51):
 * 4h² at w = 51, 2h² at 52, 16h² at 49 (the upper end is the next power of two, whose pattern continues the count), and the rest of a rounding is a
 * double.
 *
 * The *bit pattern* of hi is bits(C) + H as an integer, that of lo bits(1.5·2^52) + L: adding patterns adds H and L, up
 * to constants that are known when the code is generated. So column k starts at a constant that cancels all that is
 * going to be added to it, and at 2^62 + h more, which makes its carry a *logical* shift, rounded to nearest:
 *   u = v + h + 2^62  →  carry = (u ≫ w) − (2^62 ≫ w),  digit = (u mod 2^w) − h ∈ [−h, h).
 * (V8 lowers the arithmetic shift of i64x2 badly.) The next column's start subtracts 2^62 ≫ w. A column holds fewer than
 * 4n halves of at most 2^(w+1), far below 2^62.
 *
 * Source: Emmart, Zheng and Weems, "Faster modular exponentiation using double precision floating point arithmetic on
 * the GPU", ARITH 2018, for the splitting at fixed places and for adding patterns with their exponents.
 */

import { f64x2, i64x2, v128 } from '../../emit/instructions.js';
import { bitsOf } from './parameters.js';

/** @import { FunctionBuilder, Local } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { FmaParameters } from './parameters.js' */
/** @import { LaneConstants } from './constants.js' */

/** What a column that is carried holds besides its value, for a logical shift. */
export const BIAS = 1n << 62n;

/** The double whose last place is worth 1, in the middle of its binade, and its pattern. */
export const UNIT = 1.5 * 2 ** 52;
export const LOW = bitsOf(UNIT);

/** Emits products, carries and digits on the columns of one function. */
export class Columns {
  /**
   * @param {FunctionBuilder} f
   * @param {{ parameters: FmaParameters, constants: LaneConstants }} field
   * @param {(k: number) => Expression} [source] what stands in column k before anything is added
   */
  constructor(f, { parameters, constants }, source) {
    this.f = f;
    this.source = source;
    this.constants = constants;
    this.w = parameters.w;
    this.C = 1.5 * 2 ** (this.w + 52);
    this.highPattern = this.w === 52 ? bitsOf(-this.C) : bitsOf(this.C);
    const vector = (/** @type {string} */ name, /** @type {Expression} */ value) =>
      f.local(name, 'v128', value);
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
    /** @type {Array<Local | undefined>} the columns */
    this.sums = [];
    /** @type {Array<{ address: number, low: number, high: number }>} where its start stands, and how many halves it gets */
    this.starts = [];
  }

  /** @param {number} k */
  column(k) {
    const column = this.sums[k];
    if (!column) throw new RangeError(`column ${k} is empty`);
    return column;
  }

  /**
   * Adds a pattern to column k.
   * @param {number} k
   * @param {Expression} pattern
   */
  add(k, pattern) {
    if (this.source && !this.sums[k]) this.#open(k, this.source(k));
    const column = this.sums[k];
    if (column) this.f.set(column, i64x2.add(column, pattern));
    else this.#open(k, pattern);
  }

  /** @param {number} k @param {Expression} first */
  #open(k, first) {
    // Where the start stands is known now; what it must be, only when everything has been added.
    const address = this.constants.reserve(16);
    this.starts[k] = { address, low: 0, high: 0 };
    this.sums[k] = this.f.local(`u${k}`, 'v128', i64x2.add(v128.load(0, address), first));
  }

  /** Column k as the source has it. @param {number} k */
  open(k) {
    if (!this.source) throw new RangeError('there is no source');
    this.#open(k, this.source(k));
  }

  /** Adds the pattern of UNIT + an integer of at most 2^51. @param {number} k @param {Expression} pattern */
  addLow(k, pattern) {
    this.add(k, pattern);
    this.starts[k].low++;
  }

  /**
   * Adds the product of two digits at weight k.
   * @param {number} k
   * @param {Expression} a
   * @param {Expression} b
   * @param {number} [above] the column that takes the high half
   */
  addProduct(k, a, b, above = k + 1) {
    this.f.set(this.hi, this.#high(a, b));
    this.add(above, this.hi);
    this.starts[above].high++;
    this.addLow(k, f64x2.relaxed_madd(a, b, this.#rest()));
  }

  /** @param {Expression} a @param {Expression} b */
  #high(a, b) {
    return this.w === 52 ? f64x2.relaxed_nmadd(a, b, this.vC) : f64x2.relaxed_madd(a, b, this.vC);
  }

  /** What is left for the low half, given `hi`. */
  #rest() {
    if (this.vC2) return f64x2.sub(this.vC2, this.hi);
    return f64x2.relaxed_madd(
      /** @type {Local} */ (this.three),
      /** @type {Local} */ (this.shift),
      this.hi,
    );
  }

  /** The low half alone, as a digit: a·b mod 2^w in [−h, h]. @param {Expression} a @param {Expression} b */
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

  /** Carries column k, which is complete, into the next. @param {number} k */
  carry(k) {
    this.add(k + 1, i64x2.shr_u(this.column(k), this.w));
  }

  /**
   * The column as it will be once missing low halves, all zero, are added. Below w = 52 the pattern of one is 0 mod 2^w and
   * makes no difference to a digit.
   * @param {Expression} u
   * @param {number} [count]
   */
  withMissingLow(u, count = 1) {
    return i64x2.add(u, this.constants.bits(BigInt(count) * LOW));
  }

  /**
   * Fixes the starts.
   * @param {(k: number) => bigint} startOf what column k starts at, apart from what cancels the patterns added to it
   */
  finish(startOf) {
    this.starts.forEach(({ address, low, high }, k) => {
      const patterns = BigInt(low) * LOW + BigInt(high) * this.highPattern;
      this.constants.writeAt(address, startOf(k) - patterns);
    });
  }

  /** The last column's value, as a double. @param {number} k */
  top(k) {
    return f64x2.sub(this.column(k), this.constants.float(UNIT));
  }
}
