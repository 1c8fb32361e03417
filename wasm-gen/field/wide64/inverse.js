/**
 * Inversion: the binary GCD of ../limbs30/inverse.js, on the limbs of that kernel. The cost of
 * converting to them and back is negligible. ../limbs30/certified-inverse.js checks the result.
 */

import { i64 } from '../../emit/instructions.js';
import { pack } from '../limbs30/bytes.js';
import { loadLimbs as loadSmallLimbs } from '../limbs30/columns.js';
import { emitReduced } from '../limbs30/compare.js';
import { emitInverse as emitSmallInverse } from '../limbs30/inverse.js';
import { fieldParameters, limbsOf } from '../limbs30/parameters.js';
import { storeSmallLimbs } from './small-limbs.js';
import { loadLimbs, storeLimbs, subtractLimbs } from './words.js';

/** @import { ModuleBuilder } from '../../emit/module.js' */
/** @import { WideParameters } from './parameters.js' */

/**
 * @param {ModuleBuilder} m
 * @param {WideParameters} parameters
 * @param {(bytes: number) => number} reserve
 */
export function emitInverse(m, parameters, reserve) {
  const { n, p, R } = parameters;
  const small = fieldParameters(p);
  const { candidate: invert } = emitSmallInverse(m, small, { numerator: R ** 2n % p, reserve });
  const two = /** @type {const} */ ({ z: 'i32', x: 'i32' });
  const doc = 'z = 1/x, and 0 for x = 0. x, z in [0, p).';
  const candidate = m.func('invert_words', { params: two, doc }, (f, { z, x }) => {
    storeSmallLimbs(f, small, z, loadLimbs(f, 'x', x, n));
    f.emit(invert.call(z, z));
    emitReduced(f, small, z, z);
    const limbs = f.localArray('x', 'i64', small.n);
    loadSmallLimbs(f, z, limbs);
    pack(f, { w: small.w, bytes: 8 * n }, z, limbs);
  });
  const accept = m.func(
    'take_words',
    { params: two, doc: 'z = x, of any words at x; traps unless they make a number below p.' },
    (f, { z, x }) => {
      const limbs = loadLimbs(f, 'x', x, n);
      const less = f.localArray('less', 'i64', n);
      const borrow = f.local('borrow', 'i64');
      subtractLimbs(f, less, limbs, limbsOf(p, parameters), borrow);
      f.if(i64.eqz(borrow), () => f.unreachable());
      storeLimbs(f, z, limbs);
    },
  );
  return { candidate, accept, bytes: Math.max(parameters.slotBytes, small.slotBytes) };
}
