/**
 * WebAssembly modules as text in JavaScript, arranged for HTTP compression.
 * wasm-gen/emit/module-text.js is the encoder.
 *
 * *Columns.* Repetitive instructions are interleaved with operands that do not repeat, which spoils
 * compression. A module is therefore split into columns: one for opcodes; one each for variable
 * indices, memory offsets and constants. Whatever follows from the rest is omitted: body sizes, and
 * alignments, which are natural. Unrolled code counts through variables: an instruction on the
 * successor of the last variable used with its opcode, or on the next but one, has a separate
 * opcode and no index.
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

/** The two marks, and the column separator. */
export const [MARK, SECOND_MARK, SEPARATOR] = [0x7c, 0x7d, 0x7e];

/** Bytes by digit code: plain, from 128 on after the first mark, from 256 on after the second. */
export function digitTable() {
  const codes = Array.from({ length: MARK - 32 }, (_, i) => 32 + i).filter(
    (code) => !'"$\'<\\`'.includes(String.fromCharCode(code)),
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
 * The columns in order, each followed by a separator. A module kept whole is the first column
 * alone. Otherwise `BEFORE` holds everything before the first body, and `AFTER` the sections after
 * the last. `CODE` holds, for each function, its variable declarations, preceded by their length,
 * and its opcodes with the operands that have no separate column.
 */
export const [BEFORE, CODE, LOCALS, OFFSETS, INTEGERS, LONGS, AFTER] = [0, 1, 2, 3, 4, 5, 6];

/** Replaces, in `CODE`, the opcode that ends a body. */
export const END_OF_BODY = 0xff;
export const END = 0x0b;

/**
 * In the operand table, a memory access: this plus the logarithm of its alignment. The offset
 * follows.
 */
export const MEMORY = 0x20;

/**
 * Added to the opcode of an instruction on a variable if it is the successor of the variable in the
 * last such instruction; with `SECOND`, the next but one. The results are no wasm opcodes.
 */
export const NEXT = 0xc0;
export const SECOND = 8;

/** Operand of each opcode: 0 for none; the column of a LEB128 number; or `MEMORY`. */
export function operandTable() {
  const table = new Uint8Array(0x100).fill(LOCALS, 0x20, 0x25);
  [...'23230011001122232301012'].forEach((alignment, i) => {
    table[0x28 + i] = MEMORY + Number(alignment);
  });
  for (const op of [0x02, 0x03, 0x04, 0x0c, 0x0d, 0x10, 0xfc]) table[op] = CODE;
  table[0x41] = INTEGERS;
  table[0x42] = LONGS;
  return table;
}

/** Kept, as a first answer waits for every module. @type {Uint8Array | undefined} */
let digits;

/**
 * @param {string} text from the encoder; not validated
 * @returns {Uint8Array<ArrayBuffer>} the module
 */
export function decodeModule(text) {
  const characters = new TextEncoder().encode(text);
  const at = [0];
  for (let i = 0; (i = characters.indexOf(SEPARATOR, i) + 1) > 0;) at.push(i);
  digits ??= digitTable();
  // Omitted bytes are fewer than those that are present.
  const bytes = new Uint8Array(2 * characters.length);
  let end = copyColumn(characters, at[BEFORE], digits, bytes, 0);
  if (at.length > AFTER) {
    end = joinBodies(characters, at, digits, bytes, end);
    end = copyColumn(characters, at[AFTER], digits, bytes, end);
  }
  return bytes.slice(0, end);
}

/**
 * @param {Uint8Array} characters
 * @param {number} at where the column begins
 * @param {Uint8Array} digits
 * @param {Uint8Array} bytes
 * @param {number} end where the copy begins
 * @returns {number} the end of the copy
 */
function copyColumn(characters, at, digits, bytes, end) {
  for (let c; (c = characters[at++]) !== SEPARATOR;) {
    bytes[end++] = c < MARK ? digits[c] : digits[((c - MARK + 1) << 7) + characters[at++]];
  }
  return end;
}

/** Bytes reserved for a body's size until it is known. */
const SIZE_BYTES = 5;

/**
 * Reassembles the bodies of all functions. Runs once per module, before the engine has optimized
 * it, so it is kept minimal: no calls per instruction, and no closures over its variables.
 * @param {Uint8Array} characters
 * @param {number[]} at where the columns begin; overwritten
 * @param {Uint8Array} digits
 * @param {Uint8Array} bytes
 * @param {number} end where the first body is written
 * @returns {number} the end of the last one
 */
function joinBodies(characters, at, digits, bytes, end) {
  const operands = operandTable();
  const last = at[LOCALS] - 1;
  /** Per opcode, the last byte of its latest number. */
  const latest = new Uint8Array(0x100);
  let c;
  let byte;
  for (let code = at[CODE]; code < last;) {
    let start = end;
    const body = (end += SIZE_BYTES);
    for (let left = digits[characters[code++]]; left > 0; left--) {
      c = characters[code++];
      bytes[end++] = c < MARK ? digits[c] : digits[((c - MARK + 1) << 7) + characters[code++]];
    }
    for (;;) {
      c = characters[code++];
      byte = c < MARK ? digits[c] : digits[((c - MARK + 1) << 7) + characters[code++]];
      if (byte === END_OF_BODY) break;
      if (byte >> 4 === (NEXT + 0x20) >> 4) {
        const step = byte & SECOND ? 2 : 1;
        bytes[end++] = byte &= ~(NEXT | SECOND);
        bytes[end++] = latest[byte] += step;
        continue;
      }
      bytes[end++] = byte;
      const op = byte;
      let column = operands[op];
      if (column === 0) continue;
      if (column >= MEMORY) {
        bytes[end++] = column - MEMORY;
        column = OFFSETS;
      }
      let next = column === CODE ? code : at[column];
      do {
        c = characters[next++];
        byte = c < MARK ? digits[c] : digits[((c - MARK + 1) << 7) + characters[next++]];
        bytes[end++] = byte;
      } while (byte > 0x7f);
      latest[op] = byte;
      if (column === CODE) code = next;
      else at[column] = next;
    }
    bytes[end++] = END;
    let size = end - body;
    for (; size > 0x7f; size >>= 7) bytes[start++] = 0x80 | size;
    bytes[start++] = size;
    bytes.copyWithin(start, body, end);
    end += start - body;
  }
  return end;
}
