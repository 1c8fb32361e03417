/**
 * The limbs of one factor, shifted past those of the other from column to column of a product.
 *
 * Column k of a product is Σ x_i·y_(k−i). With a variable for each y_j no two columns have more
 * than a few bytes of code in common, and a product of n limbs is n² pairs that no compression
 * shortens. Here variable i holds y_(k−i) while column k is written, so the next column's text is
 * this one's with one term more, or one less. The copies between variables are in the text alone:
 * optimising compilers rename them away, and the machine code is the same.
 */

/** @import { FunctionBuilder, Local } from '../emit/module.js' */
/** @import { Operand } from '../emit/expression.js' */

/** Variables that move up by one from column to column. */
export class Sliding {
  /**
   * @param {FunctionBuilder} f
   * @param {string} name
   * @param {number} n
   */
  constructor(f, name, n) {
    this.f = f;
    /** Variable i holds y_(k−i), where there is one. */
    this.at = f.localArray(name, 'i64', n);
  }

  /**
   * To the next column, all variables, for the same text every time.
   * @param {Operand} [entering] what variable 0 holds then; without it, something that nobody reads
   */
  advance(entering) {
    const { f, at } = this;
    for (let i = at.length - 1; i > 0; i--) f.set(at[i], at[i - 1]);
    if (entering !== undefined) f.set(at[0], entering);
  }
}

/** A factor whose limbs are all known before the first column. */
export class SlidingLimbs extends Sliding {
  /**
   * @param {FunctionBuilder} f
   * @param {string} name
   * @param {number} n
   * @param {readonly Local[]} [limbs] y_0 … y_(n−1); must be there before the first move
   */
  constructor(f, name, n, limbs = []) {
    super(f, name, n);
    this.limbs = limbs;
    this.k = -1;
  }

  /**
   * To column k: the next one, or any other that has all limbs, or none of the variables that its
   * predecessors had.
   * @param {number} k
   */
  moveTo(k) {
    const { f, limbs, at } = this;
    const n = at.length;
    if (limbs.length !== n) throw new RangeError(`expected ${n} limbs, got ${limbs.length}`);
    if (k === this.k + 1) this.advance(limbs[k]);
    else
      for (let i = Math.max(0, k - n + 1); i <= Math.min(k, n - 1); i++) f.set(at[i], limbs[k - i]);
    this.k = k;
  }
}
