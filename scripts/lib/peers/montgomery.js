import { msm } from 'montgomery';
import { bigintToBytes, bytesToBigint } from '../bytes.js';

const FIELD_BYTES = 48;
const SCALAR_BYTES = 32;

/**
 * `montgomery`: second in the ZPrize of 2022. It takes points as pairs of little-endian byte arrays
 * and converts them to its internal form inside the timed call, about 3 % of its time.
 * @type {import('./index.js').Prepare}
 */
export function prepareBls12381G1(points, scalars) {
  const zero = new Uint8Array(FIELD_BYTES);
  const inputs = points.map((point) =>
    point
      ? [
          ...[point.x, point.y].map((c) => bigintToBytes(/** @type {bigint} */ (c), FIELD_BYTES)),
          false,
        ]
      : [zero, zero, true],
  );
  const scalarBytes = scalars.map((scalar) => bigintToBytes(scalar, SCALAR_BYTES));
  return {
    run: () => msm(scalarBytes, /** @type {any} */ (inputs)).result,
    read: ([x, y, isInfinity]) =>
      isInfinity ? null : { x: bytesToBigint(x), y: bytesToBigint(y) },
  };
}
