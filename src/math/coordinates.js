/**
 * Elements of Fp and of Fp² = Fp[u]/(u² + 1) as values and bytes, without arithmetic except
 * negation. The arithmetic is in `src/reference/field.js`; code that computes in WebAssembly does
 * not load it.
 *
 * Inside the library a coefficient fills whole words of 64 bits, as in the kernels; in encodings it
 * has as many bytes as the prime. Formats convert (src/group/encodings/encoding.js).
 */
import { byteLength, fromBytesLE, toBytesLE, wordBytes } from './integers.js';

/**
 * An element of Fp².
 * @typedef {{ readonly c0: bigint, readonly c1: bigint }} Fp2
 */

/**
 * Operations on field elements of type E.
 * @template E
 * @typedef {object} Coordinates
 * @property {number} degree over Fp
 * @property {number} bytes bytes of an element
 * @property {(a: unknown) => boolean} isElement whether a value has the form of an element, with
 *   coefficients in range
 * @property {(a: E) => E} negate
 * @property {(bytes: Uint8Array) => E | null} fromBytes lowest coefficient first, each
 *   little-endian; null out of range
 * @property {(a: E) => Uint8Array} toBytes
 */

/**
 * The coordinates of a curve.
 * @typedef {{ readonly p: bigint, readonly extension?: object }} CoordinateConfig `extension`:
 *   coordinates lie in Fp²
 */

/**
 * The coordinate type of a config.
 * @param {CoordinateConfig} config
 * @param {number} [bytes] of a coefficient
 * @returns {Coordinates<any>}
 */
export function coordinatesOf(config, bytes) {
  const type = Object.hasOwn(config, 'extension') ? quadraticCoordinates : primeCoordinates;
  return type(config.p, bytes);
}

/**
 * The same with as many bytes as encodings have.
 * @type {(config: CoordinateConfig) => Coordinates<any>}
 */
export const encodedCoordinatesOf = (config) => coordinatesOf(config, byteLength(config.p));

/**
 * Fp.
 * @param {bigint} p an odd prime
 * @param {number} [bytes] of an element
 * @returns {Coordinates<bigint>}
 */
export function primeCoordinates(p, bytes = wordBytes(p)) {
  return {
    degree: 1,
    bytes,
    isElement: (a) => typeof a === 'bigint' && a >= 0n && a < p,
    negate: (a) => (a === 0n ? 0n : p - a),
    fromBytes(source) {
      const a = fromBytesLE(source);
      return a < p ? a : null;
    },
    toBytes: (a) => toBytesLE(a, bytes),
  };
}

/**
 * Fp².
 * @param {bigint} p an odd prime
 * @param {number} [bytes] of a coefficient
 * @returns {Coordinates<Fp2>}
 */
export function quadraticCoordinates(p, bytes = wordBytes(p)) {
  const base = primeCoordinates(p, bytes);
  return {
    degree: 2,
    bytes: 2 * bytes,
    isElement(a) {
      const { c0, c1 } = /** @type {{ c0?: unknown, c1?: unknown }} */ (a ?? {});
      return base.isElement(c0) && base.isElement(c1);
    },
    negate: ({ c0, c1 }) => ({ c0: base.negate(c0), c1: base.negate(c1) }),
    fromBytes(source) {
      const c0 = base.fromBytes(source.subarray(0, bytes));
      const c1 = base.fromBytes(source.subarray(bytes));
      return c0 === null || c1 === null ? null : { c0, c1 };
    },
    toBytes({ c0, c1 }) {
      const target = new Uint8Array(2 * bytes);
      target.set(base.toBytes(c0));
      target.set(base.toBytes(c1), bytes);
      return target;
    },
  };
}
