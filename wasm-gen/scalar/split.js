/**
 * `split`: scalars into halves, k ≡ k0 + λ·k1 (mod r). lattice.js has the arithmetic and its proof.
 *
 * A half is HALF_BYTES = 20 bytes: two's complement, 160 bits, little-endian. 16 bytes would do where |half| < 2^127
 * (BLS12-381), but secp256k1's halves reach 2^127.35 of either sign, and scalars below 2^128 that it leaves unsplit; one
 * format serves all curves, and the upper four bytes let `digits` read a window that reaches beyond 128 bits without a
 * special case.
 *
 * Columns. A limb is below 2^29, a product below 2^58. Vi: at most 5 products, the rounding bit and a carry below 2^32
 * in a column: below 2^61, unsigned. A half: one limb of k and at most 10 products of either sign, and a carry of at
 * most 2^33 in size: below 2^62 in size, signed. Halves are computed modulo 2^145 and extended from bit 144.
 */

import { i32, i64 } from '../emit/instructions.js';
import {
  HALF_LIMBS,
  LIMB_BITS,
  LOWEST_COLUMN,
  SCALAR_LIMBS,
  halfLimbs,
  splitParameters,
} from './lattice.js';

/** @import { Expression } from '../emit/expression.js' */
/** @import { FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
/** @import { SplitParameters } from './lattice.js' */

/** Memory of one half. */
export const HALF_BYTES = 20;

/** Memory of one scalar. */
export const SCALAR_BYTES = 32;

const MASK = (1n << BigInt(LIMB_BITS)) - 1n;

/**
 * @param {ModuleBuilder} m
 * @param {bigint} r order of the group
 * @param {bigint} lambda eigenvalue of the endomorphism
 */
export function emitSplit(m, r, lambda) {
  const parameters = splitParameters(r, lambda);
  const [bits0, bits1] = parameters.bounds.map((bound) => bound.toString(2).length);
  // |half| < 2^128 is what `storeHalf` and `digits` rely on.
  if (bits0 > 128 || bits1 > 128)
    throw new RangeError(`halves of ${bits0} and ${bits1} bits do not fit`);
  const doc =
    `Splits \`count\` scalars of 32 bytes, any value. Half i is k0 of scalar i, below 2^${bits0} in size;\n` +
    `half count + i is k1, below 2^${bits1}. Gives the bit length of the largest, regardless of its sign.`;
  const params = /** @type {const} */ ({ target: 'i32', source: 'i32', count: 'i32' });
  return m.func(
    'split',
    { params, result: 'i32', exported: true, doc },
    (f, { target, source, count }) => {
      const half0 = f.local('half0', 'i32', target);
      const half1 = f.local('half1', 'i32', i32.add(target, i32.mul(count, HALF_BYTES)));
      const end = f.local('end', 'i32', half1);
      /** @type {[low: Local, high: Local]} the union of the bits of all |half| */
      const union = [f.local('low', 'i64', 0), f.local('high', 'i64', 0)];
      f.block((done) => {
        f.loop((next) => {
          f.brIf(done, i32.eq(half0, end));
          splitOne(f, parameters, { source, half0, half1, union });
          for (const half of [half0, half1]) f.set(half, i32.add(half, HALF_BYTES));
          f.set(source, i32.add(source, SCALAR_BYTES));
          f.br(next);
        });
      });
      f.result(unionBits(f, union));
    },
  );
}

/** @typedef {{ source: Local, half0: Local, half1: Local, union: [Local, Local] }} Places */

/**
 * @param {FunctionBuilder} f
 * @param {SplitParameters} parameters
 * @param {Places} places
 */
export function splitOne(f, parameters, places) {
  if (!parameters.keepsShort) {
    splitByLattice(f, parameters, places);
    return;
  }
  const isShort = i64.eqz(i64.or(i64.load(places.source, 16), i64.load(places.source, 24)));
  f.if(
    isShort,
    () => keep(f, places),
    () => splitByLattice(f, parameters, places),
  );
}

/**
 * (k, 0) for k < 2^128.
 * @param {FunctionBuilder} f
 * @param {Places} places
 */
function keep(f, { source, half0, half1, union }) {
  union.forEach((bits, i) => {
    const word = f.local('word', 'i64', i64.load(source, 8 * i));
    f.emit(i64.store(half0, word, 8 * i), i64.store(half1, 0, 8 * i));
    f.set(bits, i64.or(bits, word));
  });
  f.emit(i32.store(half0, 0, 16), i32.store(half1, 0, 16));
}

/**
 * @param {FunctionBuilder} f
 * @param {SplitParameters} parameters
 * @param {Places} places
 */
function splitByLattice(f, parameters, { source, half0, half1, union }) {
  const k = loadLimbs(f, source);
  const rounded = [0, 1].map((i) => {
    f.comment(`c${i + 1}`);
    return roundedMultiple(f, parameters, i, k.slice(SCALAR_LIMBS - HALF_LIMBS));
  });
  const [[a1, b1], [a2, b2]] = parameters.basis;
  f.comment('k0 = k − c1·a1 − c2·a2');
  storeHalf(f, half0, halfColumns(f, k, rounded, [a1, a2]), union);
  f.comment('k1 = −c1·b1 − c2·b2');
  storeHalf(f, half1, halfColumns(f, [], rounded, [b1, b2]), union);
}

/**
 * A scalar's limbs.
 * @param {FunctionBuilder} f
 * @param {Local} source
 * @returns {Local[]}
 */
function loadLimbs(f, source) {
  const words = [0, 1, 2, 3].map((i) => f.local('word', 'i64', i64.load(source, 8 * i)));
  return Array.from({ length: SCALAR_LIMBS }, (_, i) => {
    const [index, shift] = [Math.floor((LIMB_BITS * i) / 64), (LIMB_BITS * i) % 64];
    /** @type {Expression} */
    let limb = shift ? i64.shr_u(words[index], shift) : words[index];
    if (shift + LIMB_BITS > 64 && index < 3)
      limb = i64.or(limb, i64.shl(words[index + 1], 64 - shift));
    return f.local('k', 'i64', i === SCALAR_LIMBS - 1 ? limb : i64.and(limb, MASK));
  });
}

/**
 * ci = ⌊Vi/2^shift + 1/2⌋ in limbs.
 * @param {FunctionBuilder} f
 * @param {SplitParameters} parameters
 * @param {number} i
 * @param {Local[]} K
 * @returns {Local[]}
 */
function roundedMultiple(f, { gains, shift, roundedLimbs }, i, K) {
  const G = halfLimbs(gains[i]);
  const [first, offset] = [Math.floor(shift / LIMB_BITS), shift % LIMB_BITS];
  const lastColumn = Math.min(first + roundedLimbs[i], 2 * HALF_LIMBS - 1);
  /** @type {Local[]} by column; the bits above a limb have also been carried */
  const columns = [];
  for (let column = LOWEST_COLUMN; column <= lastColumn; column++) {
    const terms = products(K, G, column);
    if (column === Math.floor((shift - 1) / LIMB_BITS))
      terms.push(i64.const(1n << BigInt((shift - 1) % LIMB_BITS)));
    if (column > LOWEST_COLUMN) terms.push(i64.shr_u(columns[column - 1], LIMB_BITS));
    columns[column] = f.local('v', 'i64', sum(terms));
  }
  return Array.from({ length: roundedLimbs[i] }, (_, j) => {
    const low = i64.shr_u(i64.and(columns[first + j], MASK), offset);
    if (first + j + 1 > lastColumn) return f.local('c', 'i64', low);
    const high = i64.and(i64.shl(columns[first + j + 1], LIMB_BITS - offset), MASK);
    return f.local('c', 'i64', i64.or(low, high));
  });
}

/**
 * Σ_{i+j=column} x_i·y_j, term by term.
 * @param {Local[]} x
 * @param {bigint[]} y
 * @param {number} column
 * @returns {Expression[]}
 */
export function products(x, y, column) {
  return x.flatMap((limb, i) => {
    const factor = y[column - i] ?? 0n;
    if (factor === 0n) return [];
    return [factor === 1n ? limb : i64.mul(limb, factor)];
  });
}

/** @param {Expression[]} terms */
export function sum(terms) {
  return terms.length ? terms.reduce((a, b) => i64.add(a, b)) : i64.const(0);
}

/**
 * The columns of k − c1·x1 − c2·x2, not yet carried.
 * @param {FunctionBuilder} f
 * @param {Local[]} k
 * @param {Local[][]} rounded c1, c2
 * @param {bigint[]} entries x1, x2, of any sign
 * @returns {Expression[]}
 */
function halfColumns(f, k, rounded, entries) {
  return Array.from({ length: HALF_LIMBS }, (_, column) => {
    /** @type {Expression[]} */
    const plus = k.slice(column, column + 1);
    /** @type {Expression[]} */
    const minus = [];
    entries.forEach((entry, i) => {
      const terms = products(rounded[i], halfLimbs(entry < 0n ? -entry : entry), column);
      (entry < 0n ? plus : minus).push(...terms);
    });
    return minus.reduce((value, term) => i64.sub(value, term), sum(plus));
  });
}

/**
 * Carries, extends the sign, stores, and adds |half| to the union.
 * @param {FunctionBuilder} f
 * @param {Local} half
 * @param {Expression[]} columns
 * @param {[Local, Local]} union
 */
function storeHalf(f, half, columns, union) {
  /** @type {Local[]} */
  const limbs = [];
  const carried = f.local('carried', 'i64');
  columns.forEach((column, j) => {
    f.set(carried, j ? i64.add(column, i64.shr_s(carried, LIMB_BITS)) : column);
    const unused = 64 - LIMB_BITS;
    const top = j === HALF_LIMBS - 1;
    limbs.push(
      f.local(
        'h',
        'i64',
        top ? i64.shr_s(i64.shl(carried, unused), unused) : i64.and(carried, MASK),
      ),
    );
  });
  const [low, high, sign] = pack(limbs).map((word) => f.local('word', 'i64', word));
  f.emit(i64.store(half, low), i64.store(half, high, 8), i64.store32(half, sign, 16));
  // |half| is below 2^128, so the third word is 0 or −1. Negation: invert, add 1, carry if the low word became 0.
  const magnitude = f.local('magnitude', 'i64', i64.sub(i64.xor(low, sign), sign));
  const carry = i64.and(i64.extend_i32_u(i64.eqz(magnitude)), sign);
  f.set(union[0], i64.or(union[0], magnitude));
  f.set(union[1], i64.or(union[1], i64.add(i64.xor(high, sign), carry)));
}

/**
 * Limbs as 64-bit words, the third one extended from the last limb's sign.
 * @param {Local[]} limbs
 * @returns {Expression[]}
 */
function pack(limbs) {
  return [0, 1, 2].map((i) => {
    const parts = limbs.flatMap((limb, j) => {
      const shift = LIMB_BITS * j - 64 * i;
      if (shift >= 64 || (shift <= -LIMB_BITS && j < HALF_LIMBS - 1)) return [];
      if (shift === 0) return [limb];
      return [shift > 0 ? i64.shl(limb, shift) : i64.shr_s(limb, -shift)];
    });
    return parts.reduce((a, b) => i64.or(a, b));
  });
}

/**
 * @param {FunctionBuilder} f
 * @param {[Local, Local]} union
 */
export function unionBits(f, [low, high]) {
  f.if(i64.ne(high, 0), () => f.return(i32.wrap_i64(i64.sub(128, i64.clz(high)))));
  return i32.wrap_i64(i64.sub(64, i64.clz(low)));
}
