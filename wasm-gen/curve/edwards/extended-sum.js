/** One chain of doublings and additions over table entries: the same for all kernels. */

import { i32 } from '../../emit/instructions.js';

/** @import { Callable, ModuleBuilder } from '../../emit/module.js' */

/**
 * @param {ModuleBuilder} m
 * @param {{ start: Callable, addEntry: Callable, double: Callable }} steps (z, q) twice, (z)
 */
export function emitExtendedSum(m, { start, addEntry, double }) {
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
      },
      exported: true,
      doc: [
        'z = Σ 2^(bits·i)·(sum of the entries of row i), from the last row. Row i: counts[i] references to entries, address | sign,',
        'from references + i·stride, added in their order; at least one in all.',
      ].join('\n'),
    },
    (f, { z, references, stride, counts, rows, bits }) => {
      const [at, left, bit] = [f.local('at', 'i32'), f.local('left', 'i32'), f.local('bit', 'i32')];
      const started = f.local('started', 'i32', 0);
      f.loop((next) => {
        f.set(rows, i32.sub(rows, 1));
        f.if(started, () => {
          f.set(bit, bits);
          f.loop((again) => {
            f.emit(double.call(z));
            f.brIf(again, f.tee(bit, i32.sub(bit, 1)));
          });
        });
        f.set(at, i32.add(references, i32.mul(rows, stride)));
        f.set(left, i32.load(i32.add(counts, i32.shl(rows, 2))));
        f.block((done) => {
          f.loop((more) => {
            f.brIf(done, i32.eqz(left));
            f.if(
              started,
              () => f.emit(addEntry.call(z, i32.load(at))),
              () => f.emit(start.call(z, i32.load(at))),
            );
            f.set(started, 1);
            f.set(at, i32.add(at, 4));
            f.set(left, i32.sub(left, 1));
            f.br(more);
          });
        });
        f.brIf(next, rows);
      });
    },
  );
}
