/**
 * Square roots x·(1/√x) where p − 1 has a high power of two, for fields whose elements are
 * addresses: those of limbs30/ and wide64/. A module with them has to be given memory for tables
 * once, by `root_tables`, before the first root.
 */

import { emitInverseRoot } from './limbs30/inverse-root.js';
import { SQRT } from './tonelli-shanks.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { PrimeField } from './limbs30/index.js' */

/**
 * @param {ModuleBuilder} m
 * @param {PrimeField} field
 * @returns {Callable | null} as that of tonelli-shanks.js; null where the field has no tables
 */
export function emitTableRoot(m, field) {
  const { parameters, reserve, multiply, copy, isZero } = field;
  const inverseRoot = emitInverseRoot(m, field);
  if (inverseRoot === null) return null;
  const t = reserve(parameters.slotBytes);
  return m.func('field_sqrt', SQRT, (f, { z, x }) => {
    f.if(isZero.call(x), () => {
      f.emit(copy.call(z, x));
      f.return(1);
    });
    // 1/√x copies x before it writes anything.
    f.if(inverseRoot.call(t, x), () => {
      f.emit(multiply.call(z, x, t));
      f.return(1);
    });
    f.result(0);
  });
}
