/**
 * A hash of what a function does: of its type, locals and instructions. Called functions count by
 * their own hashes, so the order of functions in a module does not matter.
 */
import { createHash } from 'node:crypto';
import { Refused } from './kernel/refused.js';

/** @import { Module, Instruction } from './kernel/wasm/decode.js' */

/**
 * The hashes of a module's functions, in their order.
 * @param {Module} module
 * @returns {string[]}
 */
export function functionHashes(module) {
  /** @type {string[]} */
  const hashes = [];
  /** @type {Set<number>} */
  const open = new Set();
  /** @param {number} at @returns {string} */
  const hashOf = (at) => {
    if (hashes[at]) return hashes[at];
    const one = module.functions[at];
    if (!one || open.has(at)) throw new Refused(`function ${at} is missing, or calls itself`);
    open.add(at);
    const code = one.code.map((instruction) => textOf(instruction, callee));
    open.delete(at);
    const text = JSON.stringify([one.type, one.locals, code]);
    return (hashes[at] = createHash('sha256').update(text).digest('hex').slice(0, 32));
  };
  /** @param {number} index */
  const callee = (index) =>
    index < module.imports.length ? `import ${index}` : hashOf(index - module.imports.length);
  return module.functions.map((_, at) => hashOf(at));
}

/** @param {Instruction} instruction @param {(index: number) => string} callee */
function textOf(instruction, callee) {
  const { op, index, value, offset, lane, bytes, result, end, otherwise } = instruction;
  const target = op === 'call' ? callee(index ?? -1) : index;
  return [op, target, value?.toString(), offset, lane, bytes, result, end, otherwise];
}
