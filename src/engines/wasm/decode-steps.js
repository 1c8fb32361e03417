/**
 * Decoding of a list in pieces of a few milliseconds. The error is that of the first bad point, so
 * it does not depend on how the list is cut.
 */

import { PointError } from '../../errors.js';
import { firstError } from '../../port/point-errors.js';
import { now } from '../../port/steps.js';
import { WasmVector } from './vectors.js';

/** @import { PointPieces, Progress, VectorHandle } from '../../port/engine.js' */
/** @import { FillVector } from './decode.js' */
/** @import { BatchKernel } from './kernels/kernel.js' */
/** @import { VectorMemory } from './vectors.js' */

/** Points of the first piece, and of the largest. A point takes 5 µs to 1 ms. */
const [FIRST, LARGEST] = [8, 1024];

/** Milliseconds that a piece should take. */
const PIECE_MS = 4;

/**
 * Closing the generator frees the list.
 * @param {{ vectors: VectorMemory, fill: FillVector, kernel: BatchKernel }} engine
 * @param {PointPieces} pieces
 * @returns {Generator<Progress, VectorHandle, void>}
 */
export function* decodeSteps({ vectors, fill, kernel }, pieces) {
  const total = pieces.length;
  const vector = vectors.create(total, () => {});
  const decode = (/** @type {number} */ start, /** @type {number} */ end) => {
    const { source, checks } = pieces.piece(start, end);
    const address = vector.address + start * kernel.pointBytes;
    fill(new WasmVector(address, end - start), source, checks);
  };
  let isDone = false;
  try {
    let size = FIRST;
    for (let start = 0; start < total;) {
      const end = Math.min(total, start + size);
      const began = now();
      try {
        decode(start, end);
      } catch (error) {
        if (!(error instanceof PointError)) throw error;
        throw firstError(error, start, end, (i) => decode(i, i + 1));
      }
      const perPoint = (now() - began) / (end - start);
      const wanted = Math.round(PIECE_MS / Math.max(perPoint, PIECE_MS / LARGEST));
      // Even, for kernels that take points by twos. The first pieces run before optimization.
      size = Math.min(4 * size, Math.max(2, wanted & ~1));
      start = end;
      yield { phase: 'points', done: end, total };
    }
    isDone = true;
    return vector;
  } finally {
    if (!isDone) vectors.free(vector);
  }
}
