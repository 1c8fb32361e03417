/**
 * KZG over a setup whose secret is known: every commitment and proof is a multiple of the
 * generator by an integer that BigInts compute, from the definitions and without a pairing.
 */
import { createHash } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { mod, powerMod } from './arithmetic.js';
import { fromBytesBE, toBytesBE } from './bytes.js';

const { Point } = bls12_381.G1;

export const r = bls12_381.fields.Fr.ORDER;
export const [N, CELLS, CELL] = [4096, 128, 64];

/** The secret of the setup. */
export const TAU = 0x5eed_1234_5678_9abc_def0_0fed_cba9_8765_4321n ** 2n % r;

/** A root of unity of order 2N. */
const ROOT = powerMod(7n, (r - 1n) / BigInt(2 * N), r);

/** @param {bigint} value */
const inverse = (value) => powerMod(value, r - 2n, r);

/** @param {number} i @param {number} n a power of two */
function reversed(i, n) {
  let result = 0;
  for (let bit = 1, at = i; bit < n; bit *= 2, at >>= 1) result = 2 * result + (at & 1);
  return result;
}

/** Powers 1, …, x^(n − 1). @param {bigint} x @param {number} n */
function powers(x, n) {
  const list = [1n];
  while (list.length < n) list.push((list[list.length - 1] * x) % r);
  return list;
}

/** ω^i for ω of order 2N. */
const roots = powers(ROOT, 2 * N);

/**
 * Values at the n-th roots of unity in their natural order, from coefficients.
 * @param {readonly bigint[]} coefficients n, a power of two
 * @param {boolean} [backward] the coefficients from the values, times n
 * @returns {bigint[]}
 */
function transform(coefficients, backward = false) {
  const n = coefficients.length;
  const list = coefficients.map((_, i) => coefficients[reversed(i, n)]);
  for (let half = 1; half < n; half *= 2) {
    const step = N / half;
    for (let start = 0; start < n; start += 2 * half) {
      for (let i = 0; i < half; i++) {
        const root = roots[backward && i > 0 ? 2 * N - i * step : i * step];
        const [low, high] = [list[start + i], (list[start + i + half] * root) % r];
        list[start + i] = (low + high) % r;
        list[start + i + half] = (low + r - high) % r;
      }
    }
  }
  return list;
}

/** @param {readonly bigint[]} values at the roots, bit-reversed @returns {bigint[]} */
function interpolated(values) {
  const n = values.length;
  const natural = values.map((_, i) => values[reversed(i, n)]);
  const scale = inverse(BigInt(n));
  return transform(natural, true).map((value) => (value * scale) % r);
}

/** @param {readonly bigint[]} coefficients @param {bigint} x */
const evaluate = (coefficients, x) =>
  coefficients.reduceRight((sum, coefficient) => (sum * x + coefficient) % r, 0n);

/** Where the values of a cell are: h·ω^i for ω of order 64. @param {number} k */
const cosetOf = (k) => roots[reversed(k, CELLS)];

/** The value at the secret of what interpolates a cell. @param {number} k @param {bigint[]} cell */
function cellAtTau(k, cell) {
  return evaluate(interpolated(cell), (TAU * inverse(cosetOf(k))) % r);
}

/** τ^64 − h^64. @param {number} k */
const vanishing = (k) => mod(powerMod(TAU, 64n, r) - powerMod(cosetOf(k), 64n, r), r);

/** Whether the equation of an opening holds, of logarithms. */
export const holds = (/** @type {Record<'c' | 'z' | 'y' | 'proof', bigint>} */ of) =>
  mod(of.c - of.y - of.proof * (TAU - of.z), r) === 0n;

/**
 * Whether that of a cell holds.
 * @param {{ c: bigint, k: number, cell: bigint[], proof: bigint }} of
 */
export const cellHolds = ({ c, k, cell, proof }) =>
  mod(c - cellAtTau(k, cell) - proof * vanishing(k), r) === 0n;

/** @type {Map<bigint, Uint8Array>} */
const encoded = new Map();

/** The encoding of a multiple of the generator, by @noble/curves. @param {bigint} log */
export function pointOf(log) {
  const kept = encoded.get(log);
  if (kept) return kept;
  const bytes = (log === 0n ? Point.ZERO : Point.BASE.multiply(log)).toBytes(true);
  if (encoded.size > 1e4) encoded.clear();
  encoded.set(log, bytes);
  return bytes;
}

/** @param {readonly bigint[]} elements */
export function bytesOf(elements) {
  const bytes = new Uint8Array(32 * elements.length);
  elements.forEach((element, i) => bytes.set(toBytesBE(element, 32), 32 * i));
  return bytes;
}

/** The challenge of a blob and its commitment (EIP-4844). */
export function challengeOf(/** @type {Uint8Array} */ blob, /** @type {Uint8Array} */ commitment) {
  const hash = createHash('sha256').update('FSBLOBVERIFY_V1_', 'ascii');
  const digest = hash
    .update(toBytesBE(BigInt(N), 16))
    .update(blob)
    .update(commitment)
    .digest();
  return fromBytesBE(digest) % r;
}

/**
 * All that is true of a blob.
 * @param {readonly bigint[]} values of its polynomial, as in the blob
 */
export function truthOf(values) {
  const coefficients = interpolated(values);
  const blob = bytesOf(values);
  const c = evaluate(coefficients, TAU);
  const commitment = pointOf(c);
  const open = (/** @type {bigint} */ z) => {
    const y = evaluate(coefficients, z);
    return { z, y, proof: (mod(c - y, r) * inverse(mod(TAU - z, r))) % r };
  };
  let cells;
  return {
    values,
    blob,
    c,
    commitment,
    open,
    blobProof: () => open(challengeOf(blob, commitment)).proof,
    /** The 128 cells. @returns {bigint[][]} */
    get cells() {
      if (!cells) {
        const padded = [...coefficients, ...Array(N).fill(0n)];
        const all = transform(padded);
        cells = Array.from({ length: CELLS }, (_, k) =>
          Array.from({ length: CELL }, (__, i) => all[reversed(CELL * k + i, 2 * N)]),
        );
      }
      return cells;
    },
    /** The logarithm of the proof of a cell. @param {number} k */
    cellProof(k) {
      const high = mod(c - cellAtTau(k, this.cells[k]), r);
      return (high * inverse(vanishing(k))) % r;
    },
  };
}

/** @type {Promise<any> | undefined} */
let made;

/**
 * The setup in the published order. Its points are multiples by the library, which checks that they
 * fit each other; what is compared later comes from @noble/curves.
 * @param {any} bls
 */
export const setupOf = (bls) => (made ??= makeSetup(bls));

/** @param {any} bls */
async function makeSetup({ G1, G2 }) {
  const of = async (/** @type {any} */ group, /** @type {bigint[]} */ logs) => {
    const basis = await group.fixedBasis([group.generator], { memory: 2 ** 20 });
    const points = group.points(logs.map((log) => basis.msm([log])));
    const bytes = points.toBytes('compressed');
    basis.dispose();
    points.dispose();
    return bytes;
  };
  const monomial = powers(TAU, N);
  // L_i(τ) = ω^i·(τ^N − 1)/(N·(τ − ω^i)).
  const scale = (mod(powerMod(TAU, BigInt(N), r) - 1n, r) * inverse(BigInt(N))) % r;
  const lagrange = Array.from({ length: N }, (_, i) => {
    const root = roots[2 * i];
    return (((root * scale) % r) * inverse(mod(TAU - root, r))) % r;
  });
  return {
    g1Lagrange: await of(G1, lagrange),
    g1Monomial: await of(G1, monomial),
    g2Monomial: await of(G2, monomial.slice(0, CELL + 1)),
  };
}
