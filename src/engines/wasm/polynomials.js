/** Polynomials over the scalars of a group in WebAssembly (`Polynomials` of the port). */

import { EnvironmentError } from '../../errors.js';
import { SCALAR_BYTES as BYTES, toBytesBE } from '../../math/integers.js';
import { invert, power } from '../../math/modular.js';
import { loaderOf } from './kernels/compile.js';
import { readMembers } from './kernels/kernel.js';
import { PORTABLE } from './kernels/registry.js';
import { openSha256 } from './sha256.js';
import { sha256Lanes } from './sha256-lanes.js';

/** @import { Polynomials, ScalarList } from '../../port/polynomials.js' */
/** @import { Arena } from './kernels/arena.js' */
/** @import { WasmFunction } from './kernels/kernel.js' */
/** @import { KernelName } from './kernels/registry.js' */

/** Elements converted at a time: bounds the scratch memory. */
export const RANGE = 4096;

/** @typedef {() => Promise<{ text: string }>} Source */

/**
 * The modules of a curve's scalars, by kernel; and a generator of the field's multiplicative group.
 * @typedef {{ name: string, generator: bigint,
 *   kernels: Partial<Record<KernelName, { polynomials: Source, lists: Source }>> }} ScalarSources
 */

/**
 * The parts that modules of scalars are opened with. `batch`: the engine's kernel for batches.
 * `compiled`: the modules of lists, by file name, which each opening but the first finds there.
 * `bytes` of an encoding.
 * @typedef {{ sources: ScalarSources, order: bigint, arena: Arena, batch: KernelName,
 *   compiled: Record<string, WebAssembly.Module>, bytes: number,
 *   modules?: Record<string, WebAssembly.Module> }} ScalarParts
 */

/** Elements of a list, from a position on. */
class List {
  /**
   * @param {number} address of the list
   * @param {number} start
   * @param {number} end
   */
  constructor(address, start, end) {
    this.address = address;
    this.start = start;
    this.end = end;
  }

  get length() {
    return this.end - this.start;
  }
}

/**
 * The kernel for scalars; `load` loads its modules, and `loadModule` any.
 * @param {ScalarParts} parts
 * @param {Record<string, WebAssembly.Module>} [used] receives the modules, by file name
 */
export function scalarKernel({ sources: { name, kernels }, arena, batch, modules }, used = {}) {
  const kernel = Object.hasOwn(kernels, batch) ? batch : PORTABLE;
  const loadModule = loaderOf(arena.memory, modules, used);
  const load = (/** @type {'polynomials' | 'lists'} */ kind) => {
    const source = /** @type {any} */ (kernels)[kernel][kind];
    return loadModule({ name: `${name}.${kind}-${kernel}`, source });
  };
  return { kernel, load, loadModule };
}

/** @type {(parts: ScalarParts, domain: { root: bigint, size: number }) => Promise<Polynomials>} */
export async function open(parts, domain) {
  const { arena, modules, order } = parts;
  const { kernel, load, loadModule } = scalarKernel(parts);
  const [exports, sha256] = await Promise.all([
    load('polynomials'),
    openSha256(arena, loadModule, () => import('../../generated/sha256.js')).catch(withoutModule),
  ]);
  // The other kernel of scalars has vectors of 128 bits, and so has the engine.
  const lanes = kernel === PORTABLE ? null : sha256Lanes(arena, modules);
  return {
    ...createPolynomials(readModule(exports), arena, { ...domain, order }),
    sha256: sha256 && { ...sha256, lanes },
  };
}

/**
 * Modules that a user supplies may be without the hash, which protocols have in JavaScript, too.
 * @param {unknown} error
 */
function withoutModule(error) {
  if (error instanceof EnvironmentError) return null;
  throw error;
}

/**
 * wasm-gen/polynomial documents each operation.
 * @typedef {{ elements: number, rowBytes: number, hasTwoLevels: number } & Record<'read' |
 *   'write' | 'forward' | 'backward' | 'level' | 'twoLevels' | 'firstLevels' | 'multiply' |
 *   'scale' | 'accumulate' | 'fold' | 'split' | 'quotient', WasmFunction> &
 *   { factors?: WasmFunction }} PolynomialModule `elements`: of a row
 */

/** @type {(exports: Record<string, any>) => PolynomialModule} */
export const readModule = (exports) =>
  /** @type {PolynomialModule} */ (readMembers(exports, { factors: null }));

/**
 * The operations on lists that need no roots of unity. `address`: of an element; `isEven`: whether
 * it is the first of its row.
 * @param {PolynomialModule} module
 * @param {Arena} arena
 */
export function listsOf(module, arena) {
  const { elements, rowBytes } = module;
  /** Bytes of a list; a fold may read two rows for one element. */
  const bytesOf = (/** @type {number} */ count) =>
    rowBytes * Math.max(2, Math.ceil(count / elements));
  const address = (/** @type {ScalarList} */ list) => {
    const { address: base, start } = /** @type {List} */ (list);
    return base + Math.floor(start / elements) * rowBytes + 8 * (start % elements);
  };
  /** @type {Polynomials['at']} */
  const at = (list, position) => {
    const { address: base, start, end } = /** @type {List} */ (list);
    return new List(base, start + position, end);
  };
  /** @satisfies {Partial<Polynomials>} */
  const lists = {
    create(/** @type {number} */ length) {
      const bytes = bytesOf(length);
      const list = new List(arena.allocate(bytes, `list of ${length} scalars`), 0, length);
      arena.u8.fill(0, list.address, list.address + bytes);
      return list;
    },
    free: (/** @type {ScalarList} */ list) => arena.free(/** @type {List} */ (list).address),
    at,
    /** @type {Polynomials['read']} */
    read(list, bytes, c) {
      const count = bytes.length / BYTES;
      return arena.borrow(BYTES * Math.min(RANGE, count), (buffer) => {
        for (let done = 0; done < count; done += RANGE) {
          const size = Math.min(RANGE, count - done);
          arena.u8.set(bytes.subarray(done * BYTES, (done + size) * BYTES), buffer);
          const bad = module.read(address(at(list, done)), buffer, size, c ? address(c) : 0);
          if (bad >= 0) return done + bad;
        }
        return -1;
      });
    },
    /** @type {Polynomials['put']} */
    put(z, c) {
      const [to, from] = [address(z), address(c)];
      if (elements === 1) arena.u8.copyWithin(to, from, from + rowBytes);
      else {
        for (let at = 0; at < rowBytes; at += 8 * elements) {
          arena.f64[(to + at) / 8] = arena.f64[(from + at) / 8];
        }
      }
    },
    /** @type {Polynomials['copy']} */
    copy(z, x, count) {
      const from = address(x);
      arena.u8.copyWithin(address(z), from, from + rowBytes * Math.ceil(count / elements));
    },
    /** @type {Polynomials['clear']} */
    clear(z, count) {
      arena.u8.fill(0, address(z), address(z) + rowBytes * Math.ceil(count / elements));
    },
    /** @type {Polynomials['multiply']} */
    multiply: (z, x, y, count) => void module.multiply(address(z), address(x), address(y), count),
    /** @type {Polynomials['scale']} */
    scale: (z, x, c, count) => void module.scale(address(z), address(x), address(c), count),
    /** @type {Polynomials['accumulate']} */
    accumulate: (z, x, c, count) =>
      void module.accumulate(address(z), address(x), address(c), count),
    /** @type {Polynomials['fold']} */
    fold: (z, x, w, count) => void module.fold(address(z), address(x), address(w), count),
    /** @type {Polynomials['split']} */
    split: (z, d, t, c, count) =>
      void module.split(address(z), address(d), address(t), address(c), count),
    /** @type {Polynomials['quotient']} */
    quotient: (z, x, d, c, count) =>
      void module.quotient(address(z), address(x), address(d), address(c), count),
  };
  /**
   * Tables of roots in the form that `forward` takes, made of elements: a row of them takes `size`
   * rows.
   */
  const size = module.factors ? 2 : 1;
  const factors = {
    create: (/** @type {number} */ length) => lists.create(size * length),
    at: (/** @type {ScalarList} */ table, /** @type {number} */ i) =>
      at(table, i + (size - 1) * (i - (i % elements))),
    /** @type {(table: ScalarList, x: ScalarList, count: number) => void} */
    make(table, x, count) {
      if (module.factors) module.factors(address(table), address(x), count);
      else lists.copy(table, x, count);
    },
  };
  const isEven = (/** @type {ScalarList} */ list) =>
    /** @type {List} */ (list).start % elements === 0;
  return { ...lists, address, isEven, factors };
}

/**
 * @type {(module: PolynomialModule, arena: Arena,
 *   domain: { root: bigint, size: number, order: bigint }) => Polynomials}
 */
export function createPolynomials(module, arena, { root, size, order }) {
  const lists = listsOf(module, arena);
  const { address, at, create, read } = lists;
  /** A table of roots: each half is the one before it times a power of the root. */
  const table = (/** @type {List} */ list, /** @type {bigint} */ generator) => {
    const quarter = power(generator, BigInt(size / 4), order);
    read(list, integers([1n, quarter]));
    const factor = make(1);
    for (let length = 2; length < size / 2; length *= 2) {
      read(factor, integers([power(generator, BigInt(size / 4 / length), order)]));
      module.scale(address(at(list, length)), address(list), address(factor), length);
    }
  };
  /** Freed where memory is refused half-way. @type {List[]} */
  const made = [];
  const make = (/** @type {number} */ length) => {
    const list = create(length);
    made.push(list);
    return list;
  };
  const freeMade = () => made.splice(0).forEach((list) => lists.free(list));
  const [roots, inverses, factors] = (() => {
    try {
      const tables = [make(size / 2), make(size / 2)];
      table(tables[0], root);
      table(tables[1], invert(root, order));
      const own = lists.factors.create(size / 2);
      made.push(/** @type {List} */ (own));
      lists.factors.make(own, tables[0], size / 2);
      return [...tables, own];
    } catch (error) {
      freeMade();
      throw error;
    }
  })();
  return {
    ...lists,
    sha256: null,
    size,
    roots,
    inverses,
    dispose: freeMade,
    write(list, count) {
      const room = Math.min(RANGE, count);
      return arena.borrow(BYTES * (room + 1), (buffer) => {
        if (room === count) {
          module.write(buffer, address(list), count);
          return arena.u8.slice(buffer, buffer + count * BYTES);
        }
        const bytes = new Uint8Array(count * BYTES);
        for (let done = 0; done < count; done += RANGE) {
          const size = Math.min(RANGE, count - done);
          module.write(buffer, address(at(list, done)), size);
          bytes.set(arena.u8.subarray(buffer, buffer + size * BYTES), done * BYTES);
        }
        return bytes;
      });
    },
    forward: (list, count, least, block) =>
      void module.forward(address(list), count, least, block, address(factors)),
    backward: (list, count, least, block) =>
      void module.backward(address(list), count, least, block, address(inverses)),
  };
}

/** @type {(values: bigint[]) => Uint8Array<ArrayBuffer>} */
function integers(values) {
  const bytes = new Uint8Array(BYTES * values.length);
  values.forEach((value, i) => bytes.set(toBytesBE(value, BYTES), i * BYTES));
  return bytes;
}
