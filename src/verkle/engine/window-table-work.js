/**
 * Scratch memory for multiplications with window tables, and the kernel's job description in it.
 */

import { SCALAR_BYTES } from '../../math/integers.js';
import { allocateParts } from '../../engines/wasm/kernels/arena.js';
import { elementsOf } from './elements.js';
import { describeTables, DESCRIPTION_WORDS, END } from './window-table.js';

/** @import { Arena } from '../../engines/wasm/kernels/arena.js' */
/** @import { BatchKernel } from '../../engines/wasm/kernels/kernel.js' */
/** @import { Tables } from './plan-window-tables.js' */
/** @import { WindowTable } from './window-table.js' */

/**
 * Words of the job that a kernel which recodes scalars reads: wasm-gen/verkle/fma/msm.js.
 */
const JOB_WORDS = 9;

/**
 * Allocates the memory once; an allocation per call would cost as much as a few additions.
 * @param {{ arena: Arena, batch: BatchKernel }} context
 * @param {Tables} tables
 * @param {number} n
 */
export function allocateWork({ arena, batch }, { windowTables, limit }, n) {
  const { extended, entryBytes, projectiveLimbs } = elementsOf(batch);
  const { pointBytes, fieldBytes } = batch;
  const rows = windowTables.at(-1)?.layout.perLayer ?? 1;
  // If the kernel recodes scalars, each has two parts, with separate lists.
  const lists = extended.msm ? 2 : 1;
  const most = windowTables.reduce((sum, { from, to, layout }) => {
    const count = Math.min(to - from, Math.floor(limit / layout.windows));
    return sum + count * Math.ceil(layout.windows / layout.perLayer);
  }, 1);
  const { block, at } = allocateParts(
    arena,
    {
      scalars: SCALAR_BYTES * n,
      positions: 4 * n,
      tables: 4 * DESCRIPTION_WORDS * (windowTables.length + 1),
      job: 4 * JOB_WORDS,
      references: 4 * rows * lists * most,
      counts: 4 * rows * lists,
      point: pointBytes,
      plus: entryBytes,
      bytes: Math.max(2 * fieldBytes, 8 * projectiveLimbs),
    },
    'sums of entries',
  );
  return { block, at, rows, lists, stride: 4 * most };
}

/**
 * Writes the constant part of the job, for a kernel that recodes scalars.
 * @param {{ arena: Arena, batch: BatchKernel }} context
 * @param {{ windowTables: WindowTable[], limit: number }} tables
 * @param {ReturnType<typeof allocateWork>} work
 * @param {number} bits bits between rows
 */
export function writeJob({ arena, batch }, { windowTables, limit }, { at, rows, stride }, bits) {
  const { bytes, scalars, references, counts } = at;
  const most = Math.min(limit, END);
  arena.i32.set(describeTables(windowTables, elementsOf(batch).entryBytes), at.tables >> 2);
  const job = [bytes, scalars, at.tables, most, references, stride, counts, rows, bits];
  arena.i32.set(job, at.job >> 2);
}
