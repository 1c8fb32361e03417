import * as tiny from 'tiny-secp256k1';
import { bigintToBytes, bytesToBigint } from '../bytes.js';

const BYTES = 32;
const UNCOMPRESSED = 4;

/**
 * `tiny-secp256k1`: libsecp256k1 in WebAssembly. It lacks multi-scalar multiplication: users
 * multiply one point after the other. Points are bytes, which it decodes inside every call.
 * @type {import('./index.js').Prepare}
 */
export function prepareOneByOne(points, scalars) {
  const terms = points.flatMap((point, i) => {
    if (!point || scalars[i] === 0n) return [];
    return [{ point: encode(point), scalar: bigintToBytes(scalars[i], BYTES).reverse() }];
  });
  const run = () => {
    /** @type {Uint8Array | null} */
    let sum = null;
    for (const { point, scalar } of terms) {
      const product = tiny.pointMultiply(point, scalar, false);
      // null is the point at infinity
      if (product) sum = sum ? tiny.pointAdd(sum, product, false) : product;
    }
    return sum;
  };
  return { run, read };
}

/** @param {{ x: import('./index.js').Coordinate, y: import('./index.js').Coordinate }} point */
function encode({ x, y }) {
  const coordinates = [x, y].map((c) => bigintToBytes(/** @type {bigint} */ (c), BYTES).reverse());
  return Uint8Array.from([UNCOMPRESSED, ...coordinates[0], ...coordinates[1]]);
}

/**
 * @param {Uint8Array | null} bytes
 * @returns {import('./index.js').Affine}
 */
function read(bytes) {
  if (!bytes) return null;
  const [x, y] = [1, 1 + BYTES].map((at) => bytesToBigint(bytes.subarray(at, at + BYTES), 'be'));
  return { x, y };
}
