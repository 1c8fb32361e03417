/**
 * Inverses that are checked where they are used: x·z = 1, or x = z = 0, else the module traps. So a
 * fault of the binary GCD cannot leave the module, whatever its loops do. The check costs one
 * product in twenty, once for each batch.
 */
import { i32, i64 } from '../../emit/instructions.js';

/** @import { Callable, ModuleBuilder } from '../../emit/module.js' */
/** @import { Constants } from './constants.js' */
/** @import { FieldParameters } from './parameters.js' */

/**
 * @param {ModuleBuilder} m
 * @param {{ parameters: { slotBytes: number }, constants: Pick<Constants, 'address'>,
 *   reserve: (bytes: number) => number, multiply: Callable, reduce: Callable, isZero: Callable,
 *   isEqual: Callable }} field
 * @param {{ candidate: Callable, accept: Callable, bytes: number }} inversion `candidate`: (z, x),
 *   what is checked, of x in [0, p), with room of `bytes` at z; `accept`: (z, x), which takes any
 *   words and leaves an element or traps
 */
export function emitCertifiedInverse(m, field, { candidate, accept, bytes }) {
  const { multiply, reduce, isZero, isEqual, constants, reserve, parameters } = field;
  const [reduced, product] = [0, 1].map(() => reserve(parameters.slotBytes));
  const found = reserve(bytes);
  const one = constants.address('1');
  return m.func(
    'field_inv',
    {
      params: { z: 'i32', x: 'i32' },
      exported: true,
      doc: 'z = 1/x, and 0 for x = 0; traps if it is not. x, z in [0, 2p).',
    },
    (f, { z, x }) => {
      f.emit(reduce.call(reduced, x), candidate.call(found, reduced));
      f.emit(accept.call(z, found), multiply.call(product, z, reduced));
      f.if(i32.eqz(isEqual.call(product, one)), () =>
        f.if(i32.eqz(i32.and(isZero.call(reduced), isZero.call(z))), () => f.unreachable()),
      );
    },
  );
}

/**
 * Limbs of which nothing is known become an element, if it is negative without 2p.
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters
 * @param {number} prime address of p
 */
export function emitTakeLimbs(m, { n, w, mask }, prime) {
  const doc = 'z = x, of any words at x; traps unless they make a number below 2p.';
  return m.func('take_limbs', { params: { z: 'i32', x: 'i32' }, doc }, (f, { z, x }) => {
    const [limb, rest] = [f.local('limb', 'i64'), f.local('rest', 'i64', 0)];
    const j = f.local('j', 'i32', 0);
    f.loop((again) => {
      f.set(limb, i64.and(i64.load32_u(i32.add(x, j)), mask));
      f.emit(i64.store32(i32.add(z, j), limb));
      const difference = i64.sub(limb, i64.shl(i64.load32_u(j, prime), 1));
      f.set(rest, i64.shr_s(i64.add(difference, rest), w));
      f.brIf(again, i32.lt_u(f.tee(j, i32.add(j, 4)), 4 * n));
    });
    f.if(i64.ge_s(rest, 0), () => f.unreachable());
  });
}
