/** Lists of elements of a scalar field in WebAssembly (`ScalarLists` of the port). */

import { SCALAR_BYTES, toBytesLE } from '../../math/integers.js';
import { power } from '../../math/modular.js';
import { readMembers } from './kernels/kernel.js';
import { linkKernel, loaderOf } from './kernels/compile.js';
import { RANGE, listsOf, readModule, scalarKernel } from './polynomials.js';

/** @import { ScalarList } from '../../port/polynomials.js' */
/** @import { ListTransfer, ScalarLists } from '../../port/scalar-lists.js' */
/** @import { Arena } from './kernels/arena.js' */
/** @import { WasmFunction } from './kernels/kernel.js' */
/** @import { PolynomialModule, ScalarParts } from './polynomials.js' */

/** Elements of a table made in a step. */
const TABLE_STEP = 2 ** 14;

/** A block that fits in a processor's second-level cache, with room to spare. */
const BLOCK = 2 ** 12;

/**
 * wasm-gen/polynomial/field-lists.js documents each operation.
 * @typedef {Record<'add' | 'subtract' | 'dot' | 'readLE' | 'writeLE' | 'reverse' | 'shift' |
 *   'sparse', WasmFunction>} ListModule
 */

/**
 * @type {(parts: ScalarParts,
 *   wanted?: Partial<ListTransfer['source']>) => Promise<ScalarLists>}
 */
export async function open(parts, wanted) {
  const generator = wanted?.generator ?? parts.sources.generator;
  const modules = parts.compiled;
  const { load } = scalarKernel(parts, modules);
  const loadHash = loaderOf(parts.arena.memory, parts.modules);
  const [first, second] = await Promise.all([load('polynomials'), load('lists')]);
  const { arena, order, bytes } = parts;
  const source = { generator, modules };
  return {
    ...createScalarLists(readModule(first), readListModule(second), {
      arena,
      order,
      source,
      bytes,
    }),
    async blake2b() {
      const { openBlake2b } = await import('./blake2b.js');
      return openBlake2b(arena, loadHash, () => import('../../generated/blake2b.js'));
    },
  };
}

/**
 * The same lists on another thread.
 * @type {(source: { generator: bigint, modules: Record<string, WebAssembly.Module> },
 *   place: { arena: Arena, order: bigint }) => Promise<ScalarLists>}
 */
export async function linkLists(source, { arena, order }) {
  const linked = await Promise.all(
    Object.entries(source.modules).map(async ([file, module]) => {
      const exports = await linkKernel(file, module, arena.memory);
      return /** @type {const} */ ([file.includes('.lists-'), exports]);
    }),
  );
  const [first, second] = [false, true].map(
    (isLists) => /** @type {Record<string, any>} */ (linked.find(([own]) => own === isLists)?.[1]),
  );
  return createScalarLists(readModule(first), readListModule(second), {
    ...{ arena, order, source },
    bytes: SCALAR_BYTES,
  });
}

/** @type {(exports: Record<string, any>) => ListModule} */
export const readListModule = (exports) => /** @type {any} */ (readMembers(exports, {}));

/** A sparse matrix in memory. */
class Matrix {
  /**
   * @param {number} rows
   * @param {number} starts address
   * @param {number} entries address
   */
  constructor(rows, starts, entries) {
    this.rows = rows;
    this.starts = starts;
    this.entries = entries;
  }
}

/** Elements of a list, as scalars of a multiplication. */
export class Stored {
  /**
   * @param {number} count
   * @param {(start?: number, end?: number) => Uint8Array<ArrayBuffer>} bytes
   * @param {(address: number, first: number, count: number) => void} writeTo
   */
  constructor(count, bytes, writeTo) {
    this.count = count;
    this.bytes = bytes;
    this.writeTo = writeTo;
  }
}

/**
 * @type {(polynomials: PolynomialModule, module: ListModule,
 *   parts: { arena: Arena, order: bigint, source: ListTransfer['source'], bytes: number }) =>
 *     ScalarLists} `bytes` of an encoding
 */
export function createScalarLists(polynomials, module, parts) {
  const { arena, order, source, bytes: width } = parts;
  const { generator } = source;
  const lists = listsOf(polynomials, arena);
  const { elements, rowBytes } = polynomials;
  const { address, at, create, free, put } = lists;

  /** @type {ScalarLists['readLE']} */
  const readLE = (list, bytes, c) => {
    const count = bytes.length / width;
    arena.borrow(width * Math.min(RANGE, count), (buffer) => {
      for (let done = 0; done < count; done += RANGE) {
        const size = Math.min(RANGE, count - done);
        arena.u8.set(bytes.subarray(done * width, (done + size) * width), buffer);
        module.readLE(address(at(list, done)), buffer, size, c ? address(c) : 0);
      }
    });
  };
  /** @type {ScalarLists['writeLE']} */
  const writeLE = (list, count, c) => {
    const bytes = new Uint8Array(count * width);
    arena.borrow(width * (Math.min(RANGE, count) + 1), (buffer) => {
      for (let done = 0; done < count; done += RANGE) {
        const size = Math.min(RANGE, count - done);
        module.writeLE(buffer, address(at(list, done)), size, c ? address(c) : 0);
        bytes.set(arena.u8.subarray(buffer, buffer + size * width), done * width);
      }
    });
    return bytes;
  };
  /** @type {ScalarLists['move']} */
  const move = (z, x, count) => {
    let [to, from, left] = [z, x, count];
    const moveOne = () => {
      put(to, from);
      [to, from, left] = [at(to, 1), at(from, 1), left - 1];
    };
    if (left > 0 && !lists.isEven(to)) moveOne();
    const rows = Math.floor(left / elements);
    if (lists.isEven(from)) {
      const source = address(from);
      arena.u8.copyWithin(address(to), source, source + rows * rowBytes);
    } else if (rows > 0) {
      // The address of its row, whose second element is the first.
      module.shift(address(to), address(from) - 8, rows * elements);
    }
    [to, from] = [at(to, rows * elements), at(from, rows * elements)];
    left -= rows * elements;
    if (left > 0) moveOne();
  };
  const tables = new Tables({ ...lists, readLE }, { order, generator, bytes: width });
  const table = (/** @type {boolean | undefined} */ inverse) => address(tables.of(inverse));
  const constant = (/** @type {boolean | undefined} */ inverse, /** @type {number} */ i) =>
    address(lists.factors.at(tables.of(inverse), i));
  return {
    ...lists,
    order,
    generator,
    bytes: width,
    elements,
    elementBytes: rowBytes / elements,
    requireRoom: (count, purpose) => arena.requireRoom((rowBytes / elements) * count, purpose),
    move,
    readLE,
    writeLE,
    dispose: () => tables.free(),
    add: (z, x, y, count) => void module.add(address(z), address(x), address(y), count),
    subtract: (z, x, y, count) => void module.subtract(address(z), address(x), address(y), count),
    dot: (z, x, y, count) => void module.dot(address(z), address(x), address(y), count),
    tableSteps: (size, inverse) => tables.steps(size, inverse),
    blockSize: BLOCK,
    levels: polynomials.hasTwoLevels ? 2 : 1,
    block(list, size, block, inverse) {
      const from = address(list);
      const run = (/** @type {number} */ rows) =>
        void polynomials.forward(rows, size, 1, block, table(inverse));
      if (size === 1 || size >= 2 * elements) return run(from);
      // The last level takes two rows at a time, and what is behind one is not the list's.
      arena.borrow(2 * rowBytes, (rows) => {
        arena.u8.copyWithin(rows, from, from + rowBytes);
        arena.u8.fill(0, rows + rowBytes, rows + 2 * rowBytes);
        run(rows);
        arena.u8.copyWithin(from, rows, rows + rowBytes);
      });
    },
    columns(list, size, block, from, to, inverse) {
      const root = (/** @type {number} */ i) => constant(inverse, i);
      const part = polynomials.hasTwoLevels ? size / 4 : size / 2;
      const rows = Array.from({ length: size / part }, (_, i) =>
        address(at(list, i * part + from)),
      );
      if (polynomials.hasTwoLevels && block === 0)
        polynomials.firstLevels(...rows, root(1), to - from);
      else if (polynomials.hasTwoLevels) {
        const roots = [root(block), root(2 * block), root(2 * block + 1)];
        polynomials.twoLevels(...rows, ...roots, to - from);
      } else polynomials.level(...rows, root(block), to - from);
    },
    reversals: (count) => (count < 2 * elements ? 0 : count / (elements * elements)),
    reverse(list, count, from, to) {
      // Few elements are in order, and less than one bit is no number of bits for the loop.
      if (from === to) return;
      const middle = count / (elements * elements);
      module.reverse(address(list), Math.log2(middle), middle, from, to);
    },
    matrix({ starts, entries }) {
      const base = arena.allocate(4 * (starts.length + entries.length), 'sparse matrix');
      const data = new Uint32Array(arena.memory.buffer, base, starts.length + entries.length);
      data.set(entries);
      data.set(starts, entries.length);
      return new Matrix(starts.length - 1, base + 4 * entries.length, base);
    },
    freeMatrix: (matrix) => arena.free(/** @type {Matrix} */ (matrix).entries),
    sparse(z, matrix, values, w, from, to) {
      const { starts, entries } = /** @type {Matrix} */ (matrix);
      module.sparse(address(z), starts, entries, address(values), address(w), from, to);
    },
    transfer: transferOf({ source, arena, address, elements, rowBytes }),
    blake2b: null,
    stored(list, count) {
      /** Whole rows from the start of one, to memory of just as many scalars. */
      const writeTo = (/** @type {number} */ target, /** @type {number} */ first, size = count) => {
        const from = at(list, first);
        const whole = lists.isEven(from) ? size - (size % elements) : 0;
        module.writeLE(target, address(whole ? from : at(list, 0)), whole, 0);
        for (let done = whole; done < size;) {
          const part = Math.min(RANGE, size - done);
          const aligned = create(part);
          try {
            move(aligned, at(from, done), part);
            arena.u8.set(writeLE(aligned, part), target + done * width);
          } finally {
            free(aligned);
          }
          done += part;
        }
      };
      return new Stored(
        count,
        (start = 0, end = count) =>
          arena.borrow(width * (end - start), (buffer) => {
            writeTo(buffer, start, end - start);
            return arena.u8.slice(buffer, buffer + width * (end - start));
          }),
        writeTo,
      );
    },
  };
}

/**
 * @type {(parts: { source: ListTransfer['source'], arena: Arena, elements: number,
 *   rowBytes: number, address: (list: ScalarList) => number }) => ListTransfer}
 */
function transferOf({ source, arena, address, elements, rowBytes }) {
  return {
    source,
    bytes(list, count, into) {
      const from = address(list);
      const end = from + rowBytes * Math.ceil(count / elements);
      if (!into) return arena.u8.slice(from, end);
      into.set(arena.u8.subarray(from, end));
      return into;
    },
    take: (list, bytes) => arena.u8.set(bytes, address(list)),
  };
}

/** The tables of roots of unity, and of their inverses, which grow with what they are used for. */
class Tables {
  #lists;
  #field;
  /**
   * By whether they are of inverses.
   * @type {Map<boolean, { table: ScalarList, length: number }>}
   */
  #made = new Map();

  /**
   * @param {ReturnType<typeof listsOf> & Pick<ScalarLists, 'readLE'>} lists
   * @param {{ order: bigint, generator: bigint, bytes: number }} field
   */
  constructor(lists, field) {
    this.#lists = lists;
    this.#field = field;
  }

  /** @type {(inverse: boolean | undefined) => ScalarList} */
  of(inverse) {
    const made = this.#made.get(inverse ?? false);
    return /** @type {{ table: ScalarList }} */ (made).table;
  }

  /**
   * t_b does not depend on the size of a transform, so a table is a part of every longer one. Each
   * half is the one before it times a root; the elements become factors at the end.
   * @param {number} size
   * @param {boolean} [inverse]
   */
  *steps(size, inverse = false) {
    const { create, free, at, readLE, scale, factors } = this.#lists;
    const length = Math.max(2, size / 2);
    const isMade = () => (this.#made.get(inverse)?.length ?? 0) >= length;
    if (isMade()) return;
    /** @type {ScalarList[]} */
    const lent = [];
    const lend = (/** @type {ScalarList} */ list) => {
      lent.push(list);
      return list;
    };
    try {
      const factor = lend(create(1));
      const elements = lend(create(length));
      const table = lend(factors.create(length));
      readLE(elements, encodedLE([1n, this.#root(4, inverse)], this.#field.bytes));
      for (let done = 2; done < length; done *= 2) {
        readLE(factor, encodedLE([this.#root(4 * done, inverse)], this.#field.bytes));
        for (let from = 0; from < done; from += TABLE_STEP) {
          const count = Math.min(TABLE_STEP, done - from);
          scale(at(elements, done + from), at(elements, from), factor, count);
          yield { phase: 'roots', done: done + from, total: 2 * length };
        }
      }
      for (let from = 0; from < length; from += TABLE_STEP) {
        const count = Math.min(TABLE_STEP, length - from);
        factors.make(factors.at(table, from), at(elements, from), count);
        yield { phase: 'roots', done: length + from, total: 2 * length };
      }
      if (isMade()) return;
      const current = this.#made.get(inverse);
      if (current) free(current.table);
      this.#made.set(inverse, { table, length });
      lent.pop();
    } finally {
      for (const list of lent) free(list);
    }
  }

  free() {
    for (const { table } of this.#made.values()) this.#lists.free(table);
    this.#made.clear();
  }

  /** @type {(size: number, inverse: boolean) => bigint} */
  #root(size, inverse) {
    const { order, generator } = this.#field;
    const exponent = (order - 1n) / BigInt(size);
    return power(generator, inverse ? order - 1n - exponent : exponent, order);
  }
}

/** Encodings. @param {readonly bigint[]} values @param {number} width bytes of each */
export function encodedLE(values, width) {
  const bytes = new Uint8Array(width * values.length);
  values.forEach((value, i) => bytes.set(toBytesLE(value, width), i * width));
  return bytes;
}
