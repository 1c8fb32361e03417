/** One chain of doublings and additions over table entries: the same for all kernels. */

import { i32 } from '../../emit/instructions.js';
import { isAllZero } from '../points.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */

/**
 * The steps of a chain. `start` and `addEntries` take a reference, or two where the sum is two sums; `shift` emits bits doublings; `end`
 * adds last references, or nothing for one that is 0, and writes X, Y, Z as canonical bytes.
 * @typedef {{ start: Callable, addEntries: Callable, shift: (f: FunctionBuilder, bits: Local) => void,
 *   end: (f: FunctionBuilder, last: Local[], target: Local) => void }} Steps
 */

/**
 * @param {ModuleBuilder} m
 * @param {number} bytes of a coordinate
 * @param {Steps} steps
 * @param {number} [neutral] of two sums: an entry that adds nothing
 * @returns {Callable}
 */
export function emitExtendedSum(m, bytes, { start, addEntries, shift, end }, neutral) {
  return m.func(
    'extended_sum',
    {
      params: {
        target: 'i32',
        references: 'i32',
        stride: 'i32',
        counts: 'i32',
        rows: 'i32',
        bits: 'i32',
        last: 'i32',
      },
      result: 'i32',
      exported: true,
      doc: [
        'Σ 2^(bits·i)·(sum of the entries of row i), from the last row. Row i: counts[i] references to entries, address | sign,',
        'from references + i·stride; at least one in all. last: 0, or a reference that is added to the sum of all others.',
        'target: X, Y, Z with x = X/Z, y = Y/Z, canonical bytes each. 1, or 0 if that is no element, as Z = 0: something outside the',
        'group was added.',
      ].join('\n'),
    },
    (f, { target, references, stride, counts, rows, bits, last }) => {
      const [at, left, bit] = [f.local('at', 'i32'), f.local('left', 'i32'), f.local('bit', 'i32')];
      const started = f.local('started', 'i32', 0);
      const several =
        neutral === undefined ? [] : [f.local('first', 'i32'), f.local('second', 'i32')];
      // The last of an odd number comes when two sums have become one, in two thirds of the time of a step.
      const odd = neutral === undefined ? [] : [f.local('odd', 'i32', 0)];
      /** The references of a step, of which the last of an odd number of a row is that of the neutral element. */
      const takeEntries = () => {
        if (neutral === undefined) return [i32.load(at)];
        const [first, second] = several;
        f.set(first, i32.load(at));
        f.set(second, neutral);
        f.if(i32.gt_u(left, 1), () => {
          f.set(at, i32.add(at, 4));
          f.set(left, i32.sub(left, 1));
          f.set(second, i32.load(at));
        });
        return several;
      };
      f.loop((next) => {
        f.set(rows, i32.sub(rows, 1));
        f.if(started, () => {
          f.set(bit, bits);
          shift(f, bit);
        });
        f.set(at, i32.add(references, i32.mul(rows, stride)));
        f.set(left, i32.load(i32.add(counts, i32.shl(rows, 2))));
        f.block((done) => {
          f.loop((more) => {
            f.brIf(done, i32.eqz(left));
            for (const reference of odd) {
              const isLast = i32.and(i32.eq(left, 1), i32.eqz(rows));
              f.if(i32.and(isLast, started), () => {
                f.set(reference, i32.load(at));
                f.br(done);
              });
            }
            const entries = takeEntries();
            f.if(
              started,
              () => f.emit(addEntries.call(...entries)),
              () => f.emit(start.call(...entries)),
            );
            f.set(started, 1);
            f.set(at, i32.add(at, 4));
            f.set(left, i32.sub(left, 1));
            f.br(more);
          });
        });
        f.brIf(next, rows);
      });
      end(f, [...odd, last], target);
      f.result(i32.eqz(isAllZero(i32.add(target, 2 * bytes), bytes)));
    },
  );
}

/**
 * A multiplication from scalars to bytes, in one call.
 * @param {ModuleBuilder} m
 * @param {{ cut: Callable, sum: Callable }} parts extended_cut and extended_sum
 */
export function emitExtendedMsm(m, { cut, sum }) {
  m.func(
    'extended_msm',
    {
      params: {
        target: 'i32',
        scalars: 'i32',
        count: 'i32',
        positions: 'i32',
        combs: 'i32',
        limit: 'i32',
        references: 'i32',
        stride: 'i32',
        counts: 'i32',
        rows: 'i32',
        bits: 'i32',
        last: 'i32',
      },
      result: 'i32',
      exported: true,
      doc: [
        'extended_cut of scalars, and extended_sum of what that gives, if there is anything. The number of references; or −1, if these',
        'scalars do not take combs; or −2, if the sum is no element.',
      ].join('\n'),
    },
    (f, { target, scalars, count, positions, combs, limit, ...rest }) => {
      const { references, stride, counts, rows, bits, last } = rest;
      const row = f.local('row', 'i32', rows);
      f.loop((next) => {
        f.set(row, i32.sub(row, 1));
        f.emit(i32.store(i32.add(counts, i32.shl(row, 2)), 0));
        f.brIf(next, row);
      });
      const words = [scalars, count, positions, combs, limit, references, stride, counts];
      const total = f.local('total', 'i32', cut.call(...words));
      f.if(i32.gt_s(total, 0), () => {
        const isElement = sum.call(target, references, stride, counts, rows, bits, last);
        f.if(i32.eqz(isElement), () => f.return(-2));
      });
      f.result(total);
    },
  );
}
