/**
 * Memory in disjoint regions: an operand each, and the module's own (`static`). Whole cells are
 * read and written, or parts of words that are known; everything else is refused. Little-endian
 * (specification, §4.3.2).
 */
import { Lane } from '../double.js';
import { Value } from '../number.js';
import { Refused } from '../refused.js';

/**
 * @import { Domain } from '../number.js'
 * @import { Data } from '../wasm/decode.js'
 * @import { I32 } from './machine.js'
 */

/**
 * A point as a whole, of which nothing else is known.
 * @typedef {{ element: { shape: string }, size: number }} Opaque
 * An address, of another region.
 * @typedef {{ pointer: I32 }} Pointer
 * @typedef {{ size: number, content: Value | Lane | Opaque | Pointer }} Cell
 */

const NARROWER = [8, 4, 2, 1];
export const STATIC = 'static';

/** Words of data that were read. @type {WeakMap<Data[], Map<number, bigint | null>>} */
const WORDS = new WeakMap();

/** A part of memory that overlaps no other. */
export class Region {
  /**
   * @param {string} name
   * @param {number} size in bytes
   * @param {(at: number, size: number) => boolean} mayWrite
   */
  constructor(name, size, mayWrite) {
    this.name = name;
    this.size = size;
    this.mayWrite = mayWrite;
    /** @type {Map<number, Cell>} by offset; they do not overlap */
    this.cells = new Map();
    /** @type {Map<number, number>} offsets and sizes of what was written */
    this.written = new Map();
    this.largest = 1;
  }
  /** @param {number} at @param {number} size @param {Cell['content']} content */
  set(at, size, content) {
    this.largest = Math.max(this.largest, size);
    this.cells.set(at, { size, content });
  }
  /** Offsets of cells that share bytes with a range. @param {number} at @param {number} size */
  *overlapping(at, size) {
    for (let i = at - this.largest + 1; i < at + size; i++) {
      const cell = this.cells.get(i);
      if (cell && i + cell.size > at) yield i;
    }
  }
}

/** All regions of a run. */
export class Memory {
  /** @param {Domain} domain @param {Data[]} data of the module */
  constructor(domain, data) {
    this.domain = domain;
    this.data = data;
    /** @type {Map<string, Region>} */
    this.regions = new Map();
    /** Operands that were read where the result had been written: z must not be them. */
    this.readLate = new Set();
    /** All that was read. @type {{ region: Region, at: number, size: number }[]} */
    this.reads = [];
    /** How often something was written. */
    this.writes = 0;
    /** Regions of which all cases of being the same are runs. @type {Set<string>} */
    this.distinct = new Set();
    /** @type {Region | null} */
    this.result = null;
    /** @type {Map<string, import('./tables.js').Entry>} words at addresses that are unknown */
    this.tables = new Map();
  }
  /**
   * @param {string} name
   * @param {number} size
   * @param {boolean | ((at: number, size: number) => boolean)} mayWrite
   */
  region(name, size, mayWrite) {
    const may = typeof mayWrite === 'function' ? mayWrite : () => mayWrite;
    const region = new Region(name, size, may);
    this.regions.set(name, region);
    return region;
  }
  /** @param {string | null} name */
  named(name) {
    const region = this.regions.get(name ?? STATIC);
    if (!region) throw new Refused(`memory of ${name}`);
    return region;
  }
  /** Whether data of the module is there. @param {number} at @param {number} size */
  isData(at, size) {
    return this.data.some(({ offset, bytes }) => at < offset + bytes.length && offset < at + size);
  }

  /**
   * If the result was written there before, this operand must not be it.
   * @param {Region} region @param {number} at @param {number} size
   */
  noteRead(region, at, size) {
    if (at < 0 || at + size > region.size)
      throw new Refused(`reads outside of ${region.name}: ${at}`);
    this.reads.push({ region, at, size });
    const { result } = this;
    if (!result || region === result || region.name === STATIC) return;
    for (const [start, length] of result.written)
      if (at < start + length && start < at + size) this.readLate.add(region.name);
  }
  /**
   * The unsigned integer of bytes.
   * @param {Region} region
   * @param {number} at
   * @param {number} size
   * @returns {Value}
   */
  read(region, at, size) {
    this.noteRead(region, at, size);
    const content = region.cells.get(at)?.size === size && region.cells.get(at)?.content;
    if (content) return size === 4 ? known(wordOf(content)) : wordOf(content);
    const [first, ...more] = region.overlapping(at, size);
    if (first === undefined) return this.#readData(region, at, size);
    return more.length === 0 && first + (region.cells.get(first)?.size ?? 0) >= at + size
      ? this.#readPart(region, first, at, size)
      : this.#readSeveral(region, at, size);
  }
  /**
   * Some bytes of a cell.
   * @param {Region} region
   * @param {number} start of the cell
   * @param {number} at
   * @param {number} size
   */
  #readPart(region, start, at, size) {
    const cell = region.cells.get(start);
    if (!cell || !NARROWER.includes(cell.size)) throw new Refused('a part of something unknown');
    let value = wordOf(cell.content).window(0n, 8 * cell.size);
    if (at > start) value = value.split(8 * (at - start)).high;
    return at + size < start + cell.size ? value.split(8 * size).low : value;
  }
  /** @param {Region} region @param {number} at @param {number} size */
  #readSeveral(region, at, size) {
    let sum = this.domain.constant(0n);
    for (let i = 0; i < size;) {
      const [start] = region.overlapping(at + i, 1);
      const cell = region.cells.get(start);
      if (!cell) throw new Refused(`reads ${region.name} at ${at}, which is written in part`);
      const end = Math.min(at + size, start + cell.size);
      const value = this.#readPart(region, start, at + i, end - at - i);
      sum = sum.add(value.times(1n << BigInt(8 * i)));
      i = end - at;
    }
    return sum;
  }
  /** @param {Region} region @param {number} at @param {number} size */
  #readData(region, at, size) {
    if (region.name !== STATIC) throw new Refused(`reads ${region.name} at ${at}, unknown bytes`);
    return this.domain.constant(this.dataWord(at, size));
  }
  /** Whether 8 bytes are data, and nothing else is known of them. @param {number} at */
  isOnlyData(at) {
    const [cell] = this.named(STATIC).overlapping(at, 8);
    return cell === undefined && this.#wordAt(at) !== null;
  }
  /** 8 bytes of data, or null. @param {number} at @returns {bigint | null} */
  #wordAt(at) {
    const words = WORDS.get(this.data) ?? new Map();
    WORDS.set(this.data, words);
    if (!words.has(at)) {
      const isData = Array.from({ length: 8 }, (_, i) => this.isData(at + i, 1));
      words.set(at, isData.includes(false) ? null : this.#dataBytes(at, 8));
    }
    return words.get(at);
  }
  /** @param {number} at @param {number} [size] */
  dataWord(at, size = 8) {
    return (size === 8 ? this.#wordAt(at) : null) ?? this.#dataBytes(at, size);
  }
  /** @param {number} at @param {number} size */
  #dataBytes(at, size) {
    let value = 0n;
    for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(this.dataByte(at + i));
    return value;
  }
  /** Later data overwrites earlier. @param {number} at */
  dataByte(at) {
    const holders = this.data.filter(
      ({ offset, bytes }) => at >= offset && at < offset + bytes.length,
    );
    const holder = holders[holders.length - 1];
    if (!holder) throw new Refused(`reads address ${at}, which no data defines`);
    return holder.bytes[at - holder.offset];
  }
  /**
   * 8 bytes as they are: as a word, a double, or of which nothing is known.
   * @param {Region} region @param {number} at @returns {Lane}
   */
  readLane(region, at) {
    const content = region.cells.get(at)?.size === 8 ? region.cells.get(at)?.content : undefined;
    if (content instanceof Lane) {
      this.noteRead(region, at, 8);
      return content;
    }
    const isData = region.name === STATIC && region.overlapping(at, 8).next().done;
    if (isData ? this.#wordAt(at) !== null : this.#isWritten(region, at, 8))
      return new Lane(this.domain, { word: this.read(region, at, 8) });
    this.noteRead(region, at, 8);
    return new Lane(this.domain, {});
  }

  /**
   * Whether something is known of each byte.
   * @param {Region} region
   * @param {number} at
   * @param {number} size
   */
  #isWritten(region, at, size) {
    return Array.from({ length: size }, (_, i) => at + i).every((byte) => {
      const [cell] = region.overlapping(byte, 1);
      return cell !== undefined || (region.name === STATIC && this.isData(byte, 1));
    });
  }
  /**
   * Bytes that are overwritten by something unknown.
   * @param {Region} region @param {number} at @param {number} size
   */
  forget(region, at, size) {
    this.#checkWrite(region, at, size);
    this.writes++;
    for (const start of [...region.overlapping(at, size)]) region.cells.delete(start);
    region.written.set(at, Math.max(size, region.written.get(at) ?? 0));
  }
  /** @param {Region} region @param {number} at @param {number} size */
  #checkWrite(region, at, size) {
    if (at < 0 || at + size > region.size)
      throw new Refused(`writes outside of ${region.name}: ${at}`);
    if (!region.mayWrite(at, size) || (region.name === STATIC && this.isData(at, size)))
      throw new Refused(`writes ${region.name} at ${at}`);
  }

  /**
   * @param {Region} region
   * @param {number} at
   * @param {number} size
   * @param {Cell['content']} content
   */
  write(region, at, size, content) {
    this.#checkWrite(region, at, size);
    this.writes++;
    for (const start of [...region.overlapping(at, size)]) {
      const cell = region.cells.get(start);
      const isPart = cell && (start < at || start + cell.size > at + size);
      if (isPart && !isUnknown(cell.content)) this.#keepRest(region, start, at, size);
      else region.cells.delete(start);
    }
    region.set(at, size, content);
    region.written.set(at, Math.max(size, region.written.get(at) ?? 0));
  }
  /**
   * Of a constant of 8 bytes, the half that is not overwritten.
   * @param {Region} region
   * @param {number} start of the constant
   * @param {number} at
   * @param {number} size
   */
  #keepRest(region, start, at, size) {
    const { size: whole = 0, content } = region.cells.get(start) ?? {};
    const constant = content instanceof Value ? content.constant() : null;
    if (constant === null || whole !== 8 || size !== 4 || (at !== start && at !== start + 4))
      throw new Refused(`writes a part of a number, ${region.name} at ${at}`);
    region.cells.delete(start);
    const [rest, half] = at === start ? [start + 4, constant >> 32n] : [start, constant];
    region.set(rest, 4, this.domain.constant(BigInt.asUintN(32, half)));
  }
}

/**
 * The low half of a word that was stored before its range was known.
 * @param {Value} value
 */
function known(value) {
  const { part, low, high } = value;
  return part?.isLow && part.split.bits === 32 && low === 0n && high >> 31n === 1n
    ? part.split.of.split(32).low
    : value;
}

/** Whether no word of it is known. @param {Cell['content']} content */
const isUnknown = (content) =>
  'element' in content || (content instanceof Lane && !content.isKnown);

/** @param {Cell['content']} content */
function wordOf(content) {
  if (content instanceof Value) return content;
  if (content instanceof Lane) return content.word();
  throw new Refused('reads the digits of a point');
}
