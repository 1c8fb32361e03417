/**
 * Features of the engine that kernels other than the portable one need, found out at once and
 * without a request: so everything that an instance may use is requested together. faster.js tests
 * the same again, thoroughly, before a kernel is used.
 */

/** @import { FurtherKernel } from './choose.js' */

/** Relaxed SIMD: f64x2.relaxed_madd(x, x, y) in both lanes, as an exported function of x and y. */
const MULTIPLY_ADD = [
  ...[1, 7, 1, 0x60, 2, 0x7c, 0x7c, 1, 0x7c, 3, 2, 1, 0, 7, 4, 1, 0, 0, 0, 10, 22, 1, 20, 0],
  ...[0x20, 0, 0xfd, 0x14, 0x20, 0, 0xfd, 0x14, 0x20, 1, 0xfd, 0x14],
  ...[0xfd, 0x87, 0x02, 0xfd, 0x21, 0, 0x0b],
];

/** Wide arithmetic: i64.mul_wide_u between two `unreachable`, which give and take any operands. */
const WIDE_PRODUCT = [1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 0, 0xfc, 0x16, 0, 0x0b];

/** @param {number[]} sections */
const moduleOf = (sections) => Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...sections);

/**
 * Whether the engine has the features that a kernel needs.
 * @param {FurtherKernel} name
 */
export const mayRun = (name) =>
  name === 'fma' ? isFused() : WebAssembly.validate(moduleOf(WIDE_PRODUCT));

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
