/**
 * Assertions of the debug build: every operation states the ranges of its inputs and outputs, which
 * are checked at run time. A failed assertion calls the host with an index into `messages`.
 */

import { i32, i64 } from '../../emit/instructions.js';
import { limbsOf } from './parameters.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Operand } from '../../emit/expression.js' */
/** @import { FieldParameters } from './parameters.js' */

/**
 * @typedef {object} Checks
 * @property {(f: FunctionBuilder, what: string, address: Operand, multiple: number) => void} below
 *   asserts that the element at an address is normalised and below multiple·p
 * @property {(f: FunctionBuilder, what: string, limbs: readonly Local[], largest: readonly
 *   bigint[]) => void} limbs asserts that no variable exceeds its bound, all unsigned
 * @property {string[]} messages
 */

/** The release build asserts nothing. @returns {Checks} */
export function noChecks() {
  return { below: () => {}, limbs: () => {}, messages: [] };
}

/** @type {(m: ModuleBuilder, parameters: FieldParameters) => Checks} */
export function debugChecks(m, parameters) {
  const fail = m.importFunc('debug', 'fail', ['i32']);
  const asserts = new Map(
    [1, 2, 4, 8].map((multiple) => [multiple, emitAssertBelow(m, parameters, fail, multiple)]),
  );
  /** @type {string[]} */
  const messages = [];
  return {
    messages,
    below(f, what, address, multiple) {
      const assert = asserts.get(multiple);
      if (!assert) throw new RangeError(`no assertion for ${multiple}p`);
      messages.push(`${f.name}: ${what} must be normalised and below ${multiple}p`);
      f.emit(assert.call(address, messages.length - 1));
    },
    limbs(f, what, limbs, largest) {
      messages.push(`${f.name}: the limbs of ${what} must stay in their bounds`);
      const isLarge = limbs.map((limb, k) => i64.gt_u(limb, largest[k]));
      f.if(
        isLarge.reduce((any, one) => i32.or(any, one)),
        () => f.emit(fail.call(messages.length - 1)),
      );
    },
  };
}

/**
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters
 * @param {Callable} fail
 * @param {number} multiple
 */
function emitAssertBelow(m, parameters, fail, multiple) {
  const { p, w, n } = parameters;
  // Loose values may be 4p itself (parameters.js), and a sum of two of them 8p.
  const limit = limbsOf(BigInt(multiple) * p + (multiple >= 4 ? 1n : 0n), parameters);
  return m.func(
    `assert_below_${multiple}p`,
    { params: { x: 'i32', message: 'i32' } },
    (f, { x, message }) => {
      const bad = f.local('bad', 'i32', 0);
      const borrow = f.local('borrow', 'i64', 0);
      const limb = f.local('limb', 'i64');
      for (let j = 0; j < n; j++) {
        f.set(limb, i64.load32_u(x, 4 * j));
        if (j < n - 1) f.set(bad, i32.or(bad, i64.ne(i64.shr_u(limb, w), 0)));
        f.set(borrow, i64.shr_s(i64.add(i64.sub(limb, limit[j]), borrow), j < n - 1 ? w : 63));
      }
      f.if(i32.or(bad, i64.eqz(borrow)), () => f.emit(fail.call(message)));
    },
  );
}
