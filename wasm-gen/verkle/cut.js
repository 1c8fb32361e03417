/**
 * Recodes scalars into references to entries of window tables
 * (src/verkle/engine/window-table.js), for two sums.
 *
 * A scalar is k ≡ k0 + λ·k1 (../../scalar/split.js); the two parts are signed magnitudes below
 * 2^126. Both use the same entries, with separate lists: 2i and 2i + 1 for row i. A table for
 * *whole* scalars has no parts and one row; its references go to the first list. If all other lists
 * are empty, the two sums share that list (extended-sum.js).
 */

import { i32, i64 } from '../emit/instructions.js';
import { splitParameters } from '../scalar/lattice.js';
import { partBytes, splitOne } from '../scalar/split.js';
import { SCALAR_BYTES } from '../../src/math/integers.js';
import { DESCRIPTION, emitSliding, emitWindows } from './digits.js';
import { emitMagnitude } from './magnitude.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */

const WORDS = SCALAR_BYTES / 8;

/** Bits of a part: src/verkle/engine/window-table-layouts.js, PART_ORDER. */
const MOST_BITS = 126;

/**
 * @typedef {object} CutOptions
 * @property {(bytes: number) => number} reserve
 * @property {bigint} order
 * @property {bigint} lambda
 * @property {number} entryBytes
 * @property {Callable} reduceBytes from emitReduce
 */

/**
 * @param {ModuleBuilder} m
 * @param {CutOptions} options
 */
export function emitCut(m, options) {
  const cutOne = emitCutOne(m, options);
  const tableAt = m.func(
    'table_at',
    {
      params: { tables: 'i32', position: 'i32' },
      result: 'i32',
      doc: 'The address of the table that holds a point, or 0. A terminator with to = from = 2^31 − 1 follows the last table.',
    },
    (f, { tables, position }) => {
      f.loop((next) => {
        f.if(i32.ge_u(position, i32.load(tables, DESCRIPTION.to)), () => {
          f.set(tables, i32.add(tables, DESCRIPTION.bytes));
          f.br(next);
        });
      });
      f.if(i32.lt_u(position, i32.load(tables, DESCRIPTION.from)), () => f.return(0));
      f.result(tables);
    },
  );
  return m.func(
    'extended_cut',
    {
      params: {
        scalars: 'i32',
        count: 'i32',
        positions: 'i32',
        tables: 'i32',
        limit: 'i32',
        references: 'i32',
        stride: 'i32',
        counts: 'i32',
      },
      result: 'i32',
      doc: [
        'Recodes count scalars of 32 bytes, little-endian, any value, which multiply the points at these positions (0: scalar i, point i),',
        'into lists of references, list i from references + i·stride: lists 2j and 2j + 1 are row j of the parts k0 and k1, and whole',
        'scalars go to the first list. Adds the number of references of list i to counts[i]. Returns the total, or −1, with nothing written, if a non-zero scalar has no',
        'table, or if their windows exceed limit.',
      ].join('\n'),
    },
    (f, { scalars, count, positions, tables, limit, references, stride, counts }) => {
      const [i, at, position] = ['i', 'at', 'position'].map((name) => f.local(name, 'i32'));
      const [table, total] = [f.local('table', 'i32'), f.local('total', 'i32', 0)];
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
              f.set(table, tableAt.call(tables, position));
              body();
            });
            f.set(i, i32.add(i, 1));
            f.set(at, i32.add(at, SCALAR_BYTES));
            f.br(next);
          });
        });
      };
      forEachScalar(() => {
        f.if(i32.eqz(table), () => f.return(-1));
        f.set(limit, i32.sub(limit, i32.load(table, DESCRIPTION.windows)));
        f.if(i32.lt_s(limit, 0), () => f.return(-1));
      });
      f.set(stride, i32.shl(stride, 1));
      forEachScalar(() => {
        const entries = cutOne.call(at, table, position, references, stride, counts);
        f.set(total, i32.add(total, entries));
      });
      f.result(total);
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {CutOptions} options
 */
function emitCutOne(m, { reserve, order, lambda, entryBytes, reduceBytes }) {
  const parameters = splitParameters(order, lambda);
  const { basis, bits, words } = parameters;
  if (basis.length !== 2 || bits > MOST_BITS || words !== 2)
    throw new RangeError(`expected parts below 2^${MOST_BITS}, of two words`);
  const bytesOfPart = partBytes(parameters);
  const parts = reserve(2 * bytesOfPart + 8);
  // A window is read as 32 bits that start at a byte.
  const magnitude = reserve(SCALAR_BYTES + 8);
  const load = emitMagnitude(m, { magnitude, order, reduceBytes });
  const windows = emitWindows(m, { magnitude, entryBytes });
  const sliding = emitSliding(m, entryBytes);
  const cutPart = m.func(
    'cut_part',
    {
      params: {
        part: 'i32',
        table: 'i32',
        layer: 'i32',
        references: 'i32',
        stride: 'i32',
        counts: 'i32',
      },
      result: 'i32',
      doc: 'Recodes a part. Returns the number of references.',
    },
    (f, { part, table, layer, references, stride, counts }) => {
      const sign = f.local('sign', 'i64', i64.load32_s(part, 16));
      const low = f.local('low', 'i64', i64.sub(i64.xor(i64.load(part), sign), sign));
      // Negation: invert, add 1, carry if the low word became 0.
      const carry = i64.and(i64.extend_i32_u(i64.eqz(low)), sign);
      const high = f.local('high', 'i64', i64.add(i64.xor(i64.load(part, 8), sign), carry));
      const negative = i32.and(i32.wrap_i64(sign), 1);
      f.if(i32.load(table, DESCRIPTION.width), () => {
        f.return(sliding.call(low, high, negative, table, layer, references, stride, counts));
      });
      [low, high, 0, 0].forEach((word, i) => f.emit(i64.store(i32.const(magnitude), word, 8 * i)));
      f.result(windows.call(negative, table, layer, references, counts));
    },
  );
  return m.func(
    'cut_one',
    {
      params: {
        scalar: 'i32',
        table: 'i32',
        position: 'i32',
        references: 'i32',
        stride: 'i32',
        counts: 'i32',
      },
      result: 'i32',
      doc: 'Recodes one scalar. stride: bytes from row to row, that is, of two lists.',
    },
    (f, { scalar, table, position, references, stride, counts }) => {
      const offset = i32.mul(
        i32.sub(position, i32.load(table, DESCRIPTION.from)),
        i32.load(table, DESCRIPTION.pointBytes),
      );
      const layer = f.local('layer', 'i32', i32.add(i32.load(table, DESCRIPTION.entries), offset));
      f.if(i32.load(table, DESCRIPTION.whole), () => {
        const negative = load.call(scalar);
        f.return(windows.call(negative, table, layer, references, counts));
      });
      const [part0, part1] = [0, 1].map((i) => {
        return f.local(`part${i}`, 'i32', i32.const(parts + i * bytesOfPart));
      });
      const union = [f.local('low', 'i64'), f.local('high', 'i64')];
      splitOne(f, parameters, { source: scalar, parts: [part0, part1], union });
      const second = i32.add(references, i32.shr_u(stride, 1));
      f.result(
        i32.add(
          cutPart.call(part0, table, layer, references, stride, counts),
          cutPart.call(part1, table, layer, second, stride, i32.add(counts, 4)),
        ),
      );
    },
  );
}
