/**
 * The polynomials of an isogeny, from its kernel (src/reference/hash-to-curve.js). Symbols: K one
 * point of each pair ±Q of the kernel; x_Q, t_Q, u_Q as there; d the divisor.
 *
 *   D = Π_K (x − x_Q),  N = x·D² + Σ_K (t_Q·(x − x_Q) + u_Q)·Π_(R ≠ Q) (x − x_R)²,
 *   M = N'·D − 2·N·D';   X = N/D², Y = y·dX/dx = y·M/D³.
 *
 * So the image is the Jacobian point (N, y·M, d·D). All three are monic.
 */

import { kernelOf } from '../../src/reference/hash-to-curve.js';

/** @import { Field } from '../../src/reference/field.js' */
/** @import { Isogeny } from '../../src/reference/hash-to-curve.js' */

/**
 * Coefficients from the constant one to the leading one.
 * @template E
 * @param {Isogeny<E>} isogeny
 * @returns {{ N: E[], M: E[], D: E[] }}
 */
export function isogenyPolynomials(isogeny) {
  const { field } = isogeny;
  const { add, multiply, derivative, scale } = polynomialsOver(field);
  const points = kernelOf(isogeny);
  const factor = (/** @type {E} */ x) => [field.negate(x), field.one];
  const productWithout = (/** @type {object | null} */ left) =>
    points
      .filter((point) => point !== left)
      .reduce((product, { x }) => multiply(product, factor(x)), [field.one]);
  const D = productWithout(null);
  const squared = multiply(D, D);
  const N = points.reduce(
    (sum, point) => {
      const part = add(scale(factor(point.x), point.t), [point.u]);
      const others = productWithout(point);
      return add(sum, multiply(part, multiply(others, others)));
    },
    multiply([field.zero, field.one], squared),
  );
  const two = field.add(field.one, field.one);
  const M = add(multiply(derivative(N), D), scale(multiply(N, derivative(D)), field.negate(two)));
  for (const polynomial of [N, M, D]) {
    if (!field.equals(polynomial[polynomial.length - 1], field.one))
      throw new RangeError('expected monic polynomials');
  }
  return { N, M, D };
}

/**
 * @template E
 * @param {Field<E>} field
 */
function polynomialsOver(field) {
  return {
    /** @param {E[]} a @param {E[]} b */
    add: (a, b) =>
      Array.from({ length: Math.max(a.length, b.length) }, (_, i) =>
        field.add(a[i] ?? field.zero, b[i] ?? field.zero),
      ),
    /** @param {E[]} a @param {E} factor */
    scale: (a, factor) => a.map((coefficient) => field.multiply(coefficient, factor)),
    /** @param {E[]} a @param {E[]} b */
    multiply: (a, b) => {
      const product = Array.from({ length: a.length + b.length - 1 }, () => field.zero);
      a.forEach((x, i) =>
        b.forEach((y, j) => (product[i + j] = field.add(product[i + j], field.multiply(x, y)))),
      );
      return product;
    },
    /** @param {E[]} a */
    derivative: (a) => a.slice(1).map((coefficient, i) => field.scale(coefficient, BigInt(i + 1))),
  };
}
