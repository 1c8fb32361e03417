/**
 * The format of WebAssembly modules as text in JavaScript, arranged for HTTP compression.
 * module-text.js is the encoder, text-decoder.js emits the decoder.
 *
 * *Columns.* Repetitive instructions are interleaved with operands that do not repeat, which spoils
 * compression. A module is therefore split into columns: one for opcodes; one each for variable
 * indices, memory offsets, constants, calls and types of blocks. Whatever follows from the rest is
 * omitted: body sizes, and alignments, which are natural. Unrolled code counts through variables:
 * an instruction on the successor of the last variable used with its opcode, or on the next but
 * one, has a separate opcode and no index.
 *
 * *Printable ASCII.* The most frequent bytes take one character, the others two. Of the 89
 * characters that need no escape in JavaScript (with any quotes) or HTML, 86 are digits, two are
 * marks, and one separates columns. Each of the 86 most frequent bytes is one digit, in numeric
 * order; the others are a mark and a digit.
 */

/**
 * A bit for each of the most frequent bytes of the portable modules, with a few from the fma
 * kernels: without these, the text of G1's fma kernel was 260 kB, and webpack warned. Text stays
 * correct when modules change, only slightly longer.
 */
export const FREQUENT = 0xe00300030001400100010001000101f9f0181c010000000744e93fffffffffffn;

const DIGITS = 86;

/** The first digit, a space. */
export const FIRST_DIGIT = 0x20;

/** Characters after it that JavaScript or HTML would escape: no digits. */
export const ESCAPED = '"$\'<\\`';

/** The two marks, and the column separator. */
export const [MARK, SECOND_MARK, SEPARATOR] = [0x7c, 0x7d, 0x7e];

/** Bytes by digit code: plain, from 128 on after the first mark, from 256 on after the second. */
export function digitTable() {
  const codes = Array.from({ length: MARK - FIRST_DIGIT }, (_, i) => FIRST_DIGIT + i).filter(
    (code) => !ESCAPED.includes(String.fromCharCode(code)),
  );
  const table = new Uint8Array(0x180);
  let frequent = 0;
  let others = DIGITS;
  for (let byte = 0; byte < 256; byte++) {
    const value = (FREQUENT >> BigInt(byte)) & 1n ? frequent++ : others++;
    table[((value / DIGITS) << 7) + codes[value % DIGITS]] = byte;
  }
  return table;
}

/**
 * The columns in order, each followed by a separator. `BEFORE` holds everything before the first
 * body, of which there is one at least, and `AFTER` the sections after the last. `CODE` holds, for
 * each function, its variable declarations, preceded by their length, and its opcodes with the
 * operands that have no separate column.
 *
 * The longest, of opcodes, is the last: HTTP compression looks back 32 kB, so in a file with two
 * modules the second's columns find those of the first.
 */
export const [AFTER, LONGS, LOCALS, BEFORE, OFFSETS, INTEGERS, CALLS, BLOCKS, CODE] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
];

/** The number of columns. */
export const COLUMNS = CODE + 1;

/** Replaces, in `CODE`, the opcode that ends a body. */
export const END_OF_BODY = 0xff;
export const END = 0x0b;

/**
 * In the operand table, a memory access: this plus the logarithm of its alignment. The offset
 * follows.
 */
export const MEMORY = 0x20;

/** In the operand table, bytes that stay in `CODE`: this plus their number. */
export const PLAIN = 0x40;

/** The prefix of SIMD instructions. */
export const SIMD = 0xfd;

/** Where SIMD instructions with a short number begin in the operand table. */
export const SIMD_OPERANDS = 0x100;

/**
 * Added to the opcode of an instruction on a variable if it is the successor of the variable in the
 * last such instruction; with `SECOND`, the next but one. The results are no wasm opcodes.
 */
export const NEXT = 0xc0;
export const SECOND = 8;

/**
 * Operand of each opcode, and of each SIMD instruction with a number below 128 (those above have
 * none): 0 for none; the column of a LEB128 number; or `MEMORY`, or `PLAIN`.
 */
export function operandTable() {
  const table = new Uint8Array(SIMD_OPERANDS + 0x80).fill(LOCALS, 0x20, 0x25);
  [...'23230011001122232301012'].forEach((alignment, i) => {
    table[0x28 + i] = MEMORY + Number(alignment);
  });
  table.fill(BLOCKS, 0x02, 0x05);
  table[0x10] = CALLS;
  for (const op of [0x0c, 0x0d, 0xfc]) table[op] = CODE;
  table[0x41] = INTEGERS;
  table[0x42] = LONGS;
  table[F64_CONST] = PLAIN + 8;
  for (const [name, operand] of SIMD_WITH_OPERANDS) table[SIMD_OPERANDS + name] = operand;
  return table;
}

const F64_CONST = 0x44;

/**
 * SIMD instructions with operands, those that the generators use: v128.load, load32_splat,
 * load64_splat, store and load64_zero; i8x16.shuffle; f64x2.extract_lane.
 * @type {ReadonlyArray<readonly [number: number, operand: number]>}
 */
const SIMD_WITH_OPERANDS = [
  [0, MEMORY + 4],
  [9, MEMORY + 2],
  [10, MEMORY + 3],
  [11, MEMORY + 4],
  [93, MEMORY + 3],
  [13, PLAIN + 16],
  [33, PLAIN + 1],
];

/** SIMD instructions below 128 that have operands: the first of each run, and the last. */
const SIMD_RUNS = [
  [0, 13],
  [21, 34],
  [84, 93],
];

/** Whether the table has the operands of a SIMD instruction. @type {(number: number) => boolean} */
export const isKnownSimd = (number) =>
  SIMD_RUNS.every(([first, last]) => number < first || number > last) ||
  SIMD_WITH_OPERANDS.some(([known]) => known === number);
