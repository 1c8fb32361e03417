/** Byte swaps of words: WebAssembly has no instruction for them. */

import { i64 } from '../emit/instructions.js';

/** @import { Expression } from '../emit/expression.js' */
/** @import { FunctionBuilder } from '../emit/module.js' */

/**
 * The bytes of a 64-bit word in reverse: swaps neighbouring bytes, then neighbouring pairs, then
 * the halves.
 * @type {(f: FunctionBuilder, value: Expression) => Expression}
 */
export function reversedWord(f, value) {
  const word = f.local('word', 'i64', value);
  for (const [bits, mask] of /** @type {const} */ ([
    [8, 0x00ff00ff00ff00ffn],
    [16, 0x0000ffff0000ffffn],
  ])) {
    const up = i64.shl(i64.and(word, mask), bits);
    f.set(word, i64.or(up, i64.and(i64.shr_u(word, bits), mask)));
  }
  return i64.rotl(word, 32);
}
