/**
 * Removes unreachable functions: emitters define whole families of operations, and no curve
 * uses all of them.
 */

import { Expression } from './expression.js';

/** @import { Item } from './expression.js' */
/** @import { FunctionBuilder } from './module.js' */

/**
 * @param {readonly FunctionBuilder[]} functions
 * @returns {FunctionBuilder[]} the exported functions and those they call, in order; all functions
 *   if none is exported
 */
export function reachableFunctions(functions) {
  const byName = new Map(functions.map((f) => [f.name, f]));
  /** @type {Set<string>} */
  const reached = new Set();
  const reach = (/** @type {FunctionBuilder} */ f) => {
    if (reached.has(f.name)) return;
    reached.add(f.name);
    for (const name of calledIn(f.items)) {
      const callee = byName.get(name);
      if (callee) reach(callee);
    }
  };
  const exported = functions.filter((f) => f.exportName);
  if (exported.length === 0) return [...functions];
  exported.forEach(reach);
  return functions.filter(({ name }) => reached.has(name));
}

/**
 * @param {readonly Item[]} items
 * @returns {Generator<string>} names of functions, imported ones included
 */
function* calledIn(items) {
  for (const item of items) {
    if (typeof item === 'string') continue;
    if (item instanceof Expression) {
      if (item.op === 'call') yield item.immediates[0].slice(1);
      yield* calledIn(item.operands);
      continue;
    }
    if (item.condition) yield* calledIn([item.condition]);
    yield* calledIn(item.items);
    yield* calledIn(item.otherwise ?? []);
  }
}
