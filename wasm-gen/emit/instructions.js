/**
 * The instructions that the generators use, one row per shape. The name in the table *is* the
 * mnemonic, so no instruction can be emitted under another's name; in test/wasm-gen/emit.test.js
 * the assembler confirms each signature.
 */

import { EmitError, Expression, operandOf } from './expression.js';
import { statement } from './pending.js';

/** @import { Operand, ValueType } from './expression.js' */

/**
 * Operand types, then the result type.
 * @type {Array<[names: string, operands: ValueType[], result: ValueType]>}
 */
export const signatures = [
  [
    'i32: add sub mul div_u and or xor shl shr_u shr_s rotl eq ne lt_u lt_s le_u gt_u gt_s ge_u ge_s',
    ['i32', 'i32'],
    'i32',
  ],
  ['i32: eqz clz ctz', ['i32'], 'i32'],
  ['i32: wrap_i64', ['i64'], 'i32'],
  ['i64: add sub mul and or xor shl shr_u shr_s rotl', ['i64', 'i64'], 'i64'],
  ['i64: eq ne lt_u lt_s gt_u gt_s le_u ge_u ge_s', ['i64', 'i64'], 'i32'],
  ['i64: eqz', ['i64'], 'i32'],
  ['i64: clz ctz', ['i64'], 'i64'],
  ['i64: extend_i32_u extend_i32_s', ['i32'], 'i64'],
  ['i64: trunc_sat_f64_s', ['f64'], 'i64'],
  ['f64: convert_i64_s', ['i64'], 'f64'],
  ['f64: add sub mul', ['f64', 'f64'], 'f64'],
  ['f64: eq ne le', ['f64', 'f64'], 'i32'],
  ['f64: neg abs', ['f64'], 'f64'],
  ['v128: and or xor andnot', ['v128', 'v128'], 'v128'],
  ['v128: bitselect', ['v128', 'v128', 'v128'], 'v128'],
  ['v128: any_true', ['v128'], 'i32'],
  ['i32x4: add', ['v128', 'v128'], 'v128'],
  ['i32x4: shl shr_u', ['v128', 'i32'], 'v128'],
  ['i64x2: add sub eq', ['v128', 'v128'], 'v128'],
  ['i64x2: shl shr_u shr_s', ['v128', 'i32'], 'v128'],
  ['i64x2: splat', ['i64'], 'v128'],
  ['f64x2: splat', ['f64'], 'v128'],
  ['f64x2: add sub mul pmin pmax eq ne', ['v128', 'v128'], 'v128'],
  ['f64x2: abs neg', ['v128'], 'v128'],
  ['f64x2: relaxed_madd relaxed_nmadd', ['v128', 'v128', 'v128'], 'v128'],
];

/**
 * Wide arithmetic: the given number of i64 operands, low word before high; the result is a pair.
 * @type {Array<[names: string, words: number]>}
 */
export const wideSignatures = [
  ['i64: add128 sub128', 4],
  ['i64: mul_wide_u', 2],
];

/**
 * Loads give `type`, from an address and a constant offset.
 * @type {Array<[names: string, type: ValueType]>}
 */
export const loads = [
  ['i32: load load8_u load16_u load16_s', 'i32'],
  ['i64: load load32_u load32_s load8_u', 'i64'],
  ['f64: load', 'f64'],
  ['v128: load load32_splat load64_zero load64_splat', 'v128'],
];

/**
 * Stores take an address, a value of `type` and a constant offset.
 * @type {Array<[names: string, type: ValueType]>}
 */
export const stores = [
  ['i32: store store8 store16', 'i32'],
  ['i64: store store32', 'i64'],
  ['f64: store', 'f64'],
  ['v128: store', 'v128'],
];

/** @param {string} row @returns {string[]} full mnemonics */
export function mnemonics(row) {
  const [prefix, names] = row.split(': ');
  return names.split(' ').map((name) => `${prefix}.${name}`);
}

/** @typedef {Record<string, (...operands: any[]) => Expression>} Namespace */

/** @type {Map<string, Namespace>} */
const namespaces = new Map();

/** @type {(mnemonic: string, build: (...operands: any[]) => Expression) => void} */
function define(mnemonic, build) {
  const [prefix, name] = mnemonic.split('.');
  namespaces.set(prefix, { ...namespaces.get(prefix), [name]: build });
}

for (const [row, types, result] of signatures) {
  for (const op of mnemonics(row)) {
    define(op, (/** @type {Operand[]} */ ...operands) => {
      if (operands.length !== types.length) operandCount(op, types.length, operands.length);
      return new Expression(
        op,
        result,
        types.map((type, i) => operandOf(op, type, operands[i], `operand ${i + 1}`)),
      );
    });
  }
}
for (const [row, words] of wideSignatures) {
  for (const op of mnemonics(row)) {
    // A pair counts as its two words.
    define(op, (/** @type {Operand[]} */ ...given) => {
      const isPair = (/** @type {Operand} */ operand) =>
        operand instanceof Expression && operand.type === 'pair';
      const got = given.length + given.filter(isPair).length;
      if (got !== words) operandCount(op, words, got);
      const operands = given.map((operand, i) =>
        isPair(operand)
          ? /** @type {Expression} */ (operand)
          : operandOf(op, 'i64', operand, `operand ${i + 1}`),
      );
      return new Expression(op, 'pair', operands);
    });
  }
}
for (const [row, type] of loads) {
  for (const op of mnemonics(row)) {
    define(op, (/** @type {Operand} */ address, offset = 0) => {
      return new Expression(
        op,
        type,
        [operandOf(op, 'i32', address, 'address')],
        offsetText(op, offset),
      );
    });
  }
}
for (const [row, type] of stores) {
  for (const op of mnemonics(row)) {
    define(op, (/** @type {Operand} */ address, /** @type {Operand} */ value, offset = 0) => {
      const operands = [
        operandOf(op, 'i32', address, 'address'),
        operandOf(op, type, value, 'value'),
      ];
      return statement(new Expression(op, null, operands, offsetText(op, offset)));
    });
  }
}
for (const type of /** @type {const} */ (['i32', 'i64'])) {
  define(`${type}.const`, (/** @type {number | bigint} */ value) =>
    operandOf(`${type}.const`, type, value),
  );
}

/** @type {(op: string, expected: number, got: number) => void} */
function operandCount(op, expected, got) {
  throw new EmitError(op, `${expected} operand(s)`, `${got}`);
}

/** @type {(op: string, offset: unknown) => string[]} */
function offsetText(op, offset) {
  if (typeof offset !== 'number' || !Number.isInteger(offset) || offset < 0) {
    throw new EmitError(op, 'a constant offset ≥ 0', String(offset));
  }
  return offset === 0 ? [] : [`offset=${offset}`];
}

/** Bytes 0 to 15 of x, and 16 to 31 of y. */
define(
  'i8x16.shuffle',
  (/** @type {Operand} */ x, /** @type {Operand} */ y, /** @type {readonly number[]} */ bytes) => {
    const op = 'i8x16.shuffle';
    const operands = [operandOf(op, 'v128', x, 'operand 1'), operandOf(op, 'v128', y, 'operand 2')];
    return new Expression(op, 'v128', operands, bytes.map(String));
  },
);

/** Lanes of two vectors, those of x before those of y, by their bytes. */
for (const [prefix, size] of /** @type {const} */ ([
  ['i32x4', 4],
  ['i64x2', 8],
])) {
  define(
    `${prefix}.shuffle`,
    (
      /** @type {Operand} */ x,
      /** @type {Operand} */ y,
      /** @type {readonly number[]} */ ...lanes
    ) => {
      const bytes = lanes.flatMap((lane) =>
        Array.from({ length: size }, (_, i) => size * lane + i),
      );
      return i8x16.shuffle(x, y, bytes);
    },
  );
}

for (const [op, vector, type] of /** @type {const} */ ([
  ['f64x2.extract_lane', 'v128', 'f64'],
  ['i64x2.extract_lane', 'v128', 'i64'],
])) {
  define(op, (/** @type {Operand} */ x, /** @type {number} */ lane) => {
    return new Expression(op, type, [operandOf(op, vector, x)], [String(lane)]);
  });
}

export const { i32, i64, f64, v128, i8x16, i32x4, i64x2, f64x2 } = Object.fromEntries(namespaces);
