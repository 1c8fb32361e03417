/**
 * Sums Σ c_i·x_i with small coefficients, reduced to lazy.
 *
 * A negative term is added as its complement: −c·x = c·(B^n − 1 − x) + c − c·B^n, so that all
 * carries count up. With W = Σ |c| over the negative terms, the chain computes S = Σ c·x + Σ
 * |c|·(B^n − 1 − x) + W, and Σ c_i·x_i = S − W·B^n.
 *
 * Montgomery form. Let m = Σ |c|, K = 2W, T = 2m: v = Σ c_i·x_i + Kp lies in [0, T·p). An estimate
 * k of v/p comes from the highest bits of the terms, in units of U, the power of 2^8 that leaves at
 * most 32 bits: with P = ⌊p/U⌋ and t the sum of ⌊x_i/U⌋ (Kp is one more term), (t − m)·U ≤ v < (t +
 * m + 1)·U, because the rest of each term is in [0, U).
 *   k = ⌊(t − m)·c⌋ with c ≤ 1/(P + 1), so that kp ≤ v; the losses are less than p (rounding of k),
 *   (2m + 2 + T)·U and t/2^PRECISION·p (rounding of c):
 *   v − kp < p·(1 + (2m + 2 + T)/P + t/2^PRECISION), lazy by far.
 * k may be −1, where v < m·U. So (K − k)p is added to S, from a table of multiples of p modulo B^n:
 * the sum is correct modulo B^n, and it is below B^n.
 *
 * Folded. S = low + o·B^n is Σ c_i·x_i = low + (o − W)·c modulo p. That is one word added to the
 * lowest limb. A carry out of that limb, once in 2^20 times at random, is handled in a branch, and
 * a carry out of the highest limb is folded once more: the value is then within a few c of 0 or
 * B^n, on the side away from another wrap.
 */

import { i32, i64 } from '../../emit/instructions.js';
import { limbsOf } from '../limbs30/parameters.js';
import { plus, storeLimbs } from './words.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { Checks } from './checks.js' */
/** @import { WideParameters } from './parameters.js' */

/**
 * A term of a sum: coefficient·x, x at an address.
 * @typedef {{ coefficient: number, address: Local }} Term
 */

/** Bits of precision of the constant c. */
const PRECISION = 48n;

/**
 * The multiples of p in the table.
 * @typedef {readonly [least: number, most: number]} Multiples
 */

/** `zero`: address of 0·p. @typedef {{ zero: number, least: number, most: number }} Table */

/** Enough for the sums of curves. @type {Multiples} */
const MULTIPLES = [-34, 18];

/**
 * @type {(m: ModuleBuilder, parameters: WideParameters, reserve: (bytes: number) => number,
 *   multiples: Multiples) => Table}
 */
function emitMultiples(m, { n, p }, reserve, [least, most]) {
  const stride = 8 * n;
  const bytes = new Uint8Array(stride * (most - least + 1));
  const view = new DataView(bytes.buffer);
  for (let e = least; e <= most; e++) {
    const multiple = BigInt.asUintN(64 * n, BigInt(e) * p);
    limbsOf(multiple, { w: 64, n }).forEach((limb, j) =>
      view.setBigUint64((e - least) * stride + 8 * j, limb, true),
    );
  }
  const address = reserve(bytes.length);
  m.dataAt(address, bytes);
  return { zero: address - least * stride, least, most };
}

/** @param {Term[]} terms */
function weights(terms) {
  const weight = (/** @type {(c: number) => boolean} */ counts) =>
    terms.reduce((sum, { coefficient: c }) => sum + (counts(c) ? Math.abs(c) : 0), 0);
  return { all: weight(() => true), negative: weight((c) => c < 0) };
}

/**
 * The limbs of S before the multiple of p: Σ |c|·(x or its complement).
 * @param {Term[]} terms
 * @param {number} j
 * @returns {Expression} a pair
 */
function sumColumn(terms, j) {
  const words = terms.map(({ coefficient, address }) => {
    const limb = i64.load(address, 8 * j);
    return { times: Math.abs(coefficient), word: coefficient < 0 ? i64.xor(limb, -1n) : limb };
  });
  const single = words.filter(({ times }) => times === 1).map(({ word }) => word);
  const products = words
    .filter(({ times }) => times !== 1)
    .map(({ times, word }) => i64.mul_wide_u(word, times));
  const [first, ...rest] = single;
  if (products.length === 0) {
    const [second, ...others] = rest.length ? rest : [i64.const(0n)];
    return others.reduce(plus, i64.add128(first, 0n, second, 0n));
  }
  const sum = products.reduce((total, product) => i64.add128(total, product));
  return single.reduce(plus, sum);
}

/**
 * The address of (K − k)p, with K and k as above.
 * @type {(f: FunctionBuilder, parameters: WideParameters, terms: Term[], table: Table) => Local}
 */
function multipleAddress(f, { n, p, bits, limit }, terms, table) {
  const { all, negative } = weights(terms);
  const [m, T, K] = [BigInt(all), 2n * BigInt(all), 2n * BigInt(negative)];
  const unitBytes = Math.ceil((bits - 31) / 8);
  const unit = BigInt(8 * unitBytes);
  const P = p >> unit;
  const largest = T * (P + 1n) + m;
  const scale = (1n << PRECISION) / (P + 1n);
  // The rounding loss must fit between p and the limit, and the product stay below 2^63.
  const lost = ((2n * m + 2n + T) << PRECISION) + largest * P;
  if (lost * p > (P << PRECISION) * (limit - p) || (largest * scale) >> 63n)
    throw new RangeError(`no quotient estimate for p = ${p}: it has too few bits above U`);
  if (Number(K) + 1 > table.most || Number(K - T) < table.least)
    throw new RangeError(`a sum of ${all} terms needs more multiples of p`);
  /** @type {Expression} */
  let t = i64.const(((K * p) >> unit) - m);
  for (const { coefficient, address } of terms) {
    const half = i64.load32_u(address, unitBytes);
    const c = Math.abs(coefficient);
    const part = c === 1 ? half : i64.mul(half, c);
    t = coefficient < 0 ? i64.sub(t, part) : i64.add(t, part);
  }
  const k = i32.wrap_i64(i64.shr_s(i64.mul(t, scale), PRECISION));
  const stride = 8 * n;
  return f.local('multiple', 'i32', i32.sub(table.zero + Number(K) * stride, i32.mul(k, stride)));
}

/**
 * z = Σ terms.
 * @type {(f: FunctionBuilder, parameters: WideParameters, z: Local, terms: Term[],
 *   table: Table | null) => void}
 */
function emitSum(f, parameters, z, terms, table) {
  const { n } = parameters;
  const { negative: W } = weights(terms);
  const sums = f.localArray('sum', 'i64', n);
  const carry = f.local('carry', 'i64');
  const multiple = table === null ? null : multipleAddress(f, parameters, terms, table);
  sums.forEach((sum, j) => {
    let column = sumColumn(terms, j);
    if (multiple) column = plus(column, i64.load(multiple, 8 * j));
    // The carry last, since the next limb waits for it.
    if (j > 0) column = plus(column, carry);
    else if (W) column = plus(column, BigInt(W));
    f.setPair(sum, carry, column);
  });
  if (!multiple) foldCarry(f, parameters, sums, i64.sub(carry, BigInt(W)), weights(terms).all);
  storeLimbs(f, z, sums);
}

/**
 * Adds over·c to limbs, modulo p: over may be negative, and is at most `most` in absolute value.
 * @type {(f: FunctionBuilder, parameters: WideParameters, limbs: readonly Local[],
 *   over: Expression, most: number) => void}
 */
function foldCarry(f, { n, p }, limbs, over, most) {
  const c = (1n << BigInt(64 * n)) - p;
  if (BigInt(most) * c >= 1n << 62n) throw new RangeError(`c = ${c} is too large to fold`);
  const added = f.local('added', 'i64', i64.mul(over, c));
  const carry = f.local('carry', 'i64');
  const propagate = (/** @type {Local} */ word) => {
    limbs.forEach((limb, j) =>
      f.setPair(
        limb,
        carry,
        j === 0
          ? i64.add128(limb, 0n, word, i64.shr_s(word, 63))
          : i64.add128(limb, 0n, carry, i64.shr_s(carry, 63)),
      ),
    );
  };
  const lowest = f.local('lowest', 'i64', i64.add(limbs[0], added));
  // A signed word carries exactly if the sum is on the wrong side of the limb that it was added to.
  const wraps = i32.xor(i64.lt_u(lowest, limbs[0]), i64.lt_s(added, 0n));
  f.if(
    wraps,
    () => {
      propagate(added);
      f.set(carry, i64.mul(carry, c));
      propagate(carry);
    },
    () => f.set(limbs[0], lowest),
  );
}

/**
 * Returns functions for sums with given coefficients, each once.
 * @param {ModuleBuilder} m
 * @param {WideParameters} parameters
 * @param {Checks} checks
 * @param {(bytes: number) => number} reserve
 * @param {Multiples} [multiples] that sums may need
 */
export function emitLinear(m, parameters, checks, reserve, multiples = MULTIPLES) {
  const folds = parameters.form === 'fold';
  const table = folds ? null : emitMultiples(m, parameters, reserve, multiples);
  const names = ['x', 'y', 'u'];
  /**
   * @param {string} name
   * @param {number[]} coefficients
   * @param {boolean} [exported]
   * @returns {Callable} (z, x, …): all addresses; z may be one of the others
   */
  const sum = (name, coefficients, exported = false) => {
    const params = Object.fromEntries(
      ['z', ...names.slice(0, coefficients.length)].map((id) => [id, /** @type {'i32'} */ ('i32')]),
    );
    const text = coefficients.map(
      (c, i) => `${c < 0 ? '−' : '+'} ${Math.abs(c) === 1 ? '' : Math.abs(c)}${names[i]}`,
    );
    const doc = `z = ${text.join(' ').replace(/^\+ /, '')}, all lazy.`;
    return m.func(name, { params, exported, doc }, (f, { z, ...addresses }) => {
      const terms = Object.values(addresses).map((address, i) => ({
        coefficient: coefficients[i],
        address,
      }));
      terms.forEach(({ address }) => checks.lazy(f, address.name, address));
      emitSum(f, parameters, z, terms, table);
      checks.lazy(f, 'z', z);
    });
  };
  /** @type {Map<string, Callable>} */
  const known = new Map();
  const once = (/** @type {string} */ name, /** @type {number[]} */ coefficients) => {
    const callable = known.get(name) ?? sum(name, coefficients);
    known.set(name, callable);
    return callable;
  };
  const add = sum('field_add', [1, 1], true);
  const subtract = sum('field_sub', [1, -1], true);
  const negate = sum('field_neg', [-1], true);
  return {
    add,
    subtract,
    negate,
    // Other fields leave these sums unreduced for a multiplication; here the limbs have no room.
    difference: subtract,
    looseNegate: () => negate,
    looseSum: add,
    negatedSum: sum('field_negated_sum', [-1, -1]),
    subtractTwo: sum('field_sub2', [1, -1, -1]),
    /**
     * Emits z = Σ terms into another function.
     * @param {FunctionBuilder} f
     * @param {Local} z may be one of the others
     * @param {Term[]} terms
     */
    sumInto: (f, z, terms) => emitSum(f, parameters, z, terms, table),
    /**
     * z = Σ c_i·x_i, for any small coefficients; up to three terms.
     * @type {(...coefficients: number[]) => Callable}
     */
    combination: (...coefficients) =>
      once(`field_sum_${coefficients.map((c) => (c < 0 ? `m${-c}` : c)).join('_')}`, coefficients),
  };
}
