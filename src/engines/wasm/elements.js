/**
 * Additional operations of a WebAssembly engine whose vectors hold group elements, and whose
 * additions run in a model of the group (Banderwagon).
 */

import { SCALAR_BYTES } from '../../math/integers.js';
import { vectorMemory, vectorOf } from './vectors.js';

/** @import { Arena } from './kernels/arena.js' */
/** @import { ElementExports, ElementKernel, ReadElements } from './kernels/kernel.js' */
/** @import { EngineParts } from './engine.js' */
/** @import { EngineElements } from '../../port/engine.js' */

/**
 * @param {ElementExports} own
 * @returns {ElementKernel}
 */
const readElements = ({ rootTables, rootTableBytes, extended, ...own }) => ({
  ...own,
  decompressOne: Object.hasOwn(own, 'decompressOne') ? own.decompressOne : null,
  extended: { ...extended, msm: Object.hasOwn(extended, 'msm') ? extended.msm : null },
  limbsIn: (arena) => (own.limbBits > 32 ? arena.f64 : arena.i32),
  prepareRoots: once((arena) => {
    rootTables(arena.allocate(rootTableBytes, 'tables of square roots'));
  }),
});

/**
 * The function, which later calls skip; after one that throws they do not.
 * @param {(arena: Arena) => void} prepare
 */
function once(prepare) {
  let isDone = false;
  return (/** @type {Arena} */ arena) => {
    if (!isDone) prepare(arena);
    isDone = true;
  };
}

/**
 * Supplied by the entry of such a curve: reads the kernel exports for elements, and creates the
 * engine's capability.
 * @typedef {{ readKernel: ReadElements, create: (parts: EngineParts) => EngineElements }}
 *   ElementCapability
 */

/**
 * The `EngineElements` of the port.
 * @param {EngineParts} parts
 * @returns {EngineElements}
 */
function createElements({ arena, batch, single }) {
  const vectors = vectorMemory(arena, batch.pointBytes);
  const { fieldBytes, pointBytes } = batch;
  const own = /** @type {ElementKernel} */ (batch.elements);
  return {
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
      const { toScalars } = /** @type {ElementKernel} */ (single.elements);
      return arena.borrow(P.length + 2 * single.pointBytes, (buffer) => {
        const point = buffer + P.length;
        arena.u8.set(P, buffer);
        single.fromAffineBytes(point, buffer, 1);
        toScalars(buffer, point, 1, point + single.pointBytes);
        return arena.u8.slice(buffer, buffer + SCALAR_BYTES);
      });
    },

    normalize(projective) {
      return arena.borrow(pointBytes + 8 * projective.length, (point) => {
        const buffer = point + pointBytes;
        const memory = own.limbsIn(arena);
        memory.set(projective, buffer / memory.BYTES_PER_ELEMENT);
        own.extended.toAffine(point, buffer);
        own.toCanonicalBytes(buffer, point, 1);
        return arena.u8.slice(buffer, buffer + 2 * fieldBytes);
      });
    },
  };
}

/** @type {ElementCapability} */
export const elements = { readKernel: readElements, create: createElements };
