/**
 * Scalars to references to the entries of combs (src/msm/fixed/comb.js, whose combCutter does the same): cut digit by digit, and the entries
 * touched, so that those from beyond the caches arrive together before the chain of additions, which waits for each of its entries.
 *
 * A scalar k is reduced modulo r and replaced by r − k where that is shorter, with a sign. A window of c bits, and a carry, is u;
 * u > 2^(c−1) becomes u − 2^c, with a carry. Entry |u| of the window's layer is taken with its sign, unless u = 0.
 */

import { i32, i64 } from '../../emit/instructions.js';
import { emitSubtract, wordsOf } from './scalars.js';

/** @import { Callable, ModuleBuilder } from '../../emit/module.js' */

const SCALAR_BYTES = 32;
const WORDS = SCALAR_BYTES / 8;
const LINE = 64;

/** Where the words of a comb's description stand: src/msm/fixed/comb.js, describeCombs. */
const COMB = {
  to: 0,
  from: 4,
  table: 8,
  pointBytes: 12,
  c: 16,
  windows: 20,
  perLayer: 24,
  bytes: 28,
};

/**
 * @param {ModuleBuilder} m
 * @param {{ reserve: (bytes: number) => number, order: bigint, entryBytes: number, reduceBytes: Callable }} options `reduceBytes`: of emitReduce
 */
export function emitCut(m, { reserve, order, entryBytes, reduceBytes }) {
  const load = emitMagnitude(m, { reserve, order, reduceBytes });
  const cutOne = emitCutOne(m, { ...load, entryBytes, sink: reserve(16) });
  const combAt = m.func(
    'comb_at',
    {
      params: { combs: 'i32', position: 'i32' },
      result: 'i32',
      doc: 'The address of the comb that has a point, or 0. After the last one stands to = 2^31 − 1, from = 2^31 − 1.',
    },
    (f, { combs, position }) => {
      f.loop((next) => {
        f.if(i32.ge_u(position, i32.load(combs, COMB.to)), () => {
          f.set(combs, i32.add(combs, COMB.bytes));
          f.br(next);
        });
      });
      f.if(i32.lt_u(position, i32.load(combs, COMB.from)), () => f.return(0));
      f.result(combs);
    },
  );
  return m.func(
    'extended_cut',
    {
      params: {
        scalars: 'i32',
        count: 'i32',
        positions: 'i32',
        combs: 'i32',
        limit: 'i32',
        references: 'i32',
        stride: 'i32',
        counts: 'i32',
      },
      result: 'i32',
      exported: true,
      doc: [
        'Cuts count scalars of 32 bytes, little-endian, any value, which multiply the points with these positions (0: with their own),',
        'into rows of references, row i from references + i·stride; counts[i] grows by their number. The number of references in all, or',
        '−1, with nothing done, if a scalar that is not 0 has no comb, or their windows are more than limit.',
      ].join('\n'),
    },
    (f, { scalars, count, positions, combs, limit, references, stride, counts }) => {
      const [i, at, position] = ['i', 'at', 'position'].map((name) => f.local(name, 'i32'));
      const [comb, total] = [f.local('comb', 'i32'), f.local('total', 'i32', 0)];
      const forEachScalar = (/** @type {() => void} */ body) => {
        f.set(i, 0);
        f.set(at, scalars);
        f.block((done) => {
          f.loop((next) => {
            f.brIf(done, i32.ge_u(i, count));
            const words = Array.from({ length: WORDS }, (_, j) => i64.load(at, 8 * j));
            const any = words.reduce((all, word) => i64.or(all, word));
            f.if(i64.ne(any, 0), () => {
              f.set(position, i);
              f.if(positions, () => f.set(position, i32.load(i32.add(positions, i32.shl(i, 2)))));
              f.set(comb, combAt.call(combs, position));
              body();
            });
            f.set(i, i32.add(i, 1));
            f.set(at, i32.add(at, SCALAR_BYTES));
            f.br(next);
          });
        });
      };
      forEachScalar(() => {
        f.if(i32.eqz(comb), () => f.return(-1));
        f.set(limit, i32.sub(limit, i32.load(comb, COMB.windows)));
        f.if(i32.lt_s(limit, 0), () => f.return(-1));
      });
      forEachScalar(() => {
        const entries = cutOne.call(at, comb, position, references, stride, counts);
        f.set(total, i32.add(total, entries));
      });
      f.result(total);
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {{ reserve: (bytes: number) => number, order: bigint, reduceBytes: Callable }} options
 */
function emitMagnitude(m, { reserve, order, reduceBytes }) {
  // A window is read as 32 bits from a byte on: behind the highest word stand zeros.
  const magnitude = reserve(SCALAR_BYTES + 8);
  const doc = 'Writes the magnitude of a scalar; 1 if it is negative.';
  const load = m.func(
    'load_magnitude',
    { params: { scalar: 'i32' }, result: 'i32', doc },
    (f, { scalar }) => {
      const at = i32.const(magnitude);
      const value = f.localArray('value', 'i64', WORDS);
      const [negative, difference] = ['negative', 'difference'].map((name) =>
        f.localArray(name, 'i64', WORDS),
      );
      const borrow = f.local('borrow', 'i64');
      for (let i = 0; i < WORDS; i++) f.emit(i64.store(at, i64.load(scalar, 8 * i), 8 * i));
      f.emit(reduceBytes.call(at));
      value.forEach((word, i) => f.set(word, i64.load(at, 8 * i)));
      emitSubtract(f, { target: negative, a: wordsOf(order, WORDS), b: value, borrow });
      emitSubtract(f, { target: difference, a: negative, b: value, borrow });
      f.if(i64.eqz(borrow), () => f.return(0));
      negative.forEach((word, i) => f.emit(i64.store(at, word, 8 * i)));
      f.result(1);
    },
  );
  return { load, magnitude };
}

/**
 * @param {ModuleBuilder} m
 * @param {{ load: Callable, magnitude: number, entryBytes: number, sink: number }} options `sink`: four bytes that nobody reads
 */
function emitCutOne(m, { load, magnitude, entryBytes, sink }) {
  const params = /** @type {const} */ ({
    scalar: 'i32',
    comb: 'i32',
    position: 'i32',
    references: 'i32',
    stride: 'i32',
    counts: 'i32',
  });
  const doc = 'Cuts one scalar, and touches its entries. How many there are.';
  return m.func(
    'cut_one',
    { params, result: 'i32', doc },
    (f, { scalar, comb, position, references, stride, counts }) => {
      const local = (
        /** @type {string} */ name,
        /** @type {Parameters<typeof f.local>[2]} */ value,
      ) => f.local(name, 'i32', value);
      const sign = local('sign', load.call(scalar));
      const [c, perLayer] = [
        local('c', i32.load(comb, COMB.c)),
        local('per_layer', i32.load(comb, COMB.perLayer)),
      ];
      const left = local('left', i32.load(comb, COMB.windows));
      const q = local('q', i32.shl(1, c));
      const half = local('half', i32.shr_u(q, 1));
      const offset = i32.mul(
        i32.sub(position, i32.load(comb, COMB.from)),
        i32.load(comb, COMB.pointBytes),
      );
      // Multiples begin with 1, so entry u of a layer begins u entries after this.
      const layer = local(
        'layer',
        i32.sub(i32.add(i32.load(comb, COMB.table), offset), entryBytes),
      );
      const [row, bit, carry, total, used] = ['row', 'bit', 'carry', 'total', 'used'].map((name) =>
        local(name, 0),
      );
      const [u, length, entry] = ['u', 'length', 'entry'].map((name) => f.local(name, 'i32'));
      f.loop((next) => {
        const word = i32.load(i32.shr_u(bit, 3), magnitude);
        f.set(u, i32.and(i32.shr_u(word, i32.and(bit, 7)), i32.sub(q, 1)));
        f.set(u, i32.add(u, carry));
        f.set(carry, i32.gt_u(u, half));
        f.if(carry, () => f.set(u, i32.sub(q, u)));
        f.if(u, () => {
          f.set(entry, i32.add(layer, i32.mul(u, entryBytes)));
          for (let at = 0; at < entryBytes; at += LINE)
            f.set(used, i32.add(used, i32.load(entry, at)));
          const rowCount = local('row_count', i32.add(counts, i32.shl(row, 2)));
          f.set(length, i32.load(rowCount));
          f.emit(i32.store(rowCount, i32.add(length, 1)));
          const place = i32.add(i32.add(references, i32.mul(row, stride)), i32.shl(length, 2));
          f.emit(i32.store(place, i32.or(entry, i32.xor(sign, carry))));
          f.set(total, i32.add(total, 1));
        });
        f.set(bit, i32.add(bit, c));
        f.set(row, i32.add(row, 1));
        f.if(i32.eq(row, perLayer), () => {
          f.set(row, 0);
          f.set(layer, i32.add(layer, i32.mul(half, entryBytes)));
        });
        f.brIf(next, f.tee(left, i32.sub(left, 1)));
      });
      f.emit(i32.store(sink, used));
      f.result(total);
    },
  );
}
