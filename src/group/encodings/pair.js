/**
 * An encoding of a user's own: a function that reads the bytes of a point, and one that writes
 * them. The engine checks what is read as it checks coordinates. The one format is `'compressed'`.
 */
import { InputError, PointError } from '../../errors.js';
import { allocate, isBytes, isZero } from '../../input/bytes.js';
import { describe } from '../../input/describe.js';
import { ownOption } from '../../input/options.js';

/** @import { Coordinates } from '../../math/coordinates.js' */
/** @import { EncodingPair } from '../../input/own-curve.js' */
/** @import { Encoding } from './encoding.js' */

/**
 * @param {Coordinates<any>} field of the coordinates
 * @param {EncodingPair<any>} pair
 * @returns {Encoding}
 */
export function createPairEncoding(field, { size, decode, encode }) {
  const { bytes: fieldBytes } = field;
  return {
    formats: {
      compressed: {
        size,
        decode(bytes) {
          const n = bytes.length / size;
          const affine = allocate(2 * n * fieldBytes);
          for (let i = 0; i < n; i++) {
            const point = decode(bytes.slice(i * size, (i + 1) * size));
            if (point === undefined) throw new PointError('flags', i);
            if (point === null) continue;
            const at = 2 * i * fieldBytes;
            const [x, y] = ['x', 'y'].map((name) => coordinate(field, ownOption(point, name), i));
            affine.set(x, at);
            affine.set(y, at + fieldBytes);
            // The engine reads all zeros as infinity.
            if (isZero(affine, at, at + 2 * fieldBytes)) throw new PointError('not-on-curve', i);
          }
          return { affine };
        },
        encode(affine) {
          const n = affine.length / (2 * fieldBytes);
          const bytes = allocate(n * size);
          for (let i = 0, at = 0; i < n; i++, at += 2 * fieldBytes) {
            const [x, y] = [at, at + fieldBytes].map((from) =>
              field.fromBytes(affine.subarray(from, from + fieldBytes)),
            );
            const isInfinity = isZero(affine, at, at + 2 * fieldBytes);
            const own = encode(isInfinity ? null : { x, y });
            if (!isBytes(own) || own.length !== size)
              throw new InputError(`encoding.encode: expected ${size} bytes, got ${describe(own)}`);
            bytes.set(own, i * size);
          }
          return bytes;
        },
      },
    },
    formatOf: () => 'compressed',
  };
}

/** @type {(field: Coordinates<any>, value: unknown, index: number) => Uint8Array} */
function coordinate(field, value, index) {
  if (field.isElement(value)) return field.toBytes(value);
  throw new PointError('range', index);
}
