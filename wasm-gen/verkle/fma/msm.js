/**
 * A multi-scalar multiplication with fixed-base tables in one call, from scalars to the limbs of X,
 * Y, Z: recodes the scalars into references to entries (../cut.js) and sums the entries.
 */

import { i32, i64 } from '../../emit/instructions.js';

/** @import { Callable, ModuleBuilder } from '../../emit/module.js' */

const LINE = 64;

/**
 * The words of the record that all multiplications with one table share, in order. Written by
 * src/verkle/engine/window-table.js; the names are those of the parameters of
 * extended_cut and extended_sum.
 */
const JOB = /** @type {const} */ ([
  'target',
  'scalars',
  'tables',
  'limit',
  'references',
  'stride',
  'counts',
  'rows',
  'bits',
]);

/**
 * @param {ModuleBuilder} m
 * @param {{ cut: Callable, sum: Callable, entryBytes: number, reserve: (bytes: number) => number }}
 *   parts extended_cut and extended_sum
 */
export function emitExtendedMsm(m, { cut, sum, entryBytes, reserve }) {
  const touch = emitTouch(m, entryBytes, reserve(16));
  m.func(
    'extended_msm',
    {
      params: { job: 'i32', count: 'i32', positions: 'i32', last: 'i32' },
      result: 'i32',
      exported: true,
      doc: [
        `extended_cut of scalars, then extended_sum of the references, if there are any. job: ${JOB.join(', ')}, a word each.`,
        'Returns the number of references, −1 if these scalars do not use window tables, or −2 if the sum is not an element.',
      ].join('\n'),
    },
    (f, { job, count, positions, last }) => {
      const [target, scalars, tables, limit, references, stride, counts, rows, bits] = JOB.map(
        (name, i) => f.local(name, 'i32', i32.load(job, 4 * i)),
      );
      const list = f.local('list', 'i32', rows);
      f.loop((next) => {
        f.set(list, i32.sub(list, 1));
        f.emit(i64.store(i32.add(counts, i32.shl(list, 3)), 0));
        f.brIf(next, list);
      });
      const words = [scalars, count, positions, tables, limit, references, stride, counts];
      const total = f.local('total', 'i32', cut.call(...words));
      f.if(i32.gt_s(total, 0), () => {
        const [first, second] = [0, 4].map((at) => i32.load(counts, at));
        // Whole scalars have no second part.
        const shared = f.local('shared', 'i32', i32.eq(first, total));
        f.if(i32.eq(i32.add(first, second), total), () => f.set(rows, 1));
        f.set(list, i32.shl(rows, 1));
        f.loop((next) => {
          f.set(list, i32.sub(list, 1));
          const from = i32.add(references, i32.mul(list, stride));
          f.emit(touch.call(from, i32.load(i32.add(counts, i32.shl(list, 2)))));
          f.brIf(next, list);
        });
        const words = [target, references, stride, counts, rows, bits, last];
        const isElement = sum.call(...words, shared);
        f.if(i32.eqz(isElement), () => f.return(-2));
      });
      f.result(total);
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {number} entryBytes
 * @param {number} sink four bytes that are never read
 */
function emitTouch(m, entryBytes, sink) {
  const doc = [
    'Touches the entries of count references, so that entries beyond the caches are loaded together, not one after the other when the',
    'chain of additions reaches them: in so short a loop, a processor looks many entries ahead.',
  ].join('\n');
  return m.func(
    'touch_entries',
    { params: { at: 'i32', count: 'i32' }, doc },
    (f, { at, count }) => {
      const [used, reference] = [f.local('used', 'i32', 0), f.local('reference', 'i32')];
      const end = f.local('end', 'i32', i32.add(at, i32.shl(count, 2)));
      f.block((done) => {
        f.loop((next) => {
          f.brIf(done, i32.eq(at, end));
          // A sign moves the address to the next byte, in the same cache line.
          f.set(reference, i32.load(at));
          for (let line = 0; line < entryBytes; line += LINE)
            f.set(used, i32.add(used, i32.load(reference, line)));
          f.set(at, i32.add(at, 4));
          f.br(next);
        });
      });
      f.emit(i32.store(i32.const(sink), used));
    },
  );
}
