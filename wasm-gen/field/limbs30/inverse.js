/**
 * Inversion by Pornin's binary GCD (ePrint 2020/972, "Optimized binary GCD for modular inversion"), variable time.
 *
 * Symbols: (a, b, u, v) with a ≡ u·x, b ≡ v·x mod p throughout, up to the constant factor with which u starts;
 * initially a = x, b = p, u = the numerator (R² below), v = 0. A round makes w binary-GCD steps on 64-bit approximations of a and b
 * (their low w bits and their top 32 bits), which give factors |f_0| + |f_1| ≤ 2^w, |g_0| + |g_1| ≤ 2^w with
 *   a ← (f_0·a + f_1·b)/2^w,  b ← (g_0·a + g_1·b)/2^w     (exact),
 *   u ← (f_0·u + f_1·v)/2^w,  v ← (g_0·u + g_1·v)/2^w mod p   (one Montgomery step each),
 * and negates a row whose a or b came out negative. It ends when a = 0; then b = gcd(x, p) = 1, and as x stands for
 * the Montgomery form x'R, v = R²/(x'R) = R/x': Montgomery form again.
 *
 * Bounds: |u|, |v| grow by at most p/2 a round (the quotient of the Montgomery step is centred), and there are at most
 * ⌈2·bits/w⌉ rounds, so |v| ≤ (rounds/2 + 1)·p at the end. Limbs of 8 bytes; all but the last in [0, 2^w); the last is
 * signed. Products: 2^w·2^w twice plus q·p below 2^(2w+2) ≤ 2^62 in absolute value.
 */

import { i32, i64 } from '../../emit/instructions.js';
import { quotient, times } from './multiply.js';
import { estimate, estimateLimbs } from './linear.js';
import { limbsOf } from './parameters.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { FieldParameters } from './parameters.js' */

/** Steps unrolled in the inner loop. */
const UNROLLED = 6;

/**
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters
 * @param {{ name?: string, numerator: bigint, reduce?: Callable, reserve: (bytes: number) => number,
 *   exported?: boolean }} options the result is numerator/x as integers mod p: R² gives the inverse of a Montgomery form. Without `reduce`, x is a row of
 * limbs below 2p that is not 0 mod p
 */
export function emitInverse(
  m,
  parameters,
  { name = 'field_inv', numerator, reduce, reserve, exported = false },
) {
  const { n } = parameters;
  const memory = { a: reserve(8 * n), b: reserve(8 * n), u: reserve(8 * n), v: reserve(8 * n) };
  const reduced = reduce && reserve(parameters.slotBytes);
  const doc = reduce
    ? 'z = 1/x, and 0 for x = 0. x, z in [0, 2p).'
    : 'z = 1/x, x ≠ 0 mod p. x, z in [0, 2p).';
  return m.func(name, { params: { z: 'i32', x: 'i32' }, exported, doc }, (f, { z, x }) => {
    const gcd = new Gcd(f, parameters, memory);
    if (reduce && reduced) {
      f.emit(reduce.call(reduced, x));
      gcd.start(i32.const(reduced), numerator);
    } else gcd.start(x, numerator);
    f.loop((again) => {
      gcd.approximate();
      gcd.steps();
      gcd.unpackFactors();
      gcd.updateValues();
      gcd.negateIfNegative(memory.a, gcd.f0, gcd.f1);
      gcd.negateIfNegative(memory.b, gcd.g0, gcd.g1);
      gcd.updateCofactors();
      f.brIf(again, gcd.isNotZero());
    });
    gcd.storeResult(z);
  });
}

/** The steps of the binary GCD, and what they work on. */
export class Gcd {
  /**
   * @param {FunctionBuilder} f
   * @param {FieldParameters} parameters
   * @param {{ a: number, b: number, u: number, v: number }} memory
   */
  constructor(f, parameters, memory) {
    this.f = f;
    this.parameters = parameters;
    this.memory = memory;
    this.p = limbsOf(parameters.p, parameters);
    const local = (/** @type {string} */ name) => f.local(name, 'i64');
    // Approximations.
    this.a = local('a');
    this.b = local('b');
    // Packed factors f_0 + 2^32·f_1 and g_0 + 2^32·g_1.
    this.packedF = local('packed_f');
    this.packedG = local('packed_g');
    this.f0 = local('f0');
    this.f1 = local('f1');
    this.g0 = local('g0');
    this.g1 = local('g1');
    // Working values and carries of the two rows.
    this.x = local('x_');
    this.y = local('y_');
    this.carryX = local('carry_x');
    this.carryY = local('carry_y');
    this.qx = local('qx');
    this.qy = local('qy');
    this.top = f.local('top', 'i32');
    this.count = f.local('count', 'i32');
  }

  /**
   * @param {Expression} x address of limbs below 2p
   * @param {bigint} numerator
   */
  start(x, numerator) {
    const { f, memory, parameters, p } = this;
    const u = limbsOf(numerator, parameters);
    for (let j = 0; j < parameters.n; j++) {
      f.emit(i64.store(memory.a, i64.load32_u(x, 4 * j), 8 * j), i64.store(memory.b, p[j], 8 * j));
      f.emit(i64.store(memory.u, u[j], 8 * j), i64.store(memory.v, 0, 8 * j));
    }
  }

  /**
   * Approximations of a and b: exact if both fit in two limbs; otherwise the top 32 bits, aligned for both, over the
   * lowest limb. With w steps and w low bits, 32 ≥ w + 2 top bits are what the paper's proof asks for.
   */
  approximate() {
    const { f, memory, parameters, top, x, y, a, b } = this;
    const { n, w } = parameters;
    const either = (/** @type {Local} */ i) => i64.or(i64.load(i, memory.a), i64.load(i, memory.b));
    f.set(top, 8 * (n - 1));
    f.block((found) => {
      f.loop((next) => {
        f.brIf(found, i64.ne(either(top), 0));
        f.set(top, i32.sub(top, 8));
        f.brIf(next, i32.gt_u(top, 8));
      });
    });
    const low = (/** @type {number} */ base) => i64.load(i32.const(base));
    f.if(
      i32.gt_u(top, 8),
      () => {
        const shift = this.qx;
        f.set(x, i64.or(i64.shl(i64.load(top, memory.a), w), i64.load(top, memory.a - 8)));
        f.set(y, i64.or(i64.shl(i64.load(top, memory.b), w), i64.load(top, memory.b - 8)));
        f.set(shift, i64.clz(i64.or(x, y)));
        const topBits = (/** @type {Local} */ word, /** @type {number} */ base) => {
          const below = i64.shr_u(i64.shl(i64.load(top, base - 16), shift), w);
          return i64.shr_u(i64.add(i64.shl(word, shift), below), 32);
        };
        f.set(a, i64.or(i64.shl(topBits(x, memory.a), w), low(memory.a)));
        f.set(b, i64.or(i64.shl(topBits(y, memory.b), w), low(memory.b)));
      },
      () => {
        f.set(a, i64.or(i64.shl(low(memory.a + 8), w), low(memory.a)));
        f.set(b, i64.or(i64.shl(low(memory.b + 8), w), low(memory.b)));
      },
    );
  }

  /** w steps: if a is odd, a ← |a − b| and b ← min(a, b); then a ← a/2 and the factors of b double. */
  steps() {
    const { f, parameters, a, b, packedF, packedG, count } = this;
    const [odd, difference, factor, negative] = [this.x, this.y, this.carryX, this.carryY];
    f.set(packedF, 1);
    f.set(packedG, 1n << 32n);
    const step = () => {
      f.set(odd, i64.sub(0, i64.and(a, 1)));
      f.set(difference, i64.sub(a, i64.and(b, odd)));
      f.set(factor, i64.sub(packedF, i64.and(packedG, odd)));
      f.set(negative, i64.shr_s(difference, 63));
      this.beforeStep();
      f.set(b, i64.add(b, i64.and(difference, negative)));
      f.set(a, i64.shr_u(i64.sub(i64.xor(difference, negative), negative), 1));
      f.set(packedG, i64.add(packedG, i64.and(factor, negative)));
      f.set(packedF, i64.sub(i64.xor(factor, negative), negative));
      f.set(packedG, i64.shl(packedG, 1));
      this.afterStep();
    };
    const rounds = Math.floor(parameters.w / UNROLLED);
    f.set(count, rounds);
    // Limbs of fewer bits than that take all their steps below.
    if (rounds > 0)
      f.loop((again) => {
        for (let i = 0; i < UNROLLED; i++) step();
        f.brIf(again, f.tee(count, i32.sub(count, 1)));
      });
    for (let i = rounds * UNROLLED; i < parameters.w; i++) step();
  }

  /** For what follows the steps: `x` is −1 if a is odd, `carryY` is −1 if it is then below b. */
  beforeStep() {}

  /** For what follows the steps: a and b are new. */
  afterStep() {}

  unpackFactors() {
    const { f } = this;
    const unpack = (
      /** @type {Local} */ packed,
      /** @type {Local} */ low,
      /** @type {Local} */ high,
    ) => {
      f.set(low, i64.shr_s(i64.shl(packed, 32), 32));
      f.set(high, i64.shr_s(i64.sub(packed, low), 32));
    };
    unpack(this.packedF, this.f0, this.f1);
    unpack(this.packedG, this.g0, this.g1);
  }

  /** a ← (f_0·a + f_1·b)/2^w, b ← (g_0·a + g_1·b)/2^w. */
  updateValues() {
    this.#combine(this.memory.a, this.memory.b, null);
  }

  /** The same for u and v, with a multiple of p added that makes the division exact. */
  updateCofactors() {
    this.#combine(this.memory.u, this.memory.v, (low) => {
      const { f, parameters } = this;
      const { w } = parameters;
      const q = quotient(parameters, low);
      const centred = low === this.x ? this.qx : this.qy;
      f.set(centred, q);
      f.set(centred, i64.sub(centred, i64.shl(i64.shr_u(centred, w - 1), w)));
      return centred;
    });
  }

  /**
   * @param {number} first
   * @param {number} second
   * @param {null | ((low: Local) => Local)} quotientOf the multiple of p to add, from the lowest column
   */
  #combine(first, second, quotientOf) {
    const { f, p, parameters, x, y, carryX, carryY, f0, f1, g0, g1 } = this;
    const { n, w, mask } = parameters;
    const load = (/** @type {number} */ base, /** @type {number} */ j) => i64.load(base, 8 * j);
    for (let j = 0; j < n; j++) {
      f.set(this.a, load(first, j));
      f.set(this.b, load(second, j));
      const rows = /** @type {const} */ ([
        [x, carryX, first, f0, f1],
        [y, carryY, second, g0, g1],
      ]);
      for (const [value, carry, base, c0, c1] of rows) {
        const sum = i64.add(i64.mul(this.a, c0), i64.mul(this.b, c1));
        f.set(value, j === 0 ? sum : i64.add(sum, carry));
        if (quotientOf && j === 0) quotientOf(value);
        if (quotientOf && p[j] !== 0n)
          f.set(value, i64.add(value, times(value === x ? this.qx : this.qy, p[j])));
        if (j > 0) f.emit(i64.store(base, i64.and(value, mask), 8 * (j - 1)));
        f.set(carry, i64.shr_s(value, w));
      }
    }
    f.emit(i64.store(first, carryX, 8 * (n - 1)), i64.store(second, carryY, 8 * (n - 1)));
  }

  /**
   * @param {number} base
   * @param {Local} factor0
   * @param {Local} factor1
   */
  negateIfNegative(base, factor0, factor1) {
    const { f, parameters, x, carryX } = this;
    const { n, w, mask } = parameters;
    f.if(i64.lt_s(i64.load(base, 8 * (n - 1)), 0), () => {
      f.set(factor0, i64.sub(0, factor0));
      f.set(factor1, i64.sub(0, factor1));
      f.set(carryX, 0);
      for (let j = 0; j < n; j++) {
        f.set(x, i64.sub(carryX, i64.load(base, 8 * j)));
        f.emit(i64.store(base, j === n - 1 ? x : i64.and(x, mask), 8 * j));
        f.set(carryX, i64.shr_s(x, w));
      }
    });
  }

  isNotZero() {
    const { memory, parameters } = this;
    const limbs = Array.from({ length: parameters.n }, (_, j) => i64.load(memory.a, 8 * j));
    return i64.ne(
      limbs.reduce((all, limb) => i64.or(all, limb)),
      0,
    );
  }

  /** z = v + Kp, reduced to lazy: K covers the most negative v. @param {Local} z */
  storeResult(z) {
    const { f, memory, parameters, p } = this;
    const { n, w, mask, bits } = parameters;
    const K = BigInt(Math.ceil((2 * bits) / w / 2) + 2);
    const Kp = limbsOf(K * parameters.p, parameters);
    const g = estimateLimbs(parameters, 2, 2n * K);
    const column = (/** @type {number} */ j) => i64.add(i64.load(memory.v, 8 * j), Kp[j]);
    const top = f.localArray('top', 'i64', g);
    top.forEach((local, i) => f.set(local, column(n - g + i)));
    f.set(this.qx, estimate(parameters, top, 2));
    for (let j = 0; j < n; j++) {
      let value = i64.sub(column(j), i64.mul(this.qx, p[j]));
      if (j > 0) value = i64.add(value, i64.shr_s(this.x, w));
      f.set(this.x, value);
      f.emit(i64.store32(z, j === n - 1 ? this.x : i64.and(this.x, mask), 4 * j));
    }
  }
}
