/**
 * Modules of WebAssembly as text inside of JavaScript, made for a server's compression; wasm-gen/emit/module-text.js writes it.
 *
 * *Columns.* Between instructions that repeat each other stand operands that do not, and there compression loses its thread. So
 * a module is taken apart: opcodes in one column; numbers of variables, offsets in memory and constants in columns of their own.
 * What follows from the rest is left out: the sizes of bodies, and alignments, which are the natural ones. Unrolled code counts
 * through variables: an instruction on the variable that follows the last one of its kind has an opcode of its own, and no number.
 *
 * *Printable ASCII*, one character for each of the bytes that columns mostly consist of, two for the others. Of the 89
 * characters that need no escape in JavaScript, whatever the quotes, nor in HTML, 86 are digits, two are marks and the last one
 * stands between columns. Each of the 86 most frequent bytes is a digit, in their order; the others are a mark and a digit.
 */

/**
 * A bit for each of the most frequent bytes of the portable modules, and a little of the fma kernels: with those of the former alone G1's
 * was 260 kB of text, and webpack warned. If modules change, it is as right, and a little longer.
 */
export const FREQUENT = 0xe00300030001400100010001000101f9f0181c010000000744e93fffffffffffn;

const DIGITS = 86;

/** The marks, and between columns. */
export const [MARK, SECOND_MARK, SEPARATOR] = [0x7c, 0x7d, 0x7e];

/** Bytes by the code of the digit that stands for them: alone, from 128 on after the first mark, from 256 on after the second. */
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
 * The columns, in their order, each with a separator behind it. A module that is left whole is the first one alone; otherwise that
 * has all before the first body, and `AFTER` the sections that follow. `CODE`: for each function the declaration of its variables,
 * behind the length of that, and its opcodes, with operands that have no other column.
 */
export const [BEFORE, CODE, LOCALS, OFFSETS, INTEGERS, LONGS, AFTER] = [0, 1, 2, 3, 4, 5, 6];

/** In `CODE` for the opcode that ends a body. */
export const END_OF_BODY = 0xff;
export const END = 0x0b;

/** In the table of operands, an access to memory: this and the logarithm of its alignment. The offset follows. */
export const MEMORY = 0x20;

/** Added to the opcode of an instruction on a variable: the one after that of the last such instruction. No opcode of wasm. */
export const NEXT = 0xc0;

/** What follows an opcode: 0 nothing; the column of a number in LEB128; or `MEMORY`. */
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

/**
 * @param {string} text as written: not checked
 * @returns {Uint8Array<ArrayBuffer>} the module
 */
export function decodeModule(text) {
  const characters = new TextEncoder().encode(text);
  const at = [0];
  for (let i = 0; (i = characters.indexOf(SEPARATOR, i) + 1) > 0;) at.push(i);
  const digits = digitTable();
  // What is left out is less than a byte for each that is not.
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
 * @param {number} end where it is copied to
 * @returns {number} the end of the copy
 */
function copyColumn(characters, at, digits, bytes, end) {
  for (let c; (c = characters[at++]) !== SEPARATOR;) {
    bytes[end++] = c < MARK ? digits[c] : digits[((c - MARK + 1) << 7) + characters[at++]];
  }
  return end;
}

/** Memory for the size of a body before it is known. */
const SIZE_BYTES = 5;

/**
 * The bodies of all functions. Runs once for each module, before any engine has compiled it: the less it says, the better; nothing
 * is called for an instruction, and no other function sees its variables.
 * @param {Uint8Array} characters
 * @param {number[]} at where the columns begin; used up
 * @param {Uint8Array} digits
 * @param {Uint8Array} bytes
 * @param {number} end where the first body is written
 * @returns {number} the end of the last one
 */
function joinBodies(characters, at, digits, bytes, end) {
  const operands = operandTable();
  const last = at[LOCALS] - 1;
  /** By opcode, the last byte of its last number. */
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
        bytes[end++] = byte -= NEXT;
        bytes[end++] = ++latest[byte];
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
