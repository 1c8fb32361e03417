/**
 * The square root of the SWU map: of a, or of Z·a if a is no square, for the non-square Z. It is
 * cut at its powers x^e in Fp (e of ../field/addition-chain.js, where x^(2e+1) = ±1), so that two
 * roots may take theirs together.
 *
 * - Fp, p ≡ 3 mod 4: with r = a^(e+1), r² = ±a. For −a, √(−Z)·r is a root of Z·a.
 * - Fp²: with n = N^(e+1) for the norm N of a, n² = ±N. For −N, a is no square, and
 *   √(−N(Z))·n is a root of the norm of Z·a. The second power of the complex method
 *   (../field/extension/root.js) then gives the root of a or of Z·a. So every a takes two powers.
 */

import { mod, squareRoot } from '../../src/math/modular.js';
import { i32 } from '../emit/instructions.js';
import { emitDelta, emitRootFromDelta } from '../field/extension/root.js';
import { placesOf } from './record.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { Field } from '../field/limbs30/index.js' */
/** @import { ExtensionField } from '../field/extension/index.js' */
/** @import { HashedCurve } from './index.js' */
/** @import { MapRecord } from './record.js' */

/**
 * Functions of a record: `stages`, each of which leaves an argument in `base`, whose power the next
 * finds in `power`; `finish` leaves a root of `value` in `root`, and `flag`.
 * @typedef {{ stages: Callable[], finish: Callable }} RootStages
 */

const params = /** @type {const} */ ({ at: 'i32' });

/** A root in Fp of a number that must have one. @type {(value: bigint, p: bigint) => bigint} */
function rootOf(value, p) {
  const root = squareRoot(mod(value, p), p);
  if (root === null) throw new RangeError('expected a non-square Z');
  return root;
}

/** @type {(m: ModuleBuilder, field: Field, curve: HashedCurve, record: MapRecord) => RootStages} */
export function emitPrimeRoot(m, field, { p, hashing }, record) {
  const { constants, multiply, square, isEqual, copy, reserve, parameters } = field;
  const factor = constants.add('√(−Z)', rootOf(-(/** @type {bigint} */ (hashing.z)), p));
  const check = reserve(parameters.slotBytes);
  const begin = m.func('root_begin', { params }, (f, { at }) => {
    const { base, value } = placesOf(record, at);
    f.emit(copy.call(base, value));
  });
  const finish = m.func('root_finish', { params }, (f, { at }) => {
    const { root, power, value } = placesOf(record, at);
    f.emit(multiply.call(root, power, value), square.call(check, root));
    f.emit(i32.store(at, isEqual.call(check, value), record.flag));
    f.if(i32.eqz(i32.load(at, record.flag)), () => f.emit(multiply.call(root, root, factor)));
  });
  return { stages: [begin], finish };
}

/**
 * @type {(m: ModuleBuilder, field: ExtensionField, curve: HashedCurve,
 *   record: MapRecord) => RootStages}
 */
export function emitExtensionRoot(m, field, { p, hashing }, record) {
  const { base, norm, constants } = field;
  const { multiply, square, isEqual, reserve, parameters } = base;
  const Z = /** @type {{ c0: bigint, c1: bigint }} */ (hashing.z);
  const factor = base.constants.add('√(−N(Z))', rootOf(-(Z.c0 ** 2n + Z.c1 ** 2n), p));
  const half = base.constants.add('1/2', (p + 1n) / 2n);
  const constantZ = constants.add('Z', Z);
  const [n, s, t] = Array.from({ length: 3 }, () => reserve(parameters.slotBytes));
  const begin = m.func('root_begin', { params }, (f, { at }) => {
    const { base: N, value } = placesOf(record, at);
    f.emit(norm.call(N, value));
  });
  const decide = m.func('root_decide', { params }, (f, { at }) => {
    const { base: N, power, value } = placesOf(record, at);
    f.emit(multiply.call(n, power, N), square.call(s, n));
    f.emit(i32.store(at, isEqual.call(s, N), record.flag));
    f.if(i32.eqz(i32.load(at, record.flag)), () => {
      f.emit(multiply.call(n, n, factor), field.multiply.call(value, value, constantZ));
    });
    f.emit(base.copy.call(N, n));
    emitDelta(f, base, { x: value, delta: N, half });
  });
  const finish = m.func('root_finish', { params }, (f, { at }) => {
    const { base: delta, power: g, value: x, root } = placesOf(record, at);
    emitRootFromDelta(f, base, { root, x, delta, g, s, t, half });
  });
  return { stages: [begin, decide], finish };
}
