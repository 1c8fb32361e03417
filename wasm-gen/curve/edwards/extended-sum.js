/** One chain of doublings and additions over table entries: the same for all kernels. */

import { i32 } from '../../emit/instructions.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */

/**
 * The steps of a chain: `start` and `addEntries` take (z, reference), or two references where z is two sums that `join` (z) adds up;
 * `shift` emits bits doublings of z.
 * @typedef {{ start: Callable, addEntries: Callable, join?: Callable,
 *   shift: (f: FunctionBuilder, z: Local, bits: Local) => void }} Steps
 */

/**
 * @param {ModuleBuilder} m
 * @param {Steps} steps
 * @param {number} [neutral] of two sums: an entry that adds nothing
 */
export function emitExtendedSum(m, { start, addEntries, join, shift }, neutral) {
  m.func(
    'extended_sum',
    {
      params: {
        z: 'i32',
        references: 'i32',
        stride: 'i32',
        counts: 'i32',
        rows: 'i32',
        bits: 'i32',
        last: 'i32',
      },
      exported: true,
      doc: [
        'z = Σ 2^(bits·i)·(sum of the entries of row i), from the last row. Row i: counts[i] references to entries, address | sign,',
        'from references + i·stride; at least one in all. last: 0, or a reference that is added to the sum of all others.',
      ].join('\n'),
    },
    (f, { z, references, stride, counts, rows, bits, last }) => {
      const [at, left, bit] = [f.local('at', 'i32'), f.local('left', 'i32'), f.local('bit', 'i32')];
      const started = f.local('started', 'i32', 0);
      const several =
        neutral === undefined ? [] : [f.local('first', 'i32'), f.local('second', 'i32')];
      /** The references of a step, of which the last of an odd number is that of the neutral element. */
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
          shift(f, z, bit);
        });
        f.set(at, i32.add(references, i32.mul(rows, stride)));
        f.set(left, i32.load(i32.add(counts, i32.shl(rows, 2))));
        f.block((done) => {
          f.loop((more) => {
            f.brIf(done, i32.eqz(left));
            const entries = takeEntries();
            f.if(
              started,
              () => f.emit(addEntries.call(z, ...entries)),
              () => f.emit(start.call(z, ...entries)),
            );
            f.set(started, 1);
            f.set(at, i32.add(at, 4));
            f.set(left, i32.sub(left, 1));
            f.br(more);
          });
        });
        f.brIf(next, rows);
      });
      if (join) f.emit(join.call(z));
      f.if(last, () =>
        f.emit(addEntries.call(z, last, ...(neutral === undefined ? [] : [neutral]))),
      );
    },
  );
}
