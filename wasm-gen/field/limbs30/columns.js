/**
 * The columns of products and squares: column k is Σ x_i·y_(k−i). Their variables are created
 * before they are loaded, so that all functions that begin with the same columns have the same text
 * (sliding.js explains why that matters).
 */

import { i64 } from '../../emit/instructions.js';
import { SlidingLimbs } from '../sliding.js';

/** @import { FunctionBuilder, Local } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */

/** The columns of xy. */
export class ProductColumns {
  /**
   * @param {FunctionBuilder} f
   * @param {number} n
   */
  constructor(f, n) {
    /** To be set before the first column. */
    this.x = f.localArray('x', 'i64', n);
    this.y = new SlidingLimbs(f, 'y_at', n);
  }

  /** Emits the move to column k. @type {(k: number) => Expression} */
  column(k) {
    const { x, y } = this;
    y.moveTo(k);
    return indices(k, x.length)
      .map((i) => i64.mul(x[i], y.at[i]))
      .reduce((sum, term) => i64.add(sum, term));
  }
}

/**
 * The columns of x², with doubled columns of cross products; of factor·x², with multiples of the
 * limbs, after `scale`.
 */
export class SquareColumns {
  /**
   * @param {FunctionBuilder} f
   * @param {number} n
   */
  constructor(f, n) {
    this.f = f;
    /** To be set before `scale` and before the first column. */
    this.x = f.localArray('x', 'i64', n);
    /** The sliding factor of the cross products, and that of the squares. */
    this.other = new SlidingLimbs(f, 'x_at', n, this.x);
    this.own = this.x;
    this.doubles = true;
  }

  /** @type {(factor: number) => void} */
  scale(factor) {
    const multiples = (/** @type {number} */ by) =>
      by === 1 ? this.x : this.x.map((limb) => this.f.local('scaled', 'i64', i64.mul(limb, by)));
    this.own = multiples(factor);
    this.other.limbs = multiples(2 * factor);
    this.doubles = false;
  }

  /** Emits the move to column k. @type {(k: number) => Expression} */
  column(k) {
    const { x, other, own, doubles } = this;
    other.moveTo(k);
    const crosses = indices(k, x.length)
      .filter((i) => 2 * i < k)
      .map((i) => i64.mul(x[i], other.at[i]));
    const cross = crosses.length ? crosses.reduce((sum, term) => i64.add(sum, term)) : null;
    const all = cross && doubles ? i64.shl(cross, 1) : cross;
    const square = k % 2 ? null : i64.mul(x[k / 2], own[k / 2]);
    return all && square ? i64.add(all, square) : /** @type {Expression} */ (all ?? square);
  }
}

/** The i with 0 ≤ i, k − i < n. @type {(k: number, n: number) => number[]} */
export function indices(k, n) {
  return Array.from({ length: n }, (_, i) => i).filter((i) => k - i >= 0 && k - i < n);
}

/** @type {(f: FunctionBuilder, address: Local, limbs: readonly Local[]) => void} */
export function loadLimbs(f, address, limbs) {
  limbs.forEach((limb, i) => f.set(limb, i64.load32_u(address, 4 * i)));
}
