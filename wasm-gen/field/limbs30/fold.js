/**
 * Multiplication and squaring modulo p = 2^N − c with a small c: no Montgomery form, the upper half is folded down.
 *
 * Symbols: e = wn − N ≥ 0; C = 2^e·c ≡ 2^(wn) (mod p), in limbs C_0 + C_1·2^w.
 *   1. Product columns 0 … 2n−2; the upper ones (n and above) are carried into limbs H_0 … H_(n−1).
 *   2. Columns k < n gain H_k·C_0 + H_(k−1)·C_1 and are carried; what leaves above bit N is
 *      o = (top limb ≫ (w − e)) + H_(n−1)·C_1·2^e.
 *   3. o·c is added to the lowest limbs and carried through.
 *
 * Ranges: x, y loose, up to 4p < 2^(N+2); so xy < 2^(2N+4), H < 2^(2N+4−wn), and after step 2 the value is below
 * 2^(wn+1) + H·C. Step 3 leaves less than 2^N + o·c, which `assertFoldFits` shows to be below 2p: lazy. It also follows the
 * largest value of every column, exactly. fused.js folds sums of products and differences in the same way.
 */

import { i64 } from '../../emit/instructions.js';
import { largestLimbs } from './parameters.js';
import { times } from './multiply.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { FieldParameters } from './parameters.js' */
/** @import { Checks } from './checks.js' */

/**
 * c and C in limbs.
 * @param {FieldParameters} parameters
 */
function foldConstants({ p, bits, w, n, mask }) {
  const c = (1n << BigInt(bits)) - p;
  const e = w * n - bits;
  const limbs = (/** @type {bigint} */ value) => [value & mask, value >> BigInt(w)];
  return { c: limbs(c), C: limbs(c << BigInt(e)), e };
}

/**
 * The parameters for folding, without Montgomery form (R = 1), if p has the shape for it: c so small that every bound of
 * `assertFoldFits` holds, some 25 bits below a limb's square at the sizes in use.
 * @param {FieldParameters} parameters
 * @returns {FieldParameters | null}
 */
export function foldParameters(parameters) {
  try {
    assertFoldFits(parameters);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  return { ...parameters, form: 'fold', R: 1n };
}

/**
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters
 * @param {Checks} checks
 */
export function emitFoldMultiply(m, parameters, checks) {
  const { n } = parameters;
  const doc = 'z = xy. x, y in [0, 4p]; z in [0, 2p), and may be x or y.';
  const params = /** @type {const} */ ({ z: 'i32', x: 'i32', y: 'i32' });
  return m.func('field_mul', { params, exported: true, doc }, (f, { z, x, y }) => {
    checks.below(f, 'x', x, 4);
    checks.below(f, 'y', y, 4);
    const [X, Y] = [loadLimbs(f, 'x', x, n), loadLimbs(f, 'y', y, n)];
    const column = (/** @type {number} */ k) => {
      const terms = indices(k, n).map((i) => i64.mul(X[i], Y[k - i]));
      return terms.reduce((sum, term) => i64.add(sum, term));
    };
    fold(f, parameters, z, column);
    checks.below(f, 'z', z, 2);
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters
 * @param {Checks} checks
 */
export function emitFoldSquare(m, parameters, checks) {
  const { n } = parameters;
  const doc = 'z = x². x in [0, 4p]; z in [0, 2p), and may be x.';
  return m.func(
    'field_sqr',
    { params: { z: 'i32', x: 'i32' }, exported: true, doc },
    (f, { z, x }) => {
      checks.below(f, 'x', x, 4);
      const X = loadLimbs(f, 'x', x, n);
      const column = (/** @type {number} */ k) => {
        const crosses = indices(k, n)
          .filter((i) => 2 * i < k)
          .map((i) => i64.mul(X[i], X[k - i]));
        const cross = crosses.length
          ? i64.shl(
              crosses.reduce((sum, term) => i64.add(sum, term)),
              1,
            )
          : null;
        if (k % 2) return /** @type {Expression} */ (cross);
        const square = i64.mul(X[k / 2], X[k / 2]);
        return cross ? i64.add(cross, square) : square;
      };
      fold(f, parameters, z, column);
      checks.below(f, 'z', z, 2);
    },
  );
}

/** The i with 0 ≤ i, k − i < n. @param {number} k @param {number} n */
export function indices(k, n) {
  return Array.from({ length: n }, (_, i) => i).filter((i) => k - i >= 0 && k - i < n);
}

/** @param {FunctionBuilder} f @param {string} name @param {Local} address @param {number} n */
export function loadLimbs(f, name, address, n) {
  const limbs = f.localArray(name, 'i64', n);
  limbs.forEach((limb, i) => f.set(limb, i64.load32_u(address, 4 * i)));
  return limbs;
}

/**
 * @param {FunctionBuilder} f
 * @param {FieldParameters} parameters
 * @param {Local} z
 * @param {(k: number) => Expression} column product column k
 * @param {((k: number) => Expression) | null} [extra] what else is added to the lower columns; not negative
 */
export function fold(f, parameters, z, column, extra = null) {
  const { n, w, mask, bits } = parameters;
  const { c, C, e } = foldConstants(parameters);
  const topBits = w - e;
  const t = f.local('t', 'i64');
  f.comment('1. the upper half, carried');
  const H = f.localArray('h', 'i64', n);
  for (let k = n; k < 2 * n - 1; k++) {
    f.set(t, k === n ? column(k) : i64.add(column(k), i64.shr_u(t, w)));
    f.set(H[k - n], i64.and(t, mask));
  }
  f.set(H[n - 1], i64.shr_u(t, w));
  f.comment(`2. folded at bit ${w * n}`);
  const low = f.localArray('low', 'i64', n);
  for (let k = 0; k < n; k++) {
    let sum = i64.add(column(k), times(H[k], C[0]));
    if (k > 0 && C[1] !== 0n) sum = i64.add(sum, times(H[k - 1], C[1]));
    if (extra) sum = i64.add(sum, extra(k));
    f.set(t, k === 0 ? sum : i64.add(sum, i64.shr_u(t, w)));
    f.set(low[k], i64.and(t, k < n - 1 ? mask : (1n << BigInt(topBits)) - 1n));
  }
  f.comment(`3. folded at bit ${bits}`);
  const over = f.local('o', 'i64', i64.shr_u(t, topBits));
  if (C[1] !== 0n) f.set(over, i64.add(over, i64.shl(times(H[n - 1], C[1]), e)));
  for (let k = 0; k < n; k++) {
    let sum = /** @type {Expression} */ (low[k]);
    if (k < 2 && c[k] !== 0n) sum = i64.add(sum, times(over, c[k]));
    f.set(t, k === 0 ? sum : i64.add(sum, i64.shr_u(t, w)));
    f.emit(i64.store32(z, k < n - 1 ? i64.and(t, mask) : t, 4 * k));
  }
}

/** The largest limbs that a factor can have, and the largest value in p. @typedef {{ limbs: bigint[], bound: bigint }} Factor */

/**
 * A normalised factor up to `bound`·p.
 * @param {FieldParameters} parameters
 * @param {bigint} bound
 * @returns {Factor}
 */
export function normalised(parameters, bound) {
  return { limbs: largestLimbs(parameters, bound), bound };
}

/**
 * Follows the largest values, in exact integers.
 * @param {FieldParameters} parameters
 * @param {ReadonlyArray<readonly [Factor, Factor]>} [products] by default one of loose factors
 * @param {readonly bigint[]} [extra] the largest of what is added to the lower columns
 */
export function assertFoldFits(parameters, products, extra) {
  const { n, w, mask, bits, p } = parameters;
  const { c, C, e } = foldConstants(parameters);
  const W = BigInt(w);
  const fits = (/** @type {bigint} */ value, /** @type {string} */ what) => {
    if (value >= 1n << 64n) throw new RangeError(`${what} reaches ${value}, above 2^64`);
    return value;
  };
  if (e < 0 || e >= w || c[1] > mask || C[1] > mask) throw new RangeError('c is too large to fold');
  const loose = normalised(parameters, 4n);
  const factors = products ?? [[loose, loose]];
  const column = (/** @type {number} */ k) =>
    factors.reduce(
      (all, [x, y]) => indices(k, n).reduce((sum, i) => sum + x.limbs[i] * y.limbs[k - i], all),
      0n,
    );
  let carry = 0n;
  for (let k = n; k < 2 * n - 1; k++) carry = fits(column(k) + carry, `upper column ${k}`) >> W;
  // H as an integer is below the product's bound, which is sharper than its limbs' for the top one.
  const product = factors.reduce((sum, [x, y]) => sum + x.bound * p * y.bound * p, 0n);
  const top = product >> (W * BigInt(2 * n - 1));
  const H = Array.from({ length: n }, (_, k) => (k < n - 1 ? mask : top));
  carry = 0n;
  for (let k = 0; k < n; k++) {
    const folded = H[k] * C[0] + (k > 0 ? H[k - 1] * C[1] : 0n) + (extra?.[k] ?? 0n);
    carry = fits(column(k) + folded + carry, `lower column ${k}`);
    if (k < n - 1) carry >>= W;
  }
  const over = (carry >> BigInt(w - e)) + ((H[n - 1] * C[1]) << BigInt(e));
  fits(mask + over * c[0], 'limb 0');
  fits(mask + over * c[1] + ((mask + over * c[0]) >> W), 'limb 1');
  if ((1n << BigInt(bits)) + over * ((1n << BigInt(bits)) - p) >= 2n * p)
    throw new RangeError('the result is not below 2p');
}
