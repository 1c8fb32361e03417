/**
 * Touching the points of a list before their turn: wasm has no prefetch, but a load whose value nobody waits for does
 * the same. Points are gathered at random from far more memory than the caches hold; without this, at 2^16 points and
 * more, every second of additions spends a third of it waiting (docs/decisions/prefetch.md).
 */

import { i32 } from '../emit/instructions.js';
import { ENTRY } from './kinds.js';

/** @import { FunctionBuilder, Local } from '../emit/module.js' */

const LINE = 64;

/**
 * Prepares prefetching in a function that walks a list; gives the emitter of one touch.
 * @param {FunctionBuilder} f
 * @param {Local} list the first entry, at the time of the call
 * @param {Local} count entries, at least 1
 * @param {{ pointBytes: number, sink: number }} layout `sink`: four bytes that nobody reads
 * @returns {{ touch: (ahead: number) => void, finish: () => void }} `touch` loads both points of the entry that lies
 * `ahead` entries after `list` (the last entry beyond the end); `finish` makes the loads count as used
 */
export function prefetcher(f, list, count, { pointBytes, sink }) {
  const last = f.local('last_entry', 'i32', i32.add(list, i32.mul(i32.sub(count, 1), ENTRY)));
  const entry = f.local('entry_ahead', 'i32');
  const point = f.local('point_ahead', 'i32');
  const used = f.local('used', 'i32', 0);
  return {
    touch(ahead) {
      f.set(entry, i32.add(list, ahead * ENTRY));
      f.if(i32.gt_u(entry, last), () => f.set(entry, last));
      for (const offset of [4, 8]) {
        f.set(point, i32.and(i32.load(entry, offset), -2));
        for (let at = 0; at < pointBytes; at += LINE)
          f.set(used, i32.add(used, i32.load(point, at)));
      }
    },
    finish() {
      f.emit(i32.store(sink, used));
    },
  };
}
