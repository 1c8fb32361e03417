/**
 * The exceptional pairs of batched addition in two lanes: detection, classification and results.
 * Kinds and contract are those of ../batch-add.js; batch-add.js explains the comparison of digits.
 */

import { f64, f64x2, i32, i64, i64x2, v128 } from '../../emit/instructions.js';
import { scaled } from '../../field/fma/constants.js';
import { digitsOf } from '../../field/fma/parameters.js';
import { limbsOf } from '../../field/limbs30/parameters.js';
import { KIND, addressOf } from '../kinds.js';
import { copyRecord } from './layout.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression, Operand } from '../../emit/expression.js' */
/** @import { Coefficients } from '../../field/fma/constants.js' */
/** @import { FmaField } from '../../field/fma/index.js' */
/** @import { RecordLayout } from './layout.js' */

/**
 * True for every step with a lane that needs `classify`, and for few others.
 * @param {FunctionBuilder} f
 * @param {FmaField} field
 * @param {Local} d
 */
export function mayBeExceptional(f, { parameters, constants, degree }, d) {
  const { p, n, w } = parameters;
  const p0 = Math.abs(digitsOf(p, parameters)[0]);
  const low = f.local('low', 'v128', f64x2.abs(v128.load(d)));
  const isCandidate = () =>
    [0, p0, 2 ** w - p0].map((value) => f64x2.eq(low, constants.float(value)));
  const either = (/** @type {Expression} */ any, /** @type {Expression} */ test) =>
    v128.or(any, test);
  if (degree === 1) return v128.any_true(isCandidate().reduce(either, f64x2.ne(low, low)));
  const isNaN = f.local('is_nan', 'v128', f64x2.ne(low, low));
  const all = f.local('all', 'v128', isCandidate().reduce(either));
  for (let i = 1; i < degree; i++) {
    f.set(low, f64x2.abs(v128.load(d, 16 * n * i)));
    f.set(all, v128.and(all, isCandidate().reduce(either)));
  }
  return v128.any_true(v128.or(all, isNaN));
}

/**
 * The exact kind of a lane. Also sets its d to a value that may enter the product: 1, or 2·y_A for
 * a doubling.
 * @param {ModuleBuilder} m
 * @param {{ field: FmaField, layout: RecordLayout }} context
 */
export function emitClassifyLane(m, { field, layout }) {
  const isZeroSum = emitIsZeroSum(m, field, layout);
  const setLane = (
    /** @type {FunctionBuilder} */ f,
    /** @type {Local} */ lane,
    /** @type {(i: number) => Operand} */ digit,
  ) => {
    for (let i = 0; i < field.rowLength; i++) f.emit(f64.store(lane, digit(i), 16 * i));
  };
  const doc = 'The kind of a pair of references whose lane of d looks exceptional.';
  const signature = /** @type {const} */ ({
    params: { a: 'i32', b: 'i32', lane: 'i32' },
    result: 'i32',
    doc,
  });
  return m.func('classify_lane', signature, (f, { a, b, lane }) => {
    const sign = f.local(
      'sign',
      'i64',
      i64.sub(1, i64.shl(i64.extend_i32_u(i32.and(i32.xor(a, b), 1)), 1)),
    );
    const kind = f.local('kind', 'i32', KIND.first);
    f.set(a, addressOf(a));
    f.set(b, addressOf(b));
    const { coordinateBytes } = layout;
    f.block((trivial) => {
      f.brIf(trivial, layout.isInfinity(b));
      f.set(kind, KIND.second);
      f.brIf(trivial, layout.isInfinity(a));
      f.if(i32.eqz(isZeroSum.call(a, b, -1n)), () => f.return(KIND.add));
      f.set(kind, KIND.infinity);
      // B = −A exactly when y_A ± y_B = 0; this includes points with y = 0.
      f.brIf(
        trivial,
        isZeroSum.call(i32.add(a, coordinateBytes), i32.add(b, coordinateBytes), sign),
      );
      const twiceY = (/** @type {number} */ i) => {
        const y = () => f64.load(a, coordinateBytes + layout.digitOffset(i));
        return f64.add(y(), y());
      };
      setLane(f, lane, twiceY);
      f.return(KIND.double);
    });
    setLane(f, lane, (i) => (i === 0 ? 1 : 0));
    f.result(kind);
  });
}

/**
 * Is x + s·y, for centred coordinates x and y and s = ±1, zero?
 * @param {ModuleBuilder} m
 * @param {FmaField} field
 * @param {RecordLayout} layout
 */
function emitIsZeroSum(m, { parameters, degree }, { coordinateBytes }) {
  const coefficient = emitIsZeroCoefficient(m, parameters);
  if (degree === 1) return coefficient;
  const signature = /** @type {const} */ ({
    params: { x: 'i32', y: 'i32', s: 'i64' },
    result: 'i32',
  });
  return m.func('is_zero_sum_of_all', signature, (f, { x, y, s }) => {
    const tests = Array.from({ length: degree }, (_, i) => {
      const at = (i * coordinateBytes) / degree;
      return coefficient.call(i32.add(x, at), i32.add(y, at), s);
    });
    f.result(tests.reduce((all, test) => i32.and(all, test)));
  });
}

/**
 * Is x + s·y, for centred x and y and s = ±1, 0 mod p? Then it is 0, p or −p: compared in the
 * unsigned digits that an arithmetic carry leaves, which are unique.
 * @param {ModuleBuilder} m
 * @param {FmaField['parameters']} parameters
 */
function emitIsZeroCoefficient(m, parameters) {
  const { w, n, p } = parameters;
  const mask = (1n << BigInt(w)) - 1n;
  const signature = /** @type {const} */ ({
    params: { x: 'i32', y: 'i32', s: 'i64' },
    result: 'i32',
  });
  return m.func('is_zero_sum', signature, (f, { x, y, s }) => {
    const [sum, digit] = [f.local('sum', 'i64'), f.local('digit', 'i64')];
    const differs = [0n, p, -p].map((value, i) => ({
      limbs: limbsOf(value, parameters),
      bits: f.local(`bits${i}`, 'i64', 0),
    }));
    for (let i = 0; i < n; i++) {
      const load = (/** @type {Local} */ point) => i64.trunc_sat_f64_s(f64.load(point, 8 * i));
      const value = i64.add(load(x), i64.mul(s, load(y)));
      f.set(sum, i === 0 ? value : i64.add(value, i64.shr_s(sum, w)));
      f.set(digit, i === n - 1 ? sum : i64.and(sum, mask));
      for (const { limbs, bits } of differs) f.set(bits, i64.or(bits, i64.xor(digit, limbs[i])));
    }
    f.result(differs.map(({ bits }) => i64.eqz(bits)).reduce((any, test) => i32.or(any, test)));
  });
}

/**
 * Replaces the numerator of doubling lanes by 3·x_A² + a.
 * @param {ModuleBuilder} m
 * @param {{ field: FmaField, layout: RecordLayout }} context
 * @param {{ x: number, numerator: number }} rows
 * @param {Coefficients} a of y² = x³ + ax + b: 0n, or an element that is not 0
 */
export function emitPatchDoublings(m, { field }, rows, a) {
  const three = field.element(3n);
  const minusA = a === 0n ? 0 : field.centredElement(scaled(a, -1n));
  const square = field.reserveRow();
  return m.func(
    'patch_doublings',
    { params: { kind0: 'i32', kind1: 'i32' } },
    (f, { kind0, kind1 }) => {
      f.emit(
        field.multiply.call(square, rows.x, rows.x),
        a === 0n
          ? field.multiply.call(square, square, three)
          : field.multiplySubtract.call(square, square, three, minusA),
      );
      [kind0, kind1].forEach((kind, lane) => {
        f.if(i32.eq(kind, KIND.double), () => {
          for (let i = 0; i < field.rowLength; i++) {
            const at = 16 * i + 8 * lane;
            f.emit(f64.store(rows.numerator, f64.load(square, at), at));
          }
        });
      });
    },
  );
}

/**
 * The results that need no arithmetic: one of the points, or infinity.
 * @param {ModuleBuilder} m
 * @param {{ field: FmaField, layout: RecordLayout }} context
 */
export function emitFinish(m, { layout }) {
  const params = /** @type {const} */ ({ kind: 'i32', target: 'i32', a: 'i32', b: 'i32' });
  return m.func('finish_trivial_lane', { params }, (f, { kind, target, a, b }) => {
    const negate = f.local(
      'negate',
      'v128',
      i64x2.splat(i64.shl(i64.extend_i32_u(i32.xor(a, b)), 63)),
    );
    const { coordinateBytes, pointBytes } = layout;
    f.set(a, addressOf(a));
    f.set(b, addressOf(b));
    f.if(i32.eq(kind, KIND.first), () => copyRecord(f, layout, target, a));
    f.if(i32.eq(kind, KIND.infinity), () => f.emit(layout.setInfinity(target)));
    f.if(i32.eq(kind, KIND.second), () => {
      copyRecord(f, layout, target, b);
      for (let at = coordinateBytes; at < pointBytes; at += 16) {
        f.emit(v128.store(target, v128.xor(v128.load(target, at), negate), at));
      }
    });
  });
}
