/**
 * A short basis of L = {z ∈ Z^d: z_0 + z_1·λ + … + z_(d−1)·λ^(d−1) ≡ 0 (mod r)}, a lattice of
 * determinant r, by the LLL algorithm (Lenstra, Lenstra, Lovász, "Factoring polynomials with
 * rational coefficients", Mathematische Annalen 261, 1982) with δ = 1, which is Lagrange's
 * reduction for d = 2. In integers throughout, with the names of Cohen, "A Course in Computational
 * Algebraic Number Theory", algorithm 2.6.7: D_i is the determinant of the first i vectors' Gram
 * matrix, Λ_ij = D_(j+1)·μ_ij. No vector has more than four entries, so all values are recomputed
 * after every step.
 */

import { mod } from '../../src/math/modular.js';

/** @typedef {bigint[]} Vector */

/** @type {(r: bigint, lambda: bigint, d: number) => Vector[]} */
export function shortBasis(r, lambda, d) {
  const basis = Array.from({ length: d }, (_, i) => {
    const first = i ? mod(-(lambda ** BigInt(i)), r) : r;
    return Array.from({ length: d }, (__, j) => (j === 0 ? first : BigInt(i === j)));
  });
  for (let k = 1; k < d;) {
    shorten(basis, k);
    const { D, L } = gramSchmidt(basis);
    if (D[k + 1] * D[k - 1] + L[k][k - 1] ** 2n >= D[k] ** 2n) k++;
    else {
      [basis[k - 1], basis[k]] = [basis[k], basis[k - 1]];
      k = Math.max(k - 1, 1);
    }
  }
  return basis;
}

/**
 * Subtracts multiples of the preceding vectors from vector k, so that |μ_kj| ≤ 1/2.
 * @type {(basis: Vector[], k: number) => void}
 */
function shorten(basis, k) {
  for (let j = k - 1; j >= 0; j--) {
    const { D, L } = gramSchmidt(basis);
    const quotient = roundedQuotient(L[k][j], D[j + 1]);
    basis[k] = basis[k].map((entry, i) => entry - quotient * basis[j][i]);
  }
}

/** @param {Vector[]} basis */
function gramSchmidt(basis) {
  const D = [1n];
  /** @type {bigint[][]} */
  const L = basis.map(() => []);
  basis.forEach((v, i) => {
    for (let j = 0; j <= i; j++) {
      let value = dot(v, basis[j]);
      for (let k = 0; k < j; k++) value = (D[k + 1] * value - L[i][k] * L[j][k]) / D[k];
      L[i][j] = value;
    }
    D.push(L[i][i]);
  });
  return { D, L };
}

/** @type {(u: Vector, v: Vector) => bigint} */
function dot(u, v) {
  return u.reduce((sum, entry, i) => sum + entry * v[i], 0n);
}

/**
 * The integer nearest to a/b.
 * @param {bigint} a
 * @param {bigint} b positive
 */
function roundedQuotient(a, b) {
  const doubled = 2n * a + b;
  return (doubled - mod(doubled, 2n * b)) / (2n * b);
}
