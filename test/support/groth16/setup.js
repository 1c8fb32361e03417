/**
 * Keys of circuits, with the secrets of the setup from a seed: for tests alone, whoever knows these
 * forges proofs. γ ≠ 1, which snarkjs's own keys have, so that its use is noticed. Formulas: Groth,
 * EUROCRYPT 2016; order of points and roots: snarkjs.
 */
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { invert, isSquare, mod, power, toBytesLE } from '../../../src/math/modular.js';
import { concat } from '../hex.js';
import { container, listOf, prime, words } from './files.js';

/** @import { Circuit } from './circuits.js' */

/**
 * An instance with both groups, and snarkjs's name of its curve.
 * @typedef {{ instance: any, name: string, q: bigint, r: bigint }} Curve
 */

/**
 * A setup: the key's files, and the discrete logarithms of what is in them.
 * @typedef {{ zkey: Uint8Array, vkey: any, secrets: Record<string, bigint>, IC: bigint[] }} Setup
 */

/** A primitive root of unity of order n, as snarkjs has it. @param {bigint} r @param {number} n */
export function rootOf(r, n) {
  let least = 2n;
  while (isSquare(least, r)) least++;
  return power(least, (r - 1n) / BigInt(n), r);
}

/**
 * L_i(τ) of the Lagrange basis over the n-th roots: ω^i·(τ^n − 1)/(n·(τ − ω^i)).
 * @param {bigint} tau
 * @param {bigint} root
 * @param {number} n
 * @param {bigint} r
 */
function lagrange(tau, root, n, r) {
  const z = mod((power(tau, BigInt(n), r) - 1n) * invert(BigInt(n), r), r);
  const roots = [1n];
  for (let i = 1; i < n; i++) roots.push((roots[i - 1] * root) % r);
  const inverses = invertAll(
    roots.map((own) => mod(tau - own, r)),
    r,
  );
  return roots.map((own, i) => mod(z * own * inverses[i], r));
}

/** @param {bigint[]} values @param {bigint} r */
function invertAll(values, r) {
  const products = [1n];
  values.forEach((value, i) => products.push((products[i] * value) % r));
  let inverse = invert(products[values.length], r);
  const inverses = new Array(values.length);
  for (let i = values.length - 1; i >= 0; i--) {
    inverses[i] = (inverse * products[i]) % r;
    inverse = (inverse * values[i]) % r;
  }
  return inverses;
}

/**
 * Evaluates the columns of A, B and C at τ, and lists the entries of A and B.
 * @param {Circuit} circuit
 * @param {bigint[]} L
 */
function columns({ rows, values, publics, r }, L) {
  const [a, b, c] = [0, 1, 2].map(() => new Array(values.length).fill(0n));
  /** @type {Array<[matrix: number, row: number, wire: number, value: bigint]>} */
  const entries = [];
  rows.forEach((row, i) => {
    row.forEach((terms, matrix) => {
      for (const [wire, value] of terms) {
        const column = [a, b, c][matrix];
        column[wire] = (column[wire] + value * L[i]) % r;
        if (matrix < 2) entries.push([matrix, i, wire, value]);
      }
    });
  });
  for (let wire = 0; wire <= publics; wire++) {
    a[wire] = (a[wire] + L[rows.length + wire]) % r;
    entries.push([0, rows.length + wire, wire, 1n]);
  }
  return { a, b, c, entries };
}

/**
 * @param {Curve} curve
 * @param {Circuit} circuit
 * @param {string} seed
 * @param {(share: number) => void} [onProgress] now and then, with the share of points that is made
 * @param {Record<string, bigint>} [known] secrets that take the place of those from the seed
 * @returns {Promise<Setup>}
 */
export async function setup(
  { instance, name, q, r },
  circuit,
  seed,
  onProgress = () => {},
  known = {},
) {
  const { G1, G2 } = instance;
  const [tau, alpha, beta, gamma, delta] = ['tau', 'alpha', 'beta', 'gamma', 'delta'].map(
    (label) =>
      known[label] ?? BigInt(`0x${bytesToHex(sha512(utf8ToBytes(`${seed}/${label}`)))}`) % r,
  );
  const { values, rows, publics } = circuit;
  const n = 2 ** Math.ceil(Math.log2(rows.length + publics + 1));
  const root = rootOf(r, 2 * n);
  const { a, b, c, entries } = columns(circuit, lagrange(tau, mod(root * root, r), n, r));
  const odd = lagrange(tau, root, 2 * n, r).filter((_, i) => i % 2 === 1);
  const mixedBy = (/** @type {bigint} */ divisor) => {
    const inverse = invert(divisor, r);
    return values.map((_, s) => mod((beta * a[s] + alpha * b[s] + c[s]) * inverse, r));
  };
  const IC = mixedBy(gamma).slice(0, publics + 1);
  const C = mixedBy(delta).slice(publics + 1);
  const H = odd.map((value) => mod(value * invert(delta, r), r));
  const tables = await Promise.all(
    [G1, G2].map((group) => group.fixedBasis([group.generator], { memory: 2 ** 22 })),
  );
  const lists = [IC, C, H, a, b, b];
  const total = lists.reduce((sum, { length }) => sum + length, 0);
  let made = 0;
  const points = (/** @type {0 | 1} */ group, /** @type {bigint[]} */ logs) =>
    listOf(logs, (log) => {
      if (++made % 64 === 0) onProgress(Math.min(1, made / total));
      return tables[group].msm([log]).toBytes('montgomery-le');
    });
  const header = concat(
    prime(q),
    prime(r),
    words(values.length, publics, n),
    points(0, [alpha, beta]),
    points(1, [beta, gamma]),
    points(0, [delta]),
    points(1, [delta]),
  );
  // Coefficients times R² for R = 2^256: products with plain values come out times R.
  const factor = (1n << 512n) % r;
  const coefficients = listOf(entries, ([matrix, row, wire, value]) =>
    concat(words(matrix, row, wire), toBytesLE((value * factor) % r, 32)),
  );
  const zkey = container('zkey', 1, [
    [1, words(1)],
    [2, header],
    [4, concat(words(entries.length), coefficients)],
    [3, points(0, IC)],
    [9, points(0, H)],
    [8, points(0, C)],
    [5, points(0, a)],
    [6, points(0, b)],
    [7, points(1, b)],
    [10, concat(new Uint8Array(64), words(0))],
  ]);
  tables.forEach((table) => table.dispose());
  const vkey = {
    protocol: 'groth16',
    curve: name,
    nPublic: publics,
    vk_alpha_1: jsonPoint(G1.generator.multiply(alpha)),
    vk_beta_2: jsonPoint(G2.generator.multiply(beta)),
    vk_gamma_2: jsonPoint(G2.generator.multiply(gamma)),
    vk_delta_2: jsonPoint(G2.generator.multiply(delta)),
    IC: IC.map((log) => jsonPoint(G1.generator.multiply(log))),
  };
  return { zkey, vkey, secrets: { alpha, beta, gamma, delta }, IC };
}

/**
 * A point as snarkjs writes it.
 * @param {any} point finite or not
 * @returns {any[]}
 */
export function jsonPoint(point) {
  const affine = point.toAffine();
  if (affine === null) return ['0', '1', '0'];
  const { x, y } = affine;
  if (typeof x === 'bigint') return [String(x), String(y), '1'];
  return [
    [String(x.c0), String(x.c1)],
    [String(y.c0), String(y.c1)],
    ['1', '0'],
  ];
}

/**
 * A valid proof of any signals, by the secrets of the setup.
 * @param {Curve} curve
 * @param {Setup} setup
 * @param {bigint[]} signals
 * @param {{ a: bigint, b: bigint }} logs of A and B
 */
export function forge({ instance: { G1, G2 }, name, r }, { secrets, IC }, signals, { a, b }) {
  const { alpha, beta, gamma, delta } = secrets;
  let sum = IC[0];
  signals.forEach((signal, i) => (sum += signal * IC[i + 1]));
  const c = mod((a * b - alpha * beta - sum * gamma) * invert(delta, r), r);
  const proof = {
    pi_a: jsonPoint(G1.generator.multiply(a)),
    pi_b: jsonPoint(G2.generator.multiply(b)),
    pi_c: jsonPoint(G1.generator.multiply(c)),
    protocol: 'groth16',
    curve: name,
  };
  return { publicSignals: signals.map(String), proof };
}
