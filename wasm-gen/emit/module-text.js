/**
 * Writes modules in the text format that src/engines/wasm/kernels/module-text.js documents and
 * reads.
 */

import {
  AFTER,
  BEFORE,
  CODE,
  END_OF_BODY,
  LOCALS,
  MARK,
  MEMORY,
  NEXT,
  OFFSETS,
  SECOND,
  SECOND_MARK,
  SEPARATOR,
  decodeModule,
  digitTable,
  operandTable,
} from '../../src/engines/wasm/kernels/module-text.js';

/** Bytes before the first section, and the number of the one that holds the functions. */
const HEADER_BYTES = 8;
const CODE_SECTION = 10;

/** The prefix of SIMD instructions, and f64.const. */
const UNKNOWN = [0xfd, 0x44];

/**
 * @param {Uint8Array} wasm
 * @returns {string}
 * @throws {RangeError} the module has a part that no column can hold
 */
export function encodeModule(wasm) {
  const text = printColumns(takeApart(wasm) ?? [wasm]);
  const again = decodeModule(text);
  const isSame = again.length === wasm.length && again.every((byte, i) => byte === wasm[i]);
  if (!isSame) throw new RangeError('expected the module back from its text, got another');
  return text;
}

/**
 * The columns of a module. Modules with SIMD are left whole: they are five times as large, and
 * reassembling them would take a cold page 15 ms, longer than downloading the 4 kB that this saves.
 * @param {Uint8Array} wasm
 * @returns {number[][] | null} null for a module with SIMD
 */
export function takeApart(wasm) {
  const columns = Array.from({ length: AFTER + 1 }, () => /** @type {number[]} */ ([]));
  const operands = operandTable();
  let at = HEADER_BYTES;
  const skipNumber = () => {
    let [value, shift] = [0, 0];
    do {
      value |= (wasm[at] & 0x7f) << shift;
      shift += 7;
    } while (wasm[at++] > 0x7f);
    return value;
  };
  const copy = (/** @type {number} */ column) => {
    columns[column].push(wasm[at]);
    return wasm[at++];
  };
  const copyNumber = (/** @type {number} */ column) => {
    while (copy(column) > 0x7f);
  };
  /** Per opcode, the last byte of its latest number. @type {number[]} */
  const latest = new Array(0x100).fill(0);
  /** Per opcode, from the last number to that before it. @type {number[]} */
  const steps = new Array(0x100).fill(0);
  const copyInstruction = () => {
    const op = wasm[at];
    const kind = operands[op];
    const step = wasm[at + 1] - latest[op];
    // Steps of 2 where they follow each other; elsewhere they would only be one more text.
    const isNext = step === 1 || (step === 2 && steps[op] === 2);
    steps[op] = step;
    if (kind === LOCALS && wasm[at + 1] < 0x80 && isNext) {
      columns[CODE].push(NEXT + op + (step - 1) * SECOND);
      latest[op] += step;
      at += 2;
      return;
    }
    copy(CODE);
    if (kind >= MEMORY) {
      if (wasm[at++] !== kind - MEMORY) throw new RangeError('expected natural alignment');
      copyNumber(OFFSETS);
    } else if (kind > 0) copyNumber(kind);
    latest[op] = wasm[at - 1];
  };

  while (at < wasm.length && wasm[at++] !== CODE_SECTION) {
    const size = skipNumber();
    at += size;
  }
  skipNumber();
  const functions = skipNumber();
  columns[BEFORE].push(...wasm.subarray(0, at));
  for (let n = 0; n < functions; n++) {
    const size = skipNumber();
    const end = at + size - 1;
    const declaration = at;
    for (let groups = skipNumber(); groups > 0; groups--, at++) skipNumber();
    columns[CODE].push(at - declaration, ...wasm.subarray(declaration, at));
    while (at < end) {
      if (UNKNOWN.includes(wasm[at])) return null;
      copyInstruction();
    }
    at++;
    columns[CODE].push(END_OF_BODY);
  }
  columns[AFTER].push(...wasm.subarray(at));
  return columns;
}

/** @param {readonly ArrayLike<number>[]} columns */
function printColumns(columns) {
  const marks = ['', ...[MARK, SECOND_MARK].map((code) => String.fromCharCode(code))];
  /** @type {string[]} */
  const texts = [];
  digitTable().forEach((byte, i) => {
    // Characters that are not digits have 0 in the table. The digit for 0 is the first, a space.
    if (byte !== 0 || i === 0x20) texts[byte] = marks[i >> 7] + String.fromCharCode(i & 0x7f);
  });
  const separator = String.fromCharCode(SEPARATOR);
  return columns
    .map((column) => Array.from(column, (byte) => texts[byte]).join('') + separator)
    .join('');
}
