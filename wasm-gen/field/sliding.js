/**
 * The limbs of one factor, shifted past those of the other from column to column of a product.
 *
 * Column k of a product is Σ x_i·y_(k−i). With a variable for each y_j, no two columns have more
 * than a few bytes of code in common, and the n² pairs of a product of n limbs do not compress.
 * Here variable i holds y_(k−i) while column k is written, so the text of the next column is that
 * of this one with one term more, or one less. The copies between variables exist only in the text:
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
   * @param {Local[]} [at] numbered downwards
   */
  constructor(f, name, n, at = f.localArray(name, 'i64', n).reverse()) {
    this.f = f;
    /**
     * Variable i holds y_(k−i), if that exists. Numbered downwards, so that a move reads and
     * writes variables in ascending order: module-text.js of src/engines leaves out the next one,
     * and the next but one.
     */
    this.at = at;
  }

  /**
   * Moves to the next column: all variables, so that the text is always the same.
   * @param {Operand} [entering] the new value of variable 0; by default one that is never read
   */
  advance(entering) {
    const { f, at } = this;
    for (let i = at.length - 1; i > 0; i--) f.set(at[i], at[i - 1]);
    if (entering !== undefined) f.set(at[0], entering);
  }
}

/**
 * Variables for the limbs of a factor and for those that slide past it, numbered in turns and
 * downwards: sums over x_i·at_i with descending i read every variable in ascending order.
 * @type {(f: FunctionBuilder, n: number) => { x: Local[], at: Local[] }}
 */
export function pairedLocals(f, n) {
  const pairs = Array.from({ length: n }, () => [f.local('x', 'i64'), f.local('x_at', 'i64')]);
  pairs.reverse();
  return { x: pairs.map(([x]) => x), at: pairs.map(([, at]) => at) };
}

/** A factor whose limbs are all known before the first column. */
export class SlidingLimbs extends Sliding {
  /**
   * @param {FunctionBuilder} f
   * @param {string} name
   * @param {number} n
   * @param {readonly Local[]} [limbs] y_0 … y_(n−1); must be set before the first move
   */
  constructor(f, name, n, limbs = []) {
    super(f, name, n);
    this.limbs = limbs;
    this.k = -1;
  }

  /**
   * Moves to column k: the next one, or any other that has all limbs, or shares no variable with
   * its predecessors.
   * @type {(k: number) => void}
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
