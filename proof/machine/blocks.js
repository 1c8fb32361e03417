/** Blocks (specification, §4.4.8) and what is on the stack. */
import { Refused } from '../refused.js';

/**
 * @import { Instruction } from '../wasm/decode.js'
 * @import { Label, Operand } from './machine.js'
 */

/**
 * The blocks that are open at an instruction, if no values are on the stack.
 * @param {Instruction[]} code @param {number} pc @returns {Label[]}
 */
export function labelsAt(code, pc) {
  return code.slice(0, pc).flatMap(({ op, end = -1, result = null }, start) => {
    if (!/^(block|loop|if)$/.test(op) || end < pc) return [];
    return [{ isLoop: op === 'loop', start, end, height: 0, result }];
  });
}

/** @param {string} type @returns {Operand['type']} */
export function operandType(type) {
  if (type === 'i32' || type === 'i64' || type === 'f64' || type === 'v128') return type;
  throw new Refused(`a number of type ${type}`);
}
