/**
 * 1/√x of both lanes where p − 1 has a high power of two: the method of ../limbs30/inverse-root.js,
 * whose tables here hold centred digits. It takes one row or two, whose products are interleaved.
 * The logarithms are looked up one after the other; all other steps run side by side.
 *
 * The key of a root is its lowest digit. The digits of a centred value are unique unless it is near
 * ±p/2, which none of the roots of order 256 is; the generator checks this.
 */

import { f64, i32, i64, v128 } from '../../emit/instructions.js';
import { emitHalfPower } from '../half-power.js';
import { BLOCK, BLOCK_BITS, HASH_BITS, hashMultiplier, rootsOfUnity } from '../roots-of-unity.js';
import { gather, scatter } from './records.js';
import { loadRow, storeRow } from './index.js';
import { digitsOf } from './parameters.js';
import { emitFastPairOperations } from './power.js';

/** @import { Callable, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { FmaField } from './index.js' */

/**
 * `root` (both): from the rows at `base`, two if `both` is 1, products with no lane 0, to their
 * inverse square roots at `result`, centred. Bit i of the returned word is set if lane i is not a
 * square, counting lanes 0, 1 and then those of the second row.
 * @param {ModuleBuilder} m
 * @param {FmaField & { square: Callable }} field
 * @param {readonly bigint[]} factors of the odd part of p − 1
 * @returns {{ root: Callable, base: number, result: number }}
 */
export function emitRowInverseRoot(m, field, factors) {
  const { multiplySubtract, rows, rowBytes } = field;
  const { blocks, inverse } = rootsOfUnity(field.parameters.p);
  const table = emitTables(m, field, { blocks, inverse });
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
    emitHalfPower(factors, operations, { base, result });
    for (let i = 1; i < blocks; i++)
      f.emit(squareTimes.call(powers[i], powers[i - 1], BLOCK_BITS, both));

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
          return i32.or(half, i32.shl(i32.and(digits[row][i + 1][lane], 1), BLOCK_BITS - 1));
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
 * @param {{ blocks: number, inverse: bigint }} roots
 */
function emitTables(m, field, { blocks, inverse }) {
  const { parameters, multiplySubtract, rows, rowLength, reserve, reserveRow } = field;
  const entryBytes = 8 * parameters.storedDigits;
  const [place, entryRow, generator] = [reserve(16), reserveRow(), reserveRow()];
  const first = field.element(inverse);
  const hashed = blocks * BLOCK * entryBytes;
  const multiplier = hashMultiplier(keysOf(parameters, { blocks, inverse }));

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
        f.set(count, BLOCK);
        f.emit(multiplySubtract.call(entryRow, rows.one, rows.one, rows.zero));
        f.loop((again) => {
          write();
          f.emit(multiplySubtract.call(entryRow, entryRow, generator, rows.zero));
          f.brIf(again, f.tee(count, i32.sub(count, 1)));
        });
        f.comment('the 256th power generates the next table');
        copy(generator, entryRow);
        f.brIf(nextBlock, f.tee(block, i32.sub(block, 1)));
      });
      f.comment('T[j] of the last block is the 256 − j-th power of its root');
      f.set(count, BLOCK);
      f.loop((again) => {
        f.set(at, i32.sub(at, entryBytes));
        f.emit(i32.store8(slot(keyAt(at)), i32.sub(BLOCK + 1, count)));
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
          i32.sub(i32.load(i32.const(place)), hashed - i * BLOCK * entryBytes),
          i32.mul(j, entryBytes),
        );
      return multiplyEntries.call(z, x, entry(j0), entry(j1));
    },
    /** (lane of a centred row) → k, its element the k-th power of the root of order 256. */
    logarithm: m.func('root_logarithm', { params: { lane: 'i32' }, result: 'i32' }, (f, { lane }) =>
      f.result(i32.load8_u(slot(keyAt(lane)))),
    ),
  };
}

/**
 * The lowest digits of all roots of order 256, modulo 2^32.
 * @type {(parameters: FmaField['parameters'], roots: { blocks: number, inverse: bigint }) =>
 *   number[]}
 */
function keysOf(parameters, { blocks, inverse }) {
  const { p, R } = parameters;
  let root = inverse;
  for (let i = 1; i < blocks; i++) for (let k = 0; k < BLOCK_BITS; k++) root = (root * root) % p;
  let entry = R % p;
  return Array.from({ length: BLOCK }, () => {
    const centred = 2n * entry > p ? entry - p : entry;
    const distance = p - 2n * (centred < 0n ? -centred : centred);
    if (distance < p >> 10n)
      throw new RangeError('expected no root of order 256 near p/2, got one');
    entry = (entry * root) % p;
    return Number(BigInt.asIntN(32, BigInt(digitsOf(centred, parameters)[0])));
  });
}
