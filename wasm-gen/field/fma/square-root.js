/**
 * Square roots of both lanes: candidates, to be squared and compared by the caller.
 *
 * In the prime field a^(e+1), e of ../addition-chain.js, where p ≡ 3 mod 4; else a·(1/√a) by the
 * tables of inverse-root.js, or by tonelli-shanks.js. In the extension, p ≡ 3 mod 4, a = a_0 +
 * a_1·u by the complex method (the idea is in Scott, ePrint 2020/1497): with s a root of the norm
 * a_0² + a_1², d = (a_0 + s)/2 and d' = (a_0 − s)/2 have d·d' = −(a_1/2)², so exactly one of them
 * is a square, or a_1 = 0. One power r = d^e serves both cases, as d·r² is 1 or −1:
 *   1:  d is a square, (d·r)² = d:                 root (d·r) + (a_1/2·r)·u
 *   −1: (a_1/2·r)² = −(a_1/2)²/d = d':             root (a_1/2·r) − (d·r)·u
 * (Check: the squares' difference is d + d' = a_0, twice the product is ±a_1·d·r² = a_1.) If d = 0,
 * then a_1 = 0 and d' = a_0 takes its place. So a root takes two powers in the prime field, neither
 * of which waits for a decision.
 */

import { f64x2, v128 } from '../../emit/instructions.js';
import { loadRow, storeRow } from './index.js';
import { emitRowInverseRoot } from './inverse-root.js';
import { emitRowRootPower, emitSquare } from './power.js';
import { emitRowTonelliShanks, zeroLanes } from './tonelli-shanks.js';

/** @import { Callable, ModuleBuilder } from '../../emit/module.js' */
/** @import { FmaField } from './index.js' */
/** @import { FmaQuadraticField } from './quadratic.js' */

/**
 * The operation works from the row `base`, centred, to the row `result`, normalised digits of
 * |values| ≤ 0.92p; or from two rows to two, as `RowPower` of power.js does.
 * @typedef {import('./power.js').RowPower} RootOperation
 */

/**
 * @type {(m: ModuleBuilder,
 *   field: (FmaField & { square: Callable }) | FmaQuadraticField) => RootOperation}
 */
export function emitSquareRoot(m, field) {
  const { p } = field.parameters;
  if ('prime' in field) return emitComplexRoot(m, field);
  if (p % 4n !== 3n) return emitRowTableRoot(m, field) ?? emitRowTonelliShanks(m, field);
  return emitRowRootPower(m, 'sqrt_power', 'root', field);
}

/**
 * @type {(m: ModuleBuilder, field: FmaField & { square: Callable }) => RootOperation | null}
 */
function emitRowTableRoot(m, field) {
  const inverse = emitRowInverseRoot(m, field);
  if (inverse === null) return null;
  const { multiply, rowBytes, rowLength, reserve } = field;
  const [base, result] = [reserve(2 * rowBytes), reserve(2 * rowBytes)];
  const doc = `The rows at ${result} = roots of the rows at ${base}, if there are any.`;
  const power = m.func('sqrt', { params: { both: 'i32' }, doc }, (f, { both }) => {
    const eachRow = (/** @type {(offset: number) => void} */ emit) => {
      emit(0);
      f.if(both, () => emit(rowBytes));
    };
    eachRow((offset) => {
      for (let i = 0; i < rowLength; i++)
        storeRow(f, inverse.base + offset)(i, loadRow(base + offset)(i));
    });
    f.comment('the caller detects non-squares by squaring');
    f.local('refused', 'i32', inverse.root.call(both));
    eachRow((offset) =>
      f.emit(multiply.call(result + offset, base + offset, inverse.result + offset)),
    );
  });
  return { power: (both = 0) => power.call(both), base, result, rows: 2 };
}

/** @type {(m: ModuleBuilder, field: FmaQuadraticField) => RootOperation} */
function emitComplexRoot(m, { prime, norm, reserveRow }) {
  const { p } = prime.parameters;
  const { multiply, multiplySubtract, rows, rowLength: n } = prime;
  const squaring = { ...prime, square: emitSquare(m, prime) };
  const inverseRoot = emitRowRootPower(m, 'inverse_sqrt_power', 'inverse root', squaring);
  const [half, one] = [prime.element((p + 1n) / 2n), prime.centredElement(1n)];
  const [a0, result, normRow] = [reserveRow(), reserveRow(), reserveRow()];
  const [a1, result1] = [a0 + prime.rowBytes, result + prime.rowBytes];
  const [sum, d, dr, test] = Array.from({ length: 4 }, () => prime.reserveRow());
  const doc = `The row at ${result} = a root of the row at ${a0}, if there is one.`;
  const power = m.func('sqrt', { doc }, (f) => {
    const [base, r] = [inverseRoot.base, inverseRoot.result];
    const copy = (/** @type {number} */ to, /** @type {number} */ from) => {
      for (let i = 0; i < n; i++) storeRow(f, to)(i, loadRow(from)(i));
    };
    f.comment('s, and d');
    f.emit(norm.call(normRow, a0));
    copy(base, normRow);
    f.emit(inverseRoot.power(), multiply.call(sum, normRow, r));
    for (let i = 0; i < n; i++) storeRow(f, sum)(i, f64x2.add(loadRow(a0)(i), loadRow(sum)(i)));
    f.emit(multiplySubtract.call(d, sum, half, rows.zero));
    const none = zeroLanes(f, d, n);
    for (let i = 0; i < n; i++)
      storeRow(f, d)(i, v128.bitselect(loadRow(a0)(i), loadRow(d)(i), none));
    copy(base, d);
    f.emit(inverseRoot.power());
    f.comment('d·r, a_1/2·r, and whether d is a square');
    f.emit(multiply.call(dr, d, r), multiply.call(sum, a1, half), multiply.call(sum, sum, r));
    f.emit(multiplySubtract.call(test, dr, r, one));
    const isSquare = zeroLanes(f, test, n);
    for (let i = 0; i < n; i++) {
      const [x, y] = [loadRow(dr), loadRow(sum)];
      storeRow(f, result)(i, v128.bitselect(x(i), y(i), isSquare));
      storeRow(f, result1)(i, v128.bitselect(y(i), f64x2.neg(x(i)), isSquare));
    }
  });
  return { power: () => power.call(), base: a0, result, rows: 1 };
}
