/**
 * A decoder of WebAssembly binaries (specification, §5): as much of the format as the kernels use.
 * The proofs are about what this reads out of the bytes; anything unknown is refused.
 */
import { Refused } from '../refused.js';
import * as opcodes from './opcodes.js';
import { Reader } from './reader.js';

/**
 * @typedef {object} Instruction
 * @property {string} op
 * @property {number} [index] of a label (as a depth), function, local or global
 * @property {bigint} [value] a constant; of f64.const the pattern
 * @property {number} [offset] of a memory argument
 * @property {number} [lane]
 * @property {readonly number[]} [bytes] of v128.const and i8x16.shuffle
 * @property {string | null} [result] the type that a block leaves
 * @property {number} [end] where a block, or the block of an `else`, ends
 * @property {number} [otherwise] the `else` of an `if`, or −1
 * @property {number} [from] where it begins in the bytes, of those with a prefix
 * @property {number} [to]
 *
 * @typedef {{ params: string[], results: string[] }} FunctionType
 * @typedef {{ type: FunctionType, locals: string[], code: Instruction[],
 *   from?: number, to?: number }} WasmFunction
 *   `from` and `to`: its bytes; `locals` without the parameters; `code` ends with an `end`
 * @typedef {{ offset: number, bytes: Uint8Array }} Data
 * @typedef {object} Module
 * @property {WasmFunction[]} functions
 * @property {FunctionType[]} imports of functions; they come first in indices of functions
 * @property {Map<string, number>} exports names of exported functions, and their indices
 * @property {Data[]} data
 */

const TYPES = new Map([
  [0x7f, 'i32'],
  [0x7e, 'i64'],
  [0x7d, 'f32'],
  [0x7c, 'f64'],
  [0x7b, 'v128'],
]);
const NO_RESULT = 0x40;
const MOST_LOCALS = 10_000;

/** @param {Uint8Array} bytes @returns {Module} */
export function decodeModule(bytes) {
  const reader = new Reader(bytes);
  if (reader.fixed(4) !== 0x6d736100n || reader.fixed(4) !== 1n)
    throw new Refused('this is no WebAssembly module of version 1');
  const sections = readSections(reader);
  const functionTypes = sections.types;
  /** @param {number} index */
  const typeAt = (index) => functionTypes[index] ?? reader.fail('an unknown function type');
  if (sections.declared.length !== sections.bodies.length)
    throw new Refused('as many function bodies as functions are expected');
  return {
    imports: sections.imports.map(typeAt),
    functions: sections.bodies.map((body, i) => ({ ...body, type: typeAt(sections.declared[i]) })),
    exports: new Map(sections.exports),
    data: sections.data,
  };
}

/** @param {Reader} reader */
function readSections(reader) {
  const sections = {
    /** @type {FunctionType[]} */ types: [],
    /** @type {number[]} */ imports: [],
    /** @type {number[]} */ declared: [],
    /** @type {[string, number][]} */ exports: [],
    /** @type {Omit<WasmFunction, 'type'>[]} */ bodies: [],
    /** @type {Data[]} */ data: [],
  };
  while (!reader.isAtEnd()) {
    const id = reader.byte();
    const end = reader.size() + reader.at;
    if (id === 1) sections.types = reader.list(() => functionType(reader));
    else if (id === 2) sections.imports = reader.list(() => importOf(reader)).flat();
    else if (id === 3) sections.declared = reader.list(() => reader.u32());
    else if (id === 7) sections.exports = reader.list(() => exportOf(reader)).flat();
    else if (id === 10) sections.bodies = reader.list(() => functionBody(reader));
    else if (id === 11) sections.data = reader.list(() => dataOf(reader));
    // Names, tables of counts, globals: no instruction of a proof reads them.
    else if (![0, 5, 6, 12].includes(id)) reader.fail(`section ${id}`);
    else reader.skipTo(end);
    if (reader.at !== end) reader.fail('a section of another length');
  }
  return sections;
}

/** @param {Reader} reader */
const valueType = (reader) => TYPES.get(reader.byte()) ?? reader.fail('an unknown value type');

/** @param {Reader} reader @returns {FunctionType} */
function functionType(reader) {
  if (reader.byte() !== 0x60) reader.fail('a function type is expected');
  return {
    params: reader.list(() => valueType(reader)),
    results: reader.list(() => valueType(reader)),
  };
}

/** The type of an imported function, or nothing. @param {Reader} reader @returns {number[]} */
function importOf(reader) {
  reader.text();
  reader.text();
  const kind = reader.byte();
  if (kind === 0) return [reader.u32()];
  if (kind === 3) {
    valueType(reader);
    reader.byte();
  } else if (kind === 2) {
    const flags = reader.byte();
    reader.u32();
    if (flags & 1) reader.u32();
    if (flags & ~3) reader.fail('a memory of another kind');
  } else reader.fail('an import of another kind');
  return [];
}

/** @param {Reader} reader @returns {[string, number][]} */
function exportOf(reader) {
  const name = reader.text();
  const kind = reader.byte();
  const index = reader.u32();
  return kind === 0 ? [[name, index]] : [];
}

/** @param {Reader} reader @returns {Data} */
function dataOf(reader) {
  if (reader.u32() !== 0 || reader.byte() !== 0x41) reader.fail('data without a constant address');
  const offset = Number(BigInt.asUintN(32, reader.signed(32)));
  if (reader.byte() !== 0x0b) reader.fail('data without a constant address');
  return { offset, bytes: reader.bytesOf(reader.size()) };
}

/** @param {Reader} reader @returns {Omit<WasmFunction, 'type'>} */
function functionBody(reader) {
  const end = reader.size() + reader.at;
  const from = reader.at;
  const groups = reader.list(() => ({ count: reader.u32(), type: valueType(reader) }));
  if (groups.reduce((sum, { count }) => sum + count, 0) > MOST_LOCALS)
    reader.fail('too many locals');
  const locals = groups.flatMap(({ count, type }) => Array(count).fill(type));
  const code = instructions(reader, end);
  if (reader.at !== end) reader.fail('a function body of another length');
  return { locals, code, from, to: end };
}

/** Instructions up to the end of the body; blocks learn where they end. */
/** @param {Reader} reader @param {number} bodyEnd */
function instructions(reader, bodyEnd) {
  /** @type {Instruction[]} */
  const code = [];
  /** @type {Instruction[]} */
  const open = [];
  let isClosed = false;
  while (reader.at < bodyEnd) {
    if (isClosed) reader.fail('code after the end of a function');
    const op = reader.byte();
    if (op >= 0x02 && op <= 0x04) {
      const block = { op: ['block', 'loop', 'if'][op - 2], result: blockType(reader) };
      open.push({ ...block, end: -1, otherwise: -1 });
      code.push(open[open.length - 1]);
    } else if (op === 0x05) {
      const block = open[open.length - 1];
      if (block?.op !== 'if' || block.otherwise !== -1) reader.fail('an else without an if');
      block.otherwise = code.length;
      code.push({ op: 'else' });
    } else if (op === 0x0b) {
      const block = open.pop();
      if (!block) isClosed = true;
      else {
        block.end = code.length;
        if (block.op === 'if' && block.otherwise !== undefined && block.otherwise >= 0)
          code[block.otherwise].end = code.length;
      }
      code.push({ op: 'end' });
    } else code.push(plainInstruction(reader, op));
  }
  if (!isClosed) reader.fail('a function without an end');
  return code;
}

/** @param {Reader} reader */
function blockType(reader) {
  const byte = reader.byte();
  if (byte === NO_RESULT) return null;
  return TYPES.get(byte) ?? reader.fail('a block of several values');
}

/** @param {Reader} reader @param {number} op @returns {Instruction} */
function plainInstruction(reader, op) {
  const memory = opcodes.MEMORY.get(op);
  if (memory) return { op: memory, offset: memoryOffset(reader) };
  const indexed = opcodes.INDEXED.get(op);
  if (indexed) return { op: indexed, index: reader.u32() };
  if (op === 0x41) return { op: 'i32.const', value: reader.signed(32) };
  if (op === 0x42) return { op: 'i64.const', value: reader.signed(64) };
  if (op === 0x44) return { op: 'f64.const', value: reader.fixed(8) };
  const plain = opcodes.PLAIN.get(op);
  if (plain) return { op: plain };
  if (op === 0xfc) return miscellaneous(reader);
  if (op === 0xfd) return vector(reader);
  return reader.fail(`opcode 0x${op.toString(16)}`);
}

/** The alignment is a hint without meaning (§4.4.7). @param {Reader} reader */
function memoryOffset(reader) {
  if (reader.u32() & ~0x1f) reader.fail('another memory');
  return reader.u32();
}

/** @param {Reader} reader @returns {Instruction} */
function miscellaneous(reader) {
  const from = reader.at - 1;
  const code = reader.u32();
  const op = opcodes.MISCELLANEOUS.get(code);
  if (!op) return reader.fail(`opcode 0xfc ${code}`);
  const memories = code === 10 ? 2 : code === 11 ? 1 : 0;
  for (let i = 0; i < memories; i++) if (reader.byte() !== 0) reader.fail('another memory');
  return { op, from, to: reader.at };
}

/** @param {Reader} reader @returns {Instruction} */
function vector(reader) {
  const code = reader.u32();
  if (code === 12 || code === 13) {
    const op = code === 12 ? 'v128.const' : 'i8x16.shuffle';
    return { op, bytes: [...reader.bytesOf(16)] };
  }
  const memory = opcodes.VECTOR_MEMORY.get(code);
  if (memory) return { op: memory, offset: memoryOffset(reader) };
  const both = opcodes.VECTOR_LANE_MEMORY.get(code);
  if (both) return { op: both, offset: memoryOffset(reader), lane: reader.byte() };
  const lane = opcodes.VECTOR_LANE.get(code);
  if (lane) return { op: lane, lane: reader.byte() };
  const plain = opcodes.VECTOR.get(code);
  return plain ? { op: plain } : reader.fail(`opcode 0xfd ${code}`);
}
