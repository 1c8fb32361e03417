/**
 * Iteration over lists two points at a time, one in each lane, for all operations on lists.
 */

import { f64, i32, v128 } from '../../emit/instructions.js';
import { storeRow } from '../../field/fma/index.js';
import { gather } from '../../field/fma/records.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { FmaField } from '../../field/fma/index.js' */
/** @import { RecordLayout } from './layout.js' */

/** @typedef {ReturnType<typeof emitPairs>} Pairs */

/**
 * Repeats a body for the entries 2i and 2i + 1 of lists, moving their pointers along; an odd last
 * entry fills both places of its pair.
 * @param {FunctionBuilder} f
 * @param {Local} count
 * @param {Array<[pointer: Local, size: number]>} lists
 * @param {(index: Local, entries: Array<[Local, Local]>) => void} body takes the index of the
 *   first, and both addresses in each list
 */
export function forEachPair(f, count, lists, body) {
  const [index, single] = [f.local('index', 'i32', 0), f.local('single', 'i32')];
  const entries = lists.map(
    ([pointer]) => /** @type {[Local, Local]} */ ([pointer, f.local(`${pointer.name}1`, 'i32')]),
  );
  f.block((done) => {
    f.brIf(done, i32.eqz(count));
    f.loop((again) => {
      f.set(single, i32.eq(i32.sub(count, index), 1));
      lists.forEach(([, size], i) => {
        const [first, second] = entries[i];
        f.set(second, i32.add(first, i32.mul(i32.eqz(single), size)));
      });
      body(index, entries);
      for (const [pointer, size] of lists) f.set(pointer, i32.add(pointer, 2 * size));
      f.brIf(again, i32.lt_u(f.tee(index, i32.add(index, 2)), count));
    });
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {FmaField} field
 * @param {RecordLayout} layout
 */
export function emitPairs(m, field, layout) {
  const { rowLength, rowBytes } = field;
  const clearLane = m.func('clear_lane', { params: { lane: 'i32' } }, (f, { lane }) => {
    for (let i = 0; i < rowLength; i++) f.emit(f64.store(lane, 0, 16 * i));
  });
  const doc = 'The rows x and y of two points, from row on; (0, 0) for infinity, which is NaN.';
  const params = /** @type {const} */ ({ row: 'i32', point0: 'i32', point1: 'i32' });
  const gatherPair = m.func('gather_pair', { params, doc }, (f, { row, point0, point1 }) => {
    [0, layout.coordinateBytes].forEach((coordinate, i) => {
      const at = (/** @type {Local} */ point) => (/** @type {number} */ offset) =>
        v128.load(point, coordinate + offset);
      const store = storeRow(f, i32.add(row, i * rowBytes));
      gather(f, field, [at(point0), at(point1)], store);
    });
    [point0, point1].forEach((point, lane) => {
      f.if(layout.isInfinity(point), () => {
        for (let i = 0; i < 2; i++) f.emit(clearLane.call(i32.add(row, i * rowBytes + 8 * lane)));
      });
    });
  });
  const isZero = m.func(
    'lane_is_zero',
    {
      params: { lane: 'i32' },
      result: 'i32',
      doc: '1 if all digits are 0, that is, if a value below p is 0 mod p: normalised rows are unique.',
    },
    (f, { lane }) => {
      const digits = Array.from({ length: rowLength }, (_, i) => f64.abs(f64.load(lane, 16 * i)));
      f.result(
        f64.eq(
          digits.reduce((sum, digit) => f64.add(sum, digit)),
          0,
        ),
      );
    },
  );
  return { clearLane, gatherPair, isZero };
}
