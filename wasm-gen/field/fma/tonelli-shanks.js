/**
 * Square roots of both lanes for any odd prime (Tonelli, Shanks), where inverse-root.js has no
 * tables: the method of ../tonelli-shanks.js, with the same steps in both lanes. Symbols: p − 1 =
 * 2^s·Q, Q odd; c of order 2^s; w = x^((Q−1)/2), r = xw, t = xw².
 *
 * For k = s, …, 2: t^(2^(k−1)) = 1 (if x is a square), so t^(2^(k−2)) is 1 or −1. In a lane where
 * it is not 1, r is multiplied by c^(2^(s−k)) and t by the square of that; r² = xt stays. After the
 * step of k, t^(2^(k−2)) = 1, and in the end t = 1. That takes s²/2 squarings beside the power. A
 * lane that is 0 stays 0; for a non-square the candidate is meaningless.
 */

import { f64x2, i32, v128 } from '../../emit/instructions.js';
import { rootOfUnity } from '../roots-of-unity.js';
import { loadRow, storeRow } from './index.js';
import { emitRowPower } from './power.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { FmaField } from './index.js' */
/** @import { RootOperation } from './square-root.js' */

/**
 * @param {ModuleBuilder} m
 * @param {FmaField & { square: Callable }} field a prime field
 * @returns {RootOperation}
 */
export function emitRowTonelliShanks(m, field) {
  const { multiply, multiplySubtract, square, parameters, rowLength: n, rows } = field;
  const { Q, s, root } = rootOfUnity(parameters.p);
  if (Q < 3n) throw new RangeError(`expected p − 1 with an odd factor, got p = ${parameters.p}`);
  const half = emitRowPower(m, 'half_power', (Q - 1n) / 2n, field);
  const [order, one] = [field.element(root), field.centredElement(1n)];
  const [r, t, c, u] = Array.from({ length: 4 }, () => field.reserveRow());
  const step = m.func(
    'root_step',
    { params: { count: 'i32' }, doc: 'The step of k = count + 2, and c².' },
    (f, { count }) => {
      copyRow(f, n, u, t);
      f.block((done) => {
        f.loop((again) => {
          f.brIf(done, i32.eqz(count));
          f.emit(square.call(u, u));
          f.set(count, i32.sub(count, 1));
          f.br(again);
        });
      });
      f.emit(multiplySubtract.call(u, u, rows.one, one));
      const stays = zeroLanes(f, u, n);
      const choose = (/** @type {number} */ row) => {
        f.emit(multiply.call(u, row, c));
        for (let i = 0; i < n; i++)
          storeRow(f, row)(i, v128.bitselect(loadRow(row)(i), loadRow(u)(i), stays));
      };
      choose(r);
      f.emit(square.call(c, c));
      choose(t);
    },
  );
  const doc = `The row at ${r} = a root of the row at ${half.base}, if there is one.`;
  const power = m.func('tonelli_shanks', { doc }, (f) => {
    const k = f.local('k', 'i32', s - 1);
    f.emit(half.power(0), multiply.call(r, half.base, half.result));
    f.emit(multiply.call(t, r, half.result));
    copyRow(f, n, c, order);
    f.loop((again) => {
      f.set(k, i32.sub(k, 1));
      f.emit(step.call(k));
      f.brIf(again, k);
    });
  });
  return { power: () => power.call(), base: half.base, result: r, rows: 1 };
}

/** @type {(f: FunctionBuilder, n: number, z: number, x: number) => void} */
function copyRow(f, n, z, x) {
  for (let i = 0; i < n; i++) storeRow(f, z)(i, loadRow(x)(i));
}

/**
 * All ones in the lanes whose digits are all 0.
 * @type {(f: FunctionBuilder, row: number, n: number) => Local}
 */
export function zeroLanes(f, row, n) {
  const sum = f.local('sum', 'v128', f64x2.abs(loadRow(row)(0)));
  for (let i = 1; i < n; i++) f.set(sum, f64x2.add(sum, f64x2.abs(loadRow(row)(i))));
  return f.local('is_zero', 'v128', f64x2.eq(sum, f64x2.splat(0)));
}
