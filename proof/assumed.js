/**
 * The binary GCD of an inversion, of which nothing is proven: its caller checks what it finds, or
 * traps. What remains is assumed: that it ends, and writes nothing but its result and its own rows.
 * These are found by the addresses in its stores, which is a heuristic: nothing checks that a loop
 * stays within them, and no test puts guards around them.
 */

/**
 * @import { Claim } from './claims/claim.js'
 * @import { Proof } from './prove.js'
 * @import { Module } from './kernel/wasm/decode.js'
 */

/** Offsets of stores from here on are addresses of rows. */
const LEAST_ROW = 1024;

/** @param {Module} module @param {number} index @returns {number[]} with those that it calls */
function rowsOf(module, index) {
  const { code } = module.functions[index - module.imports.length];
  return code.flatMap(({ op, offset = 0, index: callee = 0 }) => {
    if (op === 'call') return rowsOf(module, callee);
    return /store/.test(op) && offset >= LEAST_ROW ? [offset] : [];
  });
}

/** @param {Module} module @param {number} index @param {Claim} claim @returns {Proof} */
export function assumed(module, index, claim) {
  const rows = rowsOf(module, index);
  // Limbs of 8 bytes; some are stored one back from where they are read.
  const size = 2 * claim.field.small.bytes;
  const scratch = rows.filter((at) => !rows.includes(at + 8)).map((at) => ({ at, size }));
  const shape = { paths: 0, impossible: 0, steps: 0, terms: 0 };
  return { claim, ...shape, bound: [0n, 0n], aliases: [], scratch };
}
