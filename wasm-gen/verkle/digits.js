/**
 * Recodes magnitudes into references to entries of window tables, in one of two ways:
 * - Fixed windows of c bits, the last of c − 1 bits, in one row. One addition adds 2^(c−1) − 1 to
 *   every window of the magnitude; a window of the sum, less 2^(c−1) − 1, is a digit u with
 *   −2^(c−1) < u ≤ 2^(c−1). No window waits for a carry. The reference is to entry |u| of the
 *   window's layer.
 * - Sliding windows of w bits (width-w NAF): u is the w bits from the lowest 1 bit up, and u >
 *   2^(w−1) becomes u − 2^w with a carry; u is odd. The reference is to entry (|u| − 1)/2 of the
 *   layer, in the row of that bit.
 */

import { i32, i64 } from '../emit/instructions.js';
import { SCALAR_BYTES } from '../../src/math/integers.js';
import { emitAdd } from './scalars.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */

/**
 * The offsets of the words in a window table's description:
 * src/verkle/engine/window-table.js, describeTables.
 */
export const DESCRIPTION = {
  to: 0,
  from: 4,
  entries: 8,
  pointBytes: 12,
  layerBytes: 16,
  windows: 20,
  whole: 24,
  width: 28,
  rows: 32,
  c: 36,
  narrow: 40,
  bias: 44,
  bytes: 76,
};

/**
 * @param {ModuleBuilder} m
 * @param {{ magnitude: number, entryBytes: number }} options `magnitude`: its address, 32 bytes
 *   followed by eight zeros
 * @returns {Callable}
 */
export function emitWindows(m, { magnitude, entryBytes }) {
  return m.func(
    'cut_windows',
    {
      params: { negative: 'i32', table: 'i32', layer: 'i32', references: 'i32', count: 'i32' },
      result: 'i32',
      doc: [
        'Appends the windows of the magnitude in memory to a list whose length is at count. All windows together have at most 256',
        'bits, one more than the magnitude, so the highest digit is not negative and has no carry.',
      ].join('\n'),
    },
    (f, { negative, table, layer, references, count }) => {
      emitAdd(f, magnitude, i32.add(table, DESCRIPTION.bias), SCALAR_BYTES / 8);
      const local = (
        /** @type {string} */ name,
        /** @type {Parameters<typeof f.local>[2]} */ value,
      ) => f.local(name, 'i32', value);
      const [c, left] = [DESCRIPTION.c, DESCRIPTION.windows].map((at) =>
        local('word', i32.load(table, at)),
      );
      const layerBytes = local('layer_bytes', i32.load(table, DESCRIPTION.layerBytes));
      const mask = local('mask', i32.sub(i32.shl(1, c), 1));
      const bias = local('bias', i32.shr_u(mask, 1));
      const bit = local('bit', 0);
      const [u, sign] = [f.local('u', 'i32'), f.local('sign', 'i32')];
      const at = local('at', i32.add(references, i32.shl(i32.load(count), 2)));
      const start = local('start', at);
      f.loop((next) => {
        f.if(i32.eq(left, i32.load(table, DESCRIPTION.narrow)), () => {
          f.set(c, i32.sub(c, 1));
          for (const value of [mask, bias, layerBytes]) f.set(value, i32.shr_u(value, 1));
        });
        const word = i32.load(i32.shr_u(bit, 3), magnitude);
        f.set(u, i32.sub(i32.and(i32.shr_u(word, i32.and(bit, 7)), mask), bias));
        f.if(u, () => {
          f.set(sign, i32.shr_s(u, 31));
          // Multiples begin with 1.
          f.set(u, i32.sub(i32.sub(i32.xor(u, sign), sign), 1));
          const entry = i32.add(layer, i32.mul(u, entryBytes));
          f.emit(i32.store(at, i32.or(entry, i32.and(i32.xor(sign, negative), 1))));
          f.set(at, i32.add(at, 4));
        });
        f.set(bit, i32.add(bit, c));
        f.set(layer, i32.add(layer, layerBytes));
        f.brIf(next, f.tee(left, i32.sub(left, 1)));
      });
      const total = local('total', i32.shr_u(i32.sub(at, start), 2));
      f.emit(i32.store(count, i32.add(i32.load(count), total)));
      f.result(total);
    },
  );
}

/** @type {(m: ModuleBuilder, entryBytes: number) => Callable} */
export function emitSliding(m, entryBytes) {
  return m.func(
    'cut_sliding',
    {
      params: {
        low: 'i64',
        high: 'i64',
        negative: 'i32',
        table: 'i32',
        first: 'i32',
        references: 'i32',
        stride: 'i32',
        counts: 'i32',
      },
      result: 'i32',
      doc: 'Sliding windows of the magnitude low + 2^64·high.',
    },
    (f, { low, high, negative, table, first, references, stride, counts }) => {
      const rows = f.local('rows', 'i32', i32.load(table, DESCRIPTION.rows));
      const layerBytes = f.local('layer_bytes', 'i32', i32.load(table, DESCRIPTION.layerBytes));
      const q = f.local('q', 'i32', i32.shl(1, i32.load(table, DESCRIPTION.width)));
      const [mask, half] = [f.local('mask', 'i32', i32.sub(q, 1)), f.local('half', 'i32')];
      f.set(half, i32.shr_u(q, 1));
      // ⌊bit/rows⌋ = ⌊bit·perRow/2^16⌋ for bit < 128: perRow is at most 1 above 2^16/rows, and
      // 128·rows < 2^16.
      const perRow = f.local('per_row', 'i32', i32.add(i32.div_u(1 << 16, rows), 1));
      const [bit, total] = ['bit', 'total'].map((name) => f.local(name, 'i32', 0));
      const [u, carry, layer, row, entry, length, count] = [
        ...['u', 'carry', 'layer', 'row', 'entry', 'length', 'count'],
      ].map((name) => f.local(name, 'i32'));
      const by = f.local('by', 'i64');
      f.block((done) => {
        f.loop((next) => {
          f.if(i64.eqz(low), () => {
            f.brIf(done, i64.eqz(high));
            f.set(low, high);
            f.set(high, 0);
            f.set(bit, i32.add(bit, 64));
          });
          f.set(by, i64.ctz(low));
          f.set(bit, i32.add(bit, i32.wrap_i64(by)));
          const upper = i64.shl(i64.shl(high, 1), i64.sub(63, by));
          f.set(low, i64.or(i64.shr_u(low, by), upper));
          f.set(high, i64.shr_u(high, by));
          // Branch-free, since the digit's sign is unpredictable: u, or q − u with a carry.
          f.set(u, i32.and(i32.wrap_i64(low), mask));
          f.set(carry, i32.gt_u(u, half));
          f.set(low, i64.sub(low, i64.extend_i32_u(u)));
          const all = f.local('all', 'i32', i32.sub(0, carry));
          f.set(low, i64.add(low, i64.extend_i32_u(i32.and(q, all))));
          // A carry out of the lower word leaves 0.
          f.set(high, i64.add(high, i64.extend_i32_u(i32.and(carry, i64.eqz(low)))));
          f.set(u, i32.add(i32.add(i32.xor(u, all), i32.and(q, all)), carry));
          f.set(layer, i32.shr_u(i32.mul(bit, perRow), 16));
          f.set(row, i32.sub(bit, i32.mul(layer, rows)));
          f.set(entry, i32.add(first, i32.mul(layer, layerBytes)));
          f.set(entry, i32.add(entry, i32.mul(i32.shr_u(u, 1), entryBytes)));
          f.set(count, i32.add(counts, i32.shl(row, 3)));
          f.set(length, i32.load(count));
          f.emit(i32.store(count, i32.add(length, 1)));
          const place = i32.add(i32.add(references, i32.mul(row, stride)), i32.shl(length, 2));
          f.emit(i32.store(place, i32.or(entry, i32.xor(negative, carry))));
          f.set(total, i32.add(total, 1));
          f.br(next);
        });
      });
      f.result(total);
    },
  );
}
