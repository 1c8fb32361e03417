/**
 * Tracks statements that were built but not yet placed in a function. A store that is built but
 * never emitted would be lost silently; finishing a module while a statement is pending throws
 * instead.
 */

import { EmitError } from './expression.js';

/** @import { Expression } from './expression.js' */

/** @type {Set<Expression>} */
const pending = new Set();

/** @param {Expression} expression an expression that leaves nothing on the stack */
export function statement(expression) {
  pending.add(expression);
  return expression;
}

/** @type {(expression: Expression) => void} */
export function placed(expression) {
  pending.delete(expression);
}

/** @type {(where: string) => void} */
export function assertNonePending(where) {
  if (pending.size === 0) return;
  const ops = [...pending].map((expression) => expression.op).join(', ');
  pending.clear();
  throw new EmitError(where, 'every statement emitted', `built but never emitted: ${ops}`);
}
