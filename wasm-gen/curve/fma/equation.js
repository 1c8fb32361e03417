/**
 * The curve's equation y² = x³ + ax + b for lists: points_on_curve and points_decompress.
 *
 * Two values are compared by their difference, centred at the end of a product: its magnitude is
 * below p, so it is 0 mod p only if it is 0. Ranges: x, y of a record and x³ + ax + b are centred;
 * a root is a product, and a multiplication by 1 centres it before it is stored.
 */

import { i32, i64, v128 } from '../../emit/instructions.js';
import { scaled } from '../../field/fma/constants.js';
import { loadRow, storeRow } from '../../field/fma/index.js';
import { emitSquareRoot } from '../../field/fma/square-root.js';
import { scatter } from '../../field/fma/records.js';
import { forEachPair } from './pairs.js';

/** @import { Callable, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { Coefficients } from '../../field/fma/constants.js' */
/** @import { FmaField } from '../../field/fma/index.js' */
/** @import { RootOperation } from '../../field/fma/square-root.js' */
/** @import { RecordLayout } from './layout.js' */
/** @import { Pairs } from './pairs.js' */

/** The sign byte that denotes infinity. */
const INFINITY = 2;

/** @typedef {FmaField & { square: Callable }} SquaringField */

/**
 * @param {ModuleBuilder} m
 * @param {SquaringField} field
 * @param {RecordLayout} layout
 * @param {Pairs} pairs
 * @param {{ a: Coefficients, b: Coefficients, rootSign: string, cofactor: bigint }} curve `a`: 0n,
 *   or an element that is not 0
 */
export function emitFmaEquation(m, field, layout, pairs, { a, b, rootSign, cofactor }) {
  const rightSide = emitRightSide(m, field, a, b);
  emitOnCurve(m, field, layout, pairs, rightSide);
  const hasHalves = cofactor % 2n === 0n;
  emitDecompress(m, field, layout, pairs, { rightSide, rootSign, hasHalves });
}

/**
 * @param {ModuleBuilder} m
 * @param {SquaringField} field
 * @param {Coefficients} a
 * @param {Coefficients} b
 */
function emitRightSide(m, field, a, b) {
  const minusB = field.centredElement(scaled(b, -1n));
  const minusA = a === 0n ? null : field.centredElement(scaled(a, -1n));
  const doc = `z = x³ ${minusA === null ? '' : '+ ax '}+ b. x and z centred, not the same row.`;
  return m.func('right_side', { params: { z: 'i32', x: 'i32' }, doc }, (f, { z, x }) => {
    f.emit(
      minusA === null ? field.square.call(z, x) : field.multiplySubtract.call(z, x, x, minusA),
      field.multiplySubtract.call(z, x, z, minusB),
    );
  });
}

/**
 * @type {(m: ModuleBuilder, field: SquaringField, layout: RecordLayout, pairs: Pairs,
 *   rightSide: Callable) => void}
 */
function emitOnCurve(m, field, layout, { gatherPair, isZero }, rightSide) {
  const { rowBytes } = field;
  const x = field.reserve(2 * rowBytes);
  const [y, right] = [x + rowBytes, field.reserveRow()];
  m.func(
    'points_on_curve',
    {
      params: { points: 'i32', count: 'i32' },
      result: 'i32',
      exported: true,
      doc: '−1, or the index of the first point that is neither infinity nor on the curve.',
    },
    (f, { points, count }) => {
      forEachPair(f, count, [[points, layout.pointBytes]], (index, [pair]) => {
        f.emit(gatherPair.call(x, ...pair), rightSide.call(right, x));
        f.emit(field.multiplySubtract.call(y, y, y, right));
        pair.forEach((point, lane) => {
          const isGood = i32.or(isZero.call(y + 8 * lane), layout.isInfinity(point));
          f.if(i32.eqz(isGood), () => f.return(i32.add(index, lane)));
        });
      });
      f.result(-1);
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {SquaringField} field
 * @param {RecordLayout} layout
 * @param {Pairs} pairs
 * @param {{ rightSide: Callable, rootSign: string, hasHalves: boolean }} equation `hasHalves`:
 *   there are points with y = 0, which have one root, that of the sign 0
 */
function emitDecompress(m, field, layout, pairs, { rightSide, rootSign, hasHalves }) {
  const { bytes } = field;
  const root = emitSquareRoot(m, field);
  const { read, finish } = emitDecompressTwo(m, field, layout, pairs, {
    rightSide,
    root,
    hasHalves,
    signOf: emitRootSign(m, field, rootSign),
  });
  const params = /** @type {const} */ ({
    target: 'i32',
    source: 'i32',
    signs: 'i32',
    count: 'i32',
  });
  const doc = [
    `As in the other kernels: count x-coordinates of ${bytes} canonical bytes, and sign bytes: 0 or 1 selects the root`,
    `(1: ${rootSign}), 2 means infinity. −1, or 2·index + reason of the first bad one: 0 not below p, 1 not on the curve.`,
  ].join('\n');
  m.func(
    'points_decompress',
    { params, result: 'i32', exported: true, doc },
    (f, { target, source, signs, count }) => {
      const [bad, flags] = [f.local('bad', 'i32'), f.local('flags', 'i32')];
      const lists = /** @type {Parameters<typeof forEachPair>[2]} */ ([
        [target, layout.pointBytes],
        [source, bytes],
        [signs, 1],
      ]);
      const check = (/** @type {Expression} */ result, /** @type {Expression} */ index) => {
        f.set(bad, result);
        f.if(i32.ge_s(bad, 0), () => f.return(i32.add(i32.shl(index, 1), bad)));
      };
      // The previous pair, if its root has not been computed yet.
      const waiting = root.rows === 2 ? f.local('waiting', 'i32', 0) : null;
      const held =
        waiting && ['target0', 'target1', 'signs', 'flags'].map((name) => f.local(name, 'i32'));
      forEachPair(f, count, lists, (index, [targets, sources, signPair]) => {
        const signPairs = i32.or(i32.load8_u(signPair[0]), i32.shl(i32.load8_u(signPair[1]), 8));
        if (!waiting || !held) {
          f.set(flags, read.call(0, ...sources, signPairs));
          f.emit(root.power());
          check(finish.call(0, ...targets, signPairs, flags), index);
          return;
        }
        const offset = i32.mul(waiting, field.rowBytes);
        f.set(flags, read.call(offset, ...sources, signPairs));
        const isLast = i32.ge_u(i32.add(index, 2), count);
        f.if(
          i32.or(waiting, isLast),
          () => {
            f.emit(root.power(waiting));
            f.if(waiting, () => check(finish.call(0, ...held), i32.sub(index, 2)));
            check(finish.call(offset, ...targets, signPairs, flags), index);
            f.set(waiting, 0);
          },
          () => {
            [...targets, signPairs, flags].forEach((value, i) => f.set(held[i], value));
            f.set(waiting, 1);
          },
        );
      });
      f.result(-1);
    },
  );
}

/**
 * Decompression of a pair, before the root and after it; `offset` is that of the root's
 * row among its rows.
 * @param {ModuleBuilder} m
 * @param {FmaField} field
 * @param {RecordLayout} layout
 * @param {Pairs} pairs
 * @param {{ rightSide: Callable, root: RootOperation, signOf: Callable, hasHalves: boolean }}
 *   equation
 */
function emitDecompressTwo(m, field, layout, { clearLane, isZero }, equation) {
  const { rightSide, root, signOf, hasHalves } = equation;
  const { rows, multiply, multiplySubtract, rowBytes } = field;
  const [xs, y, rest] = [
    field.reserve(root.rows * rowBytes),
    field.reserveRow(),
    field.reserveRow(),
  ];
  const negate = field.reserve(16);
  const lane = /** @type {const} */ ({ lane: 'i32', source: 'i32', sign: 'i32' });
  const readLane = m.func(
    'read_lane',
    { params: lane, result: 'i32', doc: '1 if x is in range; otherwise the lane becomes 0.' },
    (f, params) => {
      f.if(i32.ne(params.sign, INFINITY), () => {
        f.if(field.laneFromBytes.call(params.lane, params.source), () => f.return(1));
      });
      f.emit(clearLane.call(params.lane));
      f.result(0);
    },
  );
  const signOfLane = (/** @type {Local} */ signs, /** @type {number} */ i) =>
    i === 0 ? i32.and(signs, 0xff) : i32.shr_u(signs, 8);
  const read = m.func(
    'decompress_read',
    {
      params: { offset: 'i32', source0: 'i32', source1: 'i32', signs: 'i32' },
      result: 'i32',
      doc: 'x and the right side of two points. Bit i: x of lane i is in range. signs: a byte each.',
    },
    (f, { offset, source0, source1, signs }) => {
      const x = f.local('x', 'i32', i32.add(offset, xs));
      const flags = f.local('flags', 'i32', readLane.call(x, source0, signOfLane(signs, 0)));
      const second = readLane.call(i32.add(x, 8), source1, signOfLane(signs, 1));
      f.set(flags, i32.or(flags, i32.shl(second, 1)));
      f.emit(multiplySubtract.call(x, x, rows.R2, rows.zero));
      f.emit(rightSide.call(i32.add(offset, root.base), x));
      f.result(flags);
    },
  );
  const params = /** @type {const} */ ({
    offset: 'i32',
    target0: 'i32',
    target1: 'i32',
    signs: 'i32',
    flags: 'i32',
  });
  const doc = '−1, or 2·lane + reason, as in points_decompress.';
  const finish = m.func(
    'decompress_finish',
    { params, result: 'i32', doc },
    (f, { offset, target0, target1, signs, flags }) => {
      const targets = /** @type {[Local, Local]} */ ([target0, target1]);
      const x = f.local('x', 'i32', i32.add(offset, xs));
      const candidate = f.local('root', 'i32', i32.add(offset, root.result));
      f.comment('root² minus the right side, and the root as an integer');
      f.emit(multiplySubtract.call(rest, candidate, candidate, i32.add(offset, root.base)));
      f.emit(multiply.call(y, candidate, rows.plainOne));
      const storeX = scatter(f, field, targets, 0);
      for (let i = 0; i < field.rowLength; i++) storeX(i, loadRow(x)(i));
      targets.forEach((target, i) => {
        f.if(
          i32.eq(signOfLane(signs, i), INFINITY),
          () => f.emit(layout.setInfinity(target)),
          () => {
            f.if(i32.eqz(i32.and(flags, 1 << i)), () => f.return(2 * i));
            f.if(i32.eqz(isZero.call(rest + 8 * i)), () => f.return(2 * i + 1));
            if (hasHalves) {
              const isHalf = isZero.call(y + 8 * i);
              f.if(i32.and(signOfLane(signs, i), isHalf), () => f.return(2 * i + 1));
            }
            const flip = i32.ne(signOf.call(y + 8 * i), signOfLane(signs, i));
            f.emit(i64.store(negate, i64.shl(i64.extend_i32_u(flip), 63), 8 * i));
          },
        );
      });
      f.comment('the selected root, centred');
      for (let i = 0; i < field.rowLength; i++) {
        const digit = v128.xor(loadRow(candidate)(i), v128.load(negate));
        storeRow(f, candidate)(i, digit);
      }
      f.emit(multiplySubtract.call(y, candidate, rows.one, rows.zero));
      const storeY = scatter(f, field, targets, layout.coordinateBytes);
      for (let i = 0; i < field.rowLength; i++) storeY(i, loadRow(i32.const(y))(i));
      f.result(-1);
    },
  );
  return { read, finish };
}

/**
 * @param {ModuleBuilder} m
 * @param {FmaField} field
 * @param {string} rootSign 'larger': y > (p − 1)/2, of two coefficients the upper one that is not
 *   0; 'odd': y is odd; both as canonical integers
 */
export function emitRootSign(m, field, rootSign) {
  const { bytes } = field;
  const canonical = field.reserve(bytes);
  const half = (field.parameters.p - 1n) / 2n;
  const doc = `1 if an integer |y| < p is the root that the sign 1 selects: ${rootSign}.`;
  return m.func('root_sign', { params: { lane: 'i32' }, result: 'i32', doc }, (f, { lane }) => {
    f.emit(field.laneToBytes.call(canonical, lane));
    if (rootSign === 'odd') {
      if (field.degree > 1) throw new RangeError("rootSign: 'odd' is for prime fields");
      f.result(i32.and(i32.load8_u(canonical), 1));
      return;
    }
    const [larger, word] = [f.local('larger', 'i32', 0), f.local('word', 'i64')];
    const words = bytes / 8 / field.degree;
    for (let c = 0; c < field.degree; c++) {
      // If a coefficient is 0, the one below it decides.
      const before = c > 0 && f.local('before', 'i32', larger);
      const any = c > 0 && f.local('any', 'i64', 0);
      if (c > 0) f.set(larger, 0);
      for (let i = 0; i < words; i++) {
        const halfWord = BigInt.asUintN(64, half >> BigInt(64 * i));
        f.set(word, i64.load(canonical, 8 * (c * words + i)));
        f.set(larger, i32.or(i64.gt_u(word, halfWord), i32.and(i64.eq(word, halfWord), larger)));
        if (any) f.set(any, i64.or(any, word));
      }
      if (any && before) f.if(i64.eqz(any), () => f.set(larger, before));
    }
    f.result(larger);
  });
}
