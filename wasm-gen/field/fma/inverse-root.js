/**
 * 1/√x of both lanes where p − 1 has a high power of two: the method of ../limbs30/inverse-root.js,
 * whose tables here hold centred digits. It takes one row or two, whose products are interleaved.
 * The logarithms are looked up one after the other; all other steps run side by side.
 *
 * The key of a root is its lowest digit. The digits of a centred value are unique unless it is near
 * ±p/2: a prime with such a root of order 2^b has no tables here.
 */

import { f64, i32, i64, v128 } from '../../emit/instructions.js';
import { emitHalfPower } from '../half-power.js';
import { HASH_BITS, rootTablesOf } from '../roots-of-unity.js';
import { gather, scatter } from './records.js';
import { loadRow, storeRow } from './index.js';
import { centred, digitsOf } from './parameters.js';
import { emitFastPairOperations } from './power.js';

/** @import { Callable, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { FmaField } from './index.js' */
/** @import { RootTables } from '../roots-of-unity.js' */

/**
 * `root` (both): from the rows at `base`, two if `both` is 1, products, to their inverse square
 * roots at `result`, centred; of a lane that is 0 to 0. Bit i of the returned word is set if lane i
 * is not a square, counting lanes 0, 1 and then those of the second row; it means nothing of a lane
 * that is 0.
 * @param {ModuleBuilder} m
 * @param {FmaField & { square: Callable }} field
 * @param {readonly bigint[]} [factors] of the odd part of p − 1, for short powers
 * @returns {{ root: Callable, base: number, result: number } | null} null where the field has no
 *   tables, or folds
 */
export function emitRowInverseRoot(m, field, factors) {
  const { multiplySubtract, rows, rowBytes, parameters } = field;
  if (parameters.form === 'fold') return null;
  const roots = rootTablesOf(parameters.p, (root) => keyOf(root, parameters));
  if (roots === null) return null;
  const { Q, bits, blocks } = roots;
  const table = emitTables(m, field, roots);
  const { squareTimes, times } = emitFastPairOperations(m, 'root', field);
  const place = () => field.reserve(2 * rowBytes);
  const [base, result, value] = [place(), place(), place()];
  const powers = [base, ...Array.from({ length: blocks - 1 }, place)];
  const root = m.func('inverse_root', { params: { both: 'i32' }, result: 'i32' }, (f, { both }) => {
    const operations = {
      place,
      squareTimes: (/** @type {number[]} */ ...operands) =>
        f.emit(squareTimes.call(...operands, both)),
      multiply: (/** @type {number[]} */ ...operands) => f.emit(times.call(...operands, both)),
    };
    emitHalfPower(factors ?? [Q], operations, { base, result });
    for (let i = 1; i < blocks; i++) f.emit(squareTimes.call(powers[i], powers[i - 1], bits, both));

    // Digits of the logarithms, [row][block][lane].
    const digits = [0, 1].map((row) =>
      Array.from({ length: blocks }, (_, i) => [
        f.local(`e${row}_${i}_0`, 'i32'),
        f.local(`e${row}_${i}_1`, 'i32'),
      ]),
    );
    const eachRow = (/** @type {(row: 0 | 1) => void} */ emit) => {
      emit(0);
      f.if(both, () => emit(1));
    };
    for (let i = 0; i < blocks; i++) {
      const k = blocks - 1 - i;
      if (i === 0)
        eachRow((row) =>
          f.emit(
            multiplySubtract.call(
              value + row * rowBytes,
              powers[k] + row * rowBytes,
              rows.one,
              rows.zero,
            ),
          ),
        );
      for (let j = 0; j < i; j++)
        eachRow((row) => {
          const from = j === 0 ? powers[k] : value;
          const place = [value + row * rowBytes, from + row * rowBytes];
          f.emit(table.multiply(place[0], place[1], k + j, digits[row][j]));
        });
      eachRow((row) =>
        digits[row][i].forEach((digit, lane) =>
          f.set(digit, table.logarithm.call(value + row * rowBytes + 8 * lane)),
        ),
      );
    }
    f.comment('e/2');
    for (let i = 0; i < blocks; i++) {
      eachRow((row) => {
        const halves = digits[row][i].map((digit, lane) => {
          const half = i32.shr_u(digit, 1);
          if (i + 1 === blocks) return half;
          return i32.or(half, i32.shl(i32.and(digits[row][i + 1][lane], 1), bits - 1));
        });
        const at = result + row * rowBytes;
        f.emit(table.multiply(at, at, i, halves));
      });
    }
    const lowest = digits.flatMap((blocksOfRow) => blocksOfRow[0]);
    f.result(
      lowest
        .map((digit, i) => i32.shl(i32.and(digit, 1), i))
        .reduce((all, bit) => i32.or(all, bit)),
    );
  });
  return { root, base, result };
}

/**
 * @param {ModuleBuilder} m
 * @param {FmaField} field
 * @param {RootTables} roots
 */
function emitTables(m, field, { bits, blocks, inverse, multiplier }) {
  const { parameters, multiplySubtract, rows, rowLength, reserve, reserveRow } = field;
  const entryBytes = 8 * parameters.storedDigits;
  const [place, entryRow, generator] = [reserve(16), reserveRow(), reserveRow()];
  const first = field.element(inverse);
  const entries = 2 ** bits;
  const hashed = blocks * entries * entryBytes;

  const slot = (/** @type {Expression} */ key) =>
    i32.add(i32.load(i32.const(place)), i32.shr_u(i32.mul(key, multiplier), 32 - HASH_BITS));
  const keyAt = (/** @type {import('../../emit/expression.js').Operand} */ digit) =>
    i32.wrap_i64(i64.trunc_sat_f64_s(f64.load(digit)));

  m.exportConstant('root_table_bytes', hashed + 2 ** HASH_BITS);
  m.func(
    'root_tables',
    {
      params: { table: 'i32' },
      exported: true,
      doc: 'Fills root_table_bytes of memory with the tables of square roots, and keeps its address.',
    },
    (f, { table }) => {
      const [count, block] = [f.local('count', 'i32'), f.local('block', 'i32', blocks)];
      const at = f.local('at', 'i32', table);
      const copy = (/** @type {number} */ z, /** @type {number} */ x) => {
        for (let j = 0; j < rowLength; j++) f.emit(v128.store(z, v128.load(x, 16 * j), 16 * j));
      };
      const write = () => {
        const [load, store] = [loadRow(i32.const(entryRow)), scatter(f, field, [at, at], 0)];
        for (let j = 0; j < rowLength; j++) store(j, load(j));
        f.set(at, i32.add(at, entryBytes));
      };
      f.emit(i32.store(i32.const(place), i32.add(table, hashed)));
      f.emit(multiplySubtract.call(generator, first, rows.one, rows.zero));
      f.loop((nextBlock) => {
        f.set(count, entries);
        f.emit(multiplySubtract.call(entryRow, rows.one, rows.one, rows.zero));
        f.loop((again) => {
          write();
          f.emit(multiplySubtract.call(entryRow, entryRow, generator, rows.zero));
          f.brIf(again, f.tee(count, i32.sub(count, 1)));
        });
        f.comment('the power of the entries of a table generates the next one');
        copy(generator, entryRow);
        f.brIf(nextBlock, f.tee(block, i32.sub(block, 1)));
      });
      f.comment('T[j] of the last block is the 2^b − j-th power of its root');
      f.set(count, entries);
      f.loop((again) => {
        f.set(at, i32.sub(at, entryBytes));
        f.emit(i32.store8(slot(keyAt(at)), i32.sub(entries + 1, count)));
        f.brIf(again, f.tee(count, i32.sub(count, 1)));
      });
    },
  );
  const multiplyEntries = m.func(
    'multiply_entries',
    {
      params: { z: 'i32', x: 'i32', entry0: 'i32', entry1: 'i32' },
      doc: 'z = x·(entry0, entry1), centred.',
    },
    (f, { z, x, entry0, entry1 }) => {
      const at = (/** @type {Local} */ entry) => (/** @type {number} */ offset) =>
        v128.load(entry, offset);
      gather(f, field, [at(entry0), at(entry1)], storeRow(f, i32.const(entryRow)));
      f.emit(multiplySubtract.call(z, x, entryRow, rows.zero));
    },
  );
  return {
    /** z = x·T_i[j], with one j per lane. */
    multiply: (
      /** @type {number} */ z,
      /** @type {number} */ x,
      /** @type {number} */ i,
      /** @type {Expression[]} */ [j0, j1],
    ) => {
      const entry = (/** @type {Expression} */ j) =>
        i32.add(
          i32.sub(i32.load(i32.const(place)), hashed - i * entries * entryBytes),
          i32.mul(j, entryBytes),
        );
      return multiplyEntries.call(z, x, entry(j0), entry(j1));
    },
    /**
     * (lane of a centred row) → k, its element the k-th power of the root of order 2^b. Of any
     * other element, as 0, some k that has an entry.
     */
    logarithm: m.func('root_logarithm', { params: { lane: 'i32' }, result: 'i32' }, (f, { lane }) =>
      f.result(i32.and(i32.load8_u(slot(keyAt(lane))), entries - 1)),
    ),
  };
}

/**
 * The lowest digit of a root modulo 2^32, or null if its digits are not unique.
 * @type {(root: bigint, parameters: FmaField['parameters']) => number | null}
 */
function keyOf(root, parameters) {
  const { p, R } = parameters;
  const value = centred(R * root, p);
  if (p - 2n * (value < 0n ? -value : value) < p >> 10n) return null;
  return Number(BigInt.asIntN(32, BigInt(digitsOf(value, parameters)[0])));
}
