/**
 * The operations that a quotient group needs beside the port: vectors hold its elements, and
 * additions run on a model of the group (Banderwagon).
 */

import { SCALAR_BYTES } from '../../math/integers.js';
import { vectorMemory, vectorOf } from '../../engines/wasm/vectors.js';

/** @import { Arena } from '../../engines/wasm/kernels/arena.js' */
/** @import { EngineParts } from '../../engines/wasm/engine.js' */
/** @import { ModelOperations, PointKernel, WasmFunction } from '../../engines/wasm/kernels/kernel.js' */
/** @import { Engine, FixedTable, Progress, VectorHandle } from '../../port/engine.js' */

/**
 * A projective point, x = X/Z and y = Y/Z, before its inversion. The limbs of X, Y and Z follow
 * each other, equally many each, least significant first, of as few bits as hold the bytes of a
 * field element. Limbs of 32 bits are words, which may appear negative and are read as unsigned;
 * wider limbs are signed. `normalize` (normalize.js) turns it into a canonical point.
 * @typedef {readonly number[]} Projective
 */

/**
 * Operations for a quotient group, whose vectors hold elements.
 * @typedef {object} EngineElements
 * @property {EngineParts | null} parts of the engine, for sums that are normalized later; null on
 *   BigInts, where all are affine
 * @property {(handle: VectorHandle, start: number, end: number) => Uint8Array<ArrayBuffer>}
 *   toEncodings compressed
 * @property {(handle: VectorHandle, start: number, end: number) => Uint8Array<ArrayBuffer>}
 *   mapToScalars x/y modulo the order, 32 bytes little-endian each
 * @property {(P: Uint8Array) => Uint8Array<ArrayBuffer>} mapToScalar the same for one canonical
 *   point
 */

/**
 * The engine of a quotient group. `tableSteps`: `fixedTableSteps` for points of which the `first`
 * are used more than the others.
 * @typedef {Engine & { elements: EngineElements, tableSteps: (handle: VectorHandle, start: number,
 *   end: number, memory: number, first: number) =>
 *     Promise<Generator<Progress, FixedTable | null, void>> }} ElementEngine
 */

/**
 * Operations of a kernel for a quotient group: vectors hold its elements, and lists are added as
 * points of a model of it.
 * @typedef {ModelOperations & OwnOperations} ElementKernel
 * @typedef {object} OwnOperations
 * @property {WasmFunction} encode (target bytes, elements, count): compressed encodings
 * @property {WasmFunction} toScalars (target bytes, elements, count, work)
 * @property {WasmFunction | null} decompressOne (target, x byte, sign byte) → −1, or 0 out of
 *   range, 1 not on the curve, 2 not in the group; null unless the kernel has two lanes, which
 *   share the work
 * @property {number} projectiveLimbs limbs of X, Y and Z together, of a projective point
 * @property {number} limbBits bits of a limb: 32 for words, more for floating-point limbs; as few
 *   as hold the bytes of a field element
 * @property {(arena: Arena) => Float64Array | Int32Array} limbsIn memory as limbs
 * @property {number} entryBytes of a table entry in extended coordinates
 * @property {ExtendedOperations} extended
 */

/**
 * Sums of table entries in extended coordinates.
 * @typedef {object} ExtendedOperations
 * @property {WasmFunction} entries (target, elements, count): converts to table entries
 * @property {WasmFunction} sum (limbs of X, Y, Z, references, bytes from row to row, lengths of
 *   rows, rows, bits from row to row, last reference or 0) → 1, or 0 if the sum is not an element
 * @property {WasmFunction | null} msm (job, count of scalars, positions or 0, last reference or 0)
 *   → number of references, −1 if buckets cost less, −2 if the sum is not an element; null unless
 *   the kernel has two lanes, which also recode scalars
 * @property {WasmFunction} toAffine (element, limbs of X, Y, Z)
 */

/**
 * From the members that a module exports; those that only two-lane kernels have can be missing.
 * @type {(own: ElementKernel) => ElementKernel}
 */
export const readElements = ({ extended, ...own }) => ({
  ...own,
  decompressOne: Object.hasOwn(own, 'decompressOne') ? own.decompressOne : null,
  extended: { ...extended, msm: Object.hasOwn(extended, 'msm') ? extended.msm : null },
  limbsIn: (arena) => (own.limbBits > 32 ? arena.f64 : arena.i32),
});

/** @type {(parts: EngineParts) => EngineElements} */
export function createElements(parts) {
  const { arena, batch, single } = parts;
  const vectors = vectorMemory(arena, batch.pointBytes);
  const { fieldBytes, pointBytes } = batch;
  const own = elementsOf(batch);
  return {
    parts,

    toEncodings(handle, start, end) {
      const options = { start, end, size: fieldBytes, toBytes: own.encode };
      return vectors.read(vectorOf(handle), options);
    },

    mapToScalars(handle, start, end) {
      const toBytes = (/** @type {number[]} */ ...[target, points, count]) =>
        arena.borrow(count * pointBytes, (work) => own.toScalars(target, points, count, work));
      return vectors.read(vectorOf(handle), { start, end, size: SCALAR_BYTES, toBytes });
    },

    // One element, with a plain inversion.
    mapToScalar(P) {
      const { toScalars } = elementsOf(single);
      return arena.borrow(P.length + 2 * single.pointBytes, (buffer) => {
        const point = buffer + P.length;
        arena.u8.set(P, buffer);
        single.fromAffineBytes(point, buffer, 1);
        toScalars(buffer, point, 1, point + single.pointBytes);
        return arena.u8.slice(buffer, buffer + SCALAR_BYTES);
      });
    },
  };
}

/** @type {(kernel: PointKernel) => ElementKernel} */
export function elementsOf({ model }) {
  if (!model) throw new RangeError('expected a group of elements');
  return /** @type {ElementKernel} */ (model);
}
