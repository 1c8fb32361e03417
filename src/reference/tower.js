/**
 * The tower over Fp²: Fp⁶ = Fp²[v]/(v³ − ξ), elements `{ c0, c1, c2 }`, and Fp¹² = Fp⁶[w]/(w² − v),
 * elements `{ c0, c1 }`. With w⁶ = ξ an element of Fp¹² is also Σ a_i·w^i with a_i in Fp²:
 * a0, a2, a4 are the coefficients of c0, and a1, a3, a5 those of c1.
 *
 * Source of the cyclotomic square: Granger, Scott, ePrint 2009/565, section 3.2.
 */
import { power } from './field.js';

/** @import { Field, Fp2 } from './field.js' */

/** @typedef {{ readonly c0: Fp2, readonly c1: Fp2, readonly c2: Fp2 }} Fp6 */
/** @typedef {{ readonly c0: Fp6, readonly c1: Fp6 }} Fp12 */
/** @typedef {ReturnType<typeof towerOf>} Tower */
/** @typedef {ReturnType<typeof sexticField>} Fp6Field */

/**
 * The tower of a curve over Fp² that has a pairing.
 * @param {{ readonly field: Field<Fp2>, readonly pairing: { readonly xi: Fp2 } }} curve
 */
export function towerOf({ field: fp2, pairing: { xi } }) {
  const fp6 = sexticField(fp2, xi);
  return { fp2, fp6, fp12: dodecicField(fp2, fp6, xi) };
}

/**
 * Fp⁶.
 * @param {Field<Fp2>} fp2
 * @param {Fp2} xi no cube in Fp²
 */
function sexticField(fp2, xi) {
  const { add, subtract, multiply, square } = fp2;
  const byXi = (/** @type {Fp2} */ a) => multiply(a, xi);
  /** @type {(operation: (a: Fp2, b: Fp2) => Fp2) => (a: Fp6, b: Fp6) => Fp6} */
  const each = (operation) => (a, b) => ({
    c0: operation(a.c0, b.c0),
    c1: operation(a.c1, b.c1),
    c2: operation(a.c2, b.c2),
  });
  const zero = { c0: fp2.zero, c1: fp2.zero, c2: fp2.zero };
  return {
    zero,
    one: { ...zero, c0: fp2.one },
    add: each(add),
    subtract: each(subtract),
    negate: (/** @type {Fp6} */ a) => each(subtract)(zero, a),
    equals: (/** @type {Fp6} */ a, /** @type {Fp6} */ b) =>
      fp2.equals(a.c0, b.c0) && fp2.equals(a.c1, b.c1) && fp2.equals(a.c2, b.c2),
    /** Karatsuba: six products. @type {(a: Fp6, b: Fp6) => Fp6} */
    multiply(a, b) {
      const [p0, p1, p2] = [multiply(a.c0, b.c0), multiply(a.c1, b.c1), multiply(a.c2, b.c2)];
      /** a_i·b_j + a_j·b_i. @type {(i: keyof Fp6, j: keyof Fp6, pi: Fp2, pj: Fp2) => Fp2} */
      const cross = (i, j, pi, pj) =>
        subtract(multiply(add(a[i], a[j]), add(b[i], b[j])), add(pi, pj));
      return {
        c0: add(p0, byXi(cross('c1', 'c2', p1, p2))),
        c1: add(cross('c0', 'c1', p0, p1), byXi(p2)),
        c2: add(cross('c0', 'c2', p0, p2), p1),
      };
    },
    /** a·(l0 + l1·v): five products. @type {(a: Fp6, l0: Fp2, l1: Fp2) => Fp6} */
    multiplyByLine(a, l0, l1) {
      const [p0, p1] = [multiply(a.c0, l0), multiply(a.c1, l1)];
      return {
        c0: add(p0, byXi(multiply(a.c2, l1))),
        c1: subtract(multiply(add(a.c0, a.c1), add(l0, l1)), add(p0, p1)),
        c2: add(multiply(a.c2, l0), p1),
      };
    },
    /** a·v. @type {(a: Fp6) => Fp6} */
    multiplyByV: ({ c0, c1, c2 }) => ({ c0: byXi(c2), c1: c0, c2: c1 }),
    /** By the cofactors of the matrix of multiplication by a. @type {(a: Fp6) => Fp6} */
    invert({ c0, c1, c2 }) {
      const t0 = subtract(square(c0), byXi(multiply(c1, c2)));
      const t1 = subtract(byXi(square(c2)), multiply(c0, c1));
      const t2 = subtract(square(c1), multiply(c0, c2));
      const norm = add(multiply(c0, t0), byXi(add(multiply(c2, t1), multiply(c1, t2))));
      const inverse = fp2.invert(norm);
      return { c0: multiply(t0, inverse), c1: multiply(t1, inverse), c2: multiply(t2, inverse) };
    },
  };
}

/**
 * Fp¹².
 * @param {Field<Fp2>} fp2
 * @param {Fp6Field} fp6
 * @param {Fp2} xi
 */
function dodecicField(fp2, fp6, xi) {
  const { add, subtract, multiply, multiplyByV } = fp6;
  const frobenius = frobeniusOf(fp2, xi);
  const one = { c0: fp6.one, c1: fp6.zero };
  return {
    one,
    equals: (/** @type {Fp12} */ a, /** @type {Fp12} */ b) =>
      fp6.equals(a.c0, b.c0) && fp6.equals(a.c1, b.c1),
    /** @type {(a: Fp12, b: Fp12) => Fp12} */
    multiply(a, b) {
      const [p0, p1] = [multiply(a.c0, b.c0), multiply(a.c1, b.c1)];
      const both = multiply(add(a.c0, a.c1), add(b.c0, b.c1));
      return { c0: add(p0, multiplyByV(p1)), c1: subtract(both, add(p0, p1)) };
    },
    /** (c0 + c1)(c0 + v·c1) = c0² + v·c1² + (1 + v)·c0·c1. @type {(a: Fp12) => Fp12} */
    square({ c0, c1 }) {
      const p = multiply(c0, c1);
      const both = multiply(add(c0, c1), add(c0, multiplyByV(c1)));
      return { c0: subtract(both, add(p, multiplyByV(p))), c1: add(p, p) };
    },
    /** a·(l0 + l1·w² + w³): w² = v, w³ = v·w. @type {(a: Fp12, l0: Fp2, l1: Fp2) => Fp12} */
    multiplyByLine({ c0, c1 }, l0, l1) {
      return {
        c0: add(fp6.multiplyByLine(c0, l0, l1), multiplyByV(multiplyByV(c1))),
        c1: add(fp6.multiplyByLine(c1, l0, l1), multiplyByV(c0)),
      };
    },
    /** The p⁶-th power; the inverse of an element whose order divides p⁶ + 1. */
    conjugate: (/** @type {Fp12} */ { c0, c1 }) => ({ c0, c1: fp6.negate(c1) }),
    /** The p-th power. */
    frobenius,
    /** @type {(a: Fp12) => Fp12} */
    invert({ c0, c1 }) {
      const norm = subtract(multiply(c0, c0), multiplyByV(multiply(c1, c1)));
      const inverse = fp6.invert(norm);
      return { c0: multiply(c0, inverse), c1: fp6.negate(multiply(c1, inverse)) };
    },
    cyclotomicSquare: cyclotomicSquareOf(fp2, xi),
  };
}

/**
 * The p-th power of Σ a_i·w^i is Σ conj(a_i)·γ_i·w^i with γ_i = ξ^(i(p−1)/6).
 * @type {(fp2: Field<Fp2>, xi: Fp2) => (a: Fp12) => Fp12}
 */
function frobeniusOf(fp2, xi) {
  const gamma = power(fp2, xi, (fp2.p - 1n) / 6n);
  const gammas = Array.from({ length: 6 }, (_, i) => power(fp2, gamma, BigInt(i)));
  const map = (/** @type {Fp6} */ { c0, c1, c2 }, /** @type {number} */ first) => ({
    c0: fp2.multiply(fp2.conjugate(c0), gammas[first]),
    c1: fp2.multiply(fp2.conjugate(c1), gammas[first + 2]),
    c2: fp2.multiply(fp2.conjugate(c2), gammas[first + 4]),
  });
  return ({ c0, c1 }) => ({ c0: map(c0, 0), c1: map(c1, 1) });
}

/**
 * The square of an element whose order divides p⁴ − p² + 1, by three squares in
 * Fp⁴ = Fp²[s]/(s² − ξ).
 * @type {(fp2: Field<Fp2>, xi: Fp2) => (a: Fp12) => Fp12}
 */
function cyclotomicSquareOf({ add, subtract, multiply, square }, xi) {
  const quarticSquare = (/** @type {Fp2} */ a, /** @type {Fp2} */ b) => {
    const [a2, b2] = [square(a), square(b)];
    return [add(a2, multiply(b2, xi)), subtract(square(add(a, b)), add(a2, b2))];
  };
  // 3t − 2a and 3t + 2a.
  const minus = (/** @type {Fp2} */ t, /** @type {Fp2} */ a) => {
    const d = subtract(t, a);
    return add(add(d, d), t);
  };
  const plus = (/** @type {Fp2} */ t, /** @type {Fp2} */ a) => {
    const s = add(t, a);
    return add(add(s, s), t);
  };
  return ({ c0, c1 }) => {
    const [a0, a1] = quarticSquare(c0.c0, c1.c1);
    const [b0, b1] = quarticSquare(c1.c0, c0.c2);
    const [d0, d1] = quarticSquare(c0.c1, c1.c2);
    return {
      c0: { c0: minus(a0, c0.c0), c1: minus(b0, c0.c1), c2: minus(d0, c0.c2) },
      c1: { c0: plus(multiply(d1, xi), c1.c0), c1: plus(a1, c1.c1), c2: plus(b1, c1.c2) },
    };
  };
}
