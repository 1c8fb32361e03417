/**
 * Scalars k that are split into parts k_j with Σ λ^j·k_j = k modulo r. The code computes each part
 * as kδ_j − Σ c_i·v_ij, of some integers c_i and vectors v_i with Σ λ^j·v_ij = 0 modulo r, modulo
 * 2^n only. What the c_i are is found here: with any short vectors that span the same lattice, they
 * are the solution of these equations modulo 2^n. Nothing depends on how the solution was found:
 * if a part is congruent modulo 2^n to an integer polynomial E, and both are less than 2^(n−1) in
 * magnitude, it is E, and what E is modulo r is seen by its coefficients.
 */
import { floorDivide, inverse, larger } from '../kernel/integers.js';
import { Polynomial } from '../kernel/polynomial.js';
import { Refused } from '../kernel/refused.js';

/** @import { Facts } from '../kernel/facts.js' */

/** Bits of numbers that are exact modulo 2 to this. */
const EXACT = 2048;

/**
 * The parts as integer polynomials, and the variables whose replacement shows it.
 * @param {Facts} facts
 * @param {Polynomial[]} words as the words in memory say
 * @param {Polynomial} k
 * @param {{ lambda: bigint, basis?: bigint[][], bits: number, r: bigint }} lattice n
 * @returns {{ wholes: Polynomial[], steps: number[] }}
 */
export function parts(facts, words, k, { lambda, bits, r, ...given }) {
  const { basis = shortVectors(r, lambda) } = given;
  const half = 1n << BigInt(bits - 1);
  /** @type {Set<number>} */
  const replaced = new Set();
  /** @param {Polynomial} p without variables that have one value on this path */
  const known = (p) =>
    p.substitute((id) => {
      if (facts.low(id) !== facts.high(id)) return null;
      replaced.add(id);
      return Polynomial.constant(facts.low(id));
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
  /** @type {Polynomial[] | null} */
  let found = null;
  /** @param {Polynomial[]} factors */
  const attempt = (factors) => {
    const wholes = wholesOf(factors);
    const most = wholes.map((one) => largest(facts, one)).reduce(larger);
    const [first, ...more] = wholes;
    if (most < half) found = [first.add(k.sub(plain)), ...more];
  };
  /** @type {Polynomial[][]} */
  const stages = [];
  for (
    let now = /** @type {Polynomial[] | null} */ (words.map((part) => centred(known(part), bits)));
    now && !found;
    now = withoutNewest(facts, now, bits, replaced)
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
    attempt(
      factors.map((one, i) => nearest(facts, one, { k: plain, a: ratios[i], r, bits, replaced })),
    );
  }
  // The newest first: what it is replaced by is older.
  return { wholes: found, steps: [...replaced].sort((a, b) => b - a) };
}

/**
 * The number nearest to k·a/r, which it is to be rounded from, of those that are congruent to a
 * factor modulo 2^n.
 * @param {Facts} facts
 * @param {Polynomial} factor
 * @param {{ k: Polynomial, a: bigint, r: bigint, bits: number, replaced: Set<number> }} to n
 */
function nearest(facts, factor, { k, a, r, bits, replaced }) {
  /** @type {{ one: Polynomial, distance: bigint } | null} */
  let best = null;
  /** @type {Polynomial[] | null} */
  let forms = [factor];
  for (; forms; forms = withoutNewest(facts, forms, bits, replaced)) {
    const { terms, exponent } = facts.closed(forms[0]);
    const multiples = [...k.terms].map(([key, c]) => {
      const distance = ((c * a) << BigInt(exponent)) - (terms.get(key) ?? 0n) * r;
      const step = r << BigInt(exponent + bits);
      const times = floorDivide(2n * distance + step, 2n * step);
      return /** @type {const} */ ([key, times << BigInt(bits)]);
    });
    const one = forms[0].add(new Polynomial(new Map(multiples.filter(([, c]) => c !== 0n))));
    const distance = largest(facts, one.scale(r).sub(k.scale(a)));
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

/** The largest magnitude. @param {Facts} facts @param {Polynomial} polynomial of integers */
function largest(facts, polynomial) {
  if (!facts.isIntegral(polynomial)) throw new Refused('a part that may be no integer');
  const closed = facts.closed(polynomial);
  const [low, high] = facts.interval(closed, true);
  return larger(-low, high);
}

/**
 * Modulo 2^n, without the newest variable: of a split t = low + 2^w·high, either high, which is
 * (t − low)/2^w, or low, which is t if what is left is a multiple of 2^n. Null for any other.
 * @param {Facts} facts
 * @param {Polynomial[]} forms
 * @param {number} n
 * @param {Set<number>} replaced to which it is added
 */
function withoutNewest(facts, forms, n, replaced) {
  const newest = Math.max(0, ...forms.flatMap((part) => [...part.variables()]));
  const { kind, of, rest, bits = 0 } = facts.variable(newest);
  const isHigh = kind === 'quotient';
  if (!of || (isHigh ? !rest : kind !== 'remainder')) return null;
  const t = isHigh && rest ? of.sub(rest) : of;
  const most = forms.map((part) => part.terms.get(newest) ?? 0n);
  const unit = 1n << BigInt(bits);
  // In products with others it would stay.
  if (t.exponent > 0 || most.every((c) => c === 0n)) return null;
  if (most.some((c) => (isHigh ? c % unit : BigInt.asUintN(n, c * unit)) !== 0n)) return null;
  replaced.add(newest);
  return forms.map((part, j) => {
    const others = part.add(Polynomial.variable(newest), -most[j]);
    return centred(others.add(t, isHigh ? most[j] / unit : most[j]), n);
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
