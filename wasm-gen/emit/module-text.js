/** Writes modules in the text format that text-format.js documents and text-decoder.js reads. */

import { CODE_SECTION, HEADER_BYTES, readNumber } from './binary.js';
import {
  AFTER,
  BEFORE,
  CODE,
  COLUMNS,
  END_OF_BODY,
  LOCALS,
  MARK,
  MEMORY,
  NEXT,
  OFFSETS,
  PLAIN,
  SECOND,
  SECOND_MARK,
  SEPARATOR,
  SIMD,
  SIMD_OPERANDS,
  digitTable,
  isKnownSimd,
  operandTable,
} from './text-format.js';

/**
 * @type {(wasm: Uint8Array) => string}
 * @throws {RangeError} the module has a part that no column can hold
 */
export function encodeModule(wasm) {
  return printColumns(takeApart(wasm));
}

/**
 * The columns of a module.
 * @type {(wasm: Uint8Array) => number[][]}
 * @throws {RangeError} the module has an instruction whose operands have no place
 */
function takeApart(wasm) {
  const columns = Array.from({ length: COLUMNS }, () => /** @type {number[]} */ ([]));
  const operands = operandTable();
  let at = HEADER_BYTES;
  const skipNumber = () => {
    const { value, end } = readNumber(wasm, at);
    at = end;
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
    let op = wasm[at];
    if (op === SIMD) {
      copy(CODE);
      const number = at;
      copyNumber(CODE);
      if (at > number + 1) return;
      op = SIMD_OPERANDS + wasm[--at];
      if (!isKnownSimd(wasm[at])) throw new RangeError(`expected no SIMD instruction ${wasm[at]}`);
      columns[CODE].pop();
    }
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
    if (kind >= MEMORY && kind < PLAIN) {
      if (wasm[at++] !== kind - MEMORY) throw new RangeError('expected natural alignment');
      copyNumber(OFFSETS);
    } else if (kind >= PLAIN) {
      for (let left = kind - PLAIN; left > 0; left--) copy(CODE);
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
      copyInstruction();
    }
    at++;
    columns[CODE].push(END_OF_BODY);
  }
  columns[AFTER].push(...wasm.subarray(at));
  return columns;
}

/** @type {(columns: readonly ArrayLike<number>[]) => string} */
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
