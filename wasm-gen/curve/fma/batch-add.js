/**
 * Complete affine addition over a list of pairs, two pairs at a time, with one inversion for the
 * whole list.
 *
 * Formulas, kinds of exceptional pairs and the contract are those of ../batch-add.js, except that:
 *
 * - Entries 2i and 2i + 1 are the lanes of step i; an odd last entry fills both lanes, and the
 *   second result goes to a dummy record. Each lane has a separate running product; one inversion
 *   serves both (invertBoth).
 * - x_A, x_B are centred, |x| ≤ 0.51p, so d = x_B − x_A is 0 mod p only as 0, p or −p, and its
 *   lowest digit then is ±0, ±p_0 or ±(p_0 − 2^w): three comparisons of |d_0|. Infinity is NaN
 *   there and fails the comparison with itself. A lane that must not enter the product gets d = 1.
 * - Negation flips the sign bit of each digit; differences stay un-normalised, which a
 *   multiplication accepts in one operand.
 */

import { f64x2, i32, i64, i64x2, v128 } from '../../emit/instructions.js';
import { loadRow, storeRow } from '../../field/fma/index.js';
import { ENTRY, KIND, addressOf } from '../kinds.js';
import { touchBlocks } from '../prefetch.js';
import { emitSumBuckets } from '../sum-buckets.js';
import {
  emitClassifyLane,
  emitFinish,
  emitPatchDoublings,
  emitSetDenominators,
  mayBeExceptional,
} from './exceptional.js';
import { gather, scatter } from '../../field/fma/records.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { Coefficients } from '../../field/fma/constants.js' */
/** @import { FmaField } from '../../field/fma/index.js' */
/** @import { RecordLayout } from './layout.js' */

/**
 * @typedef {{ field: FmaField, layout: RecordLayout, step: ReturnType<typeof stepLayout> }} Context
 */

/**
 * A step's work memory: the row d, the row c (the product before it), and the kinds of both lanes.
 * @param {FmaField} field
 */
function stepLayout({ rowBytes }) {
  return { product: rowBytes, kinds: 2 * rowBytes, bytes: 2 * rowBytes + 16 };
}

/**
 * @param {ModuleBuilder} m
 * @param {FmaField} field
 * @param {RecordLayout} layout
 * @param {Coefficients} [a] of y² = x³ + ax + b: 0n, or an element that is not 0
 */
export function emitFmaBatchAdd(m, field, layout, a = 0n) {
  const context = { field, layout, step: stepLayout(field) };
  const { bytes, product } = context.step;
  const forward = emitForward(m, context, {
    classify: emitClassifyLane(m, context),
    setDenominators: emitSetDenominators(m, context),
  });
  const backward = emitBackward(m, context, a);
  const rest = field.reserveRow();
  const doc =
    'The contract of the other kernels: entries (target, reference A, reference B), target = A ± B.';
  const batchAdd = m.func(
    'batch_add',
    { params: { list: 'i32', count: 'i32', work: 'i32' }, exported: true, doc },
    (f, { list, count, work }) => {
      f.if(i32.eqz(count), () => f.return());
      f.emit(forward.call(list, count, work));
      const steps = i32.shr_u(i32.add(count, 1), 1);
      const last = f.local('last', 'i32', i32.add(work, i32.mul(steps, bytes)));
      f.emit(field.invertBoth.call(rest, i32.add(last, product)));
      f.emit(backward.call(list, count, work, rest));
    },
  );
  // Half a step per entry; the caller's count + 3 entries cover the half step of an odd count and
  // the last product.
  m.exportConstant('work_bytes', Math.ceil(bytes / 32) * 16);
  emitSumBuckets(m, layout.pointBytes, batchAdd);
}

/**
 * Sets the references of a step's two entries; if the list ends, the second is the first again.
 * @param {FunctionBuilder} f
 * @param {Local} list
 * @param {Expression} single 1 if there is only one entry
 */
function stepEntries(f, list, single) {
  const second = f.local('second_entry', 'i32');
  const local = (/** @type {string} */ name) => f.local(name, 'i32');
  const refs = { a0: local('a0'), b0: local('b0'), a1: local('a1'), b1: local('b1') };
  const load = () => {
    f.set(second, i32.add(list, i32.mul(i32.eqz(single), ENTRY)));
    f.set(refs.a0, i32.load(list, 4));
    f.set(refs.b0, i32.load(list, 8));
    f.set(refs.a1, i32.load(second, 4));
    f.set(refs.b1, i32.load(second, 8));
  };
  const mask = () => Object.values(refs).forEach((ref) => f.set(ref, addressOf(ref)));
  return { ...refs, second, load, mask };
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {{ classify: Callable, setDenominators: Callable }} exceptional
 */
function emitForward(m, { field, layout, step }, { classify, setDenominators }) {
  const sink = field.reserve(4);
  const { rows } = field;
  const difference = emitDifference(m, field);
  const params = /** @type {const} */ ({ list: 'i32', count: 'i32', work: 'i32' });
  return m.func('batch_add_forward', { params }, (f, { list, count, work }) => {
    const [single, kinds] = [f.local('single', 'i32'), f.local('kinds', 'i32')];
    const entries = stepEntries(f, list, single);
    const { a0, b0, a1, b1, second } = entries;
    const touch = touchBlocks(f, { list, remaining: count, pointBytes: layout.pointBytes, sink });
    for (let i = 0; i < field.rowLength; i++) {
      storeRow(f, work)(step.product / 16 + i, v128.load(rows.one, 16 * i));
    }
    f.loop((again) => {
      f.set(single, i32.eq(count, 1));
      entries.load();
      entries.mask();
      touch(2);
      f.emit(difference.call(work, a0, b0, a1, b1), i64.store(work, 0, step.kinds));
      f.set(kinds, i32.add(work, step.kinds));
      const nextWork = f.local('next_work', 'i32', i32.add(work, step.bytes));
      const product = (/** @type {Local} */ of) => i32.add(of, step.product);
      f.block((done) => {
        f.if(mayBeExceptional(f, field, work), () => {
          [list, second].forEach((entry, lane) => {
            const kind = classify.call(i32.load(entry, 4), i32.load(entry, 8));
            f.emit(i32.store(kinds, kind, 4 * lane));
          });
          f.if(isTrivialStep(kinds), () => {
            const copy = storeRow(f, product(nextWork));
            for (let i = 0; i < field.rowLength; i++) copy(i, loadRow(product(work))(i));
            f.br(done);
          });
          f.emit(setDenominators.call(work, kinds, a0, a1));
        });
        f.emit(field.multiply.call(product(nextWork), work, product(work)));
      });
      f.set(work, nextWork);
      f.set(list, i32.add(list, 2 * ENTRY));
      f.set(count, i32.sub(count, 2));
      f.brIf(again, i32.gt_s(count, 0));
    });
  });
}

/**
 * Does neither lane of a step need arithmetic? It leaves the product as it is, then.
 * @param {Local} kinds their address
 */
const isTrivialStep = (kinds) => i32.and(isTrivial(kinds, 0), isTrivial(kinds, 1));

/** @param {Local} kinds @param {number} lane */
const isTrivial = (kinds, lane) => i32.gt_u(i32.load(kinds, 4 * lane), KIND.double);

/**
 * d = x_B − x_A of both lanes.
 * @param {ModuleBuilder} m
 * @param {FmaField} field
 */
function emitDifference(m, field) {
  const params = /** @type {const} */ ({ d: 'i32', a0: 'i32', b0: 'i32', a1: 'i32', b1: 'i32' });
  return m.func('gather_difference', { params }, (f, { d, a0, b0, a1, b1 }) => {
    const minus = (/** @type {Local} */ x, /** @type {Local} */ y) => (/** @type {number} */ at) =>
      f64x2.sub(v128.load(x, at), v128.load(y, at));
    gather(f, field, [minus(b0, a0), minus(b1, a1)], storeRow(f, d));
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {Coefficients} a
 */
function emitBackward(m, context, a) {
  const { field, layout, step } = context;
  const rows = {
    x: field.reserveRow(),
    subtrahend: field.reserveRow(),
    y: field.reserveRow(),
    numerator: field.reserveRow(),
    inverse: field.reserveRow(),
    lambda: field.reserveRow(),
    x3: field.reserveRow(),
  };
  const [dummy, zero] = [field.reserve(layout.pointBytes), field.reserve(layout.pointBytes)];
  const gatherStep = emitGatherStep(m, context, rows);
  const patch = emitPatchDoublings(m, context, rows, a);
  const sumPoint = emitSumPoint(m, context, rows);
  const finish = emitFinish(m, context);
  const params = /** @type {const} */ ({ list: 'i32', count: 'i32', work: 'i32', rest: 'i32' });
  const doc =
    'rest: row of the inverses of the products of all steps, reduced step by step to those of the steps before.';
  return m.func('batch_add_backward', { params, doc }, (f, { list, count, work, rest }) => {
    const steps = f.local('steps', 'i32', i32.shr_u(i32.add(count, 1), 1));
    const single = f.local('single', 'i32', i32.and(count, 1));
    const [target0, target1] = [f.local('target0', 'i32'), f.local('target1', 'i32')];
    const kinds = f.local('kinds', 'i32');
    const entries = stepEntries(f, list, single);
    const { a0, b0, a1, b1, second } = entries;
    f.set(list, i32.add(list, i32.mul(steps, 2 * ENTRY)));
    f.set(work, i32.add(work, i32.mul(steps, step.bytes)));
    f.loop((again) => {
      f.set(list, i32.sub(list, 2 * ENTRY));
      f.set(work, i32.sub(work, step.bytes));
      entries.load();
      f.set(target0, i32.load(list));
      f.set(target1, i32.load(second));
      f.if(single, () => f.set(target1, dummy));
      f.set(kinds, i32.add(work, step.kinds));
      const kind = (/** @type {number} */ lane) => i32.load(kinds, 4 * lane);
      f.block((done) => {
        f.if(i64.ne(i64.load(kinds), 0), () => {
          const lanes = /** @type {const} */ ([
            [target0, a0, b0],
            [target1, a1, b1],
          ]);
          const isOver = f.local('is_over', 'i32', isTrivialStep(kinds));
          // A lane that needs no arithmetic beside one that does computes 0 + 0 and discards it.
          lanes.forEach((locals, lane) => {
            f.if(isTrivial(kinds, lane), () => {
              f.emit(finish.call(kind(lane), ...locals));
              [dummy, zero, zero].forEach((address, i) => f.set(locals[i], address));
            });
          });
          f.brIf(done, isOver);
        });
        f.emit(field.multiply.call(rows.inverse, rest, i32.add(work, step.product)));
        f.emit(field.multiply.call(rest, work, rest));
        f.emit(gatherStep.call(a0, b0, a1, b1));
        f.if(i64.ne(i64.load(kinds), 0), () => f.emit(patch.call(kinds)));
        f.emit(sumPoint.call(target0, target1));
      });
      f.set(single, 0);
      f.brIf(again, f.tee(steps, i32.sub(steps, 1)));
    });
  });
}

/**
 * Fills the rows x_A, x_A + x_B (or x_B, if digits have no room for the sum), y_A and ±y_B − y_A
 * from four references.
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {{ x: number, subtrahend: number, y: number, numerator: number }} rows
 */
function emitGatherStep(m, { field, layout }, rows) {
  const { addsSubtrahends } = field.parameters;
  const params = /** @type {const} */ ({ a0: 'i32', b0: 'i32', a1: 'i32', b1: 'i32' });
  return m.func('gather_step', { params }, (f, { a0, b0, a1, b1 }) => {
    const { coordinateBytes } = layout;
    const sign = (/** @type {string} */ name, /** @type {Local} */ a, /** @type {Local} */ b) =>
      f.local(name, 'v128', i64x2.splat(i64.shl(i64.extend_i32_u(i32.xor(a, b)), 63)));
    const signs = [sign('sign0', a0, b0), sign('sign1', a1, b1)];
    [a0, b0, a1, b1].forEach((ref) => f.set(ref, addressOf(ref)));
    const lanes = /** @type {const} */ ([
      [a0, b0, signs[0]],
      [a1, b1, signs[1]],
    ]);
    /** @param {(a: Local, b: Local, sign: Local, at: number) => Expression} value */
    const sources = (value) => {
      const [first, second] = lanes.map(
        ([a, b, s]) =>
          (/** @type {number} */ at) =>
            value(a, b, s, at),
      );
      return /** @type {[typeof first, typeof second]} */ ([first, second]);
    };
    gather(
      f,
      field,
      sources((a, b, s, at) => v128.load(a, at)),
      storeRow(f, rows.x),
    );
    gather(
      f,
      field,
      sources((a, b, s, at) =>
        addsSubtrahends ? f64x2.add(v128.load(a, at), v128.load(b, at)) : v128.load(b, at),
      ),
      storeRow(f, rows.subtrahend),
    );
    const y = coordinateBytes;
    gather(
      f,
      field,
      sources((a, b, s, at) => v128.load(a, y + at)),
      storeRow(f, rows.y),
    );
    gather(
      f,
      field,
      sources((a, b, s, at) => f64x2.sub(v128.xor(v128.load(b, y + at), s), v128.load(a, y + at))),
      storeRow(f, rows.numerator),
    );
  });
}

/**
 * λ, x_3 and y_3 from the gathered rows, to two records.
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {{ x: number, subtrahend: number, y: number, numerator: number, inverse: number,
 *   lambda: number, x3: number }} rows
 */
function emitSumPoint(m, { field, layout }, rows) {
  const { addsSubtrahends } = field.parameters;
  const squareSubtract = m.func(
    'sum_x',
    {
      params: { to0: 'i32', to1: 'i32' },
      doc: 'x_3 = λ² − (x_A + x_B), centred, to a row and to the records.',
    },
    (f, { to0, to1 }) => {
      const toRow = storeRow(f, rows.x3);
      const toRecords = scatter(f, field, [to0, to1], 0);
      /** @type {Local | undefined} created on demand, as in `scatter` */
      let digit;
      field.emitProduct(f, {
        x: loadRow(rows.lambda),
        y: null,
        minus: addsSubtrahends
          ? [loadRow(rows.subtrahend)]
          : [loadRow(rows.x), loadRow(rows.subtrahend)],
        centre: 2,
        store: (i, value) => {
          digit ??= f.local('digit', 'v128');
          f.set(digit, value);
          toRow(i, digit);
          toRecords(i, digit);
        },
      });
    },
  );
  const multiplySubtract = m.func(
    'sum_y',
    {
      params: { to0: 'i32', to1: 'i32' },
      doc: 'y_3 = (x_A − x_3)·λ − y_A, centred, to the records.',
    },
    (f, { to0, to1 }) => {
      const [xA, x3] = [loadRow(rows.x), loadRow(rows.x3)];
      field.emitProduct(f, {
        x: (i) => f64x2.sub(xA(i), x3(i)),
        y: loadRow(rows.lambda),
        minus: [loadRow(rows.y)],
        centre: 1,
        store: scatter(f, field, [to0, to1], layout.coordinateBytes),
      });
    },
  );
  return m.func('sum_points', { params: { to0: 'i32', to1: 'i32' } }, (f, { to0, to1 }) => {
    f.emit(field.multiply.call(rows.lambda, rows.numerator, rows.inverse));
    f.emit(squareSubtract.call(to0, to1), multiplySubtract.call(to0, to1));
  });
}
