/**
 * Lists of elements, two at a time: the operations of ../elements.js. Ranges: coordinates of records are centred, and so
 * are u = 1 − ax² and v = 1 − dx²; everything else that is multiplied is a product.
 */

import { i32, i64, v128 } from '../../../emit/instructions.js';
import { emitLaneToBytes, emitLimbsFromLane } from '../../../field/fma/convert.js';
import { loadRow } from '../../../field/fma/index.js';
import { emitRowInverseRoot } from '../../../field/fma/inverse-root.js';
import { emitIsSquare } from '../../../field/limbs30/jacobi.js';
import { fieldParameters } from '../../../field/limbs30/parameters.js';
import { emitRootSign } from '../../fma/equation.js';
import { scatter } from '../../fma/layout.js';
import { forEachPair } from '../../fma/pairs.js';
import { emitReduce } from '../scalars.js';

/** @import { Callable, Local, ModuleBuilder } from '../../../emit/module.js' */
/** @import { SquaringField } from '../../fma/equation.js' */
/** @import { RecordLayout } from '../../fma/layout.js' */
/** @import { Pairs } from '../../fma/pairs.js' */
/** @import { EdwardsParameters } from '../config.js' */
/** @import { Rows } from './rows.js' */

/** @typedef {{ field: SquaringField, layout: RecordLayout, pairs: Pairs, rows: Rows, config: EdwardsParameters }} Context */

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 */
export function emitFmaElements(m, context) {
  const { field, config } = context;
  const { a, d } = config.edwards;
  const minusOne = field.centredElement(-1n);
  const factors = { a: field.element(config.p - a), d: field.element(config.p - d) };
  const oneMinus = (
    /** @type {number} */ z,
    /** @type {number} */ xx,
    /** @type {'a' | 'd'} */ factor,
  ) => field.multiplySubtract.call(z, xx, factors[factor], minusOne);
  const signOf = emitRootSign(m, field, config.rootSign);
  emitChecks(m, context, oneMinus);
  emitDecompress(m, context, oneMinus, signOf);
  emitCanonical(m, context);
  emitEncode(m, context, signOf);
  emitToScalars(m, context);
}

/** @typedef {(z: number, xx: number, factor: 'a' | 'd') => import('../../../emit/expression.js').Expression} OneMinus */

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {OneMinus} oneMinus
 */
function emitChecks(m, { field, layout, pairs }, oneMinus) {
  const { parameters, reserve, square, multiplySubtract } = field;
  const x = reserve(2 * parameters.laneBytes);
  const [y, u, v] = [x + parameters.laneBytes, field.reserveRow(), field.reserveRow()];
  const shape = { ...fieldParameters(parameters.p, { w: 29 }), R: parameters.R };
  const limbs = reserve(shape.slotBytes);
  const limbsFromLane = emitLimbsFromLane(m, parameters, shape, 'symbol_limbs');
  const isSquare = emitIsSquare(m, shape, { reserve });
  const params = /** @type {const} */ ({ points: 'i32', count: 'i32' });
  const check = (
    /** @type {string} */ name,
    /** @type {string} */ doc,
    /** @type {(f: import('../../../emit/module.js').FunctionBuilder) => void} */ prepare,
    /** @type {(f: import('../../../emit/module.js').FunctionBuilder, lane: number) => import('../../../emit/expression.js').Expression} */ test,
  ) =>
    m.func(name, { params, result: 'i32', exported: true, doc }, (f, { points, count }) => {
      forEachPair(f, count, [[points, layout.pointBytes]], (index, [pair]) => {
        f.emit(pairs.gatherPair.call(x, ...pair), square.call(u, x));
        prepare(f);
        pair.forEach((point, lane) => {
          f.if(i32.eqz(layout.isInfinity(point)), () => {
            f.if(i32.eqz(test(f, lane)), () => f.return(i32.add(index, lane)));
          });
        });
      });
      f.result(-1);
    });
  check(
    'points_on_curve',
    '−1, or the index of the first point with y²v ≠ u.',
    (f) => {
      f.emit(oneMinus(v, u, 'd'), oneMinus(u, u, 'a'));
      f.emit(square.call(y, y), multiplySubtract.call(y, y, v, u));
    },
    (f, lane) => pairs.isZero.call(y + 8 * lane),
  );
  check(
    'points_in_subgroup',
    '−1, or the index of the first point for which u is no square. The points are on the curve.',
    (f) => f.emit(oneMinus(u, u, 'a')),
    (f, lane) => {
      f.emit(limbsFromLane.call(limbs, u + 8 * lane));
      return isSquare.call(limbs);
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {OneMinus} oneMinus
 * @param {Callable} signOf
 */
function emitDecompress(m, { field, layout, pairs }, oneMinus, signOf) {
  const { parameters, multiply, multiplySubtract, square, rows, reserveRow } = field;
  const { bytes } = parameters;
  const { root, base, result } = emitRowInverseRoot(m, field);
  const [x, y, u, v, plain] = Array.from({ length: 5 }, () => reserveRow());
  const negate = field.reserve(16);
  const pair = /** @type {const} */ ({
    target0: 'i32',
    target1: 'i32',
    source0: 'i32',
    source1: 'i32',
    sign0: 'i32',
    sign1: 'i32',
  });
  const two = m.func(
    'decompress_two',
    { params: pair, result: 'i32', doc: '−1, or 2·lane + reason, as in points_decompress.' },
    (f, { target0, target1, source0, source1, sign0, sign1 }) => {
      const targets = /** @type {[Local, Local]} */ ([target0, target1]);
      const bad = f.local('bad', 'i32');
      const inRange = [source0, source1].map((source, lane) => {
        const good = f.local('in_range', 'i32', field.laneFromBytes.call(x + 8 * lane, source));
        f.if(i32.eqz(good), () => f.emit(pairs.clearLane.call(x + 8 * lane)));
        return good;
      });
      f.emit(multiplySubtract.call(x, x, rows.R2, rows.zero), square.call(v, x));
      f.emit(oneMinus(u, v, 'a'), oneMinus(v, v, 'd'), multiply.call(base, u, v));
      f.set(bad, root.call());
      inRange.forEach((good, lane) => {
        f.if(i32.eqz(good), () => f.return(2 * lane));
        f.if(i32.and(bad, 1 << lane), () => f.return(2 * lane + 1));
      });
      f.emit(multiply.call(y, u, result), multiply.call(plain, y, rows.plainOne));
      [sign0, sign1].forEach((sign, lane) => {
        const flip = i32.ne(signOf.call(plain + 8 * lane), sign);
        f.emit(i64.store(negate, i64.shl(i64.extend_i32_u(flip), 63), 8 * lane));
      });
      for (let i = 0; i < field.rowLength; i++) {
        const digit = v128.xor(v128.load(y, 16 * i), v128.load(negate));
        f.emit(v128.store(y, digit, 16 * i));
      }
      f.emit(multiplySubtract.call(y, y, rows.one, rows.zero));
      [x, y].forEach((row, i) => {
        const load = loadRow(i32.const(row));
        const store = scatter(f, field, targets, i * layout.coordinateBytes);
        for (let j = 0; j < field.rowLength; j++) store(j, load(j));
      });
      f.result(-1);
    },
  );
  m.func(
    'points_decompress',
    {
      params: { target: 'i32', source: 'i32', signs: 'i32', count: 'i32' },
      result: 'i32',
      exported: true,
      doc: 'As in the portable kernel: −1, or 2·index + reason of the first bad one.',
    },
    (f, { target, source, signs, count }) => {
      const bad = f.local('bad', 'i32');
      const lists = /** @type {Parameters<typeof forEachPair>[2]} */ ([
        [target, layout.pointBytes],
        [source, bytes],
        [signs, 1],
      ]);
      forEachPair(f, count, lists, (index, [targets, sources, signPair]) => {
        f.set(bad, two.call(...targets, ...sources, ...signPair.map((sign) => i32.load8_u(sign))));
        f.if(i32.ge_s(bad, 0), () => f.return(i32.add(i32.shl(index, 1), bad)));
      });
      f.result(-1);
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 */
function emitCanonical(m, { field, layout, pairs, config }) {
  const { multiply, rows, reserve, parameters } = field;
  const { bytes, laneBytes, p } = parameters;
  if (config.rootSign !== 'larger') throw new RangeError('expected the larger root');
  const x = reserve(2 * laneBytes);
  const y = x + laneBytes;
  const word = (/** @type {bigint} */ value, /** @type {number} */ i) =>
    BigInt.asIntN(64, value >> BigInt(64 * i));
  const isLarger = m.func(
    'is_larger',
    { params: { at: 'i32' }, result: 'i32', doc: '1 if canonical bytes are above (p − 1)/2.' },
    (f, { at }) => {
      const larger = f.local('larger', 'i32', 0);
      const value = f.local('word', 'i64');
      for (let i = 0; i < bytes / 8; i++) {
        const half = word((p - 1n) / 2n, i);
        f.set(value, i64.load(at, 8 * i));
        f.set(larger, i32.or(i64.gt_u(value, half), i32.and(i64.eq(value, half), larger)));
      }
      f.result(larger);
    },
  );
  const negateBytes = m.func(
    'negate_bytes',
    { params: { at: 'i32' }, doc: 'p − value, of canonical bytes that are not 0.' },
    (f, { at }) => {
      const [value, borrow] = [f.local('value', 'i64'), f.local('borrow', 'i64', 0)];
      for (let i = 0; i < bytes / 8; i++) {
        const prime = i64.const(word(p, i));
        f.set(value, i64.load(at, 8 * i));
        f.emit(i64.store(at, i64.sub(i64.sub(prime, value), borrow), 8 * i));
        const less = i64.extend_i32_u(i64.lt_u(prime, value));
        const equal = i64.and(i64.extend_i32_u(i64.eq(prime, value)), borrow);
        f.set(borrow, i64.or(less, equal));
      }
    },
  );
  m.func(
    'points_to_canonical',
    {
      params: { target: 'i32', source: 'i32', count: 'i32' },
      exported: true,
      doc: 'Writes the one of (x, y) and (−x, −y) with the larger y, as canonical bytes; all zero for the identity.',
    },
    (f, { target, source, count }) => {
      const lists = /** @type {Parameters<typeof forEachPair>[2]} */ ([
        [target, 2 * bytes],
        [source, layout.pointBytes],
      ]);
      forEachPair(f, count, lists, (index, [targets, sources]) => {
        f.emit(pairs.gatherPair.call(x, ...sources));
        f.emit(multiply.call(x, x, rows.plainOne), multiply.call(y, y, rows.plainOne));
        targets.forEach((at, lane) => {
          f.if(
            pairs.isZero.call(x + 8 * lane),
            () => {
              for (let i = 0; i < 2 * bytes; i += 8) f.emit(i64.store(at, 0, i));
            },
            () => {
              const yAt = i32.add(at, bytes);
              f.emit(field.laneToBytes.call(at, x + 8 * lane));
              f.emit(field.laneToBytes.call(yAt, y + 8 * lane));
              f.if(i32.eqz(isLarger.call(yAt)), () =>
                f.emit(negateBytes.call(at), negateBytes.call(yAt)),
              );
            },
          );
        });
      });
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {Callable} signOf
 */
function emitEncode(m, { field, layout, pairs }, signOf) {
  const { multiply, rows, reserve, parameters } = field;
  const { bytes, laneBytes } = parameters;
  const x = reserve(2 * laneBytes);
  const y = x + laneBytes;
  const negate = reserve(16);
  const toBytes = emitLaneToBytes(m, parameters, { name: 'lane_to_big_endian', bigEndian: true });
  m.func(
    'points_encode',
    {
      params: { target: 'i32', source: 'i32', count: 'i32' },
      exported: true,
      doc: `x of the points of points_to_canonical alone, ${bytes} bytes big-endian each.`,
    },
    (f, { target, source, count }) => {
      const lists = /** @type {Parameters<typeof forEachPair>[2]} */ ([
        [target, bytes],
        [source, layout.pointBytes],
      ]);
      forEachPair(f, count, lists, (index, [targets, sources]) => {
        f.emit(pairs.gatherPair.call(x, ...sources));
        f.emit(multiply.call(x, x, rows.plainOne), multiply.call(y, y, rows.plainOne));
        for (const lane of [0, 1]) {
          const flip = i64.extend_i32_u(i32.eqz(signOf.call(y + 8 * lane)));
          f.emit(i64.store(negate, i64.shl(flip, 63), 8 * lane));
        }
        for (let i = 0; i < field.rowLength; i++) {
          const digit = v128.xor(v128.load(x, 16 * i), v128.load(negate));
          f.emit(v128.store(x, digit, 16 * i));
        }
        f.comment('x = 0, whatever its sign, gives 0: the identity');
        targets.forEach((at, lane) => f.emit(toBytes.call(at, x + 8 * lane)));
      });
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 */
function emitToScalars(m, { field, layout, pairs, rows: more, config }) {
  const { multiply, rows, reserve, reserveRow, parameters } = field;
  const { bytes, laneBytes, p } = parameters;
  const x = reserve(2 * laneBytes);
  const [y, rest, value] = [x + laneBytes, reserveRow(), reserveRow()];
  const reduceBytes = emitReduce(m, { bytes, bound: p, order: config.order });
  const params = /** @type {const} */ ({ first: 'i32', second: 'i32' });
  const load = m.func('load_for_map', { params }, (f, { first, second }) => {
    f.emit(pairs.gatherPair.call(x, first, second));
    [first, second].forEach((point, lane) => {
      f.if(layout.isInfinity(point), () => f.emit(more.fillLane.call(y + 8 * lane)));
    });
  });
  m.func(
    'points_to_scalars',
    {
      params: { target: 'i32', source: 'i32', count: 'i32', work: 'i32' },
      exported: true,
      doc: `x/y modulo the order, as in the portable kernel. work: ${layout.pointBytes} bytes for each, aligned to 16.`,
    },
    (f, { target, source, count, work }) => {
      const pairBytes = 2 * layout.pointBytes;
      const left = f.local('left', 'i32');
      const single = f.local('single', 'i32', i32.and(count, 1));
      f.if(i32.eqz(count), () => f.return());
      f.set(count, i32.shr_u(i32.add(count, 1), 1));
      f.set(left, count);
      const second = (/** @type {Local} */ first, /** @type {number} */ size) =>
        i32.add(first, i32.mul(i32.eqz(i32.and(single, i32.eq(left, 1))), size));
      f.emit(more.copy.call(rest, rows.one));
      f.loop((again) => {
        f.emit(more.copy.call(work, rest));
        f.emit(load.call(source, second(source, layout.pointBytes)));
        f.emit(multiply.call(rest, rest, y));
        f.set(work, i32.add(work, laneBytes));
        f.set(source, i32.add(source, pairBytes));
        f.brIf(again, f.tee(left, i32.sub(left, 1)));
      });
      f.emit(field.invertBoth.call(rest, rest));
      f.set(target, i32.add(target, i32.mul(count, 2 * bytes)));
      f.comment('backwards: the last pair comes first, and left counts up to it from there');
      f.set(left, 1);
      f.loop((again) => {
        f.set(work, i32.sub(work, laneBytes));
        f.set(source, i32.sub(source, pairBytes));
        f.set(target, i32.sub(target, 2 * bytes));
        f.emit(load.call(source, second(source, layout.pointBytes)));
        f.emit(multiply.call(value, rest, work), multiply.call(rest, rest, y));
        f.emit(multiply.call(value, value, x), multiply.call(value, value, rows.plainOne));
        f.emit(field.laneToBytes.call(target, value), reduceBytes.call(target));
        f.if(i32.eqz(i32.and(single, i32.eq(left, 1))), () => {
          const next = i32.add(target, bytes);
          f.emit(field.laneToBytes.call(next, value + 8), reduceBytes.call(next));
        });
        f.set(left, i32.add(left, 1));
        f.brIf(again, i32.le_u(left, count));
      });
    },
  );
}
