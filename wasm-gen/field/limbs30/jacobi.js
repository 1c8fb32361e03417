/**
 * Decides whether an element is a square by its Jacobi symbol: the binary GCD of inverse.js without
 * the cofactors, variable time, as in Pornin's crrl library.
 *
 * A step changes at most the sign of the symbol (a/|b|), for odd b of either sign; bit 1 of `flips`
 * tracks it.
 * - a ← a/2 flips it for b ≡ 3, 5 mod 8; a ← a − b does not.
 * - An exchange of odd a and b flips it for a ≡ b ≡ 3 mod 4 in two's complement, unless both are
 *   negative, which never happens: a step leads from (a ≥ 0, b > 0) to any a and b ≥ 0, from
 *   (a < 0, b > 0) to (−, +) or (+, −), from (a ≥ 0, b < 0) to (+, −) or (−, +).
 * - Negating a flips it for |b| ≡ 3 mod 4; negating b does not.
 * Step k ≤ 28 of a round needs the lowest three bits of a and b: the approximations start with 32
 * exact low bits and lose one per step. This leaves 31 top bits, w + 2, as the proof of the GCD
 * requires.
 */

import { i32, i64 } from '../../emit/instructions.js';
import { isSquare } from '../../../src/math/modular.js';
import { Gcd } from './inverse.js';
import { placeLimbs } from './constants.js';

/** @import { Callable, ModuleBuilder } from '../../emit/module.js' */
/** @import { FieldParameters } from './parameters.js' */

const LOW_BITS = 32;

/**
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters w ≤ 29
 * @param {{ name?: string, reduce?: Callable, reserve: (bytes: number) => number }} field without
 *   `reduce`, x is a row of limbs below 2p
 * @returns {Callable}
 */
export function emitIsSquare(m, parameters, { name, reduce, reserve }) {
  const { n, w, p, R } = parameters;
  if (w > 29) throw new RangeError(`expected limbs of at most 29 bits, got ${w}`);
  const memory = { a: reserve(8 * n), b: reserve(8 * n), u: 0, v: 0 };
  const prime = placeLimbs(m, p, parameters, reserve);
  const reduced = reduce && reserve(parameters.slotBytes);
  const doc = '1 if x is a square. x in [0, 2p), not 0 mod p.';
  return m.func(
    name ?? 'field_is_square',
    { params: { x: 'i32' }, result: 'i32', exported: name === undefined, doc },
    (f, { x }) => {
      if (reduce && reduced) {
        f.emit(reduce.call(reduced, x));
        f.set(x, reduced);
      }
      const gcd = new SymbolGcd(f, parameters, memory);
      gcd.copyLimbs([
        [memory.a, x],
        [memory.b, prime],
      ]);
      // The symbol of xR is that of x, or its opposite.
      gcd.startSymbol(isSquare(R, p) ? 0 : 2);
      f.block((done) => {
        f.loop((again) => {
          gcd.approximate();
          f.brIf(done, i32.le_u(gcd.top, 8));
          gcd.steps();
          gcd.unpackFactors();
          gcd.updateValues();
          gcd.makePositive();
          f.br(again);
        });
      });
      gcd.finish();
      f.result(i32.eqz(i32.wrap_i64(i64.and(gcd.flips, 2))));
    },
  );
}

class SymbolGcd extends Gcd {
  /**
   * @param {ConstructorParameters<typeof Gcd>[0]} f
   * @param {FieldParameters} parameters
   * @param {{ a: number, b: number, u: number, v: number }} memory
   */
  constructor(f, parameters, memory) {
    super(f, parameters, memory);
    this.flips = f.local('flips', 'i64');
  }

  /** @param {number} flips 0 or 2 */
  startSymbol(flips) {
    this.f.set(this.flips, flips);
  }

  /**
   * As in an inversion, with 32 low bits and 31 top bits.
   * @override
   */
  approximate() {
    super.approximate();
    const { f, memory, parameters, top, a, b } = this;
    const { w } = parameters;
    f.if(i32.gt_u(top, 8), () => {
      for (const [value, base] of /** @type {const} */ ([
        [a, memory.a],
        [b, memory.b],
      ])) {
        const limb = (/** @type {number} */ j) => i64.load(i32.const(base), 8 * j);
        const low = i64.or(limb(0), i64.shl(limb(1), w));
        const high = i64.shl(i64.shr_u(value, w + 1), LOW_BITS);
        f.set(value, i64.or(high, i64.and(low, (1n << BigInt(LOW_BITS)) - 1n)));
      }
    });
  }

  /** @override */
  afterHalvings() {
    const { f, flips, b, zeros } = this;
    const each = i64.xor(b, i64.shr_u(b, 1));
    f.set(flips, i64.xor(flips, i64.and(i64.shl(zeros, 1), each)));
  }

  /** @override */
  beforeSubtraction() {
    const { f, flips, a, b, carryY: negative } = this;
    f.set(flips, i64.xor(flips, i64.and(i64.and(a, b), negative)));
  }

  /** Negates a and b where they are negative. */
  makePositive() {
    const { f, memory, flips, f0, f1, g0, g1 } = this;
    this.negateIfNegative(memory.b, g0, g1);
    f.if(this.isNegative(memory.a), () => {
      const b = () => i64.load(i32.const(memory.b));
      f.set(flips, i64.xor(flips, i64.and(b(), i64.shl(b(), 1))));
    });
    this.negateIfNegative(memory.a, f0, f1);
  }

  /** The remaining steps once a and b fit in one word, until a = b = 1. */
  finish() {
    const { f, a, b, zeros } = this;
    const [difference, negative] = [this.x, this.carryY];
    f.set(difference, a);
    f.block((done) => {
      f.loop((again) => {
        f.brIf(done, i64.eqz(difference));
        f.set(zeros, i64.ctz(difference));
        f.set(a, i64.shr_u(a, zeros));
        this.afterHalvings();
        f.set(difference, i64.sub(a, b));
        f.set(negative, i64.shr_s(difference, 63));
        this.beforeSubtraction();
        f.set(b, i64.add(b, i64.and(difference, negative)));
        f.set(a, i64.sub(i64.xor(difference, negative), negative));
        f.br(again);
      });
    });
  }
}
