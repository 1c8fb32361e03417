/**
 * Hashing to a curve by RFC 9380, from uniform bytes on: hash_to_field's reduction, the simplified
 * SWU map into an isogenous curve (section 6.6.3), the isogeny, the cofactor. Symbols of the RFC:
 * Z, A, B of the map, u its argument, sgn0 the parity of an element, h_eff the multiplier that
 * clears the cofactor, L the uniform bytes for each coefficient of an element.
 *
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

import * as jacobian from './jacobian.js';
import { fromBytesBE, mod } from '../math/modular.js';
import { endomorphismMap } from './endomorphism.js';
import { add, negate, rightSide } from './weierstrass.js';

/** @import { Hashing } from '../curves/config.js' */
/** @import { Field } from './field.js' */
/** @import { Endomorphism } from './endomorphism.js' */
/** @import { AffinePoint, Curve } from './weierstrass.js' */

/**
 * @template E
 * @typedef {Curve<E> & { readonly endomorphism: Endomorphism | null }} HashedCurve
 */

/** L for a prime of 381 bits: ⌈(381 + 128)/8⌉. The reduction is uniform to within 2^−128. */
const UNIFORM_BYTES = 64;

/**
 * Field elements from uniform bytes.
 * @param {Field<any>} field
 * @param {Uint8Array} bytes L for each coefficient, big-endian, any value
 * @returns {any[]}
 */
export function fieldElements({ p, degree }, bytes) {
  const elements = [];
  const coefficient = (/** @type {number} */ at) =>
    mod(fromBytesBE(bytes.subarray(at, at + UNIFORM_BYTES)), p);
  for (let at = 0; at < bytes.length; at += degree * UNIFORM_BYTES) {
    const c0 = coefficient(at);
    elements.push(degree === 1 ? c0 : { c0, c1: coefficient(at + UNIFORM_BYTES) });
  }
  return elements;
}

/**
 * map_to_curve_simple_swu: a point of y² = x³ + Ax + B for every u. One of
 * x = −B/A·(1 + 1/(Z²u⁴ + Zu²)), or B/(ZA) where that divides by zero, and Z·u²·x has a root.
 * @template E
 * @param {Field<E>} field
 * @param {Hashing<E>} hashing
 * @param {E} u
 * @returns {{ x: E, y: E }}
 */
export function simplifiedSwu(field, { a: A, b: B, z: Z }, u) {
  const { multiply, square, invert } = field;
  const curve = { field, a: A, b: B, order: 0n };
  const zu2 = multiply(Z, square(u));
  const t = field.add(square(zu2), zu2);
  const x1 = field.isZero(t)
    ? multiply(B, invert(multiply(Z, A)))
    : multiply(field.negate(multiply(B, invert(A))), field.add(field.one, invert(t)));
  const y1 = field.squareRoot(rightSide(curve, x1));
  const x = y1 === null ? multiply(zu2, x1) : x1;
  const y = /** @type {E} */ (y1 ?? field.squareRoot(rightSide(curve, x)));
  // sgn0: the parity of the lowest coefficient that is not zero.
  return { x, y: field.isOdd(y) === field.isOdd(u) ? y : field.negate(y) };
}

/**
 * clear_cofactor: [h_eff]P, or the equal sum of multiples of P, ψ(P), ψ²(P), …
 * @template E
 * @param {HashedCurve<E>} curve
 * @param {Hashing<E>} hashing
 * @returns {(point: AffinePoint<E>) => AffinePoint<E>} from the curve to the group
 */
export function cofactorClearing(curve, { multiplier, endomorphism }) {
  const map = endomorphism && endomorphismMap(curve);
  return (point) => {
    let total = jacobian.infinity(curve);
    let image = point;
    for (const factor of endomorphism ?? [multiplier]) {
      const P = jacobian.fromAffine(curve, factor < 0n ? negate(curve, image) : image);
      total = jacobian.add(
        curve,
        total,
        jacobian.multiply(curve, P, factor < 0n ? -factor : factor),
      );
      if (map) image = map(image);
    }
    return jacobian.toAffine(curve, total);
  };
}

/**
 * The sum of the images of field elements: of one for encode_to_curve, of two for hash_to_curve.
 * Points are added before the isogeny, which is a homomorphism.
 * @template E
 * @param {HashedCurve<E>} curve
 * @param {Hashing<E>} hashing
 * @returns {(elements: readonly E[]) => AffinePoint<E>}
 */
export function mapToCurve(curve, hashing) {
  const { field } = curve;
  const isogenous = { ...curve, a: hashing.a, b: hashing.b };
  const image = isogenyMap({ field, ...hashing });
  const clear = cofactorClearing(curve, hashing);
  return (elements) => {
    const sum = elements.reduce(
      (/** @type {AffinePoint<E>} */ total, u) =>
        add(isogenous, total, simplifiedSwu(field, hashing, u)),
      null,
    );
    return clear(image(sum));
  };
}

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
