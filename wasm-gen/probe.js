/**
 * The probe that tells whether this engine's relaxed multiply-add is fused. Relaxed SIMD leaves that to the engine, and
 * JavaScriptCore validates the instruction without fusing it: the fma kernel would compute garbage there.
 *
 * With ε = 2^−52, (1 + ε)(1 − ε) − 1 is −ε² if the product is not rounded before the subtraction, and 0 if it is.
 */

import { f64x2, v128, i32 } from './emit/instructions.js';
import { ModuleBuilder } from './emit/module.js';

/** @returns {ModuleBuilder} exports `is_fused() → i32` */
export function emitFmaProbe() {
  const m = new ModuleBuilder('probe.fma', 'Is relaxed_madd fused here? And relaxed_nmadd?');
  const epsilon = 2 ** -52;
  m.func('is_fused', { params: { one: 'f64' }, result: 'i32', exported: true }, (f, { one }) => {
    // From a parameter, so that nothing is computed when the module is compiled.
    const unit = f.local('unit', 'v128', f64x2.splat(one));
    const up = f64x2.mul(unit, f64x2.splat(1 + epsilon));
    const down = f64x2.mul(unit, f64x2.splat(1 - epsilon));
    const square = f64x2.splat(epsilon * epsilon);
    const fused = f64x2.eq(f64x2.relaxed_madd(up, down, f64x2.neg(unit)), f64x2.neg(square));
    const negated = f64x2.eq(f64x2.relaxed_nmadd(up, down, unit), square);
    const bad = v128.any_true(v128.xor(v128.and(fused, negated), f64x2.eq(unit, unit)));
    f.result(i32.eqz(bad));
  });
  return m;
}
