/** A chain of doublings and additions of table entries, common to all kernels. */

import { i32 } from '../emit/instructions.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
/** @import { Expression } from '../emit/expression.js' */

/**
 * The steps of a chain. `start` and `addEntries` take a reference, or two if there are two sums;
 * `addAlone` then takes a reference and 8 times the number of its sum; `shift` emits `bits`
 * doublings, and unless `full` is 1, only doublings follow; `end` adds the last references,
 * skipping those that are 0, writes X, Y, Z, and returns whether they represent an element.
 * @typedef {{ start: Callable, addEntries: Callable, addAlone?: Callable,
 *   shift: (f: FunctionBuilder, bits: Local, full: Local) => void,
 *   end: (f: FunctionBuilder, last: Local[], to: { target: Local, shared: Local }) =>
 *     Expression | Local }} Steps
 */

/**
 * @param {ModuleBuilder} m
 * @param {Steps} steps
 * @param {number} [neutral] for two sums: the entry of the neutral element
 * @returns {Callable}
 */
export function emitExtendedSum(m, steps, neutral) {
  const { start, addEntries, addAlone, shift, end } = steps;
  const two = neutral !== undefined;
  /**
   * @type {Record<'target' | 'references' | 'stride' | 'counts' | 'rows' | 'bits' | 'last', 'i32'>}
   */
  const params = {
    target: 'i32',
    references: 'i32',
    stride: 'i32',
    counts: 'i32',
    rows: 'i32',
    bits: 'i32',
    last: 'i32',
  };
  /** @type {typeof params & { shared: 'i32' }} a single sum does not use the last one */
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
        'target: X, Y, Z with x = X/Z, y = Y/Z, projective_digits in all, of digit_bits bits. 1, or 0 if they are not an element, since Z = 0:',
        'something outside the group was added.',
      ].join('\n'),
    },
    (f, { target, references, stride, counts, rows, bits, last, shared }) => {
      const [bit, any] = [f.local('bit', 'i32'), f.local('any', 'i32')];
      const started = f.local('started', 'i32', 0);
      const lists = (two ? [0, 1] : [0]).map(
        (i) =>
          /** @type {List} */ (['at', 'left', 'entry'].map((name) => f.local(name + i, 'i32'))),
      );
      const entries = lists.map(([, , entry]) => entry);
      const listOf = (/** @type {number} */ i) => i32.add(i32.mul(rows, lists.length), i);
      const odd = two ? [f.local('odd', 'i32', 0)] : [];
      f.loop((next) => {
        f.set(rows, i32.sub(rows, 1));
        lists.forEach(([at, left], i) => {
          f.set(at, i32.add(references, i32.mul(listOf(i), stride)));
          f.set(left, i32.load(i32.add(counts, i32.shl(listOf(i), 2))));
        });
        if (two) shareFirst(f, lists, shared);
        f.set(any, 0);
        for (const [, left] of lists) f.set(any, i32.or(any, left));
        f.if(
          started,
          () => {
            f.set(bit, bits);
            f.set(any, i32.ne(i32.or(any, i32.eqz(rows)), 0));
            shift(f, bit, any);
          },
          () => {
            f.if(any, () => {
              for (const list of lists) {
                if (two) f.set(list[2], neutral);
                f.if(list[1], () => take(f, list));
              }
              f.emit(start.call(...entries));
              f.set(started, 1);
            });
          },
        );
        f.block((done) => {
          f.loop((more) => {
            for (const [, left] of lists) f.brIf(done, i32.eqz(left));
            for (const list of lists) take(f, list);
            f.emit(addEntries.call(...entries));
            f.br(more);
          });
        });
        if (addAlone) addRest(f, lists, { rows, odd: odd[0], addAlone });
        f.brIf(next, rows);
      });
      f.result(end(f, [...odd, last], { target, shared }));
    },
  );
}

/**
 * Address of the next reference, number of remaining ones, and the one last taken.
 * @typedef {[at: Local, left: Local, entry: Local]} List
 */

/** @param {FunctionBuilder} f @param {List} list */
function take(f, [at, left, entry]) {
  f.set(entry, i32.load(at));
  f.set(at, i32.add(at, 4));
  f.set(left, i32.sub(left, 1));
}

/**
 * Adds the rest of one of two lists after the other has ended. The very last entry of the first
 * list is added later, after the two sums have been joined, when an addition costs even less.
 * @type {(f: FunctionBuilder, lists: List[], options: { rows: Local, odd: Local,
 *   addAlone: Callable }) => void}
 */
function addRest(f, [first, second], { rows, odd, addAlone }) {
  const [at, left, entry] = first;
  const lane = f.local('lane', 'i32', 0);
  f.if(second[1], () => {
    f.set(lane, 8);
    f.set(at, second[0]);
    f.set(left, second[1]);
  });
  f.block((done) => {
    f.loop((more) => {
      f.brIf(done, i32.eqz(left));
      take(f, first);
      f.if(i32.eqz(i32.or(i32.or(left, rows), lane)), () => {
        f.set(odd, entry);
        f.br(done);
      });
      f.emit(addAlone.call(entry, lane));
      f.br(more);
    });
  });
}

/**
 * Makes the second half of the first list the second list.
 * @param {FunctionBuilder} f
 * @param {Local[][]} lists address and length of each
 * @param {Local} shared whether to do so
 */
function shareFirst(f, [[at, left], [secondAt, second]], shared) {
  f.if(shared, () => {
    f.set(second, i32.shr_u(left, 1));
    f.set(left, i32.sub(left, second));
    f.set(secondAt, i32.add(at, i32.shl(left, 2)));
  });
}
