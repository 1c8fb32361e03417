/**
 * The memory layout of points, for kernels with field elements as limbs in slots.
 *
 * An **affine point** (a record of a PointVector, a bucket, a partial sum) is two slots, x then y.
 * The spare word behind the limbs of x is 1 for infinity (with meaningless coordinates) and 0
 * otherwise. A **Jacobian point** is three slots X, Y, Z with x = X/Z², y = Y/Z³ and the same flag
 * behind X. Every operation that writes a point writes its flag.
 *
 * A **reference** is an affine point's address with a sign in its lowest bit: 1 denotes the
 * negative of the point.
 */

import { i32 } from '../emit/instructions.js';

/** @import { Operand } from '../emit/expression.js' */
/** @import { CoordinateField as Field } from '../field/limbs30/index.js' */

/** @typedef {ReturnType<typeof pointLayout>} PointLayout */

/** @param {Field} field */
export function pointLayout({ parameters }) {
  const { slotBytes, flagOffset: flag } = parameters;
  return {
    slotBytes,
    pointBytes: 2 * slotBytes,
    jacobianBytes: 3 * slotBytes,
    /** @param {Operand} point */
    y: (point) =>
      typeof point === 'number' ? i32.const(point + slotBytes) : i32.add(point, slotBytes),
    /** @param {Operand} point a Jacobian one */
    z: (point) => i32.add(point, 2 * slotBytes),
    /** @param {Operand} point */
    isInfinity: (point) => i32.load(point, flag),
    /** @param {Operand} point @param {Operand} value 1 or 0 */
    setInfinity: (point, value) => i32.store(point, value, flag),
  };
}
