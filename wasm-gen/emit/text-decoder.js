/**
 * The module that reads modules from text (text-format.js). JavaScript would run these loops before
 * an engine has optimized them, and take ten milliseconds of a page's first answer.
 *
 * Its memory holds tables, then the text, then the bytes. An instance serves one text, and finds
 * zeros below it. Positions in the columns are in memory, too: they advance in `next`, which
 * everything calls.
 *
 * Not checked: whether the text comes from the encoder. The package's own do.
 */

import { i32, i64 } from './instructions.js';
import { ModuleBuilder } from './module.js';
import {
  AFTER,
  BEFORE,
  CODE,
  END,
  END_OF_BODY,
  ESCAPED,
  FIRST_DIGIT,
  FREQUENT,
  MARK,
  MEMORY,
  NEXT,
  OFFSETS,
  PLAIN,
  SECOND,
  SEPARATOR,
  SIMD,
  SIMD_OPERANDS,
  operandTable,
} from './text-format.js';

/** @import { Operand } from './expression.js' */
/** @import { Callable, FunctionBuilder, Local } from './module.js' */

/**
 * Addresses: bytes by digit code, operands by opcode, by opcode the last byte of its latest number,
 * a bit for each frequent byte, and the columns' positions by index. The text begins at 0x500 or
 * later.
 */
const [BYTES, OPERANDS, LATEST, BITS, POSITIONS] = [0, 0x180, 0x300, 0x480, 0x4a0];

/** The longest run of zeros that takes less room than a segment of its own. */
const ZEROS = 8;

/** Bytes reserved for a body's size until it is known. */
const SIZE_BYTES = 5;

/** Where the position of a column is. @type {(column: number) => number} */
const slotOf = (column) => POSITIONS + 4 * column;

/**
 * @returns {ModuleBuilder} exports `decode(text, end of the text) → end of the bytes`, which begin
 *   where the text ends
 */
export function emitTextDecoder() {
  const m = new ModuleBuilder('decoder', 'Reads modules from text.');
  placeOperands(m);
  const bits = Array.from({ length: 32 }, (_, i) => Number((FREQUENT >> BigInt(8 * i)) & 0xffn));
  m.dataAt(BITS, Uint8Array.from(bits));
  const digits = emitDigits(m);
  const next = emitNext(m);
  const copy = emitCopy(m, next);
  const body = emitBody(m, next);
  const params = /** @type {const} */ ({ at: 'i32', end: 'i32' });
  m.func('decode', { params, result: 'i32', exported: true }, (f, { at, end }) => {
    f.emit(digits.call());
    const slot = f.local('slot', 'i32', slotOf(0));
    f.emit(i32.store(slot, at));
    f.loop((again) => {
      f.if(i32.eq(i32.load8_u(at), SEPARATOR), () => {
        f.set(slot, i32.add(slot, 4));
        f.emit(i32.store(slot, i32.add(at, 1)));
      });
      f.brIf(again, i32.ne(f.tee(at, i32.add(at, 1)), end));
    });
    f.set(end, copy.call(slotOf(BEFORE), end));
    f.loop((again) => {
      f.set(end, body.call(end));
      f.brIf(again, goesOn(i32.const(slotOf(CODE))));
    });
    f.result(copy.call(slotOf(AFTER), end));
  });
  return m;
}

/** Places the table of operands, but for longer runs of zeros. @param {ModuleBuilder} m */
function placeOperands(m) {
  const table = String.fromCharCode(...operandTable());
  const runs = table.matchAll(new RegExp(`[^\\0](?:\\0{0,${ZEROS}}[^\\0])*`, 'gs'));
  for (const { 0: run, index } of runs) {
    m.dataAt(
      OPERANDS + index,
      Uint8Array.from(run, (byte) => byte.charCodeAt(0)),
    );
  }
}

/**
 * Writes the table of digits: the frequent bytes have the first page of 128 codes, the others the
 * two after it.
 * @param {ModuleBuilder} m
 */
function emitDigits(m) {
  const place = emitPlace(m);
  return m.func('digits', {}, (f) => {
    const byte = f.local('byte', 'i32');
    const frequent = f.local('frequent', 'i32', FIRST_DIGIT);
    const other = f.local('other', 'i32', FIRST_DIGIT + 0x80);
    f.loop((again) => {
      const bit = i32.shr_u(i32.load8_u(i32.shr_u(byte, 3), BITS), i32.and(byte, 7));
      f.if(
        i32.and(bit, 1),
        () => f.set(frequent, place.call(frequent, byte)),
        () => f.set(other, place.call(other, byte)),
      );
      f.brIf(again, i32.ne(f.tee(byte, i32.add(byte, 1)), 256));
    });
  });
}

/** @param {ModuleBuilder} m */
function emitPlace(m) {
  // A bit for each escaped character: all are less than 64 after the first digit, but the last.
  const codes = [...ESCAPED].map((character) => character.charCodeAt(0)).sort((a, b) => a - b);
  const last = /** @type {number} */ (codes.pop());
  const escaped = codes.reduce((bits, code) => bits | (1n << BigInt(code - FIRST_DIGIT)), 0n);
  const params = /** @type {const} */ ({ code: 'i32', byte: 'i32' });
  const doc = 'Gives a code its byte, and returns the next code.';
  return m.func('place', { params, result: 'i32', doc }, (f, { code, byte }) => {
    f.emit(i32.store8(code, byte, BYTES));
    f.loop((again) => {
      f.set(byte, i32.and(f.tee(code, i32.add(code, 1)), 0x7f));
      f.brIf(again, i32.eq(byte, last));
      const bit = i64.shr_u(escaped, i64.extend_i32_u(i32.sub(byte, FIRST_DIGIT)));
      f.brIf(again, i32.and(i32.wrap_i64(bit), i32.lt_u(byte, last)));
    });
    const step = i32.mul(i32.eq(byte, MARK), 0x80 + FIRST_DIGIT - MARK);
    f.result(i32.add(code, step));
  });
}

/** Whether a column goes on. @param {Operand} slot */
const goesOn = (slot) => i32.ne(i32.load8_u(i32.load(slot)), SEPARATOR);

/**
 * Writes a byte at the end, and moves the end. No function: a call would take a baseline compiler's
 * code as long again.
 * @type {(f: FunctionBuilder, end: Local, byte: Operand) => void}
 */
function append(f, end, byte) {
  f.emit(i32.store8(end, byte));
  f.set(end, i32.add(end, 1));
}

/** @param {ModuleBuilder} m */
function emitNext(m) {
  const doc = 'The next byte of a column, which has one.';
  return m.func('next', { params: { slot: 'i32' }, result: 'i32', doc }, (f, { slot }) => {
    const at = f.local('at', 'i32', i32.load(slot));
    const code = f.local('code', 'i32', i32.load8_u(at));
    f.set(at, i32.add(at, 1));
    f.if(i32.ge_u(code, MARK), () => {
      const page = i32.shl(i32.sub(code, MARK - 1), 7);
      f.set(code, i32.add(page, i32.load8_u(at)));
      f.set(at, i32.add(at, 1));
    });
    f.emit(i32.store(slot, at));
    f.result(i32.load8_u(code, BYTES));
  });
}

/**
 * Sets a variable to the next byte of a column: without a call where that is one digit.
 * @type {(f: FunctionBuilder, byte: Local, slot: Operand, next: Callable) => void}
 */
function take(f, byte, slot, next) {
  const at = f.local('at', 'i32', i32.load(slot));
  f.set(byte, i32.load8_u(at));
  f.if(
    i32.lt_u(byte, MARK),
    () => {
      f.emit(i32.store(slot, i32.add(at, 1)));
      f.set(byte, i32.load8_u(byte, BYTES));
    },
    () => f.set(byte, next.call(slot)),
  );
}

/** @param {ModuleBuilder} m @param {Callable} next */
function emitCopy(m, next) {
  const params = /** @type {const} */ ({ slot: 'i32', end: 'i32' });
  const doc = 'Copies the rest of a column, and returns the new end.';
  return m.func('copy', { params, result: 'i32', doc }, (f, { slot, end }) => {
    f.loop((again) => {
      f.if(goesOn(slot), () => {
        append(f, end, next.call(slot));
        f.br(again);
      });
    });
    f.result(end);
  });
}

/** @param {ModuleBuilder} m @param {Callable} next */
function emitBody(m, next) {
  const code = () => next.call(slotOf(CODE));
  const doc = 'Puts the next body together, and returns the new end.';
  return m.func('body', { params: { end: 'i32' }, result: 'i32', doc }, (f, { end }) => {
    const size = f.local('size', 'i32', end);
    f.set(end, i32.add(end, SIZE_BYTES));
    const start = f.local('start', 'i32', end);
    f.comment('The declarations of variables, a byte at least, after their length.');
    const left = f.local('left', 'i32', code());
    f.loop((again) => {
      append(f, end, code());
      f.brIf(again, f.tee(left, i32.sub(left, 1)));
    });
    const op = f.local('op', 'i32');
    f.block((done) => {
      f.loop((again) => {
        take(f, op, slotOf(CODE), next);
        f.brIf(done, i32.eq(op, END_OF_BODY));
        emitInstruction(f, { op, end, again }, next);
        f.br(again);
      });
    });
    append(f, end, END);
    placeBody(f, { size, start, end });
    f.result(end);
  });
}

/**
 * @param {FunctionBuilder} f
 * @param {{ op: Local, end: Local, again: string }} parts `again`: the label of the next
 *   instruction
 * @param {Callable} next
 */
function emitInstruction(f, { op, end, again }, next) {
  const code = () => next.call(slotOf(CODE));
  const byte = f.local('byte', 'i32');
  const column = f.local('column', 'i32');
  f.if(i32.eq(i32.shr_u(op, 4), (NEXT + 0x20) >> 4), () => {
    f.set(byte, i32.add(i32.eq(i32.and(op, SECOND), SECOND), 1));
    append(f, end, f.tee(op, i32.and(op, 0xff & ~(NEXT | SECOND))));
    f.set(byte, i32.add(byte, i32.load8_u(op, LATEST)));
    f.emit(i32.store8(op, byte, LATEST));
    append(f, end, byte);
    f.br(again);
  });
  append(f, end, op);
  f.if(i32.eq(op, SIMD), () => {
    append(f, end, f.tee(op, code()));
    f.if(i32.gt_u(op, 0x7f), () => {
      append(f, end, code());
      f.br(again);
    });
    f.set(op, i32.add(op, SIMD_OPERANDS));
  });
  f.brIf(again, i32.eqz(f.tee(column, i32.load8_u(op, OPERANDS))));
  f.if(i32.gt_u(column, PLAIN), () => {
    f.loop((more) => {
      append(f, end, code());
      f.brIf(more, i32.ne(f.tee(column, i32.sub(column, 1)), PLAIN));
    });
    f.br(again);
  });
  f.if(i32.ge_u(column, MEMORY), () => {
    append(f, end, i32.sub(column, MEMORY));
    f.set(column, OFFSETS);
  });
  f.set(column, i32.add(i32.shl(column, 2), POSITIONS));
  f.loop((more) => {
    take(f, byte, column, next);
    append(f, end, byte);
    f.brIf(more, i32.gt_u(byte, 0x7f));
  });
  f.emit(i32.store8(op, byte, LATEST));
}

/**
 * Writes the size of a body, and moves the body behind it.
 * @param {FunctionBuilder} f
 * @param {{ size: Local, start: Local, end: Local }} at where the size goes, and the body
 */
function placeBody(f, { size, start, end }) {
  const length = f.local('length', 'i32', i32.sub(end, start));
  const left = f.local('left', 'i32', length);
  f.loop((again) => {
    const more = i32.shl(i32.gt_u(left, 0x7f), 7);
    append(f, size, i32.or(i32.and(left, 0x7f), more));
    f.brIf(again, f.tee(left, i32.shr_u(left, 7)));
  });
  // Eight bytes at a time: WebAssembly 1.0 has no memory.copy. The body moves to lower addresses,
  // so nothing is overwritten before it is read, and beyond its end there is nothing yet.
  const to = f.local('to', 'i32', size);
  f.loop((again) => {
    f.emit(i64.store(to, i64.load(start)));
    f.set(to, i32.add(to, 8));
    f.brIf(again, i32.lt_u(f.tee(start, i32.add(start, 8)), end));
  });
  f.set(end, i32.add(size, length));
}
