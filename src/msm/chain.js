/**
 * Very few points: one chain of doublings and additions on the single kernel, as a signature's (engines/combination.js).
 *
 * Each half-scalar in width-w NAF names entries of its point's table of odd multiples; the digits of all halves at a bit are
 * a row of the chain. Three calls a point and one for the chain: no lists, and no inversion but those of the tables.
 */

import { rowParts, sumOfRows } from './sum.js';

/** @import { MsmContext, SplitInput } from './msm.js' */
/** @import { ScalarKernel, SingleKernel } from '../wasm/kernel.js' */

/** NAF width: at 4 there are more additions, at 6 larger tables, and both take longer for 1 and 2 points. */
export const CHAIN_WIDTH = 5;

/** Odd multiples of a point. */
export const CHAIN_ROWS = 2 ** (CHAIN_WIDTH - 2);

/**
 * Whether the kernels have what it takes: those of curves of cofactor 1 whose protocols need it.
 * @param {{ single: SingleKernel, scalarKernel: ScalarKernel }} kernels
 */
export function hasChain({ single, scalarKernel }) {
  return single.oddMultiples !== undefined && scalarKernel.naf !== undefined;
}

/**
 * Σ k_i·P_i from the halves of the k_i.
 * @param {MsmContext} context
 * @param {SplitInput} input
 * @returns {Uint8Array} the canonical point
 */
export function chainSum({ arena, batch, single, scalarKernel }, input) {
  const { points, n, halves, bits, allocate, clock } = input;
  const { parts, halfBytes, naf } = scalarKernel;
  const { pointBytes } = single;
  const affineBytes = 2 * single.fieldBytes;
  const width = parts * n;
  const rows = bits + 1;
  const tableBytes = CHAIN_ROWS * pointBytes;
  const at = allocate({
    ...rowParts(single, width * rows),
    affines: n * affineBytes,
    copies: n * pointBytes,
    table: width * tableBytes,
    ratios: CHAIN_ROWS * single.jacobianBytes,
  });
  const { affines, copies, table, references, ratios } = at;
  const { u8 } = arena;
  u8.fill(0, references, references + 4 * width * rows);
  batch.toAffineBytes(affines, points, n);
  if (batch.name !== single.name) single.fromAffineBytes(copies, affines, n);
  const source = batch.name === single.name ? points : copies;
  for (let i = 0; i < n; i++) {
    // Infinity has no table, and adds nothing.
    if (isZero(u8, affines + i * affineBytes, affineBytes)) continue;
    for (let part = 0; part < parts; part++) {
      const half = part * n + i;
      const entries = table + half * tableBytes;
      const before = entries - n * tableBytes;
      if (part === 0) single.oddMultiples(entries, source + i * pointBytes, CHAIN_ROWS, ratios);
      else single.endomorphism(entries, before, CHAIN_ROWS);
      const row = references + 4 * half;
      naf(row, 4 * width, halves + half * halfBytes, CHAIN_WIDTH, entries, pointBytes);
    }
  }
  clock.end('tables');
  return sumOfRows(arena, single, { width, rows, bits: 1 }, at);
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} count
 */
function isZero(bytes, start, count) {
  for (let i = start; i < start + count; i++) if (bytes[i] !== 0) return false;
  return true;
}
