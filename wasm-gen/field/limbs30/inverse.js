/**
 * Inversion by Pornin's binary GCD (ePrint 2020/972, "Optimized binary GCD for modular
 * inversion"), variable time.
 *
 * Symbols: (a, b, u, v) with a ≡ u·x, b ≡ v·x mod p throughout, up to the constant factor with
 * which u starts; initially a = x, b = p, u = the numerator (R² below), v = 0. A round makes w
 * binary-GCD steps on 64-bit approximations of a and b (their low w bits and their top 32 bits),
 * which give factors |f_0| + |f_1| ≤ 2^w, |g_0| + |g_1| ≤ 2^w with
 *   a ← (f_0·a + f_1·b)/2^w,  b ← (g_0·a + g_1·b)/2^w     (exact),
 *   u ← (f_0·u + f_1·v)/2^w,  v ← (g_0·u + g_1·v)/2^w mod p   (one Montgomery step each),
 * and negates a row whose a or b became negative. It ends when a = 0; then b = gcd(x, p) = 1, and
 * as x is a Montgomery form x'R, v = R²/(x'R) = R/x' is one, too. Nothing here is relied on for
 * what leaves the module: ./certified-inverse.js checks it.
 *
 * Bounds: |u|, |v| grow by at most p/2 per round (the quotient of the Montgomery step is centred),
 * and there are at most ⌈2·bits/w⌉ rounds, so |v| ≤ (rounds/2 + 1)·p at the end. Limbs of 8 bytes;
 * all but the last in [0, 2^w); the last is signed. Products: 2^w·2^w twice plus q·p below 2^(2w+2)
 * ≤ 2^62 in absolute value.
 */

import { i32, i64 } from '../../emit/instructions.js';
import { emitTakeLimbs } from './certified-inverse.js';
import { quotient, times } from './multiply.js';
import { estimate, estimateLimbs } from './linear.js';
import { placeLimbs } from './constants.js';
import { limbsOf } from './parameters.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression, Operand } from '../../emit/expression.js' */
/** @import { FieldParameters } from './parameters.js' */

/**
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters
 * @param {{ numerator: bigint, reserve: (bytes: number) => number }} options the result is
 *   numerator/x mod p, as integers: R² yields the inverse of a Montgomery form
 * @returns {{ candidate: Callable, accept: Callable, bytes: number }} of emitCertifiedInverse
 */
export function emitInverse(m, parameters, { numerator, reserve }) {
  const { n } = parameters;
  const memory = { a: reserve(8 * n), b: reserve(8 * n), u: reserve(8 * n), v: reserve(8 * n) };
  const place = (/** @type {bigint} */ value) => placeLimbs(m, value, parameters, reserve);
  const [prime, start] = [place(parameters.p), place(numerator)];
  const doc = 'z = 1/x, and 0 for x = 0. x in [0, p), z in [0, 2p).';
  const candidate = m.func(
    'invert_limbs',
    { params: { z: 'i32', x: 'i32' }, doc },
    (f, { z, x }) => {
      const gcd = new Gcd(f, parameters, memory);
      gcd.copyLimbs([
        [memory.a, x],
        [memory.b, prime],
        [memory.u, start],
        [memory.v, null],
      ]);
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
      gcd.storeResult(z, prime);
    },
  );
  const accept = emitTakeLimbs(m, parameters, prime);
  return { candidate, accept, bytes: parameters.slotBytes };
}

/** The steps of the binary GCD, and their variables. */
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
    this.zeros = local('zeros');
    this.end = local('end');
    // Address of the highest limb that a or b may have: neither grows.
    this.top = f.local('top', 'i32', 8 * (parameters.n - 1));
    this.at = f.local('at', 'i32');
  }

  /**
   * Limbs of 4 bytes become limbs of 8.
   * @param {Array<[to: number, from: Operand | null]>} rows addresses; null for zeros
   */
  copyLimbs(rows) {
    const { f, at } = this;
    f.set(at, 8 * (this.parameters.n - 1));
    f.loop((again) => {
      for (const [to, from] of rows)
        f.emit(i64.store(at, from === null ? 0 : this.loadHalf(from), to));
      f.set(at, i32.sub(at, 8));
      f.brIf(again, i32.ge_s(at, 0));
    });
  }

  /** The limb of 4 bytes with the number of the 8-byte limb at `at`. @param {Operand} base */
  loadHalf(base) {
    return i64.load32_u(i32.add(i32.shr_u(this.at, 1), base));
  }

  /**
   * Approximations of a and b: exact if both fit in two limbs; otherwise the top 32 bits, aligned
   * for both, over the lowest limb. With w steps and w low bits, the paper's proof requires w + 2 ≤
   * 32 top bits.
   */
  approximate() {
    const { f, memory, parameters, top, x, y, a, b } = this;
    const { w } = parameters;
    const either = (/** @type {Local} */ i) => i64.or(i64.load(i, memory.a), i64.load(i, memory.b));
    f.block((found) => {
      f.loop((next) => {
        f.brIf(found, i32.le_u(top, 8));
        f.brIf(found, i64.ne(either(top), 0));
        f.set(top, i32.sub(top, 8));
        f.br(next);
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

  /**
   * w steps: if a is odd, a ← |a − b| and b ← min(a, b); then a ← a/2 and the factors of b double.
   * All halvings up to the next odd a are done at once; `end` is a 1 above the bits that the
   * remaining steps may shift out.
   */
  steps() {
    const { f, parameters, a, b, packedF, packedG, zeros, end } = this;
    const [difference, factor, negative] = [this.x, this.y, this.carryY];
    f.set(packedF, 1);
    f.set(packedG, 1n << 32n);
    f.set(end, 1n << BigInt(parameters.w));
    f.set(difference, a);
    f.block((done) => {
      f.loop((again) => {
        // As many as |difference| = a has, with a shorter dependency.
        f.set(zeros, i64.ctz(i64.or(difference, end)));
        f.set(a, i64.shr_u(a, zeros));
        f.set(packedG, i64.shl(packedG, zeros));
        f.set(end, i64.shr_u(end, zeros));
        this.afterHalvings();
        f.brIf(done, i64.eq(end, 1));
        f.set(difference, i64.sub(a, b));
        f.set(factor, i64.sub(packedF, packedG));
        f.set(negative, i64.shr_s(difference, 63));
        this.beforeSubtraction();
        f.set(b, i64.add(b, i64.and(difference, negative)));
        f.set(a, i64.sub(i64.xor(difference, negative), negative));
        f.set(packedG, i64.add(packedG, i64.and(factor, negative)));
        f.set(packedF, i64.sub(i64.xor(factor, negative), negative));
        f.br(again);
      });
    });
  }

  /** Hook after the halvings of a step: a was halved `zeros` times. */
  afterHalvings() {}

  /** Hook before the subtraction: a and b are odd; `carryY` is −1 if a is the smaller one. */
  beforeSubtraction() {}

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

  /**
   * a ← (f_0·a + f_1·b)/2^w, b ← (g_0·a + g_1·b)/2^w, on the limbs up to `top`, the last of which
   * is signed.
   */
  updateValues() {
    const { f, parameters, memory, top, at, x, y, carryX, carryY } = this;
    const { w, mask } = parameters;
    const rows = /** @type {const} */ ([
      [memory.a, x, carryX, this.f0, this.f1],
      [memory.b, y, carryY, this.g0, this.g1],
    ]);
    const loadLimbs = (/** @type {Expression} */ from) => {
      f.set(this.a, i64.load(from, memory.a));
      f.set(this.b, i64.load(from, memory.b));
    };
    const sum = (/** @type {Local} */ c0, /** @type {Local} */ c1) =>
      i64.add(i64.mul(this.a, c0), i64.mul(this.b, c1));
    loadLimbs(i32.const(0));
    for (const [, , carry, c0, c1] of rows) f.set(carry, i64.shr_s(sum(c0, c1), w));
    f.set(at, 8);
    f.loop((again) => {
      loadLimbs(at);
      for (const [base, value, carry, c0, c1] of rows) {
        f.set(value, i64.add(sum(c0, c1), carry));
        f.emit(i64.store(at, i64.and(value, mask), base - 8));
        f.set(carry, i64.shr_s(value, w));
      }
      f.brIf(again, i32.le_u(f.tee(at, i32.add(at, 8)), top));
    });
    for (const [base, , carry] of rows) f.emit(i64.store(top, carry, base));
  }

  /** The same for u and v, with a multiple of p added that makes the division exact. */
  updateCofactors() {
    const { f, parameters, memory, x, y, carryX, carryY, f0, f1, g0, g1 } = this;
    const { n, w, mask } = parameters;
    const p = limbsOf(parameters.p, parameters);
    const rows = /** @type {const} */ ([
      [x, carryX, this.qx, memory.u, f0, f1],
      [y, carryY, this.qy, memory.v, g0, g1],
    ]);
    for (let j = 0; j < n; j++) {
      f.set(this.a, i64.load(memory.u, 8 * j));
      f.set(this.b, i64.load(memory.v, 8 * j));
      for (const [value, carry, q, base, c0, c1] of rows) {
        const sum = i64.add(i64.mul(this.a, c0), i64.mul(this.b, c1));
        f.set(value, j === 0 ? sum : i64.add(sum, carry));
        if (j === 0) {
          f.set(q, quotient(parameters, value));
          f.set(q, i64.sub(q, i64.shl(i64.shr_u(q, w - 1), w)));
        }
        if (p[j] !== 0n) f.set(value, i64.add(value, times(q, p[j])));
        if (j > 0) f.emit(i64.store(base, i64.and(value, mask), 8 * (j - 1)));
        f.set(carry, i64.shr_s(value, w));
      }
    }
    for (const [, carry, , base] of rows) f.emit(i64.store(base, carry, 8 * (n - 1)));
  }

  /** @type {(base: number, factor0: Local, factor1: Local) => void} */
  negateIfNegative(base, factor0, factor1) {
    const { f, parameters, top, at, x, carryX } = this;
    const { w, mask } = parameters;
    f.if(this.isNegative(base), () => {
      f.set(factor0, i64.sub(0, factor0));
      f.set(factor1, i64.sub(0, factor1));
      f.set(carryX, 0);
      f.set(at, 0);
      f.loop((again) => {
        f.set(x, i64.sub(carryX, i64.load(at, base)));
        f.emit(i64.store(at, i64.and(x, mask), base));
        f.set(carryX, i64.shr_s(x, w));
        f.brIf(again, i32.le_u(f.tee(at, i32.add(at, 8)), top));
      });
    });
  }

  /** Whether a or b is negative, before it is made positive. @param {number} base */
  isNegative(base) {
    return i64.lt_s(i64.load(this.top, base), 0);
  }

  isNotZero() {
    const { memory, parameters } = this;
    const limbs = Array.from({ length: parameters.n }, (_, j) => i64.load(memory.a, 8 * j));
    return i64.ne(
      limbs.reduce((all, limb) => i64.or(all, limb)),
      0,
    );
  }

  /**
   * z = v + (K − k)p, lazy.
   * @param {Local} z
   * @param {number} prime address of p in limbs of 4 bytes
   */
  storeResult(z, prime) {
    const { f, memory, parameters, at, x, qx } = this;
    const { n, w, mask, p } = parameters;
    const { K, g } = resultEstimate(parameters);
    const Kp = limbsOf(K * p, parameters);
    const top = f.localArray('top', 'i64', g);
    top.forEach((local, i) =>
      f.set(local, i64.add(i64.load(memory.v, 8 * (n - g + i)), Kp[n - g + i])),
    );
    f.set(qx, i64.sub(K, estimate(parameters, top, 2)));
    f.set(x, 0);
    f.set(at, 0);
    f.loop((again) => {
      const limb = i64.add(i64.load(at, memory.v), i64.mul(qx, this.loadHalf(prime)));
      f.set(x, i64.add(limb, i64.shr_s(x, w)));
      f.emit(i64.store32(i32.add(z, i32.shr_u(at, 1)), i64.and(x, mask)));
      f.brIf(again, i32.lt_u(f.tee(at, i32.add(at, 8)), 8 * n));
    });
  }
}

/**
 * K makes the most negative v non-negative; k is the estimate of linear.js for v + Kp, from g
 * limbs.
 * @type {(parameters: FieldParameters) => { K: bigint, g: number }}
 */
export function resultEstimate(parameters) {
  const K = BigInt(Math.ceil((2 * parameters.bits) / parameters.w / 2) + 2);
  return { K, g: estimateLimbs(parameters, 2, 2n * K) };
}
