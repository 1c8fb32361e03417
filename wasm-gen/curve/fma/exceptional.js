/**
 * The exceptional pairs of batched addition in two lanes: detection, classification and results.
 * Kinds and contract are those of ../batch-add.js; batch-add.js explains the comparison of digits.
 */

import { f64, f64x2, i32, i64, i64x2, v128 } from '../../emit/instructions.js';
import { invert, mod } from '../../../src/math/modular.js';
import { scaled } from '../../field/fma/constants.js';
import { loadRow, storeRow } from '../../field/fma/index.js';
import { digitsOf } from '../../field/fma/parameters.js';
import { emitSum } from '../../field/fma/sum.js';
import { limbsOf } from '../../field/limbs30/parameters.js';
import { KIND, addressOf } from '../kinds.js';
import { copyRecord } from './layout.js';
import { gather } from '../../field/fma/records.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { Coefficients } from '../../field/fma/constants.js' */
/** @import { FmaField } from '../../field/fma/index.js' */
/** @import { RecordLayout } from './layout.js' */

/**
 * True for every step with a lane that needs `classify`, and for few others.
 * @type {(f: FunctionBuilder, field: FmaField, d: Local) => Expression}
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
 * The exact kind of a lane. Records are compared first, as only values near ±p/2 have two centred
 * representatives; sums as integers decide where they differ.
 * @param {ModuleBuilder} m
 * @param {{ field: FmaField, layout: RecordLayout }} context
 */
export function emitClassifyLane(m, { field, layout }) {
  const isZeroSum = emitIsZeroSum(m, field, layout);
  const isSame = emitIsSame(m, { field, layout });
  const doc = 'The kind of a pair of references whose lane of d looks exceptional.';
  const signature = /** @type {const} */ ({
    params: { a: 'i32', b: 'i32' },
    result: 'i32',
    doc,
  });
  return m.func('classify_lane', signature, (f, { a, b }) => {
    const opposite = f.local('opposite', 'i64', i64.extend_i32_u(i32.and(i32.xor(a, b), 1)));
    const sign = f.local('sign', 'i64', i64.sub(1, i64.shl(opposite, 1)));
    const flip = f.local('flip', 'i64', i64.shl(opposite, 63));
    const { coordinateBytes } = layout;
    f.set(a, addressOf(a));
    f.set(b, addressOf(b));
    f.if(layout.isInfinity(b), () => f.return(KIND.first));
    f.if(layout.isInfinity(a), () => f.return(KIND.second));
    f.if(i32.eqz(isSame.call(a, b, 0n)), () =>
      f.if(i32.eqz(isZeroSum.call(a, b, -1n)), () => f.return(KIND.add)),
    );
    f.set(a, i32.add(a, coordinateBytes));
    f.set(b, i32.add(b, coordinateBytes));
    // B = −A exactly when y_A ± y_B = 0; this includes points with y = 0, so it comes first.
    f.if(isSame.call(a, b, i64.xor(flip, 1n << 63n)), () => f.return(KIND.infinity));
    f.if(isSame.call(a, b, flip), () => f.return(KIND.double));
    f.if(isZeroSum.call(a, b, sign), () => f.return(KIND.infinity));
    f.result(KIND.double);
  });
}

/**
 * Do coordinates have the same digits, where those of the second change their sign if `flip` has
 * its highest bit set?
 * @param {ModuleBuilder} m
 * @param {{ field: FmaField, layout: RecordLayout }} context
 */
function emitIsSame(m, { field, layout }) {
  const { n } = field.parameters;
  const signature = /** @type {const} */ ({
    params: { x: 'i32', y: 'i32', flip: 'i64' },
    result: 'i32',
  });
  return m.func('is_same', signature, (f, { x, y, flip }) => {
    const flips = f.local('flips', 'v128', i64x2.splat(flip));
    /** @type {Expression[]} */
    const differences = [];
    for (let i = 0; i < field.rowLength; i++) {
      const digit = i % n;
      if (digit % 2) continue;
      // What follows an odd last digit is no digit.
      const load = digit === n - 1 ? v128.load64_zero : v128.load;
      const at = layout.digitOffset(i);
      differences.push(f64x2.ne(load(x, at), v128.xor(load(y, at), flips)));
    }
    f.result(i32.eqz(v128.any_true(differences.reduce((any, each) => v128.or(any, each)))));
  });
}

/**
 * Sets d in the lanes that are not sums to what may enter the product: 2·y_A for a doubling, else
 * 1.
 * @param {ModuleBuilder} m
 * @param {{ field: FmaField, layout: RecordLayout }} context
 */
export function emitSetDenominators(m, { field, layout }) {
  const params = /** @type {const} */ ({ d: 'i32', kinds: 'i32', a0: 'i32', a1: 'i32' });
  return m.func('set_denominators', { params }, (f, { d, kinds, a0, a1 }) => {
    const [isSum, isDouble] = [KIND.add, KIND.double].map((kind) =>
      f.local(`is_${kind}`, 'v128', lanesOfKind(kinds, kind)),
    );
    const y = (/** @type {Local} */ a) => (/** @type {number} */ at) =>
      v128.load(a, layout.coordinateBytes + at);
    const store = storeRow(f, d);
    const digit = f.local('digit', 'v128');
    gather(f, field, [y(a0), y(a1)], (i, value) => {
      f.set(digit, value);
      const other = field.constants.float(i === 0 ? 1 : 0);
      const set = v128.bitselect(f64x2.add(digit, digit), other, isDouble);
      store(i, v128.bitselect(v128.load(d, 16 * i), set, isSum));
    });
  });
}

/**
 * A mask of the lanes that are of a kind.
 * @param {Local} kinds their address
 * @param {number} kind
 */
function lanesOfKind(kinds, kind) {
  const mask = (/** @type {number} */ at) =>
    i64x2.splat(i64.sub(0, i64.extend_i32_u(i32.eq(i32.load(kinds, at), kind))));
  return i64x2.shuffle(mask(0), mask(4), 0, 2);
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
      if (i === 0) {
        const differ = differs.map(({ bits }) => i64.ne(bits, 0));
        f.if(
          differ.reduce((all, test) => i32.and(all, test)),
          () => f.return(0),
        );
      }
    }
    f.result(differs.map(({ bits }) => i64.eqz(bits)).reduce((any, test) => i32.or(any, test)));
  });
}

/**
 * Replaces the numerator of doubling lanes by 3·x_A² + a = 3·(x_A² + a/3).
 * @param {ModuleBuilder} m
 * @param {{ field: FmaField, layout: RecordLayout }} context
 * @param {{ x: number, numerator: number }} rows
 * @param {Coefficients} a of y² = x³ + ax + b: 0n, or an element that is not 0
 */
export function emitPatchDoublings(m, { field }, rows, a) {
  const { n, p, addsSubtrahends } = field.parameters;
  const minusThird = field.centredElement(scaled(a, mod(-invert(3n, p), p)));
  const square = field.reserveRow();
  const doc = 'kinds: address of the kinds of both lanes.';
  return m.func('patch_doublings', { params: { kinds: 'i32' }, doc }, (f, { kinds }) => {
    const isDouble = f.local('is_double', 'v128', lanesOfKind(kinds, KIND.double));
    const store = (/** @type {number} */ i, /** @type {Expression} */ digit) =>
      storeRow(f, rows.numerator)(i, v128.bitselect(digit, loadRow(rows.numerator)(i), isDouble));
    // Centred, so that three times the value is below 1.6p.
    f.emit(field.multiplySubtract.call(square, rows.x, rows.x, minusThird));
    if (field.degree === 1 || !addsSubtrahends) {
      // The factor of λ takes digits of up to 2h: 3h must be carried.
      for (let first = 0; first < field.rowLength; first += n) {
        const x = (/** @type {number} */ i) => loadRow(square)(first + i);
        emitSum(f, field, {
          terms: [
            [1, x],
            [2, x],
          ],
          store: (i, digit) => store(first + i, digit),
        });
      }
      return;
    }
    // Digits of up to 3h: the factor of λ is wide.
    const digit = f.local('digit', 'v128');
    for (let i = 0; i < 2 * n; i++) {
      f.set(digit, loadRow(square)(i));
      store(i, f64x2.add(f64x2.add(digit, digit), digit));
    }
  });
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
