/** Assertions of the debug build on 64-bit limbs, as in ../limbs30/checks.js. */

import { i64 } from '../../emit/instructions.js';
import { limbsOf } from '../limbs30/parameters.js';
import { loadLimbs, subtractLimbs } from './words.js';

/** @import { FunctionBuilder, ModuleBuilder } from '../../emit/module.js' */
/** @import { Operand } from '../../emit/expression.js' */
/** @import { WideParameters } from './parameters.js' */

/**
 * @typedef {object} Checks
 * @property {(f: FunctionBuilder, what: string, address: Operand) => void} lazy asserts that an
 *   element is in range
 * @property {string[]} messages
 */

/** The release build asserts nothing. @returns {Checks} */
export function noChecks() {
  return { lazy: () => {}, messages: [] };
}

/** @type {(m: ModuleBuilder, parameters: WideParameters) => Checks} */
export function debugChecks(m, { n, limit, form }) {
  // Every value that fits in the limbs is in range.
  if (form === 'fold') return noChecks();
  const fail = m.importFunc('debug', 'fail', ['i32']);
  const assertLazy = m.func(
    'assert_lazy',
    { params: { x: 'i32', message: 'i32' } },
    (f, { x, message }) => {
      const limbs = loadLimbs(f, 'x', x, n);
      const borrow = f.local('borrow', 'i64');
      subtractLimbs(f, limbs, limbs, limbsOf(limit, { w: 64, n }), borrow);
      f.if(i64.eqz(borrow), () => f.emit(fail.call(message)));
    },
  );
  /** @type {string[]} */
  const messages = [];
  return {
    messages,
    lazy(f, what, address) {
      messages.push(`${f.name}: ${what} must be lazy`);
      f.emit(assertLazy.call(address, messages.length - 1));
    },
  };
}
