/** What an engine on WebAssembly can do where a group's vectors hold elements (Banderwagon), beside what all of them can. */

import { digitsIn, readElements } from './kernels/elements.js';
import { VectorMemory, vectorOf } from './vectors.js';

/** @import { Elements } from './kernels/elements.js' */
/** @import { EngineParts } from './engine.js' */
/** @import { Projective, VectorHandle } from '../../port/engine.js' */

const SCALAR_BYTES = 32;

/** @param {EngineParts} parts */
function elementMembers({ arena, batch, single }) {
  const vectors = new VectorMemory(arena, batch.pointBytes);
  const { fieldBytes, pointBytes } = batch;
  const elements = /** @type {Elements} */ (batch.elements);
  return {
    /** @param {VectorHandle} handle @param {number} start @param {number} end */
    toEncodings(handle, start, end) {
      const options = { start, end, size: fieldBytes, toBytes: elements.encode };
      return vectors.read(vectorOf(handle), options);
    },

    /** @param {VectorHandle} handle @param {number} start @param {number} end */
    mapToScalars(handle, start, end) {
      const toBytes = (/** @type {number[]} */ ...[target, points, count]) =>
        arena.borrow(count * pointBytes, (work) => elements.toScalars(target, points, count, work));
      return vectors.read(vectorOf(handle), { start, end, size: SCALAR_BYTES, toBytes });
    },

    /**
     * One element, with a plain inversion.
     * @param {Uint8Array} P
     * @returns {Uint8Array<ArrayBuffer>}
     */
    mapToScalar(P) {
      const { toScalars } = /** @type {Elements} */ (single.elements);
      return arena.borrow(P.length + 2 * single.pointBytes, (buffer) => {
        const point = buffer + P.length;
        arena.u8.set(P, buffer);
        single.fromAffineBytes(point, buffer, 1);
        toScalars(buffer, point, 1, point + single.pointBytes);
        return arena.u8.slice(buffer, buffer + SCALAR_BYTES);
      });
    },

    /**
     * @param {Projective} projective
     * @returns {Uint8Array} the canonical point
     */
    normalize(projective) {
      return arena.borrow(pointBytes + 8 * projective.length, (point) => {
        const buffer = point + pointBytes;
        const memory = digitsIn(arena, elements);
        memory.set(projective, buffer / memory.BYTES_PER_ELEMENT);
        elements.extended.toAffine(point, buffer);
        elements.toCanonicalBytes(buffer, point, 1);
        return arena.u8.slice(buffer, buffer + 2 * fieldBytes);
      });
    },
  };
}

/** What a curve whose kernels have elements hands to its engine. */
export const elementParts = { readElements, loadMembers: async () => elementMembers };
