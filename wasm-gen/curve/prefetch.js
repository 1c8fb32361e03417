/**
 * Software prefetch of the points of a list: wasm has no prefetch instruction, but loads with
 * unused results come close.
 *
 * Points are gathered at random from far more memory than the caches hold. A processor retires
 * instructions in order, so a load that misses stalls it after a few hundred further instructions,
 * less than half a multiplication; loads that miss *together* wait together. So all points of a
 * block of entries are touched in one burst (docs/decisions/05-touching-in-bursts.md).
 */

import { i32 } from '../emit/instructions.js';
import { ENTRY } from './kinds.js';

/** @import { FunctionBuilder, Local } from '../emit/module.js' */

/** Entries touched in one burst. */
const BLOCK = 32;

const LINE = 64;

/**
 * Returns an emitter that touches the points of the next block whenever a block begins; its
 * argument is the number of entries of the step that follows.
 * @param {FunctionBuilder} f
 * @param {{ list: Local, remaining: Local, pointBytes: number, sink: number }} position `list`: the
 *   entry that comes next; `remaining`: entries from there to the end of the list; `sink`: four
 *   bytes that are never read
 */
export function touchBlocks(f, { list, remaining, pointBytes, sink }) {
  const [entry, end] = [f.local('touched', 'i32'), f.local('touched_end', 'i32')];
  const [point, used] = [f.local('point', 'i32'), f.local('used', 'i32')];
  const bytes = BLOCK * ENTRY;
  const block = f.local('block', 'i32', 0);
  return (/** @type {number} */ entries) => {
    f.if(i32.eqz(block), () => {
      f.set(block, BLOCK);
      f.set(entry, list);
      f.set(end, i32.mul(remaining, ENTRY));
      f.if(i32.gt_u(end, bytes), () => f.set(end, bytes));
      f.set(end, i32.add(list, end));
      f.loop((again) => {
        for (const offset of [4, 8]) {
          f.set(point, i32.and(i32.load(entry, offset), -2));
          for (let at = 0; at < pointBytes; at += LINE)
            f.set(used, i32.add(used, i32.load(point, at)));
        }
        f.brIf(again, i32.lt_u(f.tee(entry, i32.add(entry, ENTRY)), end));
      });
      f.emit(i32.store(sink, used));
    });
    f.set(block, i32.sub(block, entries));
  };
}
