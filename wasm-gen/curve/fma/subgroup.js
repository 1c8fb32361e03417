/**
 * Membership in the subgroup of prime order r, two points at a time, as in ../subgroup.js: for the
 * curve's seed x, φ²(P) = −[x²]P on G1 (`endomorphism-squared`), ψ(P) = [x]P on G2 (`eigenvalue`);
 * −P = [r − 1]P, where r − 1 takes the place of |x| in what follows (`order`). Chains of |x|,
 * without an inversion: a second one takes the result (X : Y : Z) of the first for the affine point
 * (X, Y) of the curve y² = x³ + bZ⁶, since no formula contains b; its own result (X' : Y' : Z') is
 * then (X' : Y' : ZZ') on our curve.
 *
 * The formulas use the coordinates x = 3x̂, y = 9ŷ/2, in which the only factors of a doubling are
 * small, and its un-normalised operands absorb them (the factors are of the prime field, so φ and ψ
 * do not see them): 4M + 3S instead of 5M + 2S (dbl-2009-l with products for its squares of sums).
 *   double:  B = Y², M = X² + (a/27)Z⁴, S = XB, Q = B²;
 *            X' = 3M² − 2S,  Y' = 2M(S − X') − Q,  Z' = YZ
 *   add the affine (x, y):  A = Z², H = xA − X, J = yZA − Y, I = 4H², E = HI, V = XI;
 *                           X' = 3J² − E − 2V,  Y' = 2J(V − X') − 2YE,  Z' = 2HZ
 *
 * They are not complete, but the test is exact:
 *   A pass is right. The addition is wrong only for H ≡ 0, and the doubling for Y ≡ 0 (there is no
 *   other point at infinity); both give Z' ≡ 0, and Z stays 0 in all that follows. Only Z ≢ 0
 *   passes, and then every step was right, so that the comparison of both coordinates decides.
 *   A failure is right. In a chain of |x| on a point P ≠ ∞ of order r, an addition is [k]P + P with
 *   1 < k < |x| ≤ r − 1, so [k]P ≠ ±P; r is odd, so no Y is 0; and P, [|x|]P ≠ ∞. So every step is
 *   right and the equation, which holds, is found to hold.
 *
 * Ranges, at w = 51, where |x_i·y_i| ≤ 2^102 is exact and leaves x digits up to 4h beside
 * normalised ones of y:
 *   Products are at most 0.76p, as |xy|/R is negligible: R/p ≥ 2^10 is asserted. The same holds for
 *   quadratic.js with 49 bits or fewer.
 *   X, Y, H, J, I are centred; B, M, S, Q, A, E, V, YE are products (M is centred where a ≠ 0); Z
 *   is either. A subtrahend is at most 1.52p (2S, 2YE; Q, E and T are less), so a value before
 *   centring is at most 0.76p + 1.52p = 2.28p, and |k| ≤ 2.
 *
 * With 52 bits in quadratic.js, factors of up to 4h are carried first, and a subtrahend is taken
 * off in two parts of normalised digits:
 *   |xy|/R counts, as R/p is only 2^6: 2XY/64p for factors of up to X and Y. B, M, E, V and J² have
 *   0.51p twice: 0.759p at most; S, Q, A, ZA, YE and Z have one or two products: 0.77p.
 *   The widest factors are 2(S − X') and 2(V − X'), 2.6p, with M or J beside them: at most 0.75p +
 *   2·2.6p·0.76p/64 = 0.82p. Subtrahends are at most 1.54p, so a value before centring is at most
 *   2.36p, and |k| ≤ 2 again.
 */

import { f64x2, i32, i64, v128 } from '../../emit/instructions.js';
import { emitCarriedRow } from '../../field/fma/carry-pass.js';
import { scaled } from '../../field/fma/constants.js';
import { loadRow, storeRow } from '../../field/fma/index.js';
import { digitBitsWith, fmaParameters } from '../../field/fma/parameters.js';
import { checkShape } from '../subgroup.js';
import { invert } from '../../../src/math/modular.js';
import { forEachPair } from './pairs.js';
import { emitConjugate, factorRows } from './points.js';

/** @import { SubgroupCheck } from '../../../src/reference/endomorphism.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Coefficients } from '../../field/fma/constants.js' */
/** @import { FmaField } from '../../field/fma/index.js' */
/** @import { SquaringField } from './equation.js' */
/** @import { RecordLayout } from './layout.js' */
/** @import { Pairs } from './pairs.js' */

/**
 * log2(R/p) from which the term |xy|/R ≤ 4.4p·1.1p/R of a product is negligible; bits of p's top
 * digit.
 */
const ROOM = { most: 51, spare: 10, top: 11 };

/**
 * Bits of the digits with which the field has room for the check, in Montgomery form; null if its
 * default digits leave that room.
 * @param {bigint} p
 */
export function checkDigitBits(p) {
  const { form, w, R, bits } = fmaParameters(p);
  if (form === 'montgomery' && w <= ROOM.most && R >> BigInt(ROOM.spare) >= p) return null;
  return digitBitsWith(bits, ROOM);
}

/**
 * @param {ModuleBuilder} m
 * @param {SquaringField} field
 * @param {RecordLayout} layout
 * @param {Pairs} pairs
 * @param {{ a: Coefficients, order: bigint, endomorphism: Image | null, check: SubgroupCheck }}
 *   parts `a`: 0n, or an element that is not 0
 */
export function emitFmaSubgroupCheck(m, field, layout, { gatherPair, isZero }, parts) {
  const { a, order, endomorphism, check } = parts;
  const { w, p, R } = field.parameters;
  // The extension has room for the check with all digits that it takes.
  if (field.degree === 1 && (w > ROOM.most || R >> BigInt(ROOM.spare) < p))
    throw new RangeError(
      `expected Montgomery form, digits of ${ROOM.most} bits and ${ROOM.spare} to spare, got ${w} bits and R = ${R}`,
    );
  const { isSquared, isNegated, multiplier, images } = checkShape(check, order);
  if (multiplier >= order)
    throw new RangeError(`expected a seed below the order, got ${multiplier}`);
  const { multiply, square, multiplySubtract, rows } = field;
  const combine = emitCombine(m, field);
  const copy = emitCopyRow(m, field);
  const chain = emitChain(m, field, { combine, copy }, multiplier, a);
  const { X, Y, Z, x, y } = chain;
  const [third, twoNinths] = [invert(3n, p), 2n * invert(9n, p)].map((value) =>
    field.element(value),
  );
  const { conjugates, factors } =
    images > 0 && endomorphism
      ? factorRows(field, imageOf(endomorphism, isSquared))
      : { conjugates: false, factors: [] };
  const own = field.reserve(2 * field.rowBytes);
  const ownY = own + field.rowBytes;
  const firstZ = isSquared ? field.reserveRow() : 0;
  // [|x|²]P = −φ²(P); [|x|]P = ψ(P), or −ψ(P) for a negative seed; [r − 1]P = −P.
  const sign = isNegated ? -1 : 1;
  m.func(
    'points_in_subgroup',
    {
      params: { points: 'i32', count: 'i32' },
      result: 'i32',
      exported: true,
      doc: '−1, or the index of the first point outside the subgroup. The points are on the curve.',
    },
    (f, { points, count }) => {
      forEachPair(f, count, [[points, layout.pointBytes]], (index, [pair]) => {
        f.emit(gatherPair.call(own, ...pair));
        f.emit(multiplySubtract.call(x, own, third, rows.zero));
        f.emit(multiplySubtract.call(y, ownY, twoNinths, rows.zero));
        f.emit(copy.call(own, x), copy.call(ownY, y), chain.run.call());
        if (isSquared) {
          f.emit(copy.call(x, X), copy.call(y, Y), copy.call(firstZ, Z), chain.run.call());
          f.emit(multiply.call(Z, Z, firstZ));
        }
        f.comment(`x, y of the image; Z, xZ² − X and ${sign < 0 ? '−' : ''}yZ³ − Y`);
        f.emit(square.call(x, Z), multiply.call(y, x, Z));
        factors.forEach((factor, i) => {
          const row = own + i * field.rowBytes;
          if (conjugates) emitConjugate(f, field, row);
          f.emit(multiply.call(row, row, factor));
        });
        f.emit(multiplySubtract.call(X, own, x, X));
        f.emit(combine(Y, { s: -sign, b: ownY, y, t: 1, c: Y }));
        pair.forEach((point, lane) => {
          const at = 8 * lane;
          const isEqual = i32.and(isZero.call(X + at), isZero.call(Y + at));
          const isMember = i32.and(isEqual, i32.eqz(isZero.call(Z + at)));
          f.if(i32.eqz(i32.or(isMember, layout.isInfinity(point))), () =>
            f.return(i32.add(index, lane)),
          );
        });
      });
      f.result(-1);
    },
  );
}

/**
 * The map whose image of P the check compares with.
 * @typedef {{ conjugates: boolean, factorX: any, factorY: Coefficients }} Image
 */

/**
 * The endomorphism to compare with: φ² for φ.
 * @param {Image} endomorphism
 * @param {boolean} isSquared
 */
function imageOf({ conjugates, factorX, factorY }, isSquared) {
  if (isSquared && (conjugates || factorY !== 1n))
    throw new RangeError('expected φ(x, y) = (βx, y) for a squared endomorphism');
  return { conjugates, factorX: isSquared ? factorX ** 2n : factorX, factorY };
}

/**
 * @param {ModuleBuilder} m
 * @param {FmaField} field
 */
function emitCopyRow(m, field) {
  return m.func('copy_row', { params: { z: 'i32', x: 'i32' } }, (f, { z, x }) => {
    for (let i = 0; i < field.rowLength; i++) f.emit(v128.store(z, v128.load(x, 16 * i), 16 * i));
  });
}

/**
 * A single copy of the product, with everything that the formulas need around it.
 * @param {ModuleBuilder} m
 * @param {FmaField} field
 */
function emitCombine(m, field) {
  const { checks, constants, rows, parameters } = field;
  const { addsSubtrahends } = parameters;
  const params = /** @type {const} */ ({
    z: 'i32',
    a: 'i32',
    b: 'i32',
    s: 'v128',
    y: 'i32',
    c: 'i32',
    t: 'v128',
  });
  const doc =
    'z = s(a − b)·y/R − tc, centred. All normalised; |s(a − b)| ≤ 4h and |tc| ≤ 2h digit by digit, |tc| ≤ 1.6p.';
  const carried = addsSubtrahends ? 0 : field.reserveRow();
  const combine = m.func('combine', { params, doc }, (f, { z, a, b, s, y, c, t }) => {
    for (const [what, row] of Object.entries({ a, b, y, c }))
      checks.row(f, what, row, 'normalised');
    const [ai, bi, ci] = [loadRow(a), loadRow(b), loadRow(c)];
    const scaledDifference = (/** @type {number} */ i) => f64x2.mul(f64x2.sub(ai(i), bi(i)), s);
    const times = (/** @type {Local} */ factor) => (/** @type {number} */ i) =>
      f64x2.mul(ci(i), factor);
    const [x, minus] = addsSubtrahends
      ? [scaledDifference, [times(t)]]
      : [carriedDigits(f, field, carried, scaledDifference), partsOf(f, field, t).map(times)];
    field.emitProduct(f, { x, y: loadRow(y), minus, centre: 2, store: storeRow(f, z) });
    checks.row(f, 'z', z, 'centred');
  });
  return (
    /** @type {number} */ z,
    /** @type {{ s: number, a?: number, b?: number, y: number, t?: number, c?: number }} */
    { s, a = rows.zero, b = rows.zero, y, t = 0, c = rows.zero },
  ) => combine.call(z, a, b, constants.float(s), y, c, constants.float(t));
}

/**
 * The digits of an element, carried, in a row.
 * @param {FunctionBuilder} f
 * @param {FmaField} field
 * @param {number} row
 * @param {(i: number) => Expression} digits
 */
function carriedDigits(f, field, row, digits) {
  const { n } = field.parameters;
  for (let first = 0; first < field.rowLength; first += n)
    emitCarriedRow(f, field, row + 16 * first, (i) => digits(first + i));
  return loadRow(row);
}

/**
 * t = t_1 + t_2 with |t_i| ≤ 1, for −1 ≤ t ≤ 2.
 * @param {FunctionBuilder} f
 * @param {FmaField} field
 * @param {Local} t
 */
function partsOf(f, { constants, rows }, t) {
  const more = f64x2.pmax(f64x2.sub(t, constants.float(1)), v128.load(rows.zero));
  const t2 = f.local('t2', 'v128', more);
  return [f.local('t1', 'v128', f64x2.sub(t, t2)), t2];
}

/**
 * (X : Y : Z) = [multiplier](x, y).
 * @param {ModuleBuilder} m
 * @param {SquaringField} field
 * @param {{ combine: ReturnType<typeof emitCombine>, copy: Callable }} operations
 * @param {bigint} multiplier
 * @param {Coefficients} a
 */
function emitChain(m, field, { combine, copy }, multiplier, a) {
  const { multiply, square, multiplySubtract, rows } = field;
  const [X, Y, Z, x, y] = Array.from({ length: 5 }, () => field.reserveRow());
  const [A, B, M, S, V, E] = Array.from({ length: 6 }, () => field.reserveRow());
  const partOfA = a === 0n ? 0 : field.element(scaled(a, invert(27n, field.parameters.p)));
  const double = m.func('double', {}, (f) => {
    const Q = B;
    f.emit(square.call(B, Y), square.call(M, X), multiply.call(S, X, B), square.call(Q, B));
    if (partOfA) {
      f.emit(square.call(A, Z), square.call(A, A));
      f.emit(combine(M, { s: 1, a: A, y: partOfA, t: -1, c: M }));
    }
    f.emit(multiply.call(Z, Y, Z));
    f.emit(combine(X, { s: 3, a: M, y: M, t: 2, c: S }));
    f.emit(combine(Y, { s: 2, a: S, b: X, y: M, t: 1, c: Q }));
  });
  const addBase = m.func('add_base', {}, (f) => {
    const [H, J, I, T, YE] = [B, M, A, S, Y];
    f.emit(square.call(A, Z), multiplySubtract.call(H, x, A, X));
    f.emit(multiply.call(A, Z, A), multiplySubtract.call(J, y, A, Y));
    f.emit(combine(Z, { s: 2, a: H, y: Z }), combine(I, { s: 4, a: H, y: H }));
    f.emit(multiply.call(E, H, I), multiply.call(V, X, I), multiply.call(YE, Y, E));
    f.comment("T = 3J² − E, X' = T − 2V");
    f.emit(combine(T, { s: 3, a: J, y: J, t: 1, c: E }));
    f.emit(combine(X, { s: 2, b: X, y: I, t: -1, c: T }));
    f.emit(combine(Y, { s: 2, a: V, b: X, y: J, t: 2, c: YE }));
  });
  const bits = multiplier.toString(2).slice(1);
  if (bits.length > 64) {
    const run = emitLongRun(m, field, { bits, double, addBase, copy }, { X, Y, Z, x, y });
    return { X, Y, Z, x, y, run };
  }
  const pattern = BigInt(`0b${bits}`) << BigInt(64 - bits.length);
  const run = m.func('times_seed', { doc: `[0x${multiplier.toString(16)}](x, y)` }, (f) => {
    const digits = f.local('digits', 'i64', pattern);
    const count = f.local('count', 'i32', bits.length);
    f.emit(copy.call(X, x), copy.call(Y, y), copy.call(Z, rows.one));
    f.loop((again) => {
      f.emit(double.call());
      f.if(i64.lt_s(digits, 0), () => f.emit(addBase.call()));
      f.set(digits, i64.shl(digits, 1));
      f.brIf(again, f.tee(count, i32.sub(count, 1)));
    });
  });
  return { X, Y, Z, x, y, run };
}

/**
 * The chain of a multiplier that exceeds a word: its bits below the highest are bytes in memory.
 * @param {ModuleBuilder} m
 * @param {SquaringField} field
 * @param {{ bits: string, double: Callable, addBase: Callable, copy: Callable }} steps
 * @param {{ X: number, Y: number, Z: number, x: number, y: number }} places
 */
function emitLongRun(m, field, { bits, double, addBase, copy }, { X, Y, Z, x, y }) {
  const program = field.reserve(bits.length);
  m.dataAt(program, Uint8Array.from(bits, Number));
  const doc = `[0b1${bits}](x, y)`;
  return m.func('times_multiplier', { doc }, (f) => {
    const at = f.local('at', 'i32', program);
    f.emit(copy.call(X, x), copy.call(Y, y), copy.call(Z, field.rows.one));
    f.loop((again) => {
      f.emit(double.call());
      f.if(i32.load8_u(at), () => f.emit(addBase.call()));
      f.brIf(again, i32.lt_u(f.tee(at, i32.add(at, 1)), program + bits.length));
    });
  });
}
