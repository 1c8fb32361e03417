/**
 * Wide arithmetic for engines that lack it: the same module with each wide instruction as a call of
 * a function that computes it from plain ones. Slow but correct: with it every test of the wide64
 * kernels runs in any engine. Only the wide instructions themselves remain to be tested in the
 * engines that have them.
 */

const HELPERS = `
  (func $i64.add128 (param $a i64) (param $b i64) (param $c i64) (param $d i64) (result i64 i64)
    (local $low i64)
    (local.tee $low (i64.add (local.get $a) (local.get $c)))
    (i64.add (i64.add (local.get $b) (local.get $d))
      (i64.extend_i32_u (i64.lt_u (local.get $low) (local.get $a)))))
  (func $i64.sub128 (param $a i64) (param $b i64) (param $c i64) (param $d i64) (result i64 i64)
    (i64.sub (local.get $a) (local.get $c))
    (i64.sub (i64.sub (local.get $b) (local.get $d))
      (i64.extend_i32_u (i64.lt_u (local.get $a) (local.get $c)))))
  (func $i64.mul_wide_u (param $a i64) (param $b i64) (result i64 i64)
    (local $al i64) (local $ah i64) (local $bl i64) (local $bh i64) (local $x i64) (local $y i64)
    (local.set $al (i64.and (local.get $a) (i64.const 0xffffffff)))
    (local.set $bl (i64.and (local.get $b) (i64.const 0xffffffff)))
    (local.set $ah (i64.shr_u (local.get $a) (i64.const 32)))
    (local.set $bh (i64.shr_u (local.get $b) (i64.const 32)))
    (local.set $x (i64.add (i64.mul (local.get $al) (local.get $bh))
      (i64.shr_u (i64.mul (local.get $al) (local.get $bl)) (i64.const 32))))
    (local.set $y (i64.add (i64.mul (local.get $ah) (local.get $bl))
      (i64.and (local.get $x) (i64.const 0xffffffff))))
    (i64.mul (local.get $a) (local.get $b))
    (i64.add (i64.mul (local.get $ah) (local.get $bh))
      (i64.add (i64.shr_u (local.get $x) (i64.const 32))
        (i64.shr_u (local.get $y) (i64.const 32)))))
`;

/** @param {string} wat of any module @returns {string} */
export function lowerWide(wat) {
  const calls = wat.replace(/\((i64\.(?:add128|sub128|mul_wide_u))(?=\s)/g, '(call $$$1');
  if (calls === wat) return wat;
  return `${calls.slice(0, calls.lastIndexOf(')'))}${HELPERS})`;
}
