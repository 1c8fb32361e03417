/**
 * Multiplication and squaring modulo p = 2^N − c with a small c: no Montgomery form, the upper
 * half is folded down.
 *
 * Symbols: e = wn − N ≥ 0; C = 2^e·c ≡ 2^(wn) (mod p), in limbs C_0 + C_1·2^w.
 *   1. Product columns 0 … 2n−2; the upper ones (n and above) are carried into limbs H_0 … H_(n−1).
 *   2. Columns k < n gain H_k·C_0 + H_(k−1)·C_1 and are carried; the overflow above bit N is o =
 *      (top limb ≫ (w − e)) + H_(n−1)·C_1·2^e.
 *   3. o·c is added to the lowest limbs and carried through.
 *
 * Ranges: x, y loose, up to 4p < 2^(N+2); so xy < 2^(2N+4), H < 2^(2N+4−wn), and after step 2 the
 * value is below 2^(wn+1) + H·C. Step 3 leaves less than 2^N + o·c, which `assertFoldFits` shows to
 * be below 2p: lazy. It also follows the largest value of every column, exactly. fused.js folds
 * sums of products and differences in the same way.
 *
 * In repeated squarings, a value stays in variables, and step 3 ends as soon as its carry is below
 * 2^w: after limb 1 at the sizes in use, so limb 2 may be almost 2^(w+1). This omits most of the
 * last carries and all loads and stores; `keptFactor` shows that such limbs are valid factors.
 */

import { i32, i64 } from '../../emit/instructions.js';
import { largestLimbs } from './parameters.js';
import { ProductColumns, SquareColumns, indices, loadLimbs } from './columns.js';
import { storeCarried, times } from './multiply.js';

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
 * The parameters for folding, without Montgomery form (R = 1), if the shape of p allows it: c must
 * be so small that every bound of `assertFoldFits` holds, about 25 bits below a limb's square at
 * the sizes in use.
 * @type {(parameters: FieldParameters) => FieldParameters | null}
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
    const folding = new Folding(f, parameters);
    const columns = new ProductColumns(f, n);
    loadLimbs(f, x, columns.x);
    columns.y.limbs = f.localArray('y', 'i64', n);
    loadLimbs(f, y, columns.y.limbs);
    folding.emit(z, (k) => columns.column(k));
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
      const folding = new Folding(f, parameters);
      const columns = new SquareColumns(f, n);
      loadLimbs(f, x, columns.x);
      folding.emit(z, (k) => columns.column(k));
      checks.below(f, 'z', z, 2);
    },
  );
}

/**
 * Null if `keptFactor` is null.
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters
 * @param {Checks} checks
 */
export function emitFoldSquareTimes(m, parameters, checks) {
  const kept = keptFactor(parameters);
  if (!kept) return null;
  const doc = 'z = x^(2^count), count > 0. x in [0, 4p]; z in [0, 2p), and may be x.';
  const params = /** @type {const} */ ({ z: 'i32', x: 'i32', count: 'i32' });
  return m.func('field_sqr_times', { params, doc }, (f, { z, x, count }) => {
    checks.below(f, 'x', x, 4);
    const folding = new Folding(f, parameters);
    const columns = new SquareColumns(f, parameters.n);
    loadLimbs(f, x, columns.x);
    f.loop((again) => {
      folding.fold((k) => columns.column(k));
      folding.keep(columns.x, kept.carried);
      checks.limbs(f, 'square', columns.x, kept.limbs);
      f.brIf(again, f.tee(count, i32.sub(count, 1)));
    });
    storeCarried(f, parameters, z, columns.x);
    checks.below(f, 'z', z, 2);
  });
}

/** The folding in one function, whose variables are created before those of the columns. */
export class Folding {
  /**
   * @param {FunctionBuilder} f
   * @param {FieldParameters} parameters
   */
  constructor(f, parameters) {
    this.f = f;
    this.parameters = parameters;
    this.t = f.local('t', 'i64');
    this.H = f.localArray('h', 'i64', parameters.n);
    this.low = f.localArray('low', 'i64', parameters.n);
    this.over = f.local('o', 'i64');
  }

  /**
   * All steps, with the result in memory.
   * @param {Local} z
   * @param {Parameters<Folding['fold']>} columns
   */
  emit(z, ...columns) {
    const { f, parameters, t } = this;
    const { n, w, mask } = parameters;
    this.fold(...columns);
    for (let k = 0; k < n; k++) {
      const sum = this.folded(k);
      f.set(t, k === 0 ? sum : i64.add(sum, i64.shr_u(t, w)));
      f.emit(i64.store32(z, k < n - 1 ? i64.and(t, mask) : t, 4 * k));
    }
  }

  /**
   * All steps, with the result in variables: normalised, except that limb `carried` includes the
   * last carry.
   * @type {(x: readonly Local[], carried: number) => void}
   */
  keep(x, carried) {
    const { f, parameters, t, low } = this;
    const { w, mask } = parameters;
    for (let k = 0; k <= carried; k++) {
      const sum = this.folded(k);
      f.set(t, k === 0 ? sum : i64.add(sum, i64.shr_u(t, w)));
      f.set(x[k], k < carried ? i64.and(t, mask) : t);
    }
    for (let k = carried + 1; k < x.length; k++) f.set(x[k], low[k]);
  }

  /** Limb k before the carries of step 3. @type {(k: number) => Expression} */
  folded(k) {
    const { c } = foldConstants(this.parameters);
    const { low, over } = this;
    return k < 2 && c[k] !== 0n ? i64.add(low[k], times(over, c[k])) : low[k];
  }

  /**
   * Steps 1 and 2.
   * @param {(k: number) => Expression} column product column k, requested from n to 2n − 2, then
   *   from 0 to n − 1
   * @param {((k: number) => Expression) | null} [extra] further summands of the lower columns; not
   *   negative
   */
  fold(column, extra = null) {
    const { f, parameters, t, H, low, over } = this;
    const { n, w, mask, bits } = parameters;
    const { C, e } = foldConstants(parameters);
    const topBits = w - e;
    f.comment('1. the upper half, carried');
    for (let k = n; k < 2 * n - 1; k++) {
      f.set(t, k === n ? column(k) : i64.add(column(k), i64.shr_u(t, w)));
      f.set(H[k - n], i64.and(t, mask));
    }
    f.set(H[n - 1], i64.shr_u(t, w));
    f.comment(`2. folded at bit ${w * n}`);
    for (let k = 0; k < n; k++) {
      let sum = i64.add(column(k), times(H[k], C[0]));
      if (k > 0 && C[1] !== 0n) sum = i64.add(sum, times(H[k - 1], C[1]));
      if (extra) sum = i64.add(sum, extra(k));
      f.set(t, k === 0 ? sum : i64.add(sum, i64.shr_u(t, w)));
      f.set(low[k], i64.and(t, k < n - 1 ? mask : (1n << BigInt(topBits)) - 1n));
    }
    f.comment(`3. folded at bit ${bits}`);
    f.set(over, i64.shr_u(t, topBits));
    if (C[1] !== 0n) f.set(over, i64.add(over, i64.shl(times(H[n - 1], C[1]), e)));
  }
}

/**
 * The largest limbs of a factor, and its largest value in units of p.
 * @typedef {{ limbs: bigint[], bound: bigint }} Factor
 */

/**
 * A normalised factor up to `bound`·p.
 * @type {(parameters: FieldParameters, bound: bigint) => Factor}
 */
export function normalised(parameters, bound) {
  return { limbs: largestLimbs(parameters, bound), bound };
}

/**
 * Follows the largest values, in exact integers.
 * @param {FieldParameters} parameters
 * @param {ReadonlyArray<readonly [Factor, Factor]>} [products] by default one of loose factors
 * @param {readonly bigint[]} [extra] the largest further summands of the lower columns
 * @returns {bigint} the largest o
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
  // H as an integer is below the product's bound, which is sharper for its top limb than the bound
  // on limbs.
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
  return over;
}

/**
 * The limb at which step 3 stops carrying in `Folding.keep`, and the largest limbs of its result
 * and of a loose value: both can be squared. As an integer, that result is below 2p like any other.
 * @param {FieldParameters} parameters
 * @returns {{ carried: number, limbs: bigint[] } | null} null if the carries could end only at the
 *   last limb
 */
function keptFactor(parameters) {
  const { n, w, mask } = parameters;
  const { c } = foldConstants(parameters);
  const loose = normalised(parameters, 4n);
  for (let carried = 2; carried < n - 1; carried++) {
    const limbs = loose.limbs.map((limb, k) => (k === carried ? 2n * mask : limb));
    const kept = { ...loose, limbs };
    let over;
    try {
      over = assertFoldFits(parameters, [[kept, kept]]);
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
    let carry = 0n;
    for (let k = 0; k < carried; k++) {
      carry = (carry + mask + (k < 2 ? over * c[k] : 0n)) >> BigInt(w);
    }
    if (carry <= mask) return { carried, limbs };
  }
  return null;
}
