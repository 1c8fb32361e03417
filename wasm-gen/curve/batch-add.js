/**
 * Complete affine addition over a list of pairs, with one inversion for the whole list
 * (Montgomery's trick): 5 multiplications and 1 squaring per pair.
 *
 * Symbols: pair i is A + B with A = (x_A, y_A), B = (x_B, ±y_B); d_i = x_B − x_A;
 * c_i = d_0 ⋯ d_(i−1);
 *   λ = (±y_B − y_A)/d_i, the slope of the line through A and B,
 *   x_3 = λ² − x_A − x_B,  y_3 = λ(x_A − x_3) − y_A.
 * Forward: d_i and c_i for all pairs. One inversion gives 1/c_n. Backward: 1/d_i = c_i·(1/c_(i+1)).
 *
 * Completeness: a pair with d_i = 0 or a point at infinity must not enter the running product,
 * which would become zero for all pairs. A difference ≡ 0 mod p has few representatives; comparing
 * the lowest limb with theirs costs next to nothing and sends at most one random pair in 2^28 to
 * the exact test. The result of such a pair is one of
 *   A (B is infinity), B (A is infinity), infinity (B = −A), or
 *   a doubling (B = A), with d_i = 2·y_A and λ = (3·x_A² + a)/d_i.
 * Only the doubling enters the product.
 */

import { i32 } from '../emit/instructions.js';
import { ENTRY, KIND, addressOf } from './kinds.js';
import { touchBlocks } from './prefetch.js';
import { emitSumBuckets } from './sum-buckets.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
/** @import { CoordinateField as Field } from '../field/limbs30/index.js' */
/** @import { PointLayout } from './layout.js' */

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 * @param {{ copyPoint: Callable }} points
 * @param {any} [a] of y² = x³ + ax + b: 0n, or an element that is not 0
 */
export function emitBatchAdd(m, field, layout, points, a = 0n) {
  const context = {
    field,
    layout,
    a,
    work: workLayout(field),
    classify: emitClassify(m, field, layout),
  };
  const forward = emitForward(m, context);
  const finish = emitFinish(m, context, points);
  const backward = emitBackward(m, context, finish);
  const inverse = field.reserve(layout.slotBytes);
  const params = /** @type {const} */ ({ list: 'i32', count: 'i32', work: 'i32' });
  /**
   * @param {FunctionBuilder} f
   * @param {Record<keyof typeof params, Local>} given
   * @param {number} both
   * @returns {Local} number of remaining entries
   */
  const addAll = (f, { list, count, work }, both) => {
    f.if(i32.eqz(count), () => f.return());
    f.emit(forward.call(list, count, work));
    const last = f.local('last', 'i32', i32.add(work, i32.mul(count, context.work.bytes)));
    f.emit(field.inverse.call(inverse, i32.add(last, context.work.product)));
    return f.local('left', 'i32', backward.call(list, count, work, inverse, both));
  };
  const batchAdd = m.func(
    'batch_add',
    {
      params,
      exported: true,
      doc: [
        'For each of count entries (target address, reference A, reference B): target = A ± B, with − if the signs of the',
        "references differ; the caller keeps A's sign for the target. A target may be its own A or B, but no point",
        'of another entry. work: (count + 3) times work_bytes of free memory.',
      ].join('\n'),
    },
    (f, given) => void addAll(f, given, 0),
  );
  m.func(
    'batch_add_both',
    {
      params,
      exported: true,
      doc: 'As batch_add, and A ∓ B behind the target: 3 multiplications fewer than two sums. No target is the point of an A or B. Overwrites\nthe list.',
    },
    (f, given) => {
      const left = addAll(f, given, 1);
      const end = f.local('end', 'i32', i32.add(given.list, i32.mul(given.count, ENTRY)));
      f.emit(batchAdd.call(left, i32.div_u(i32.sub(end, left), ENTRY), given.work));
    },
  );
  m.exportConstant('work_bytes', context.work.bytes);
  emitSumBuckets(m, layout.pointBytes, batchAdd);
}

/**
 * A work entry: the denominator d_i, with the pair's kind in its spare word, and the product c_i.
 * @param {Field} field
 */
function workLayout({ parameters: { slotBytes, flagOffset } }) {
  return { bytes: 2 * slotBytes, product: slotBytes, kind: flagOffset };
}

/**
 * @typedef {{ field: Field, layout: PointLayout, a: any, work: ReturnType<typeof workLayout>,
 *   classify: Callable }} Context
 */

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 */
function emitForward(m, { field, layout, work: { bytes, product, kind }, classify }) {
  const sink = field.reserve(4);
  return m.func(
    'batch_add_forward',
    { params: { list: 'i32', count: 'i32', work: 'i32' } },
    (f, { list, count, work }) => {
      const [a, b] = [f.local('a', 'i32'), f.local('b', 'i32')];
      const state = f.local('state', 'i32');
      const next = () => i32.add(work, bytes + product);
      const touch = touchBlocks(f, { list, remaining: count, pointBytes: layout.pointBytes, sink });
      f.emit(field.copy.call(i32.add(work, product), field.constants.address('1')));
      f.loop((again) => {
        f.set(a, addressOf(i32.load(list, 4)));
        f.set(b, addressOf(i32.load(list, 8)));
        touch(1);
        f.emit(field.difference.call(work, b, a));
        f.set(state, KIND.add);
        const suspicious = i32.or(
          field.mayBeZeroDifference(f, work),
          i32.or(layout.isInfinity(a), layout.isInfinity(b)),
        );
        f.if(suspicious, () =>
          f.set(state, classify.call(i32.load(list, 4), i32.load(list, 8), work)),
        );
        f.emit(i32.store(work, state, kind));
        f.if(
          i32.le_u(state, KIND.double),
          () => f.emit(field.multiply.call(next(), i32.add(work, product), work)),
          () => f.emit(field.copy.call(next(), i32.add(work, product))),
        );
        f.set(work, i32.add(work, bytes));
        f.set(list, i32.add(list, ENTRY));
        f.brIf(again, f.tee(count, i32.sub(count, 1)));
      });
    },
  );
}

/**
 * The exact test, outside the common path. Also sets the denominator of a doubling.
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 */
function emitClassify(m, field, layout) {
  const sum = field.reserve(layout.slotBytes);
  const isZeroDifference = field.isZeroDifference();
  const doc =
    'The kind of a pair of references whose denominator d = x_B − x_A looks like zero or that holds infinity.';
  return m.func(
    'classify_pair',
    { params: { a: 'i32', b: 'i32', d: 'i32' }, result: 'i32', doc },
    (f, { a, b, d }) => {
      const opposite = f.local('opposite', 'i32', i32.and(i32.xor(a, b), 1));
      f.set(a, addressOf(a));
      f.set(b, addressOf(b));
      f.if(layout.isInfinity(b), () => f.return(KIND.first));
      f.if(layout.isInfinity(a), () => f.return(KIND.second));
      f.if(i32.eqz(isZeroDifference.call(d)), () => f.return(KIND.add));
      // B = −A exactly when y_A ± y_B = 0; this includes points with y = 0.
      f.if(
        opposite,
        () => f.emit(field.subtract.call(sum, layout.y(a), layout.y(b))),
        () => f.emit(field.add.call(sum, layout.y(a), layout.y(b))),
      );
      f.if(field.isZero.call(sum), () => f.return(KIND.infinity));
      f.emit(field.looseSum.call(d, layout.y(a), layout.y(a)));
      f.result(KIND.double);
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {{ copyPoint: Callable }} points
 */
function emitFinish(m, { field, layout }, { copyPoint }) {
  const params = /** @type {const} */ ({ state: 'i32', target: 'i32', a: 'i32', b: 'i32' });
  const doc = 'The result of a pair that needs no arithmetic: one of its points, or infinity.';
  return m.func('finish_trivial_pair', { params, doc }, (f, { state, target, a, b }) => {
    const opposite = f.local('opposite', 'i32', i32.and(i32.xor(a, b), 1));
    f.if(i32.eq(state, KIND.first), () => {
      f.emit(copyPoint.call(target, addressOf(a)));
      f.return();
    });
    f.if(i32.eq(state, KIND.infinity), () => {
      f.emit(layout.setInfinity(target, 1));
      f.return();
    });
    f.emit(copyPoint.call(target, addressOf(b)));
    f.if(opposite, () => f.emit(field.negate.call(layout.y(target), layout.y(target))));
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {Callable} finish
 */
function emitBackward(
  m,
  { field, layout, a: coefficient, work: { bytes, product, kind } },
  finish,
) {
  const [inverse, lambda, waiting, u] = [0, 1, 2, 3].map(() => field.reserve(layout.slotBytes));
  const params = /** @type {const} */ ({
    list: 'i32',
    count: 'i32',
    work: 'i32',
    rest: 'i32',
    both: 'i32',
  });
  const doc = [
    'rest: address of 1/c_n, which becomes 1/c_i on the way down. both: 1 to write differences behind the sums, too. Returns the',
    'first of the entries that remain at the end of the list: the differences of exceptional pairs.',
  ].join('\n');
  const signature = { params, doc, result: /** @type {const} */ ('i32') };
  return m.func('batch_add_backward', signature, (f, { list, count, work, rest, both }) => {
    const local = (/** @type {string} */ name) => f.local(name, 'i32');
    const [a, b, target, x3] = ['a', 'b', 'target', 'x3'].map(local);
    const [state, xA, xB, passes] = ['state', 'x_a', 'x_b', 'passes'].map(local);
    const toDifference = () => {
      f.set(b, i32.xor(b, 1));
      f.set(target, i32.add(target, layout.pointBytes));
    };
    f.set(list, i32.add(list, i32.mul(count, ENTRY)));
    const left = f.local('left', 'i32', list);
    f.set(work, i32.add(work, i32.mul(count, bytes)));
    f.loop((again) => {
      f.set(list, i32.sub(list, ENTRY));
      f.set(work, i32.sub(work, bytes));
      f.set(target, i32.load(list));
      f.set(a, i32.load(list, 4));
      f.set(b, i32.load(list, 8));
      f.set(state, i32.load(work, kind));
      f.if(
        i32.gt_u(state, KIND.double),
        () => {
          f.emit(finish.call(state, target, a, b));
          toDifference();
        },
        () => {
          f.emit(field.multiply.call(inverse, rest, i32.add(work, product)));
          f.emit(field.multiply.call(rest, rest, work));
          f.set(xA, addressOf(a));
          f.set(xB, addressOf(b));
          // 1 if the difference is wanted, too: then the loop runs a second time, with −B.
          f.set(passes, i32.gt_u(both, state));
          f.loop((other) => {
            slope(f, field, layout, { state, a, b, u, inverse, lambda }, coefficient);
            // y_3 needs x_A, so x_3 is kept elsewhere if A is the target.
            f.set(x3, target);
            f.if(i32.eq(xA, target), () => f.set(x3, waiting));
            sumFrom(f, field, layout, { target, a: xA, b: xB, u, lambda, x3 });
            f.if(i32.eq(xA, target), () => f.emit(field.copy.call(target, x3)));
            f.emit(layout.setInfinity(target, 0));
            toDifference();
            f.set(passes, i32.sub(passes, 1));
            f.brIf(other, i32.eqz(passes));
          });
        },
      );
      f.if(i32.gt_u(both, i32.eqz(state)), () => {
        f.set(left, i32.sub(left, ENTRY));
        [target, a, b].forEach((word, i) => f.emit(i32.store(left, word, 4 * i)));
      });
      f.brIf(again, f.tee(count, i32.sub(count, 1)));
    });
    f.result(left);
  });
}

/**
 * λ: ±y_B − y_A over the denominator, or 3·x_A² + a for a doubling, whose x_B equals x_A.
 * @param {FunctionBuilder} f
 * @param {Field} field
 * @param {PointLayout} layout
 * @param {{ state: Local, a: Local, b: Local, u: number, inverse: number, lambda: number }} pair
 * @param {any} coefficient a of the curve
 */
function slope(f, field, layout, { state, a, b, u, inverse, lambda }, coefficient) {
  const [yA, yB] = [layout.y(addressOf(a)), layout.y(addressOf(b))];
  const { fused, multiply } = field;
  const opposite = i32.and(i32.xor(a, b), 1);
  f.if(
    i32.eqz(state),
    () => {
      if (fused) {
        // Branch-free: the sign is unpredictable.
        const x = { plus: 'x', minus: ['y'], signed: true };
        const signed = fused({ products: [{ x, y: 'u' }] });
        f.emit(signed.call(lambda, yB, yA, inverse, i32.sub(0, opposite)));
        return;
      }
      f.if(
        opposite,
        () => f.emit(field.negatedSum.call(u, yB, yA)),
        () => f.emit(field.difference.call(u, yB, yA)),
      );
      f.emit(multiply.call(lambda, u, inverse));
    },
    () => {
      const square = field.reserve(layout.slotBytes);
      f.emit(field.square.call(square, addressOf(a)));
      f.emit(field.add.call(u, square, square));
      if (coefficient !== 0n) {
        f.emit(field.add.call(u, u, field.constants.add('a', coefficient)));
      }
      f.emit(field.looseSum.call(u, u, square), multiply.call(lambda, u, inverse));
    },
  );
}

/**
 * x_3 = λ² − x_A − x_B, and y_3 = λ(x_A − x_3) − y_A at the target. x_3 may overwrite x_B, but not
 * x_A.
 * @type {(f: FunctionBuilder, field: Field, layout: PointLayout,
 *   places: { target: Local, a: Local, b: Local, u: number, lambda: number, x3: Local }) => void}
 */
function sumFrom(f, field, layout, { target, a, b, u, lambda, x3 }) {
  const { fused, multiply, square, subtractTwo, difference, subtract } = field;
  if (fused) {
    const x = fused({ products: [{ x: 'x', y: 'x' }], minus: { s: 1, t: 1 } });
    const y = fused({ products: [{ x: { plus: 'x', minus: ['y'] }, y: 'u' }], minus: { s: 1 } });
    f.emit(x.call(x3, lambda, a, b), y.call(layout.y(target), a, x3, lambda, layout.y(a)));
    return;
  }
  f.emit(square.call(u, lambda), subtractTwo.call(x3, u, a, b));
  f.emit(difference.call(u, a, x3), multiply.call(u, u, lambda));
  f.emit(subtract.call(layout.y(target), u, layout.y(a)));
}
