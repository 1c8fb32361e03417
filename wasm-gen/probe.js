/**
 * The probe that detects whether this engine's relaxed multiply-add is fused. Relaxed SIMD leaves
 * that to the engine, and JavaScriptCore validates the instruction without fusing it: the fma
 * kernel would compute garbage there.
 *
 * With ε = 2^−52, (1 + ε)(1 − ε) − 1 is −ε² if the product is not rounded before the
 * subtraction, and 0 if it is.
 */

import { f64x2, i32, i64, v128 } from './emit/instructions.js';
import { ModuleBuilder } from './emit/module.js';

/** @returns {ModuleBuilder} exports `is_fused() → i32` */
export function emitFmaProbe() {
  const m = new ModuleBuilder('probe.fma', 'Is relaxed_madd fused here? And relaxed_nmadd?');
  const epsilon = 2 ** -52;
  m.func('is_fused', { params: { one: 'f64' }, result: 'i32', exported: true }, (f, { one }) => {
    // From a parameter, to prevent constant folding.
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

/**
 * The probe for wide arithmetic: an engine that lacks it refuses the module and loads nothing
 * further.
 * @returns {ModuleBuilder} exports `is_right(all ones) → i32`
 */
export function emitWideProbe() {
  const m = new ModuleBuilder('probe.wide', 'Is wide arithmetic here, and does it carry?');
  m.func('is_right', { params: { ones: 'i64' }, result: 'i32', exported: true }, (f, { ones }) => {
    const [low, high] = [f.local('low', 'i64'), f.local('high', 'i64')];
    const bad = f.local('bad', 'i64');
    f.comment('(2^64 − 1)² = (2^64 − 2)·2^64 + 1');
    f.setPair(low, high, i64.mul_wide_u(ones, ones));
    f.set(bad, i64.or(i64.xor(low, 1n), i64.xor(high, -2n)));
    f.comment('and 2^64 − 1 more carries: (2^64 − 1)·2^64');
    f.setPair(low, high, i64.add128(low, high, ones, 0n));
    f.set(bad, i64.or(bad, i64.or(low, i64.xor(high, ones))));
    f.comment('subtract it again, with a borrow');
    f.setPair(low, high, i64.sub128(low, high, ones, 0n));
    f.set(bad, i64.or(bad, i64.or(i64.xor(low, 1n), i64.xor(high, -2n))));
    f.result(i64.eqz(bad));
  });
  return m;
}
