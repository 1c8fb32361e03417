/**
 * The instructions of WebAssembly that the proofs decode, by their bytes (specification, §5.4):
 * names, and which immediates follow. An opcode that is not here is refused.
 */

/** @param {number} first @param {string} text @returns {[number, string][]} */
const numbered = (first, text) =>
  text
    .trim()
    .split(/\s+/)
    .map((name, i) => [first + i, name]);

/** Instructions with a memory argument (§5.4.7). */
export const MEMORY = new Map([
  ...numbered(
    0x28,
    `i32.load i64.load f32.load f64.load i32.load8_s i32.load8_u i32.load16_s i32.load16_u
    i64.load8_s i64.load8_u i64.load16_s i64.load16_u i64.load32_s i64.load32_u i32.store i64.store
    f32.store f64.store i32.store8 i32.store16 i64.store8 i64.store16 i64.store32`,
  ),
]);

/** Instructions without immediates (§5.4.2, §5.4.4, §5.4.9). */
export const PLAIN = new Map([
  ...numbered(0x00, 'unreachable nop'),
  [0x0f, 'return'],
  ...numbered(0x1a, 'drop select'),
  ...numbered(
    0x45,
    `i32.eqz i32.eq i32.ne i32.lt_s i32.lt_u i32.gt_s i32.gt_u i32.le_s i32.le_u i32.ge_s i32.ge_u
    i64.eqz i64.eq i64.ne i64.lt_s i64.lt_u i64.gt_s i64.gt_u i64.le_s i64.le_u i64.ge_s i64.ge_u
    f32.eq f32.ne f32.lt f32.gt f32.le f32.ge f64.eq f64.ne f64.lt f64.gt f64.le f64.ge
    i32.clz i32.ctz i32.popcnt i32.add i32.sub i32.mul i32.div_s i32.div_u i32.rem_s i32.rem_u
    i32.and i32.or i32.xor i32.shl i32.shr_s i32.shr_u i32.rotl i32.rotr
    i64.clz i64.ctz i64.popcnt i64.add i64.sub i64.mul i64.div_s i64.div_u i64.rem_s i64.rem_u
    i64.and i64.or i64.xor i64.shl i64.shr_s i64.shr_u i64.rotl i64.rotr
    f32.abs f32.neg f32.ceil f32.floor f32.trunc f32.nearest f32.sqrt f32.add f32.sub f32.mul
    f32.div f32.min f32.max f32.copysign f64.abs f64.neg f64.ceil f64.floor f64.trunc f64.nearest
    f64.sqrt f64.add f64.sub f64.mul f64.div f64.min f64.max f64.copysign
    i32.wrap_i64 i32.trunc_f32_s i32.trunc_f32_u i32.trunc_f64_s i32.trunc_f64_u i64.extend_i32_s
    i64.extend_i32_u i64.trunc_f32_s i64.trunc_f32_u i64.trunc_f64_s i64.trunc_f64_u
    f32.convert_i32_s f32.convert_i32_u f32.convert_i64_s f32.convert_i64_u f32.demote_f64
    f64.convert_i32_s f64.convert_i32_u f64.convert_i64_s f64.convert_i64_u f64.promote_f32
    i32.reinterpret_f32 i64.reinterpret_f64 f32.reinterpret_i32 f64.reinterpret_i64`,
  ),
]);

/** Instructions with an index: of a label, a function, a local, a global. */
export const INDEXED = new Map([
  [0x0c, 'br'],
  [0x0d, 'br_if'],
  [0x10, 'call'],
  ...numbered(0x20, 'local.get local.set local.tee global.get global.set'),
]);

/** After 0xfc: saturating truncations, and wide arithmetic (the proposal's §binary). */
export const MISCELLANEOUS = new Map([
  ...numbered(
    0,
    `i32.trunc_sat_f32_s i32.trunc_sat_f32_u i32.trunc_sat_f64_s i32.trunc_sat_f64_u
    i64.trunc_sat_f32_s i64.trunc_sat_f32_u i64.trunc_sat_f64_s i64.trunc_sat_f64_u`,
  ),
  [10, 'memory.copy'],
  [11, 'memory.fill'],
  ...numbered(19, 'i64.add128 i64.sub128 i64.mul_wide_s i64.mul_wide_u'),
]);

/** After 0xfd (§5.4.8): with a memory argument; with one and a lane; with a lane; plain. */
export const VECTOR_MEMORY = new Map([
  [0, 'v128.load'],
  ...numbered(7, 'v128.load8_splat v128.load16_splat v128.load32_splat v128.load64_splat'),
  [11, 'v128.store'],
  ...numbered(0x5c, 'v128.load32_zero v128.load64_zero'),
]);
export const VECTOR_LANE_MEMORY = new Map([
  [0x57, 'v128.load64_lane'],
  [0x5b, 'v128.store64_lane'],
]);
export const VECTOR_LANE = new Map([
  ...numbered(0x1b, 'i32x4.extract_lane i32x4.replace_lane i64x2.extract_lane i64x2.replace_lane'),
  ...numbered(0x21, 'f64x2.extract_lane f64x2.replace_lane'),
]);
export const VECTOR = new Map([
  ...numbered(0x0f, 'i8x16.splat i16x8.splat i32x4.splat i64x2.splat f32x4.splat f64x2.splat'),
  ...numbered(0x47, 'f64x2.eq f64x2.ne f64x2.lt f64x2.gt f64x2.le f64x2.ge v128.not v128.and'),
  ...numbered(0x4f, 'v128.andnot v128.or v128.xor v128.bitselect v128.any_true'),
  ...numbered(0xab, 'i32x4.shl i32x4.shr_s i32x4.shr_u i32x4.add'),
  [0xc1, 'i64x2.neg'],
  ...numbered(0xcb, 'i64x2.shl i64x2.shr_s i64x2.shr_u i64x2.add'),
  [0xd1, 'i64x2.sub'],
  ...numbered(0xec, 'f64x2.abs f64x2.neg'),
  ...numbered(0xf0, 'f64x2.add f64x2.sub f64x2.mul f64x2.div f64x2.min f64x2.max f64x2.pmin'),
  [0xf7, 'f64x2.pmax'],
  ...numbered(0x107, 'f64x2.relaxed_madd f64x2.relaxed_nmadd'),
]);
