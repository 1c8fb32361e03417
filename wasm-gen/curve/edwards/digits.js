/**
 * Magnitudes to references to the entries of combs, cut in one of two ways:
 * - Windows of c bits. A window, and a carry, is u; u > 2^(c−1) becomes u − 2^c, with a carry. Entry |u| of the window's layer.
 * - Sliding windows of w bits (width-w NAF): from the lowest bit that is 1, w bits are u, and u > 2^(w−1) becomes u − 2^w, with a
 *   carry; so u is odd. Entry (|u| − 1)/2 of the layer, in the row of the bit.
 * Entries are touched, so that those from beyond the caches arrive together before the chain of additions, which waits for each of its entries.
 */

import { i32, i64 } from '../../emit/instructions.js';

/** @import { Operand } from '../../emit/expression.js' */
/** @import { FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */

const LINE = 64;

/** Where the words of a comb's description stand: src/msm/fixed/comb.js, describeCombs. */
export const COMB = {
  to: 0,
  from: 4,
  table: 8,
  pointBytes: 12,
  c: 16,
  windows: 20,
  perLayer: 24,
  layerBytes: 28,
  width: 32,
  whole: 36,
  bytes: 40,
};

/**
 * Both ways of cutting a magnitude.
 * @param {ModuleBuilder} m
 * @param {{ magnitude: number, entryBytes: number, sink: number }} options `sink`: four bytes that nobody reads
 */
export function emitDigits(m, { magnitude, entryBytes, sink }) {
  const lists = /** @type {const} */ ({
    negative: 'i32',
    comb: 'i32',
    layer: 'i32',
    references: 'i32',
    stride: 'i32',
    counts: 'i32',
  });
  /**
   * @param {FunctionBuilder} f
   * @param {Record<keyof typeof lists, Local>} locals
   */
  const emitter = (f, { negative, references, stride, counts }) => {
    const [u, carry, row, total, used] = ['u', 'carry', 'row', 'total', 'used'].map((name) =>
      f.local(name, 'i32', 0),
    );
    const [entry, length, rowCount] = ['entry', 'length', 'row_count'].map((name) =>
      f.local(name, 'i32'),
    );
    return {
      u,
      carry,
      row,
      total,
      used,
      /** u, or q − u with a carry. Without a branch, as nobody can foretell it. @param {Local} q @param {Local} half q/2 */
      sign(q, half) {
        f.set(carry, i32.gt_u(u, half));
        const mask = i32.sub(0, carry);
        f.set(u, i32.add(i32.add(i32.xor(u, mask), i32.and(q, mask)), carry));
      },
      /** @param {Operand} address */
      push(address) {
        f.set(entry, address);
        for (let at = 0; at < entryBytes; at += LINE)
          f.set(used, i32.add(used, i32.load(entry, at)));
        f.set(rowCount, i32.add(counts, i32.shl(row, 3)));
        f.set(length, i32.load(rowCount));
        f.emit(i32.store(rowCount, i32.add(length, 1)));
        const place = i32.add(i32.add(references, i32.mul(row, stride)), i32.shl(length, 2));
        f.emit(i32.store(place, i32.or(entry, i32.xor(negative, carry))));
        f.set(total, i32.add(total, 1));
      },
      finish() {
        f.emit(i32.store(sink, used));
        f.result(total);
      },
    };
  };
  const cut = m.func(
    'cut_windows',
    { params: lists, result: 'i32', doc: 'Windows of the magnitude in memory.' },
    (f, locals) => {
      const { comb, layer } = locals;
      const local = (
        /** @type {string} */ name,
        /** @type {Parameters<typeof f.local>[2]} */ value,
      ) => f.local(name, 'i32', value);
      const [c, perLayer] = [
        local('c', i32.load(comb, COMB.c)),
        local('per_layer', i32.load(comb, COMB.perLayer)),
      ];
      const left = local('left', i32.load(comb, COMB.windows));
      const q = local('q', i32.shl(1, c));
      const half = local('half', i32.shr_u(q, 1));
      const bit = local('bit', 0);
      const { u, carry, row, sign, push, finish } = emitter(f, locals);
      f.loop((next) => {
        const word = i32.load(i32.shr_u(bit, 3), magnitude);
        f.set(u, i32.and(i32.shr_u(word, i32.and(bit, 7)), i32.sub(q, 1)));
        f.set(u, i32.add(u, carry));
        sign(q, half);
        // Multiples begin with 1.
        f.if(u, () => push(i32.add(layer, i32.mul(i32.sub(u, 1), entryBytes))));
        f.set(bit, i32.add(bit, c));
        f.set(row, i32.add(row, 1));
        f.if(i32.eq(row, perLayer), () => {
          f.set(row, 0);
          f.set(layer, i32.add(layer, i32.load(comb, COMB.layerBytes)));
        });
        f.brIf(next, f.tee(left, i32.sub(left, 1)));
      });
      finish();
    },
  );
  const slide = m.func(
    'cut_sliding',
    {
      params: { low: 'i64', high: 'i64', ...lists },
      result: 'i32',
      doc: 'Sliding windows of the magnitude low + 2^64·high.',
    },
    (f, locals) => {
      const { low, high, comb, layer } = locals;
      const width = f.local('width', 'i32', i32.load(comb, COMB.width));
      const perLayer = f.local('per_layer', 'i32', i32.load(comb, COMB.perLayer));
      const layerBytes = f.local('layer_bytes', 'i32', i32.load(comb, COMB.layerBytes));
      const q = f.local('q', 'i32', i32.shl(1, width));
      const half = f.local('half', 'i32', i32.shr_u(q, 1));
      const by = f.local('by', 'i64');
      const { u, carry, row, sign, push, finish } = emitter(f, locals);
      /** Drops `by` bits, fewer than 64. */
      const shift = () => {
        const upper = i64.shl(i64.shl(high, 1), i64.sub(63, by));
        f.set(low, i64.or(i64.shr_u(low, by), upper));
        f.set(high, i64.shr_u(high, by));
      };
      f.block((done) => {
        f.loop((next) => {
          f.if(i64.eqz(low), () => {
            f.brIf(done, i64.eqz(high));
            f.set(low, high);
            f.set(high, 0);
            f.set(row, i32.add(row, 64));
          });
          f.set(by, i64.ctz(low));
          f.set(row, i32.add(row, i32.wrap_i64(by)));
          shift();
          f.loop((again) => {
            f.if(i32.ge_u(row, perLayer), () => {
              f.set(row, i32.sub(row, perLayer));
              f.set(layer, i32.add(layer, layerBytes));
              f.br(again);
            });
          });
          f.set(u, i32.and(i32.wrap_i64(low), i32.sub(q, 1)));
          sign(q, half);
          push(i32.add(layer, i32.mul(i32.shr_u(u, 1), entryBytes)));
          f.set(row, i32.add(row, width));
          f.set(by, i64.extend_i32_u(width));
          shift();
          // Of a carry into low = 2^64 − 1, 1 goes on.
          f.set(low, i64.add(low, i64.extend_i32_u(carry)));
          f.set(high, i64.add(high, i64.extend_i32_u(i32.and(carry, i64.eqz(low)))));
          f.br(next);
        });
      });
      finish();
    },
  );
  return { cut, slide };
}
