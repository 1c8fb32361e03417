/**
 * Lists of elements as bytes: canonical coordinates, encodings, and images under the map to the
 * scalar field. Ranges as in elements.js.
 */

import { i32, i64, v128 } from '../../emit/instructions.js';
import { emitLaneToBytes } from '../../field/fma/convert.js';
import { forEachPair } from '../../curve/fma/pairs.js';

/** @import { Callable, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Context } from './elements.js' */

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {Callable} signOf
 */
export function emitCanonical(m, { field, layout, pairs, factorRow }, signOf) {
  const { multiply, rows, reserve, parameters } = field;
  const { bytes, laneBytes } = parameters;
  const x = reserve(2 * laneBytes);
  const y = x + laneBytes;
  const [plain, negate] = [field.reserveRow(), reserve(16)];
  m.func(
    'points_to_canonical',
    {
      params: { target: 'i32', source: 'i32', count: 'i32', factor: 'i32' },
      exported: true,
      doc: [
        'Writes the one of (x, y) and (−x, −y) with the larger y, as canonical bytes; all zero for the identity.',
        'factor: as in points_to_affine.',
      ].join('\n'),
    },
    (f, { target, source, count, factor }) => {
      const lists = /** @type {Parameters<typeof forEachPair>[2]} */ ([
        [target, 2 * bytes],
        [source, layout.pointBytes],
      ]);
      const [by, written] = [f.local('by', 'i32'), f.local('written', 'i32', plain)];
      f.set(by, factorRow.call(factor, rows.plainOne));
      f.if(factor, () => f.set(written, y));
      forEachPair(f, count, lists, (index, [targets, sources]) => {
        f.emit(pairs.gatherPair.call(x, ...sources));
        f.emit(multiply.call(x, x, by), multiply.call(plain, y, rows.plainOne));
        f.comment('the sign is that of y as it is');
        f.if(factor, () => f.emit(multiply.call(y, y, by)));
        for (const lane of [0, 1]) {
          const flip = i64.extend_i32_u(i32.eqz(signOf.call(plain + 8 * lane)));
          f.emit(i64.store(negate, i64.shl(flip, 63), 8 * lane));
        }
        for (const row of [i32.const(x), written]) {
          for (let i = 0; i < field.rowLength; i++) {
            const digit = v128.xor(v128.load(row, 16 * i), v128.load(negate));
            f.emit(v128.store(row, digit, 16 * i));
          }
        }
        targets.forEach((at, lane) => {
          f.if(
            pairs.isZero.call(x + 8 * lane),
            () => {
              for (let i = 0; i < 2 * bytes; i += 8) f.emit(i64.store(at, 0, i));
            },
            () => {
              f.emit(field.laneToBytes.call(at, x + 8 * lane));
              f.emit(field.laneToBytes.call(i32.add(at, bytes), i32.add(written, 8 * lane)));
            },
          );
        });
      });
    },
  );
}

/** @type {(m: ModuleBuilder, context: Context, signOf: Callable) => void} */
export function emitEncode(m, { field, layout, pairs }, signOf) {
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
        f.comment('x = 0 of either sign gives 0: the identity');
        targets.forEach((at, lane) => f.emit(toBytes.call(at, x + 8 * lane)));
      });
    },
  );
}

/** @type {(m: ModuleBuilder, context: Context) => void} */
export function emitToScalars(m, { field, layout, pairs, rows: more, reduceBytes }) {
  const { multiply, rows, reserve, reserveRow, parameters } = field;
  const { bytes, laneBytes } = parameters;
  const x = reserve(2 * laneBytes);
  const [y, rest, value] = [x + laneBytes, reserveRow(), reserveRow()];
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
      f.comment('backwards: the last pair comes first, and left counts up from there');
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
