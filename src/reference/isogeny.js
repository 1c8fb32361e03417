/**
 * Isogenies of odd degree by Vélu's formulas (C. R. Acad. Sci. Paris 273, 1971), as a kernel's x
 * gives them. Symbols: ℓ the degree; K the kernel's points but infinity, one of each pair ±Q; for
 * the domain y² = x³ + ax + b
 *
 *   t_Q = 2(3x_Q² + a), u_Q = 4(x_Q³ + a·x_Q + b);
 *   X = x + Σ_K t_Q/(x − x_Q) + u_Q/(x − x_Q)²,  Y = y·dX/dx;
 *   codomain y² = x³ + (a − 5·Σ t_Q)x + b − 7·Σ (u_Q + x_Q·t_Q).
 *
 * The image is (X/d², Y/d³), on y² = x³ + a'/d⁴·x + b'/d⁶.
 */
import { rightSide } from './weierstrass.js';

/** @import { Field } from './field.js' */
/** @import { AffinePoint } from './weierstrass.js' */

/**
 * The domain, the x of a point that generates the kernel, and d.
 * @template E
 * @typedef {{ readonly field: Field<E>, readonly a: E, readonly b: E, readonly kernel: E,
 *   readonly divisor: bigint }} Isogeny
 */

/**
 * x_Q, t_Q and u_Q.
 * @template E
 * @typedef {{ readonly x: E, readonly t: E, readonly u: E }} KernelPoint
 */

/**
 * The points of K: a generator's doubles, until the x returns. All of K where 2 and −1 generate
 * the units modulo ℓ, as for 3, 5, 7, 11 and 13.
 * @template E
 * @param {Isogeny<E>} isogeny
 * @returns {KernelPoint<E>[]}
 */
export function kernelOf({ field, a, b, kernel }) {
  const { add, subtract, multiply, square, scale, invert, equals } = field;
  const curve = { field, a, b, order: 0n };
  const points = [];
  let x = kernel;
  do {
    const right = rightSide(curve, x);
    points.push({
      x,
      t: scale(add(scale(square(x), 3n), a), 2n),
      u: scale(right, 4n),
    });
    // x(2Q) = ((x² − a)² − 8bx)/(4(x³ + ax + b)).
    const numerator = subtract(square(subtract(square(x), a)), scale(multiply(b, x), 8n));
    x = multiply(numerator, invert(scale(right, 4n)));
  } while (!equals(x, kernel));
  return points;
}

/**
 * The isogeny as a map of points.
 * @template E
 * @param {Isogeny<E>} isogeny
 * @returns {(point: AffinePoint<E>) => AffinePoint<E>}
 */
export function isogenyMap(isogeny) {
  const { field, divisor } = isogeny;
  const { add, subtract, multiply, square, scale, invert, isZero } = field;
  const points = kernelOf(isogeny);
  const factor = invert(scale(field.one, divisor));
  const factorX = square(factor);
  const factorY = multiply(factorX, factor);
  return (point) => {
    if (point === null) return null;
    let X = point.x;
    let slope = field.one;
    for (const { x, t, u } of points) {
      const difference = subtract(point.x, x);
      if (isZero(difference)) return null;
      const inverse = invert(difference);
      const inverse2 = square(inverse);
      const part = multiply(u, inverse2);
      X = add(X, add(multiply(t, inverse), part));
      const twice = scale(multiply(part, inverse), 2n);
      slope = subtract(slope, add(multiply(t, inverse2), twice));
    }
    return { x: multiply(X, factorX), y: multiply(multiply(point.y, slope), factorY) };
  };
}
