/**
 * The final exponentiation of BLS12 curves, and powers in the cyclotomic group.
 *
 * With f in Fp¹² and x the seed: the easy part f^((p⁶−1)(p²+1)), an element r of the cyclotomic
 * group, where the inverse is the conjugate; then Hayashida, Hayasaka, Teruya (ePrint 2020/875):
 *   3·(p⁴ − p² + 1)/r = (x − 1)²·(x + p)·(x² + p² − 1) + 3.
 * The cube is harmless, as 3 does not divide the order. In multiplications of Fp: 5 powers of x of
 * 63·18 + 5·54 for BLS12-381, 7440 in all.
 *
 * Squares in the cyclotomic group (Granger, Scott, ePrint 2009/565): with f as three pairs (a, b)
 * over Fp⁴ = Fp²[s]/(s² − ξ), each square A = a² + ξb², B = 2ab = (a + b)² − a² − b² gives two
 * coefficients of f²: 3A − 2ā and 3B + 2b̄, the bars for the coefficients that Frobenius permutes.
 */

import { i32, i64 } from '../emit/instructions.js';
import { TWELVE, elementsOf, integer, times } from './tower.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { Fp2 } from '../field/extension/constants.js' */
/** @import { PairingConfig } from './config.js' */
/** @import { PairingField } from './field.js' */
/** @import { Tower } from './tower.js' */

const two = /** @type {const} */ ({ z: 'i32', x: 'i32' });

/**
 * @param {ModuleBuilder} m
 * @param {PairingField} field
 * @param {PairingConfig} config
 * @param {Tower} tower
 */
export function emitExponentiation(m, field, config, tower) {
  const square = emitCyclotomicSquare(m, field, config.xi);
  const power = emitSeedPower(m, config, { ...tower, square });
  const { reserveElements } = elementsOf(field);
  const [r, a, b, c] = [0, 1, 2, 3].map(() => reserveElements(TWELVE)[0]);
  const { multiply, conjugate, inverse, frobenius, frobeniusTwice } = tower;
  /** r = x^((p⁶−1)(p²+1)), then a, b, c as in the text; the result is c·a with a = r³. */
  const parts = m.func(
    'tower_exponent_parts',
    { params: { x: 'i32' }, doc: 'c = r^((x−1)²(x+p)(x²+p²−1)), a = r³ for the easy part r.' },
    (f, { x }) => {
      f.emit(inverse.call(a, x), conjugate.call(r, x), multiply.call(a, r, a));
      f.emit(frobeniusTwice.call(r, a), multiply.call(r, r, a));
      for (const [z, from] of [
        [a, r],
        [c, a],
      ]) {
        f.comment('z = from^(x − 1)');
        f.emit(power.call(z, from), conjugate.call(b, from), multiply.call(z, z, b));
      }
      f.comment('b = c^(x + p)');
      f.emit(power.call(b, c), frobenius.call(a, c), multiply.call(b, b, a));
      f.comment('c = b^(x² + p² − 1)');
      f.emit(power.call(a, b), power.call(c, a));
      f.emit(frobeniusTwice.call(a, b), multiply.call(c, c, a));
      f.emit(conjugate.call(a, b), multiply.call(c, c, a));
      f.emit(square.call(a, r), multiply.call(a, a, r));
    },
  );
  m.func(
    'pairing_exponentiate',
    { params: two, exported: true, doc: 'z = x^(3(p¹² − 1)/r), x ≠ 0.' },
    (f, { z, x }) => f.emit(parts.call(x), multiply.call(z, c, a)),
  );
  m.func(
    'pairing_is_one',
    {
      params: { x: 'i32' },
      result: 'i32',
      exported: true,
      doc: '1 if x^((p¹² − 1)/r) = 1, x ≠ 0: c = 1/a saves a multiplication.',
    },
    (f, { x }) => {
      f.emit(parts.call(x), conjugate.call(b, a));
      f.result(tower.isEqual.call(b, c));
    },
  );
  return { square, power };
}

/**
 * @param {ModuleBuilder} m
 * @param {PairingField} field
 * @param {Fp2} xi
 */
function emitCyclotomicSquare(m, field, xi) {
  const { square, squarable, sum } = field;
  const { at, reserveElements } = elementsOf(field);
  const squares = reserveElements(9);
  const difference = reserveElements(1)[0];
  const [PLUS, MINUS] = [integer(1), integer(-1)];
  const doc = 'z = x² for x in the cyclotomic group.';
  return m.func('pairing_square', { params: two, exported: true, doc }, (f, { z, x }) => {
    /** Pairs over Fp⁴ by their places in memory, and the places of the results. */
    const pairs = [
      { a: 0, b: 4, to: [0, 4] },
      { a: 3, b: 2, to: [1, 5] },
      { a: 1, b: 5, to: [2, 3] },
    ];
    pairs.forEach(({ a, b }, i) => {
      const [A, B, S] = squares.slice(3 * i);
      f.emit(squarable.call(S, at(x, a), at(x, b)), square.call(S, S));
      f.emit(square.call(A, at(x, a)), square.call(B, at(x, b)));
    });
    pairs.forEach(({ to: [even, odd] }, i) => {
      const [A, B, S] = squares.slice(3 * i);
      const [low, high] = [at(z, even), at(z, odd)];
      const [a, b] = [at(x, even), at(x, odd)];
      f.emit(sum([integer(3), times(xi, 3), integer(-2)]).call(low, A, B, a));
      if (odd === 3) {
        f.comment('w times the last square: its second part by ξ');
        f.emit(sum([PLUS, MINUS, MINUS]).call(difference, S, A, B));
        f.emit(sum([times(xi, 3), integer(2)]).call(high, difference, b));
      } else f.emit(sum([3, -3, -3, 2].map(integer)).call(high, S, A, B, b));
    });
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {PairingConfig} config
 * @param {{ multiply: Callable, square: Callable, conjugate: Callable, copy: Callable }} tower
 */
function emitSeedPower(m, { loop, isNegative }, { multiply, square, conjugate, copy }) {
  const doc = 'z = x^seed in the cyclotomic group; z is not x.';
  return m.func('tower_seed_power', { params: two, doc }, (f, { z, x }) => {
    const bits = f.local('bits', 'i64', BigInt.asIntN(64, afterTopBit(loop)));
    f.emit(copy.call(z, x));
    forEachBit(f, loop, bits, () => {
      f.emit(square.call(z, z));
      f.if(i64.lt_s(bits, 0), () => f.emit(multiply.call(z, z, x)));
    });
    if (isNegative) f.emit(conjugate.call(z, z));
  });
}

/** The bits below the top one, moved to the top of a word. @param {bigint} loop */
export function afterTopBit(loop) {
  const count = BigInt(loop.toString(2).length - 1);
  return (loop - (1n << count)) << (64n - count);
}

/**
 * Repeats a body for the bits of the loop below the top one; the bit is the sign of `bits`.
 * @param {import('../emit/module.js').FunctionBuilder} f
 * @param {bigint} loop
 * @param {import('../emit/module.js').Local} bits starts as afterTopBit
 * @param {() => void} body
 */
export function forEachBit(f, loop, bits, body) {
  const left = f.local('left', 'i32', loop.toString(2).length - 1);
  f.loop((again) => {
    body();
    f.set(bits, i64.shl(bits, 1));
    f.brIf(again, f.tee(left, i32.sub(left, 1)));
  });
}
