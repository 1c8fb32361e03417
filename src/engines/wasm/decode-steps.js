/**
 * Decoding of a list in steps of a few milliseconds. The subgroup is checked at the end, over the
 * whole list. The error is that of the first bad point, so it does not depend on how the list is
 * cut.
 */

import { firstOutsideSubgroupSteps } from './subgroup/steps.js';
import { WasmVector } from './vectors.js';
import { PointError } from '../../errors.js';
import { firstError } from '../../port/point-errors.js';
import { now, reporting } from '../../port/steps.js';

/** @import { EncodedPoints, Progress, VectorHandle } from '../../port/engine.js' */
/** @import { FillVector, Membership } from './decode.js' */
/** @import { VectorMemory } from './vectors.js' */
/** @import { BatchKernel } from './kernels/kernel.js' */

/**
 * The parts of an engine that this needs.
 * @typedef {{ vectors: VectorMemory, fill: FillVector, kernel: BatchKernel,
 *   membership: Membership }} Decoder
 */

/** Points of the first step, and of the largest. A point takes 5 µs to 1 ms. */
const [FIRST, LARGEST] = [8, 1024];

/** Milliseconds that a step should take. */
const PIECE_MS = 4;

/**
 * Closing the generator frees the list.
 * @type {(decoder: Decoder, encoded: EncodedPoints) => Generator<Progress, VectorHandle, void>}
 */
export function* decodeSteps(decoder, encoded) {
  const { vectors, kernel, membership } = decoder;
  const { length: n, subgroup } = encoded;
  const vector = vectors.create(n, () => {});
  // A checked point counts twice: read, and in the subgroup.
  const total = subgroup && kernel.subgroup ? 2 * n : n;
  const checkSubgroup = (/** @type {number} */ count) =>
    reporting(firstOutsideSubgroupSteps(membership, vector.address, count, subgroup), (step) => ({
      phase: step.phase,
      done: n + Math.floor((n * step.done) / step.total),
      total,
    }));
  let isDone = false;
  try {
    try {
      for (const done of readSteps(decoder, vector, encoded))
        yield { phase: 'points', done, total };
    } catch (error) {
      if (!(error instanceof PointError)) throw error;
      // Points before it may be outside the subgroup.
      throwIfOutside(yield* checkSubgroup(error.index ?? 0));
      throw error;
    }
    throwIfOutside(yield* checkSubgroup(n));
    isDone = true;
    return vector;
  } finally {
    if (!isDone) vectors.free(vector);
  }
}

/** @param {number} index of a point outside the subgroup, or −1 */
function throwIfOutside(index) {
  if (index >= 0) throw new PointError('not-in-subgroup', index);
}

/**
 * Reads the points, and checks them but for the subgroup.
 * @param {Decoder} decoder
 * @param {WasmVector} vector
 * @param {EncodedPoints} encoded
 * @returns {Generator<number, void, void>} yields the number of points that are read
 * @throws {PointError} of the first point that has an error, but for the subgroup
 */
function* readSteps({ fill, kernel }, { address, length: n }, encoded) {
  const read = (/** @type {number} */ start, /** @type {number} */ end) => {
    const { source, checks } = encoded.part(start, end);
    const target = new WasmVector(address + start * kernel.pointBytes, end - start);
    fill(target, source, { ...checks, subgroup: false });
  };
  let size = FIRST;
  for (let start = 0; start < n;) {
    const end = Math.min(n, start + size);
    const began = now();
    try {
      read(start, end);
    } catch (error) {
      if (!(error instanceof PointError)) throw error;
      throw firstError(error, start, end, (i) => read(i, i + 1));
    }
    const perPoint = (now() - began) / (end - start);
    const wanted = Math.round(PIECE_MS / Math.max(perPoint, PIECE_MS / LARGEST));
    // Even, for kernels that take points by twos. The first steps run before optimization.
    size = Math.min(4 * size, Math.max(2, wanted & ~1));
    start = end;
    yield end;
  }
}
