/**
 * The final exponentiation.
 *
 * With f in Fp¹² and x the seed: the easy part f^((p⁶−1)(p²+1)), an element r of the cyclotomic
 * group, where the inverse is the conjugate; then a multiple k·(p⁴ − p² + 1)/order, harmless as k
 * is prime to the order:
 *   bls12, Hayashida, Hayasaka, Teruya (ePrint 2020/875):
 *     3·(p⁴ − p² + 1)/order = (x − 1)²·(x + p)·(x² + p² − 1) + 3;
 *   bn, Fuentes-Castañeda, Knapp, Rodríguez-Henríquez ("Faster hashing to G2", SAC 2011):
 *     2x(6x² + 3x + 1)·(p⁴ − p² + 1)/order = (A + 6x² + 1) + B·p + A·p² + (B − 1)·p³
 *     with A = 12x³ + 6x² + 6x, B = A − 2x.
 * Nearly all of the time is in the powers of x (seed-power.js), five or three.
 */

import { emitCyclotomic } from './cyclotomic.js';
import { emitSeedPower } from './seed-power.js';
import { TWELVE, elementsOf } from './tower.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
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
  const { multiply, conjugate } = tower;
  const parts = FAMILIES[config.family](m, { ...tower, square, power }, { r, a, b, c }, () => {
    return reserveElements(TWELVE)[0];
  });
  m.func(
    'pairing_exponentiate',
    { params: two, exported: true, doc: 'z = x^(k(p¹² − 1)/order) with the k of the text, x ≠ 0.' },
    (f, { z, x }) => f.emit(parts.call(x), multiply.call(z, c, a)),
  );
  m.func(
    'pairing_is_one',
    {
      params: { x: 'i32' },
      result: 'i32',
      exported: true,
      doc: '1 if x^((p¹² − 1)/order) = 1, x ≠ 0: c = 1/a saves a multiplication.',
    },
    (f, { x }) => {
      f.emit(parts.call(x), conjugate.call(b, a));
      f.result(tower.isEqual.call(b, c));
    },
  );
  return { square, power };
}

/**
 * Emit c and a, whose product is the result.
 * @typedef {(m: ModuleBuilder, tower: Tower & { square: Callable, power: Callable },
 *   values: { r: number, a: number, b: number, c: number }, reserve: () => number) => Callable}
 *   EmitParts
 */

/** @type {Record<string, EmitParts>} */
const FAMILIES = { bls12: emitBls12Parts, bn: emitBnParts };

/**
 * Emits r, the easy part of x; a is overwritten.
 * @type {(f: FunctionBuilder, tower: Tower, values: { r: number, a: number }, x: Local) => void}
 */
function easyPart(f, { inverse, conjugate, multiply, frobeniusTwice }, { r, a }, x) {
  f.emit(inverse.call(a, x), conjugate.call(r, x), multiply.call(a, r, a));
  f.emit(frobeniusTwice.call(r, a), multiply.call(r, r, a));
}

/** @type {EmitParts} */
function emitBls12Parts(m, tower, { r, a, b, c }) {
  const { multiply, conjugate, frobenius, frobeniusTwice, square, power } = tower;
  return m.func(
    'tower_exponent_parts',
    { params: { x: 'i32' }, doc: 'c = r^((x−1)²(x+p)(x²+p²−1)), a = r³ for the easy part r.' },
    (f, { x }) => {
      easyPart(f, tower, { r, a }, x);
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
}

/** @type {EmitParts} */
function emitBnParts(m, tower, { r, a, b, c }, reserve) {
  const { multiply, conjugate, frobenius, frobeniusTwice, square, power } = tower;
  const [s, A] = [reserve(), reserve()];
  return m.func(
    'tower_exponent_parts',
    { params: { x: 'i32' }, doc: 'c = r^(A + 6x² + 1 + Bp + Ap²), a = r^((B − 1)p³).' },
    (f, { x }) => {
      easyPart(f, tower, { r, a }, x);
      f.comment('b = r^(2x), a = r^(6x), c = r^(6x²), A = r^A');
      f.emit(power.call(b, r), square.call(b, b), square.call(a, b), multiply.call(a, a, b));
      f.emit(power.call(c, a), square.call(s, c), power.call(A, s));
      f.emit(multiply.call(A, A, c), multiply.call(A, A, a));
      f.comment('b = r^B');
      f.emit(conjugate.call(b, b), multiply.call(b, A, b));
      f.emit(multiply.call(c, c, A), multiply.call(c, c, r));
      f.emit(frobenius.call(a, b), multiply.call(c, c, a));
      f.emit(frobeniusTwice.call(a, A), multiply.call(c, c, a));
      f.emit(conjugate.call(a, r), multiply.call(b, b, a));
      f.emit(frobenius.call(a, b), frobeniusTwice.call(a, a));
    },
  );
}
