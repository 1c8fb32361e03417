/**
 * `split` where the endomorphism's eigenvalue λ is about r^(1/4) in size, as that of ψ on G2 of BLS12-381, the seed x:
 * scalars into four parts, k ≡ k0 + λ·k1 + λ²·k2 + λ³·k3 (mod r), balanced digits of 63 bits and a sign.
 * Source: Galbraith, Lin, Scott, ePrint 2008/194, for the method; the arithmetic is ours.
 *
 * First the halves of the lattice of λ² (lattice.js has the arithmetic and its proof), k ≡ h + λ²·h' with |h|, |h'| < 2^127.
 * Then each half is divided by the base X = |λ|, with the quotient rounded: for a = |h|, limbs of w = 29 bits,
 *   G = ⌊2^(5w)/X⌋ < 2^(3w),  q = ⌊(a·G + 2^(5w−1))/2^(5w)⌋,  ρ = a − q·X.
 * As 0 ≤ a/X − a·G/2^(5w) < a/2^(5w) =: δ, −1/2 ≤ a/X − q < 1/2 + δ: |ρ| ≤ X·(1/2 + δ), which fits in 63 bits and a sign, so the
 * lowest 64 bits of a − q·X are enough. Signs go to the parts: h = ±(ρ + q·X) = ±ρ ± (λ/|λ|)·q·λ.
 * Short scalars stay short: a < X/2 gives q = 0.
 */

import { i32, i64 } from '../emit/instructions.js';
import { HALF_LIMBS, LIMB_BITS, halfLimbs, splitParameters } from './lattice.js';
import { HALF_BYTES, SCALAR_BYTES, products, splitOne, sum, unionBits } from './split.js';

/** @import { ModuleBuilder } from '../emit/module.js' */

const MASK = (1n << BigInt(LIMB_BITS)) - 1n;

/** Bits of G's scale: a whole number of limbs, so that q begins at a column. */
const SCALE = LIMB_BITS * HALF_LIMBS;

/**
 * Whether scalars split into four parts rather than two.
 * @param {bigint} r
 * @param {bigint} lambda
 */
export function splitsInBase(r, lambda) {
  const base = lambda < 0n ? -lambda : lambda;
  return base ** 3n < r;
}

/**
 * The bounds of the parts' sizes, exactly as the head of this file derives them.
 * @param {bigint} r
 * @param {bigint} lambda
 */
export function baseSplitParameters(r, lambda) {
  const base = lambda < 0n ? -lambda : lambda;
  const lattice = splitParameters(r, lambda ** 2n % r);
  const largest = lattice.bounds[0] > lattice.bounds[1] ? lattice.bounds[0] : lattice.bounds[1];
  const gain = (1n << BigInt(SCALE)) / base;
  const remainder = base / 2n + ((base * largest) >> BigInt(SCALE)) + 1n;
  const quotient = (largest + base / 2n) / base + 1n;
  return { base, lattice, gain, bounds: { remainder, quotient } };
}

/**
 * @param {ModuleBuilder} m
 * @param {bigint} r order of the group
 * @param {bigint} lambda eigenvalue of the endomorphism
 */
export function emitBaseSplit(m, r, lambda) {
  const { lattice, bounds } = baseSplitParameters(r, lambda);
  const bits = [bounds.remainder, bounds.quotient].map((bound) => bound.toString(2).length);
  if (Math.max(...bits) > 63)
    throw new RangeError(`parts of ${bits.join(' and ')} bits do not fit`);
  const cut = emitCut(m, r, lambda);
  const doc =
    `Splits \`count\` scalars of 32 bytes, any value. Part j of scalar i stands at j·count + i: below 2^${bits[0]} in size for\n` +
    `j = 0, 2, below 2^${bits[1]} for j = 1, 3. Gives the bit length of the largest, regardless of its sign.`;
  const params = /** @type {const} */ ({ target: 'i32', source: 'i32', count: 'i32' });
  m.func(
    'split',
    { params, result: 'i32', exported: true, doc },
    (f, { target, source, count }) => {
      const row = f.local('row', 'i32', i32.mul(count, HALF_BYTES));
      const half0 = f.local('half0', 'i32', target);
      const half1 = f.local('half1', 'i32', i32.add(target, i32.shl(row, 1)));
      const end = f.local('end', 'i32', i32.add(target, row));
      const union = f.local('union', 'i64', 0);
      /** @type {[import('../emit/module.js').Local, import('../emit/module.js').Local]} of the halves, which nobody asks for */
      const ignored = [f.local('low', 'i64'), f.local('high', 'i64')];
      f.block((done) => {
        f.loop((next) => {
          f.brIf(done, i32.eq(half0, end));
          splitOne(f, lattice, { source, half0, half1, union: ignored });
          for (const half of [half0, half1]) {
            f.set(union, i64.or(union, cut.call(half, i32.add(half, row))));
            f.set(half, i32.add(half, HALF_BYTES));
          }
          f.set(source, i32.add(source, SCALAR_BYTES));
          f.br(next);
        });
      });
      f.result(unionBits(f, [union, f.local('none', 'i64', 0)]));
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {bigint} r
 * @param {bigint} lambda
 */
function emitCut(m, r, lambda) {
  const { base, gain } = baseSplitParameters(r, lambda);
  const doc =
    'Cuts a half into two parts: one takes its place, one goes to `next`. Gives the union of their bits.';
  return m.func(
    'cut_half',
    { params: { half: 'i32', next: 'i32' }, result: 'i64', doc },
    (f, { half, next }) => {
      const sign = f.local('sign', 'i64', i64.load32_s(half, 16));
      const low = f.local('low', 'i64', i64.sub(i64.xor(i64.load(half), sign), sign));
      // Negation: invert, add 1, carry if the low word became 0.
      const carry = i64.and(i64.extend_i32_u(i64.eqz(low)), sign);
      const high = f.local('high', 'i64', i64.add(i64.xor(i64.load(half, 8), sign), carry));
      const a = Array.from({ length: HALF_LIMBS }, (_, i) => {
        const shift = LIMB_BITS * i;
        if (shift + LIMB_BITS <= 64)
          return f.local('a', 'i64', i64.and(i64.shr_u(low, shift), MASK));
        const upper = shift < 64 ? i64.shl(high, 64 - shift) : i64.shr_u(high, shift - 64);
        const whole = shift < 64 ? i64.or(i64.shr_u(low, shift), upper) : upper;
        return f.local('a', 'i64', i64.and(whole, MASK));
      });
      const G = halfLimbs(gain);
      const column = f.local('column', 'i64', 0);
      const quotient = f.local('quotient', 'i64', 0);
      for (let k = 0; k < 2 * HALF_LIMBS - 1; k++) {
        const terms = products(a, G, k);
        if (k > 0) terms.push(i64.shr_u(column, LIMB_BITS));
        if (k === HALF_LIMBS - 1) terms.push(i64.const(1n << BigInt(LIMB_BITS - 1)));
        f.set(column, sum(terms));
        const shift = LIMB_BITS * (k - HALF_LIMBS);
        if (shift >= 0 && shift < 64)
          f.set(quotient, i64.or(quotient, i64.shl(i64.and(column, MASK), shift)));
      }
      const remainder = f.local('remainder', 'i64', i64.sub(low, i64.mul(quotient, base)));
      const flip = f.local('flip', 'i64', i64.shr_s(remainder, 63));
      const union = f.local('union', 'i64');
      f.set(union, i64.or(quotient, i64.sub(i64.xor(remainder, flip), flip)));
      const store = (
        /** @type {import('../emit/module.js').Local} */ target,
        /** @type {import('../emit/module.js').Local} */ part,
        /** @type {import('../emit/expression.js').Expression} */ negative,
      ) => {
        f.set(flip, negative);
        f.set(part, i64.sub(i64.xor(part, flip), flip));
        f.set(flip, i64.shr_s(part, 63));
        f.emit(i64.store(target, part), i64.store(target, flip, 8), i64.store32(target, flip, 16));
      };
      store(half, remainder, sign);
      store(next, quotient, lambda < 0n ? i64.xor(sign, -1n) : sign);
      f.result(union);
    },
  );
}
