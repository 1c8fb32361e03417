/**
 * Features of the engine that kernels other than the portable one need, found out at once and
 * without a request: so everything that an instance may use is requested together. faster.js tests
 * the same again, thoroughly, before a kernel is used.
 */

import { fromHex } from './module-text.js';

/** @import { FurtherKernel } from './choose.js' */

/** Relaxed SIMD: f64x2.relaxed_madd(x, x, y) in both lanes, as an exported function of x and y. */
const MULTIPLY_ADD =
  '01070160027c7c017c030201000704010000000a16011400' + '2000fd142000fd142001fd14fd8702fd21000b';

/** Wide arithmetic: i64.mul_wide_u between two `unreachable`, which give and take any operands. */
const WIDE_PRODUCT = '010401600000030201000a0801060000fc16000b';

/** @param {string} sections in hex */
const moduleOf = (sections) => fromHex(`0061736d01000000${sections}`);

/** The kernels whose features were found; a failure may pass. @type {Set<FurtherKernel>} */
const found = new Set();

/**
 * Whether the engine has the features that a kernel needs.
 * @param {FurtherKernel} name
 */
export function mayRun(name) {
  if (found.has(name)) return true;
  const may = name === 'fma' ? isFused() : WebAssembly.validate(moduleOf(WIDE_PRODUCT));
  if (may) found.add(name);
  return may;
}

/**
 * Whether relaxed multiply-adds are there and round once: JavaScriptCore's round twice. The square
 * of x = 1 + 2^−27 has a last bit that a double has no room for.
 */
function isFused() {
  const x = 1 + 2 ** -27;
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleOf(MULTIPLY_ADD)));
    return /** @type {any} */ (exports)[''](x, -x * x) !== 0;
  } catch {
    return false;
  }
}
