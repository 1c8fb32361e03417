/**
 * Sums the points of many buckets at once, each as an implicit binary tree: every round pairs the
 * remaining references of each bucket, and one batched addition adds all pairs.
 * src/engines/wasm/msm/accumulate.js divides lists of any size into such calls.
 *
 * A bucket is a run of references. In a round its references pair up (0, 1), (2, 3), …; a sum
 * replaces its pair, and an odd last reference moves up behind the sums. No point is copied: the
 * first round reads points in place. A sum is written to
 *   lasting memory, one point after the other, if it is the bucket's last;
 *   a separate place in the first round, where the points of the caller must not change;
 *   the first of its pair in later rounds: that is a sum, since only the last of a run
 *   can be a point of the caller.
 * The first is B of the batched addition, which a sum may overwrite, and the second is A, whose
 * sign the sum takes.
 *
 * A bucket's start is read before its result is written, so results may overwrite starts.
 */

import { i32 } from '../emit/instructions.js';
import { ENTRY } from './kinds.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */

/**
 * A bucket that is not finished: address and number of its references (0 ends the list), and
 * address of its result.
 */
const ACTIVE = { from: 0, length: 4, result: 8, bytes: 12 };

/** The addresses at `job`. */
const JOB = { active: 0, list: 4, work: 8, partials: 12, lasting: 16 };

/** @type {(m: ModuleBuilder, pointBytes: number, batchAdd: Callable) => void} */
export function emitSumBuckets(m, pointBytes, batchAdd) {
  const activate = emitActivate(m);
  const round = emitRound(m, pointBytes);
  m.func(
    'sum_buckets',
    {
      params: { references: 'i32', starts: 'i32', results: 'i32', count: 'i32', job: 'i32' },
      exported: true,
      doc: [
        'results[b] = a reference to the sum of the references starts[b] … starts[b+1] − 1, counted from starts[0]; 0 for none.',
        'Overwrites the references. job: five addresses of free memory. For R references: 6·R + 12 bytes, and 6·R;',
        'R/2 + 3 times work_bytes; R/2 points; and the place of lasting sums, advanced behind those written.',
      ].join('\n'),
    },
    (f, { references, starts, results, count, job }) => {
      const pairs = f.local('pairs', 'i32');
      f.emit(activate.call(references, starts, results, count, i32.load(job, JOB.active)));
      f.set(pairs, round.call(job, i32.load(job, JOB.partials)));
      f.block((done) => {
        f.loop((next) => {
          f.brIf(done, i32.eqz(pairs));
          f.emit(batchAdd.call(i32.load(job, JOB.list), pairs, i32.load(job, JOB.work)));
          f.set(pairs, round.call(job, 0));
          f.br(next);
        });
      });
    },
  );
}

/** @param {ModuleBuilder} m */
function emitActivate(m) {
  const params = /** @type {const} */ ({
    references: 'i32',
    starts: 'i32',
    results: 'i32',
    count: 'i32',
    active: 'i32',
  });
  const doc = 'Lists the buckets with at least two references. Writes the results of the others.';
  return m.func(
    'activate_buckets',
    { params, doc },
    (f, { references, starts, results, count, active }) => {
      const length = f.local('length', 'i32');
      const end = f.local('end', 'i32', i32.add(results, i32.shl(count, 2)));
      f.block((done) => {
        f.loop((next) => {
          f.brIf(done, i32.eq(results, end));
          f.set(length, i32.sub(i32.load(starts, 4), i32.load(starts)));
          f.if(
            i32.gt_u(length, 1),
            () => {
              f.emit(i32.store(active, references, ACTIVE.from));
              f.emit(i32.store(active, length, ACTIVE.length));
              f.emit(i32.store(active, results, ACTIVE.result));
              f.set(active, i32.add(active, ACTIVE.bytes));
            },
            () => {
              f.emit(i32.store(results, 0));
              f.if(length, () => f.emit(i32.store(results, i32.load(references))));
            },
          );
          f.set(references, i32.add(references, i32.shl(length, 2)));
          f.set(starts, i32.add(starts, 4));
          f.set(results, i32.add(results, 4));
          f.br(next);
        });
      });
      f.emit(i32.store(active, 0, ACTIVE.length));
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {number} pointBytes
 */
function emitRound(m, pointBytes) {
  const params = /** @type {const} */ ({ job: 'i32', partial: 'i32' });
  const doc =
    'Pairs the remaining references of the active buckets, drops those that then are finished, and returns the number of pairs.\npartial: place for the sums of the first round; 0 in later ones.';
  return m.func('pair_up', { params, result: 'i32', doc }, (f, { job, partial }) => {
    const local = (/** @type {string} */ name) => f.local(name, 'i32');
    const [from, to, stop, length] = ['from', 'to', 'stop', 'length'].map(local);
    const [begin, a, target] = ['begin', 'a', 'target'].map(local);
    const active = f.local('active', 'i32', i32.load(job, JOB.active));
    const kept = f.local('kept', 'i32', active);
    const list = f.local('list', 'i32', i32.load(job, JOB.list));
    const entry = f.local('entry', 'i32', list);
    const lasting = f.local('lasting', 'i32', i32.load(job, JOB.lasting));
    const addPair = () => {
      f.emit(i32.store(entry, target), i32.store(entry, i32.load(from), 8));
      f.set(a, i32.load(from, 4));
      f.emit(i32.store(entry, a, 4));
      f.emit(i32.store(to, i32.or(target, i32.and(a, 1))));
      f.set(entry, i32.add(entry, ENTRY));
    };
    f.block((done) => {
      f.loop((next) => {
        f.set(length, i32.load(active, ACTIVE.length));
        f.brIf(done, i32.eqz(length));
        f.set(begin, i32.load(active, ACTIVE.from));
        f.set(from, begin);
        f.if(
          i32.eq(length, 2),
          () => {
            f.set(target, lasting);
            f.set(lasting, i32.add(lasting, pointBytes));
            f.set(to, i32.load(active, ACTIVE.result));
            addPair();
          },
          () => {
            f.set(to, begin);
            f.set(stop, i32.add(from, i32.shl(i32.and(length, -2), 2)));
            f.loop((more) => {
              f.set(target, i32.and(i32.load(from), -2));
              f.if(partial, () => {
                f.set(target, partial);
                f.set(partial, i32.add(partial, pointBytes));
              });
              addPair();
              f.set(to, i32.add(to, 4));
              f.brIf(more, i32.ne(f.tee(from, i32.add(from, 8)), stop));
            });
            f.if(i32.and(length, 1), () => f.emit(i32.store(to, i32.load(from))));
            f.emit(i32.store(kept, i32.load(active, ACTIVE.result), ACTIVE.result));
            f.emit(i32.store(kept, begin, ACTIVE.from));
            f.emit(i32.store(kept, i32.shr_u(i32.add(length, 1), 1), ACTIVE.length));
            f.set(kept, i32.add(kept, ACTIVE.bytes));
          },
        );
        f.set(active, i32.add(active, ACTIVE.bytes));
        f.br(next);
      });
    });
    f.emit(i32.store(kept, 0, ACTIVE.length), i32.store(job, lasting, JOB.lasting));
    f.result(i32.div_u(i32.sub(entry, list), ENTRY));
  });
}
