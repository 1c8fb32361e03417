/** One chain of doublings and additions over table entries: the same for all kernels. */

import { i32 } from '../../emit/instructions.js';
import { isAllZero } from '../points.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */

/**
 * The steps of a chain. `start` and `addEntries` take a reference, or two where the sum is two sums; `shift` emits bits doublings; `end`
 * adds last references, or nothing for one that is 0, and writes X, Y, Z as canonical bytes.
 * @typedef {{ start: Callable, addEntries: Callable, shift: (f: FunctionBuilder, bits: Local) => void,
 *   end: (f: FunctionBuilder, last: Local[], to: { target: Local, shared: Local }) => void }} Steps
 */

/**
 * @param {ModuleBuilder} m
 * @param {number} bytes of a coordinate
 * @param {Steps} steps
 * @param {number} [neutral] of two sums: an entry that adds nothing
 * @returns {Callable}
 */
export function emitExtendedSum(m, bytes, { start, addEntries, shift, end }, neutral) {
  const two = neutral !== undefined;
  /** @type {Record<'target' | 'references' | 'stride' | 'counts' | 'rows' | 'bits' | 'last', 'i32'>} */
  const params = {
    target: 'i32',
    references: 'i32',
    stride: 'i32',
    counts: 'i32',
    rows: 'i32',
    bits: 'i32',
    last: 'i32',
  };
  /** @type {typeof params & { shared: 'i32' }} one sum has no use for the last one */
  const all = two ? { ...params, shared: 'i32' } : /** @type {any} */ (params);
  return m.func(
    'extended_sum',
    {
      params: all,
      result: 'i32',
      exported: true,
      doc: [
        'Σ 2^(bits·i)·(sum of the entries of row i), from the last row. List i: counts[i] references to entries, address | sign,',
        'from references + i·stride; at least one in all. Row i is list i, or with two sums lists 2i and 2i + 1. last: 0, or a reference',
        'that is added to the sum of all others. shared: 1 if the first list has all references; then each sum takes half of them, and',
        'both are of the same kind.',
        'target: X, Y, Z with x = X/Z, y = Y/Z, canonical bytes each. 1, or 0 if that is no element, as Z = 0: something outside the',
        'group was added.',
      ].join('\n'),
    },
    (f, { target, references, stride, counts, rows, bits, last, shared }) => {
      const [bit, any] = [f.local('bit', 'i32'), f.local('any', 'i32')];
      const started = f.local('started', 'i32', 0);
      const lists = (two ? [0, 1] : [0]).map(() =>
        /** @type {const} */ (['at', 'left', 'entry']).map((name) => f.local(name, 'i32')),
      );
      const listOf = (/** @type {number} */ i) => i32.add(i32.mul(rows, lists.length), i);
      // What the first list has left when the second has nothing comes when two sums have become one, in two thirds of the time of a step.
      const odd = two ? [f.local('odd', 'i32', 0)] : [];
      f.loop((next) => {
        f.set(rows, i32.sub(rows, 1));
        f.if(started, () => {
          f.set(bit, bits);
          shift(f, bit);
        });
        lists.forEach(([at, left], i) => {
          f.set(at, i32.add(references, i32.mul(listOf(i), stride)));
          f.set(left, i32.load(i32.add(counts, i32.shl(listOf(i), 2))));
        });
        if (two) shareFirst(f, lists, shared);
        f.block((done) => {
          f.loop((more) => {
            f.set(any, 0);
            for (const [, left] of lists) f.set(any, i32.or(any, left));
            f.brIf(done, i32.eqz(any));
            for (const reference of odd) {
              const [[at, left], [, other]] = lists;
              const isLast = i32.and(i32.eq(left, 1), i32.eqz(i32.or(other, rows)));
              f.if(i32.and(isLast, started), () => {
                f.set(reference, i32.load(at));
                f.br(done);
              });
            }
            for (const [at, left, entry] of lists) {
              if (two) f.set(entry, neutral);
              f.if(left, () => {
                f.set(entry, i32.load(at));
                f.set(at, i32.add(at, 4));
                f.set(left, i32.sub(left, 1));
              });
            }
            const entries = lists.map(([, , entry]) => entry);
            f.if(
              started,
              () => f.emit(addEntries.call(...entries)),
              () => f.emit(start.call(...entries)),
            );
            f.set(started, 1);
            f.br(more);
          });
        });
        f.brIf(next, rows);
      });
      end(f, [...odd, last], { target, shared });
      f.result(i32.eqz(isAllZero(i32.add(target, 2 * bytes), bytes)));
    },
  );
}

/**
 * The second list becomes the second half of the first one.
 * @param {FunctionBuilder} f
 * @param {Local[][]} lists address and length of each
 * @param {Local} shared whether it does
 */
function shareFirst(f, [[at, left], [secondAt, second]], shared) {
  f.if(shared, () => {
    f.set(second, i32.shr_u(left, 1));
    f.set(left, i32.sub(left, second));
    f.set(secondAt, i32.add(at, i32.shl(left, 2)));
  });
}

/**
 * A multiplication from scalars to bytes, in one call.
 * @param {ModuleBuilder} m
 * @param {{ cut: Callable, sum: Callable, lists: number }} parts extended_cut and extended_sum; lists a row
 */
export function emitExtendedMsm(m, { cut, sum, lists }) {
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
      const list = f.local('list', 'i32', i32.mul(rows, lists));
      f.loop((next) => {
        f.set(list, i32.sub(list, 1));
        f.emit(i32.store(i32.add(counts, i32.shl(list, 2)), 0));
        f.brIf(next, list);
      });
      const words = [scalars, count, positions, combs, limit, references, stride, counts];
      const total = f.local('total', 'i32', cut.call(...words));
      f.if(i32.gt_s(total, 0), () => {
        // Of whole scalars alone: one row, no doublings, no second halves.
        const shared = f.local('shared', 'i32', i32.eq(i32.load(counts), total));
        f.if(shared, () => f.set(rows, 1));
        const words = [target, references, stride, counts, rows, bits, last];
        const isElement = sum.call(...words, shared);
        f.if(i32.eqz(isElement), () => f.return(-2));
      });
      f.result(total);
    },
  );
}
