/**
 * 1/√x where p − 1 has a high power of two: w = x^((Q−1)/2) gives z = xw² = x^Q = g^e, a root of
 * unity; if e is even, w·g^(−e/2) is the answer. e is found in blocks of b bits, from the lowest:
 * z^(2^(s−b)) = (g^(2^(s−b)))^(e_0) is one of 2^b values, and so is every
 * z^(2^(s−b−bi))·g^(−2^(s−b−bi)·(e_0 + … + 2^(b(i−1))·e_(i−1))). Tables and symbols:
 * ../roots-of-unity.js. For s = 32: 245 squarings and about 40 multiplications.
 */

import { i32 } from '../../emit/instructions.js';
import { emitHalfPower } from '../half-power.js';
import { HASH_BITS, rootTablesOf } from '../roots-of-unity.js';
import { limbsOf } from './parameters.js';
import { emitSquareTimes } from './power.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { PrimeField } from './index.js' */
/** @import { RootTables } from '../roots-of-unity.js' */

/**
 * @param {ModuleBuilder} m
 * @param {PrimeField} field
 * @param {readonly bigint[]} [factors] of Q, for short powers
 * @returns {Callable | null} null where the field has no tables
 */
export function emitInverseRoot(m, field, factors) {
  const { parameters, multiply, copy, reserve } = field;
  const { p, R, slotBytes } = parameters;
  const roots = rootTablesOf(p, (root) =>
    Number(BigInt.asUintN(32, limbsOf((R * root) % p, parameters)[0])),
  );
  if (roots === null) return null;
  const { Q, bits, blocks } = roots;
  const table = emitTables(m, field, roots);
  const place = () => reserve(slotBytes);
  const [w, value] = [place(), place()];
  const powers = Array.from({ length: blocks }, place);
  const squareTimes = emitSquareTimes(m, 'field_root', field);
  const doc =
    '1 and z = 1/√x; 0 if x is not a square, with z unchanged. x in [0, 2p), not 0 mod p.';
  return m.func(
    'field_inverse_root',
    { params: { z: 'i32', x: 'i32' }, result: 'i32', exported: true, doc },
    (f, { z, x }) => {
      f.emit(copy.call(powers[0], x));
      const operations = {
        place,
        squareTimes: (/** @type {number[]} */ ...operands) => f.emit(squareTimes.call(...operands)),
        multiply: (/** @type {number[]} */ ...operands) => f.emit(multiply.call(...operands)),
      };
      emitHalfPower(factors ?? [Q], operations, { base: powers[0], result: w });
      for (let i = 1; i < blocks; i++) {
        f.emit(squareTimes.call(powers[i], powers[i - 1], bits));
      }
      const digits = f.localArray('e', 'i32', blocks);
      digits.forEach((digit, i) => {
        // 2^(bk) times the known digits.
        const k = blocks - 1 - i;
        f.emit(copy.call(value, powers[k]));
        for (let j = 0; j < i; j++) {
          f.emit(multiply.call(value, value, table.entry(k + j, digits[j])));
        }
        f.set(digit, table.logarithm.call(value));
        if (i === 0) f.if(i32.and(digit, 1), () => f.return(0));
      });
      f.comment('e/2');
      digits.forEach((digit, i) => {
        const half = i32.shr_u(digit, 1);
        const next = i + 1 < blocks ? i32.shl(i32.and(digits[i + 1], 1), bits - 1) : 0;
        f.emit(multiply.call(w, w, table.entry(i, i32.or(half, next))));
      });
      f.emit(copy.call(z, w));
      f.result(1);
    },
  );
}

/**
 * The tables are in memory that the caller passes to `root_tables` once: T_i[j] in slot 2^b·i + j,
 * then the hashed logarithms.
 * @param {ModuleBuilder} m
 * @param {PrimeField} field
 * @param {RootTables} roots
 */
function emitTables(m, { parameters, multiply, copy, reduce, reserve, constants }, roots) {
  const { slotBytes } = parameters;
  const { bits, blocks, inverse, multiplier } = roots;
  const [place, reduced] = [reserve(16), reserve(slotBytes)];
  const entries = 2 ** bits;
  const hashed = blocks * entries * slotBytes;
  const first = constants.add('1/g', inverse);
  const slot = (/** @type {FunctionBuilder} */ f, /** @type {Local} */ x) => {
    f.emit(reduce.call(reduced, x));
    const hash = i32.shr_u(i32.mul(i32.load(i32.const(reduced)), multiplier), 32 - HASH_BITS);
    return i32.add(i32.load(i32.const(place)), hash);
  };
  m.exportConstant('root_table_bytes', hashed + 2 ** HASH_BITS);
  m.func(
    'root_tables',
    {
      params: { table: 'i32' },
      exported: true,
      doc: 'Fills root_table_bytes of memory with the tables of square roots, and keeps its address.',
    },
    (f, { table }) => {
      const at = f.local('at', 'i32', table);
      const [base, count] = [f.local('base', 'i32'), f.local('count', 'i32')];
      f.emit(i32.store(i32.const(place), table));
      f.emit(copy.call(i32.add(at, slotBytes), first));
      const block = f.local('block', 'i32', blocks);
      f.loop((nextBlock) => {
        f.set(base, i32.add(at, slotBytes));
        f.emit(copy.call(at, constants.address('1')));
        f.set(at, base);
        f.set(count, entries - 2);
        f.loop((again) => {
          f.emit(multiply.call(i32.add(at, slotBytes), at, base));
          f.set(at, i32.add(at, slotBytes));
          f.brIf(again, f.tee(count, i32.sub(count, 1)));
        });
        f.set(block, i32.sub(block, 1));
        f.if(block, () => {
          f.comment('the power of the entries of a table is the second entry of the next table');
          f.emit(multiply.call(i32.add(at, 2 * slotBytes), at, base));
          f.set(at, i32.add(at, slotBytes));
        });
        f.brIf(nextBlock, block);
      });
      f.comment('T[j] of the last block is the 2^b − j-th power of its root');
      f.set(count, entries);
      f.emit(i32.store(i32.const(place), i32.add(table, hashed)));
      f.loop((again) => {
        f.emit(i32.store8(slot(f, at), i32.sub(entries + 1, count)));
        f.set(at, i32.sub(at, slotBytes));
        f.brIf(again, f.tee(count, i32.sub(count, 1)));
      });
    },
  );
  return {
    /**
     * The address of T_i[j].
     * @param {number} i
     * @param {import('../../emit/expression.js').Expression} j
     */
    entry: (i, j) =>
      i32.add(
        i32.sub(i32.load(i32.const(place)), hashed - i * entries * slotBytes),
        i32.mul(j, slotBytes),
      ),
    /** (x) → k, x the k-th power of the root of order 2^b. */
    logarithm: m.func('root_logarithm', { params: { x: 'i32' }, result: 'i32' }, (f, { x }) =>
      f.result(i32.and(i32.load8_u(slot(f, x)), entries - 1)),
    ),
  };
}
