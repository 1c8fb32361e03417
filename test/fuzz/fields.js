/**
 * The field kernels against BigInt, 10^9 products and more of each.
 *
 *   node test/fuzz/fields.js [--only NAME,NAME] [--products 1e9] [--others 1e8] [--seed N]
 *     [--minutes N] [--json FILE]
 *
 * `--minutes` ends a kernel early, with the counts reached. The file keeps what other seeds did
 * with the same code: their counts add up.
 *
 * A list of x_1 … x_1024 and random coefficients c_i below 2^20 stand for many factors y. The
 * kernel computes z_i = x_i·y/R; a loop beside it sums c_i·z_i word by word, exactly, and BigInt
 * verifies R·Σ c_i·z_i ≡ y·Σ c_i·x_i mod p.
 *
 * Verified: of every row of 1024 products, the identity. One wrong product in a row is always
 * found, since 0 < c_i < p; several in a row escape with a probability of 2^-20. Of every result,
 * that all words but the top one are in range, and that the top one is not above that of the
 * largest allowed value. Squares are compared with products of the same kernel, so are right if
 * those are; sums and differences by the same identity.
 *
 * Not verified: inversions, roots and conversions (test/wasm-gen), aliased operands (the same), and
 * whether the top word stays in bounds where it equals its bound. The module under test holds the
 * field alone, by the emitters that the curve's module is made by. Where the engine has no wide
 * arithmetic, as Node, that is lowered to plain instructions; with it the engine's own is under
 * test: `deno run -A --v8-flags=--experimental-wasm-wide-arithmetic test/fuzz/fields.js`.
 *
 * Half of the factors are random, half extreme: around multiples of p, runs of ones, limbs full or
 * empty, rows of digits at their limits.
 */
import { writeFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { curves } from '../../src/curves/index.js';
import { mod } from '../../src/math/modular.js';
import { isFused } from '../support/built-modules.js';
import { randomStream } from '../wasm-gen/field-module.js';
import { LIST, fieldKernel, hasWideArithmetic } from './field-kernels.js';

/** @import { FieldKernel } from './field-kernels.js' */

/** Rows until the list changes. */
const ROWS = 2000;

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    products: { type: 'string', default: '1e9' },
    others: { type: 'string', default: '1e8' },
    seed: { type: 'string' },
    minutes: { type: 'string', default: 'Infinity' },
    json: { type: 'string' },
  },
});
const seed = BigInt(flags.seed ?? Math.floor(Math.random() * 2 ** 32));

/** @typedef {{ list: number, scaled: number, y: number, z: number, coefficients: number,
 *   sums: number }} Places */

/** Products in Fp or in Fp[u]/(u² + 1). @param {bigint[]} a @param {bigint[]} b */
const times = (a, b) =>
  a.length === 1 ? [a[0] * b[0]] : [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]];

/** @param {FieldKernel} kernel @param {bigint} p @param {(bits: number) => bigint} random */
function harness(kernel, p, random) {
  const { memory, wasm, slot, words, R, lanes, degree } = kernel;
  const halves = kernel.kind === 'u32' ? 1 : 2;
  const end = slot(2 * LIST + 2);
  const places = {
    y: slot(0),
    z: slot(1),
    list: slot(2),
    scaled: slot(2 + LIST),
    coefficients: end,
  };
  const sumsAt = end + 8 * LIST;
  const sums = new BigInt64Array(memory.buffer, sumsAt, 2 * words.length + 1);
  const coefficients = new Uint32Array(memory.buffer, end, LIST);
  const view = { X: [[0n]], C: 0n };

  /** A new list and new coefficients. @param {boolean} loose */
  const renew = (loose) => {
    for (let i = 0; i < LIST; i++) coefficients[i] = Number(random(kernel.coefficientBits)) || 1;
    view.C = coefficients.reduce((sum, c) => sum + BigInt(c), 0n);
    view.X = Array.from({ length: lanes }, () => Array(degree).fill(0n));
    for (let i = 0; i < LIST; i++) {
      const value = kernel.factor(memory, slot(2 + i), random, loose);
      value.forEach((parts, lane) =>
        parts.forEach((part, k) => (view.X[lane][k] += BigInt(coefficients[i]) * part)),
      );
    }
  };

  /** Runs a row; Σ c_i·z_i by lane and coefficient. @param {string} name @param {number} from */
  const run = (name, from) => {
    const bad = wasm[`rows_${name}`](places.z, from, places.y, LIST, end, sumsAt);
    if (bad) throw new Error(`${name}: a word out of range`);
    if (sums[2 * words.length] > kernel.top) throw new Error(`${name}: a result too large`);
    const Z = Array.from({ length: lanes }, () => Array(degree).fill(0n));
    words.forEach(({ shift, part }, i) => {
      for (let half = 0; half < halves; half++) {
        const at = BigInt(shift + 32 * half);
        Z[Math.floor(part / degree)][part % degree] += sums[2 * i + half] << at;
      }
    });
    return Z;
  };

  /**
   * @param {string} name
   * @param {bigint[][]} got
   * @param {bigint[][]} expected
   * @param {bigint} by
   */
  const compare = (name, got, expected, by) => {
    for (let lane = 0; lane < lanes; lane++) {
      for (let k = 0; k < degree; k++) {
        if (mod(got[lane][k] * by - expected[lane][k], p) !== 0n)
          throw new Error(`${name}: wrong, lane ${lane}, coefficient ${k}`);
      }
    }
  };

  const newFactor = () => kernel.factor(memory, places.y, random, false);
  const scaledC = (/** @type {bigint[]} */ y) => y.map((part) => part * view.C);
  /** Rows by the name of the operation. @type {Record<string, () => void>} */
  const rows = {
    multiply() {
      const y = newFactor();
      const expected = view.X.map((X, lane) => times(X, y[lane]));
      compare('multiply', run('multiply', places.list), expected, R);
    },
    differenceProduct() {
      const y = newFactor();
      const expected = view.X.map((X, lane) => {
        const c = scaledC(y[lane]);
        return times(X.map((part, k) => part - c[k]), y[lane]); // prettier-ignore
      });
      compare('differenceProduct', run('differenceProduct', places.list), expected, R);
    },
    add() {
      const y = newFactor();
      const expected = view.X.map((X, lane) => X.map((part, k) => part + scaledC(y[lane])[k]));
      compare('add', run('add', places.list), expected, 1n);
    },
    subtract() {
      const y = newFactor();
      const expected = view.X.map((X, lane) => X.map((part, k) => part - scaledC(y[lane])[k]));
      compare('subtract', run('subtract', places.list), expected, 1n);
    },
    square() {
      newFactor();
      wasm.scale(places.scaled, places.list, places.y, LIST);
      compare('square', run('square', places.scaled), run('diagonal', places.scaled), 1n);
    },
  };
  /** Squares of the list itself, extreme values among them. */
  const squareList = () =>
    compare('square', run('square', places.list), run('diagonal', places.list), 1n);
  return {
    renew,
    rows,
    squareList,
    flip: () => coefficients.forEach((c, i) => (coefficients[i] = c ^ 1)),
  };
}

/** @param {any} choice @param {Record<string, number>} wanted */
async function verify(choice, wanted) {
  const random = randomStream(seed);
  const debug = await fieldKernel(choice, true);
  const trial = harness(debug, choice.p, random);
  for (const name of debug.operations) {
    trial.renew(name === 'multiply');
    for (let i = 0; i < 4; i++) trial.rows[name]();
    if (name === 'square') trial.squareList();
  }
  const kernel = await fieldKernel(choice, false);
  const { renew, rows, squareList, flip } = harness(kernel, choice.p, random);
  renew(true);
  flip(); // What the check is worth: with wrong coefficients, rows must fail unless y is 0.
  let found = 0;
  for (let i = 0; i < 8; i++) {
    try {
      rows.multiply();
    } catch {
      found++;
    }
  }
  if (found < 4) throw new Error('wrong sums were not found');
  const counts = Object.fromEntries(kernel.operations.map((name) => [name, 0]));
  const began = performance.now();
  const isLate = () => performance.now() - began > Number(flags.minutes) * 60_000;
  // Products last: they alone are worth an end before the goal.
  for (const name of [...kernel.operations].reverse()) {
    const goal = wanted[name] ?? wanted.others;
    while (counts[name] < goal && !isLate()) {
      renew(name === 'multiply');
      if (name === 'square') squareList();
      for (let i = 0; i < ROWS && counts[name] < goal; i++, counts[name] += LIST * kernel.lanes)
        rows[name]();
    }
  }
  return {
    form: kernel.form,
    hash: kernel.hash,
    counts,
    seconds: (performance.now() - began) / 1000,
  };
}

const [fused, wide] = await Promise.all([isFused(), hasWideArithmetic()]);
const kinds = /** @type {const} */ (['limbs30', 'wide64', 'fma']);
const choices = new Map();
for (const curve of curves) {
  for (const kernel of kinds) {
    const degree = 'extension' in curve ? 2 : 1;
    choices.set(`${curve.name}.${kernel}`, { kernel, p: curve.p, degree, isWide: wide });
  }
}
for (const name of flags.only === '' ? choices.keys() : flags.only.split(',')) {
  const choice = choices.get(name);
  if (!choice) throw new Error(`expected one of ${[...choices.keys()]}, got ${name}`);
  if (choice.kernel === 'fma' && !fused) {
    console.log(`${name}: not run, this engine has no fused multiply-adds`);
    continue;
  }
  const wanted = { multiply: Number(flags.products), others: Number(flags.others) };
  const result = { kernel: name, seed: String(seed), ...(await verify(choice, wanted)) };
  const native = wide && choice.kernel === 'wide64' ? ', wide arithmetic' : '';
  const { deno } = process.versions;
  const engine = `${deno ? `Deno ${deno}` : `Node ${process.versions.node}`}${native}`;
  const line = { ...result, engine, date: new Date().toISOString().slice(0, 10) };
  console.log(JSON.stringify(line));
  if (flags.json) {
    const lines = existsSync(flags.json) ? JSON.parse(readFileSync(flags.json, 'utf8')) : [];
    const others = lines.filter(
      (/** @type {any} */ { kernel, hash, seed: other }) =>
        kernel !== name || (hash === line.hash && other !== line.seed),
    );
    writeFileSync(flags.json, `${JSON.stringify([...others, line], null, 2)}\n`);
  }
}
