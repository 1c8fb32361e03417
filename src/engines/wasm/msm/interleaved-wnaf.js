/**
 * Interleaved wNAF: Σ s_j·P_j as one chain of doublings and additions on the single kernel.
 *
 * Symbols: s_j sub-scalars, j < `width`; w the width of their digits.
 *
 * A sub-scalar is recoded in width-w NAF, whose digits select entries of its point's table of odd
 * multiples. The digits of all sub-scalars at one bit form a row of references, one in each column;
 * rows are a doubling apart.
 *
 * Source: Möller, "Algorithms for multi-exponentiation" (SAC 2001); the tables:
 * wasm-gen/curve/odd-multiples.js.
 */

import { writeImages } from './model.js';
import { wnaf } from './wnaf.js';

/** @import { Arena } from '../kernels/arena.js' */
/** @import { ScalarKernel, SingleKernel } from '../kernels/kernel.js' */
/** @import { Progress } from '../../../port/engine.js' */
/** @import { MsmContext, SplitInput } from './msm.js' */
/** @import { Sums } from './combination.js' */
/** @import { ChainPlan } from './work.js' */

/** Points in a table for digits of width w. @param {number} w */
export const multiplesOf = (w) => 1 << (w - 2);

/** @typedef {{ arena: Arena, single: SingleKernel, scalarKernel: ScalarKernel }} Kernels */

/** One sum, which can be computed again with other sub-scalars. */
export class InterleavedWnaf {
  #kernels;
  #width;
  #at;
  #naf;

  /**
   * @param {Kernels} kernels whose single kernel makes tables of odd multiples
   * @param {{ width: number, bits: number, split: number, references: number }} shape `bits` of the
   *   largest sub-scalar; addresses of the sub-scalars, and of `referenceBytes` bytes
   */
  constructor(kernels, { width, bits, split, references }) {
    const { arena, scalarKernel } = kernels;
    this.#kernels = kernels;
    this.#width = width;
    this.#at = { split, references };
    // Not before references are read: the chain of the kernel leaves zeros.
    arena.u8.fill(0, references, references + InterleavedWnaf.referenceBytes(width, bits));
    this.#naf = scalarKernel.signatures?.naf ?? nafOf(kernels);
  }

  /** @param {number} width @param {number} bits of the largest sub-scalar; one more for a carry */
  static referenceBytes(width, bits) {
    return 4 * width * (bits + 1);
  }

  /**
   * Writes the tables of n points, then those of their images for the other parts of a scalar.
   * @param {Kernels} kernels
   * @param {{ tables: number, points: number, n: number, w: number, bytes: number, work: number,
   *   firstImage: number }} input addresses of the tables, of the points, and of n·multiplesOf(w)
   *   Jacobian points; `bytes` from the tables of the points to those of the images; `firstImage`:
   *   the first point with images
   */
  static writeTables({ single, scalarKernel }, { tables, points, n, w, bytes, work, firstImage }) {
    const multiples = multiplesOf(w);
    const { oddMultiples } = /** @type {NonNullable<typeof single.chains>} */ (single.chains);
    oddMultiples(tables, points, n, multiples, work);
    const skipped = multiples * firstImage;
    const first = tables + skipped * single.pointBytes;
    const lists = { points: first, images: first + bytes, bytes, n: multiples * n - skipped };
    writeImages(single, scalarKernel.parts, lists);
  }

  /**
   * Writes the digits of a sub-scalar as references.
   * @param {number} column
   * @param {number} w
   * @param {number} table address
   */
  writeDigits(column, w, table) {
    const { scalarKernel, single } = this.#kernels;
    const { references, split } = this.#at;
    const part = split + column * scalarKernel.partBytes;
    this.#naf(references + 4 * column, 4 * this.#width, part, w, table, single.pointBytes);
  }

  /**
   * Adds up, and sets the references to 0 again.
   * @param {number} target address of a Jacobian point
   * @param {number} bits of the largest sub-scalar
   */
  sum(target, bits) {
    this.#kernels.single.chain(target, this.#at.references, this.#width, bits + 1, 1);
  }
}

/**
 * As `naf` of the scalar kernels that have it.
 * @type {(kernels: Kernels) => (...words: [target: number, stride: number, part: number, w: number,
 *   table: number, pointBytes: number]) => void}
 */
function nafOf({ arena, scalarKernel: { partBytes, partBits } }) {
  return (target, stride, part, w, table, pointBytes) => {
    const memory = arena.i32;
    wnaf(memory, part >> 2, partBytes >> 2, partBits, w, (bit, value) => {
      const entry = table + (Math.abs(value) >> 1) * pointBytes;
      memory[(target + bit * stride) >> 2] = value < 0 ? entry | 1 : entry;
    });
  };
}

// The strategy of an MSM of very few points. Batched wasm calls do all the work: no buckets, and
// one inversion for all tables.
//
// Symbols: n points P_i; scalars of `parts` sub-scalars; b bits of the largest; w width of the NAF.

/** @typedef {typeof chains} Chains */

/**
 * Computes one row of table entries per bit.
 * @type {(context: MsmContext, input: SplitInput, plan: ChainPlan) =>
 *   Generator<Progress, Sums, void>}
 */
function* sums(context, input, { w }) {
  const { batch, single, scalarKernel } = context;
  const { points, n, firstImage, split, bits, allocate, clock } = input;
  const { pointBytes } = single;
  const isSame = batch.name === single.name;
  const width = scalarKernel.parts * n;
  const tableBytes = multiplesOf(w) * pointBytes;
  const at = allocate({
    references: InterleavedWnaf.referenceBytes(width, bits),
    affines: isSame ? 0 : n * 2 * single.fieldBytes,
    copies: isSame ? 0 : n * pointBytes,
    tables: width * tableBytes,
    work: n * multiplesOf(w) * single.jacobianBytes,
  });
  if (!isSame) {
    batch.toAffineBytes(at.affines, points, n);
    single.fromAffineBytes(at.copies, at.affines, n);
  }
  const { tables, references, work } = at;
  const own = { points: isSame ? points : at.copies, n, w, bytes: n * tableBytes, firstImage };
  InterleavedWnaf.writeTables(context, { tables, work, ...own });
  clock.end('tables');
  yield { phase: 'sum', done: 0, total: 1 };
  const chain = new InterleavedWnaf(context, { width, bits, split, references });
  for (let i = 0; i < width; i++) chain.writeDigits(i, w, tables + i * tableBytes);
  clock.end('digits');
  return { kernel: single, references, width, rows: bits + 1, bits: 1 };
}

/**
 * Passed to an MSM if its single kernel can build odd multiples; the portable kernels of some
 * curves cannot. No batch-kernel points enter the combination of windows.
 */
export const chains = { points: () => 0, sums };
