/**
 * Scalars k that are split into parts k_j with Σ λ^j·k_j = k modulo r. The code computes each part
 * as kδ_j − Σ c_i·v_ij, of some integers c_i and vectors v_i with Σ λ^j·v_ij = 0 modulo r, modulo
 * 2^n only. What the c_i are is found here: with any short vectors that span the same lattice, they
 * are the solution of these equations modulo 2^n. Nothing depends on how the solution was found:
 * if a part is congruent modulo 2^n to an integer polynomial E, and both are less than 2^(n−1) in
 * magnitude, it is E, and what E is modulo r is seen by its coefficients.
 */
import { interval } from '../kernel/bounds.js';
import { inverse } from '../kernel/integers.js';
import { floorDivide, larger } from '../kernel/integers.js';
import { Polynomial } from '../kernel/polynomial.js';
import { Refused } from '../kernel/refused.js';

/** @import { Domain } from '../kernel/domain.js' */

/** Bits of numbers that are exact modulo 2 to this. */
const EXACT = 2048;

/**
 * The parts as integer polynomials of which bounds are known, with their largest magnitude.
 * @param {Domain} domain
 * @param {Polynomial[]} parts as the words in memory say
 * @param {Polynomial} k
 * @param {{ basis: bigint[][], bits: number, r: bigint }} lattice n
 * @returns {{ wholes: Polynomial[], most: bigint }}
 */
export function wholeParts(domain, parts, k, { basis, bits, r }) {
  const half = 1n << BigInt(bits - 1);
  for (const part of parts)
    if (largest(domain, part) > half) throw new Refused('a part of more bits than it was cut to');
  /** @param {Polynomial} p without variables that have one value on this path */
  const known = (p) =>
    p.substitute((id) => {
      const { low, high } = domain.variables[id];
      return low === high ? Polynomial.constant(low) : null;
    });
  const plain = known(k);
  const solve = inverseMatrix(basis, bits);
  const ratios = inverseMatrix(basis, EXACT)[0].map((c) => BigInt.asIntN(EXACT, c * r));
  /** k − Σ c_i·v_i. @param {Polynomial[]} factors */
  const wholesOf = (factors) =>
    basis.map((_, j) => {
      const sum = combined(
        factors,
        basis.map((v) => v[j]),
      );
      return j ? sum.scale(-1n) : plain.sub(sum);
    });
  /** @type {{ wholes: Polynomial[], most: bigint } | null} */
  let found = null;
  /** @param {Polynomial[]} factors */
  const attempt = (factors) => {
    const wholes = wholesOf(factors);
    const most = wholes.map((one) => largest(domain, one)).reduce(larger);
    const [first, ...more] = wholes;
    if (most < half) found = { wholes: [first.add(k.sub(plain)), ...more], most };
  };
  /** @type {Polynomial[][]} */
  const stages = [];
  for (
    let now = /** @type {Polynomial[] | null} */ (parts.map((part) => centred(known(part), bits)));
    now && !found;
    now = withoutNewest(domain, now, bits)
  ) {
    const forms = now;
    const rest = forms.map((part, j) => (j ? part.scale(-1n) : plain.sub(part)));
    const factors = basis.map((_, i) =>
      centred(
        combined(
          rest,
          solve.map((row) => row[i]),
        ),
        bits,
      ),
    );
    if (!wholesOf(factors).every((one, j) => isZero(one.sub(forms[j]), bits)))
      throw new Error('no solution of the equations of parts');
    attempt(factors);
    stages.push(factors);
  }
  while (!found) {
    const factors = stages.pop();
    if (!factors) throw new Refused('parts of a scalar that are not in the lattice');
    attempt(factors.map((one, i) => nearest(domain, one, { k: plain, a: ratios[i], r, bits })));
  }
  return found;
}

/**
 * The number nearest to k·a/r, which it is to be rounded from, of those that are congruent to a
 * factor modulo 2^n.
 * @param {Domain} domain
 * @param {Polynomial} factor
 * @param {{ k: Polynomial, a: bigint, r: bigint, bits: number }} to n
 */
function nearest(domain, factor, { k, a, r, bits }) {
  /** @type {{ one: Polynomial, distance: bigint } | null} */
  let best = null;
  /** @type {Polynomial[] | null} */
  let forms = [factor];
  for (; forms; forms = withoutNewest(domain, forms, bits)) {
    const { terms, exponent } = domain.closed(forms[0]);
    const multiples = [...k.terms].map(([key, c]) => {
      const distance = ((c * a) << BigInt(exponent)) - (terms.get(key) ?? 0n) * r;
      const step = r << BigInt(exponent + bits);
      const times = floorDivide(2n * distance + step, 2n * step);
      return /** @type {const} */ ([key, times << BigInt(bits)]);
    });
    const one = forms[0].add(new Polynomial(new Map(multiples.filter(([, c]) => c !== 0n))));
    const distance = largest(domain, one.scale(r).sub(k.scale(a)));
    if (!best || distance < best.distance) best = { one, distance };
  }
  return best?.one ?? factor;
}

/** Σ c_i·p_i. @param {Polynomial[]} polynomials @param {bigint[]} by */
const combined = (polynomials, by) =>
  polynomials.reduce((sum, one, i) => sum.add(one, by[i]), new Polynomial());

/**
 * With coefficients modulo 2^bits, the least in magnitude.
 * @param {Polynomial} p @param {number} bits
 */
function centred(p, bits) {
  const terms = [...p.terms].map(
    ([key, c]) => /** @type {const} */ ([key, BigInt.asIntN(bits, c)]),
  );
  return new Polynomial(new Map(terms.filter(([, c]) => c !== 0n)));
}

/** Modulo 2^bits, by its coefficients. @param {Polynomial} p @param {number} bits */
const isZero = (p, bits) => [...p.terms.values()].every((c) => BigInt.asUintN(bits, c) === 0n);

/** The largest magnitude. @param {Domain} domain @param {Polynomial} polynomial of integers */
function largest(domain, polynomial) {
  if (!domain.isIntegral(polynomial)) throw new Refused('a part that may be no integer');
  const closed = domain.closed(polynomial);
  const [low, high] = interval(domain, closed, true);
  return larger(-low, high);
}

/**
 * Modulo 2^n, without the newest variable: of a split t = low + 2^w·high, either high, which is
 * (t − low)/2^w, or low, which is t if what is left is a multiple of 2^n. Null for any other.
 * @param {Domain} domain @param {Polynomial[]} parts @param {number} n
 */
function withoutNewest(domain, parts, n) {
  const newest = Math.max(0, ...parts.flatMap((part) => [...part.variables()]));
  const variable = Polynomial.variable(newest);
  const splits = [...domain.splits.values()];
  const asHigh = splits.find(({ high }) => high.polynomial.equals(variable));
  const {
    of,
    low,
    bits = 0,
  } = asHigh ?? splits.find((one) => one.low.polynomial.equals(variable)) ?? {};
  if (!of || !low) return null;
  if (of.polynomial.exponent + low.polynomial.exponent > 0) return null;
  const most = parts.map((part) => part.terms.get(newest) ?? 0n);
  const unit = 1n << BigInt(bits);
  // In products with others it would stay.
  if (most.every((c) => c === 0n)) return null;
  if (most.some((c) => (asHigh ? c % unit : BigInt.asUintN(n, c * unit)) !== 0n)) return null;
  const t = asHigh ? of.polynomial.sub(low.polynomial) : of.polynomial;
  if ([...t.variables()].some((id) => id >= newest)) return null;
  return parts.map((part, j) => {
    const rest = part.add(variable, -most[j]);
    return centred(rest.add(t, asHigh ? most[j] / unit : most[j]), n);
  });
}

/**
 * Modulo 2^bits, of an odd determinant: by Gauss and Jordan.
 * @param {bigint[][]} matrix @param {number} bits
 */
function inverseMatrix(matrix, bits) {
  const modulus = 1n << BigInt(bits);
  const rows = matrix.map((row, i) => [...row, ...matrix.map((_, j) => (i === j ? 1n : 0n))]);
  rows.forEach((_, i) => {
    const odd = rows.findIndex((row, k) => k >= i && (row[i] & 1n) === 1n);
    if (odd < 0) throw new Refused('vectors of an even determinant');
    [rows[i], rows[odd]] = [rows[odd], rows[i]];
    const by = inverse(BigInt.asUintN(bits, rows[i][i]), modulus);
    rows[i] = rows[i].map((c) => BigInt.asUintN(bits, c * by));
    rows.forEach((row, k) => {
      if (k === i) return;
      const times = row[i];
      rows[k] = row.map((c, j) => BigInt.asUintN(bits, c - times * rows[i][j]));
    });
  });
  return rows.map((row) => row.slice(matrix.length));
}

/**
 * Two short vectors (a, b) with a + bλ = 0 modulo r: Euclid's algorithm, halfway.
 * @param {bigint} r @param {bigint} lambda @returns {bigint[][]}
 */
export function shortVectors(r, lambda) {
  let [[a, b], [c, d]] = [
    [r, 0n],
    [((lambda % r) + r) % r, -1n],
  ];
  while (c * c > r)
    [[a, b], [c, d]] = [
      [c, d],
      [a - (a / c) * c, b - (a / c) * d],
    ];
  return [
    [a, b],
    [c, d],
  ];
}
