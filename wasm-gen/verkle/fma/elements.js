/**
 * The operations of ../elements.js on two elements at a time. Ranges: coordinates of records are
 * centred, and so are u = 1 − ax² and v = 1 − dx²; all other factors are products.
 */

import { f64, i32, i64, v128 } from '../../emit/instructions.js';
import { emitLimbsFromLane } from '../../field/fma/convert.js';
import { loadRow } from '../../field/fma/index.js';
import { emitRowInverseRoot } from '../../field/fma/inverse-root.js';
import { oddFactors } from '../../field/roots-of-unity.js';
import { emitIsSquare } from '../../field/limbs30/jacobi.js';
import { fieldParameters } from '../../field/limbs30/parameters.js';
import { emitRootSign } from '../../curve/fma/equation.js';
import { scatter } from '../../field/fma/records.js';
import { forEachPair } from '../../curve/fma/pairs.js';
import { emitCanonical, emitEncode, emitToScalars } from './encodings.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression, Operand } from '../../emit/expression.js' */
/** @import { SquaringField } from '../../curve/fma/equation.js' */
/** @import { RecordLayout } from '../../curve/fma/layout.js' */
/** @import { Pairs } from '../../curve/fma/pairs.js' */
/** @import { EdwardsParameters } from '../config.js' */
/** @import { Rows } from './rows.js' */

/**
 * @typedef {{ field: SquaringField, layout: RecordLayout, pairs: Pairs, rows: Rows,
 *   config: EdwardsParameters, reduceBytes: Callable, factorRow: Callable }} Context
 */

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
    /** @type {Operand} */ z,
    /** @type {Operand} */ xx,
    /** @type {'a' | 'd'} */ factor,
  ) => field.multiplySubtract.call(z, xx, factors[factor], minusOne);
  const signOf = emitRootSign(m, field, config.rootSign);
  emitChecks(m, context, oneMinus);
  emitDecompress(m, context, oneMinus, signOf);
  emitCanonical(m, context, signOf);
  emitEncode(m, context, signOf);
  emitToScalars(m, context);
}

/**
 * @typedef {(z: Operand, xx: Operand,
 *   factor: 'a' | 'd') => Expression} OneMinus
 */

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
    /** @type {(f: FunctionBuilder) => void} */ prepare,
    /** @type {(f: FunctionBuilder, lane: number) => Expression} */ test,
  ) =>
    m.func(name, { params, result: 'i32', exported: true, doc }, (f, { points, count }) => {
      forEachPair(f, count, [[points, layout.pointBytes]], (index, [pair]) => {
        f.emit(pairs.gatherPair.call(x, ...pair), square.call(u, x));
        prepare(f);
        pair.forEach((point, lane) => {
          // The second of a pair may be the first one again.
          const isPoint = i32.eqz(layout.isInfinity(point));
          f.if(lane === 0 ? isPoint : i32.and(isPoint, i32.ne(point, pair[0])), () => {
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
    '−1, or the index of the first point for which u is not a square. The points are on the curve.',
    (f) => f.emit(oneMinus(u, u, 'a')),
    (f, lane) => {
      f.emit(limbsFromLane.call(limbs, u + 8 * lane));
      return isSquare.call(limbs);
    },
  );
}

/**
 * Two pairs at a time, like the root: `row` is 0, or the bytes of a row for the second pair.
 * @type {(m: ModuleBuilder, context: Context, oneMinus: OneMinus, signOf: Callable) => void}
 */
function emitDecompress(m, { field, layout, pairs, config }, oneMinus, signOf) {
  const { parameters, multiply, multiplySubtract, square, rows, rowBytes, reserve } = field;
  const { bytes } = parameters;
  const factors = oddFactors(config.p, config.seed);
  const { root, base, result } = /** @type {NonNullable<ReturnType<typeof emitRowInverseRoot>>} */ (
    emitRowInverseRoot(m, field, factors)
  );
  const [x, y, u, v] = Array.from({ length: 4 }, () => reserve(2 * rowBytes));
  const [plain, negate] = [reserve(rowBytes), reserve(16)];
  const prepare = m.func(
    'decompress_prepare',
    {
      params: { row: 'i32', source0: 'i32', source1: 'i32' },
      result: 'i32',
      doc: 'x, u and the base of the root from bytes. Bit i is set if lane i is out of range.',
    },
    (f, { row, source0, source1 }) => {
      const bad = f.local('bad', 'i32', 0);
      const [xRow, uRow, vRow] = [x, u, v].map((at) => f.local('at', 'i32', i32.add(row, at)));
      [source0, source1].forEach((source, lane) => {
        const laneOf = i32.add(xRow, 8 * lane);
        f.if(i32.eqz(field.laneFromBytes.call(laneOf, source)), () => {
          f.emit(pairs.clearLane.call(i32.add(xRow, 8 * lane)));
          f.set(bad, i32.or(bad, 1 << lane));
        });
      });
      f.emit(multiplySubtract.call(xRow, xRow, rows.R2, rows.zero), square.call(vRow, xRow));
      f.emit(oneMinus(uRow, vRow, 'a'), oneMinus(vRow, vRow, 'd'));
      f.emit(multiply.call(i32.add(row, base), uRow, vRow));
      f.result(bad);
    },
  );
  const finish = m.func(
    'decompress_finish',
    {
      params: { row: 'i32', target0: 'i32', target1: 'i32', sign0: 'i32', sign1: 'i32' },
      doc: 'Records with the y that the sign selects, from the root.',
    },
    (f, { row, target0, target1, sign0, sign1 }) => {
      const yRow = f.local('at', 'i32', i32.add(row, y));
      f.emit(multiplySubtract.call(yRow, i32.add(row, u), i32.add(row, result), rows.zero));
      f.emit(multiply.call(plain, yRow, rows.plainOne));
      [sign0, sign1].forEach((sign, lane) => {
        const flip = i32.ne(signOf.call(plain + 8 * lane), i32.load8_u(sign));
        f.emit(i64.store(negate, i64.shl(i64.extend_i32_u(flip), 63), 8 * lane));
      });
      const [loadX, loadY] = [loadRow(i32.add(row, x)), loadRow(yRow)];
      const targets = /** @type {[Local, Local]} */ ([target0, target1]);
      const storeX = scatter(f, field, targets, 0);
      for (let j = 0; j < field.rowLength; j++) storeX(j, loadX(j));
      const storeY = scatter(f, field, targets, layout.coordinateBytes);
      for (let j = 0; j < field.rowLength; j++) storeY(j, v128.xor(loadY(j), v128.load(negate)));
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
      const [index, left] = [f.local('index', 'i32', 0), f.local('left', 'i32')];
      const [both, outOfRange, noSquare] = ['both', 'out_of_range', 'no_square'].map((name) =>
        f.local(name, 'i32'),
      );
      // An odd last entry fills both places of its pair.
      const pairOf = (
        /** @type {Local} */ list,
        /** @type {number} */ size,
        /** @type {0 | 2} */ i,
      ) => {
        const first = () => (i === 0 ? list : i32.add(list, i * size));
        return [first(), i32.add(first(), i32.mul(i32.gt_u(left, i + 1), size))];
      };
      const lists = /** @type {const} */ ([
        [target, layout.pointBytes],
        [source, bytes],
        [signs, 1],
      ]);
      const finishPair = (/** @type {0 | 2} */ i) => {
        for (let lane = 0; lane < 2; lane++) {
          const bit = (/** @type {Local} */ bits) => i32.and(i32.shr_u(bits, i + lane), 1);
          const at = () => i32.shl(i32.add(index, i + lane), 1);
          f.if(bit(outOfRange), () => f.return(at()));
          f.if(bit(noSquare), () => f.return(i32.or(at(), 1)));
        }
        const operands = [pairOf(target, layout.pointBytes, i), pairOf(signs, 1, i)].flat();
        f.emit(finish.call(i * (rowBytes / 2), ...operands));
      };
      f.loop((again) => {
        f.set(left, i32.sub(count, index));
        f.if(i32.lt_s(left, 1), () => f.return(-1));
        f.set(both, i32.gt_u(left, 2));
        f.set(outOfRange, prepare.call(0, ...pairOf(source, bytes, 0)));
        f.if(both, () => {
          const bits = prepare.call(rowBytes, ...pairOf(source, bytes, 2));
          f.set(outOfRange, i32.or(outOfRange, i32.shl(bits, 2)));
        });
        f.set(noSquare, root.call(both));
        finishPair(0);
        f.if(both, () => finishPair(2));
        for (const [list, size] of lists) f.set(list, i32.add(list, 4 * size));
        f.set(index, i32.add(index, 4));
        f.br(again);
      });
      f.result(-1);
    },
  );
  const beside = reserve(layout.pointBytes);
  m.func(
    'point_decompress',
    {
      params: { target: 'i32', source: 'i32', sign: 'i32' },
      result: 'i32',
      exported: true,
      doc: [
        'One x and its sign, as in points_decompress: −1, or 0 not below p, 1 not on the curve, 2 on it but not in the group, as u is not a square.',
        'The root of one element leaves the second lane free to take that of u, so this check costs nothing.',
      ].join('\n'),
    },
    (f, { target, source, sign }) => {
      f.if(prepare.call(0, source, source), () => f.return(0));
      for (let j = 0; j < field.rowLength; j++)
        f.emit(f64.store(base + 8, f64.load(i32.const(u + 8), 16 * j), 16 * j));
      const noSquare = f.local('no_square', 'i32', root.call(0));
      f.if(i32.and(noSquare, 1), () => f.return(1));
      f.emit(finish.call(0, target, beside, sign, sign));
      f.if(noSquare, () => f.return(2));
      f.result(-1);
    },
  );
}
