/**
 * A field kernel alone in a module, with BigInt access to its memory. Kernels with wide arithmetic
 * run with that lowered to plain instructions.
 */

import { staticMemory } from '../../wasm-gen/static-memory.js';
import { ModuleBuilder } from '../../wasm-gen/emit/module.js';
import { emitField } from '../../wasm-gen/field/limbs30/index.js';
import { emitWideField } from '../../wasm-gen/field/wide64/index.js';
import { instantiate } from '../support/instantiate.js';

/** Where the module's own memory begins, and where the elements of tests do. */
const STATIC = 64;
const TESTS = 64 * 1024;

/** Pages of memory: elements of tests fill all but the first. */
const PAGES = 40;

/** A spare word behind the limbs that no operation may touch. */
const GUARD = 0x5a5aa5a5;

/** Operations that the kernel keeps for itself, exported for tests. */
const INTERNAL = {
  difference: ['z', 'x', 'y'],
  negatedSum: ['z', 'x', 'y'],
  looseSum: ['z', 'x', 'y'],
  subtractTwo: ['z', 'x', 'y', 'u'],
};

/** Coefficients of sums, those of the curve emitters among them. */
export const COMBINATIONS = [
  [2],
  [-2],
  [3],
  [4],
  [8],
  [-8],
  [1, -2],
  [2, -2],
  [-2, -2],
  [1, -8],
  [9, -8],
  [12, -3],
  [1, -1, -2],
  [2, -2, -2],
];

/** @import { Reduction } from '../../wasm-gen/field/wide64/parameters.js' */

/**
 * Fused operations that curves use on folding fields, with their values. Variables are in order of
 * occurrence.
 * @type {Array<{ spec: import('../../wasm-gen/field/limbs30/fused.js').FusedSpec,
 *   value: (...variables: bigint[]) => bigint }>}
 */
export const FUSED = [
  { spec: { products: [{ x: 'x', y: 'x', factor: 2 }] }, value: (x) => 2n * x * x },
  { spec: { products: [{ x: 'x', y: 'x', factor: 3 }] }, value: (x) => 3n * x * x },
  { spec: { products: [{ x: 'x', y: 'y', factor: 2 }] }, value: (x, y) => 2n * x * y },
  { spec: { products: [{ x: 'x', y: 'x' }], minus: { s: 2 } }, value: (x, s) => x * x - 2n * s },
  {
    spec: { products: [{ x: 'x', y: 'x' }], minus: { s: 1, t: 2 } },
    value: (x, s, t) => x * x - s - 2n * t,
  },
  { spec: { products: [{ x: 'x', y: 'y' }], minus: { s: 1 } }, value: (x, y, s) => x * y - s },
  {
    spec: { products: [{ x: { minus: ['x'] }, y: 'y' }], minus: { s: 1 } },
    value: (x, y, s) => -x * y - s,
  },
  {
    spec: { products: [{ x: { plus: 'x', minus: ['y'] }, y: 'u' }], minus: { s: 1 } },
    value: (x, y, u, s) => (x - y) * u - s,
  },
  {
    spec: { products: [{ x: { minus: ['x', 'y'] }, y: 'u' }] },
    value: (x, y, u) => (-x - y) * u,
  },
  {
    spec: {
      products: [
        { x: { plus: 's', minus: ['x'] }, y: 'm' },
        { x: { minus: ['b'] }, y: 'b', factor: 2 },
      ],
    },
    value: (s, x, m, b) => (s - x) * m - 2n * b * b,
  },
  {
    spec: {
      products: [
        { x: { plus: 'v', minus: ['x'] }, y: 'r' },
        { x: { minus: ['y'] }, y: 'j' },
      ],
    },
    value: (v, x, r, y, j) => (v - x) * r - y * j,
  },
];

/** @typedef {Awaited<ReturnType<typeof fieldModule>>} FieldModule */

/**
 * @typedef {{ debug?: boolean, w?: number, carryEvery?: number, form?: 'montgomery',
 *   reduction?: Reduction }} FieldOptions
 */

/**
 * @param {bigint} p
 * @param {FieldOptions & { kernel?: 'limbs30' | 'wide64', change?: (text: string) => string }}
 *   [options] `change`: of the module's text
 */
export async function fieldModule(p, { kernel = 'limbs30', change, ...options } = {}) {
  const m = new ModuleBuilder('field');
  const reserve = staticMemory({ name: 'field' }, STATIC, TESTS);
  const isWide = kernel === 'wide64';
  const field = (isWide ? emitWideField : emitField)(m, p, { reserve, ...options });
  const asTest = (
    /** @type {string} */ name,
    /** @type {any} */ operation,
    /** @type {string[]} */ params,
  ) => {
    const signature = {
      params: Object.fromEntries(params.map((param) => [param, /** @type {const} */ ('i32')])),
      exported: true,
    };
    m.func(name, signature, (f, locals) => f.emit(operation.call(...Object.values(locals))));
  };
  for (const [name, params] of Object.entries(INTERNAL))
    asTest(`test_${name}`, /** @type {any} */ (field)[name], params);
  if ('squareTimes' in field && field.squareTimes)
    asTest('test_squareTimes', field.squareTimes, ['z', 'x', 'count']);
  for (const coefficients of isWide ? COMBINATIONS : []) {
    const params = ['z', 'x', 'y', 'u'].slice(0, coefficients.length + 1);
    asTest(
      `test_combination_${coefficients.join('_')}`,
      field.combination(...coefficients),
      params,
    );
  }
  if (isWide && field.productSum)
    asTest('test_productSum', field.productSum(), ['z', 'x', 'y', 'u', 'v']);
  const fused = exportFused(m, /** @type {any} */ (field));
  const memory = new WebAssembly.Memory({ initial: PAGES });
  /** @type {Record<string, (...integers: number[]) => number>} */
  const wasm = await instantiate({ module: m, messages: field.checks.messages, change }, memory);
  const { parameters } = field;
  const u32 = new Uint32Array(memory.buffer);
  const u8 = new Uint8Array(memory.buffer);
  const { n, w, slotBytes, flagOffset } = parameters;
  const limbBytes = flagOffset / n;
  const view = new DataView(memory.buffer);

  /** The address of the i-th element of tests. @param {number} i */
  const slot = (i) => TESTS + i * slotBytes;

  /** Encodings of values, which tests write many times. @type {Map<bigint, Uint8Array>} */
  const encodings = new Map();
  const encoded = (/** @type {bigint} */ value) => {
    let bytes = encodings.get(value);
    if (!bytes) {
      if (encodings.size > 1000) encodings.clear();
      encodings.set(value, (bytes = field.constants.encode(value)));
    }
    return bytes;
  };

  /** Writes an integer as it is and a guard behind it. @param {number} i @param {bigint} value */
  const write = (i, value) => {
    const at = slot(i);
    u8.set(encoded(value), at);
    u32.fill(GUARD, (at + flagOffset) >> 2, (at + slotBytes) >> 2);
  };

  /**
   * The integer of an element whose limbs are in range and whose guard is whole.
   * @param {number} i
   */
  const read = (i) => {
    const at = slot(i);
    let value = 0n;
    for (let j = n - 1; j >= 0; j--) {
      const limb =
        limbBytes === 8
          ? view.getBigUint64(at + 8 * j, true)
          : BigInt(view.getUint32(at + 4 * j, true));
      if (limb >> BigInt(w) !== 0n) throw new Error(`limb ${j} is not normalised`);
      value = (value << BigInt(w)) | limb;
    }
    for (let k = flagOffset; k < slotBytes; k += 4)
      if (u32[(at + k) >> 2] !== GUARD) throw new Error('wrote behind the limbs');
    return value;
  };

  const lazy = 'limit' in parameters ? parameters.limit - 1n : 2n * p - 1n;
  /** The largest representatives of stored elements, and of factors. */
  const limits = { lazy, loose: isWide ? lazy : 4n * p };

  return { wasm, parameters, limits, slot, write, read, u8, u32, guard: GUARD, fused };
}

/**
 * Exports what of `FUSED` fits into the columns of the field: a large c leaves less room.
 * @param {ModuleBuilder} m
 * @param {{ fused?: import('../../wasm-gen/field/limbs30/index.js').Field['fused'] }} field
 */
function exportFused(m, { fused }) {
  return FUSED.flatMap(({ spec, value }, i) => {
    /** @type {ReturnType<NonNullable<typeof fused>> | undefined} */
    let callable;
    try {
      callable = fused?.(spec);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    if (!callable) return [];
    const names = ['z', 'a', 'b', 'c', 'd', 'e'].slice(0, value.length + 1);
    const params = Object.fromEntries(names.map((name) => [name, /** @type {const} */ ('i32')]));
    m.func(`test_fused_${i}`, { params, exported: true }, (f, locals) =>
      f.emit(callable.call(...Object.values(locals))),
    );
    return [{ name: `test_fused_${i}`, value }];
  });
}

/** A reproducible stream of integers below 2^bits (xorshift128+). @param {bigint} seed */
export function randomStream(seed) {
  let [a, b] = [seed | 1n, 0x9e3779b97f4a7c15n];
  const word = () => {
    let t = BigInt.asUintN(64, a ^ (a << 23n));
    t ^= b ^ (t >> 17n) ^ (b >> 26n);
    [a, b] = [b, t];
    return BigInt.asUintN(64, a + b);
  };
  return (/** @type {number} */ bits) => {
    let value = 0n;
    for (let have = 0; have < bits; have += 64) value = (value << 64n) | word();
    return BigInt.asUintN(bits, value);
  };
}

/**
 * A prime of a bit length and a residue modulo 4.
 * @param {number} bits
 * @param {bigint} residue
 * @param {(bits: number) => bigint} random
 */
export function randomPrime(bits, residue, random) {
  const top = 1n << BigInt(bits - 1);
  for (let n = top | ((random(bits - 1) >> 2n) << 2n) | residue; ; n += 4n) {
    if (n >> BigInt(bits) !== 0n) n = top | residue;
    if (isProbablePrime(n)) return n;
  }
}

/** Miller and Rabin with the first primes as bases. @param {bigint} n odd, larger than 40 */
export function isProbablePrime(n) {
  const bases = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n];
  if (bases.some((q) => n % q === 0n)) return false;
  let [odd, twos] = [n - 1n, 0];
  while (!(odd & 1n)) [odd, twos] = [odd >> 1n, twos + 1];
  return bases.every((base) => {
    let x = 1n;
    for (const bit of odd.toString(2)) x = (x * x * (bit === '1' ? base : 1n)) % n;
    if (x === 1n || x === n - 1n) return true;
    for (let i = 1; i < twos; i++) if ((x = (x * x) % n) === n - 1n) return true;
    return false;
  });
}
