/**
 * The final exponentiation of BLS12 curves.
 *
 * With f in Fp¹² and x the seed: the easy part f^((p⁶−1)(p²+1)), an element r of the cyclotomic
 * group, where the inverse is the conjugate; then Hayashida, Hayasaka, Teruya (ePrint 2020/875):
 *   3·(p⁴ − p² + 1)/r = (x − 1)²·(x + p)·(x² + p² − 1) + 3.
 * The cube is harmless, as 3 does not divide the order. Nearly all of the time is in five powers of
 * x (seed-power.js).
 */

import { emitCyclotomic } from './cyclotomic.js';
import { emitSeedPower } from './seed-power.js';
import { TWELVE, elementsOf } from './tower.js';

/** @import { ModuleBuilder } from '../emit/module.js' */
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
  const cyclotomic = emitCyclotomic(m, field, config.xi);
  const { square } = cyclotomic;
  const power = emitSeedPower(m, field, config, { ...tower, ...cyclotomic });
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
