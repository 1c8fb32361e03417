/**
 * The square root of the SWU map: of a, or of Z·a if a is no square, for the non-square Z.
 *
 * - Fp, p ≡ 3 mod 4: with r = a^((p+1)/4), r² = ±a. For −a, √(−Z)·r is a root of Z·a.
 * - Fp²: with n = N^((p+1)/4) for the norm N of a, n² = ±N. For −N, a is no square, and
 *   √(−N(Z))·n is a root of the norm of Z·a. The second power of the complex method
 *   (../field/extension/root.js) then gives the root of a or of Z·a. So every a takes two powers.
 */

import { mod, squareRoot } from '../../src/math/modular.js';
import { emitRootFromNorm } from '../field/extension/root.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { Field } from '../field/limbs30/index.js' */
/** @import { ExtensionField } from '../field/extension/index.js' */
/** @import { HashedCurve } from './index.js' */

const doc = '1 and z = a root of x, or 0 and z = a root of Z·x. x lazy; z is not x.';

/**
 * A root in Fp of a number that must have one.
 * @param {bigint} value
 * @param {bigint} p
 */
function rootOf(value, p) {
  const root = squareRoot(mod(value, p), p);
  if (root === null) throw new RangeError('expected a non-square Z');
  return root;
}

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {HashedCurve} curve
 * @returns {Callable}
 */
export function emitPrimeRoot(m, field, { p, hashing }) {
  const { constants, multiply, square, isEqual, reserve, parameters, inverseRootPower } = field;
  if (!inverseRootPower) throw new RangeError('expected a prime ≡ 3 (mod 4)');
  const power = inverseRootPower();
  const factor = constants.add('√(−Z)', rootOf(-(/** @type {bigint} */ (hashing.z)), p));
  const check = reserve(parameters.slotBytes);
  return m.func(
    'root_or_twisted',
    { params: { z: 'i32', x: 'i32' }, result: 'i32', doc },
    (f, { z, x }) => {
      f.emit(power.call(z, x), multiply.call(z, z, x), square.call(check, z));
      f.if(isEqual.call(check, x), () => f.return(1));
      f.emit(multiply.call(z, z, factor));
      f.result(0);
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {ExtensionField} field
 * @param {HashedCurve} curve
 * @returns {Callable}
 */
export function emitExtensionRoot(m, field, { p, hashing }) {
  const { base, norm, constants } = field;
  const { inverseRootPower, multiply, square, isEqual, reserve, parameters } = base;
  if (!inverseRootPower) throw new RangeError('expected a prime ≡ 3 (mod 4)');
  const power = inverseRootPower();
  const Z = /** @type {{ c0: bigint, c1: bigint }} */ (hashing.z);
  const factor = base.constants.add('√(−N(Z))', rootOf(-(Z.c0 ** 2n + Z.c1 ** 2n), p));
  const constantZ = constants.add('Z', Z);
  const half = base.constants.add('1/2', (p + 1n) / 2n);
  const [N, n, check, ...scratch] = Array.from({ length: 6 }, () => reserve(parameters.slotBytes));
  const twisted = reserve(2 * parameters.slotBytes);
  const rootFromNorm = m.func(
    'root_from_norm',
    { params: { z: 'i32', x: 'i32' }, doc: 'z = a root of x, whose norm has the root n.' },
    (f, { z, x }) => emitRootFromNorm(f, base, { root: z, x, delta: n, scratch, half, power }),
  );
  return m.func(
    'root_or_twisted',
    { params: { z: 'i32', x: 'i32' }, result: 'i32', doc },
    (f, { z, x }) => {
      f.emit(norm.call(N, x), power.call(n, N), multiply.call(n, n, N), square.call(check, n));
      f.if(isEqual.call(check, N), () => {
        f.emit(rootFromNorm.call(z, x));
        f.return(1);
      });
      f.emit(multiply.call(n, n, factor), field.multiply.call(twisted, x, constantZ));
      f.emit(rootFromNorm.call(z, twisted));
      f.result(0);
    },
  );
}
