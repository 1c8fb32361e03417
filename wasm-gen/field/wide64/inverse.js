/**
 * Inversion: the binary GCD of ../limbs30/inverse.js, on the limbs of that kernel. The cost of
 * converting to them and back is negligible.
 */

import { i64 } from '../../emit/instructions.js';
import { pack } from '../limbs30/bytes.js';
import { loadLimbs as loadSmallLimbs } from '../limbs30/columns.js';
import { emitReduced } from '../limbs30/compare.js';
import { emitInverse as emitSmallInverse } from '../limbs30/inverse.js';
import { fieldParameters } from '../limbs30/parameters.js';
import { storeSmallLimbs } from './small-limbs.js';
import { loadLimbs } from './words.js';

/** @import { Callable, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { WideParameters } from './parameters.js' */

/**
 * @param {ModuleBuilder} m
 * @param {WideParameters} parameters
 * @param {{ reduce: Callable, reserve: (bytes: number) => number }} field
 */
export function emitInverse(m, parameters, { reduce, reserve }) {
  const { n, p, R } = parameters;
  const small = fieldParameters(p);
  const row = reserve(small.slotBytes);
  const reduced = reserve(parameters.slotBytes);
  const invert = emitSmallInverse(m, small, {
    name: 'invert_small_limbs',
    numerator: R ** 2n % p,
    reserve,
  });
  const doc = 'z = 1/x, and 0 for x = 0; both lazy.';
  return m.func(
    'field_inv',
    { params: { z: 'i32', x: 'i32' }, exported: true, doc },
    (f, { z, x }) => {
      f.emit(reduce.call(reduced, x));
      const limbs = loadLimbs(f, 'x', reduced, n);
      const all = limbs.reduce(
        (/** @type {Expression} */ any, limb) => i64.or(any, limb),
        i64.const(0n),
      );
      f.if(i64.eqz(all), () => {
        for (let j = 0; j < n; j++) f.emit(i64.store(z, 0n, 8 * j));
        f.return();
      });
      storeSmallLimbs(f, small, row, limbs);
      f.emit(invert.call(row, row));
      const inverse = f.local('row', 'i32', row);
      emitReduced(f, small, inverse, inverse);
      const reducedLimbs = f.localArray('x', 'i64', small.n);
      loadSmallLimbs(f, inverse, reducedLimbs);
      pack(f, { w: small.w, bytes: 8 * n }, z, reducedLimbs);
    },
  );
}
