/**
 * Lists of elements of a scalar field on BigInt: the port's capability, by its definitions
 * (../../port/scalar-lists.js).
 */

import { fromBytesLE, mod, power } from '../../math/modular.js';
import { SCALAR_BYTES, toBytesLE } from '../../math/integers.js';
import { View, listsOf, rootTable, transforms } from './polynomials.js';

/** @import { ScalarList } from '../../port/polynomials.js' */
/** @import { ScalarLists } from '../../port/scalar-lists.js' */

/** Elements that a step takes: a few milliseconds. */
const BLOCK = 2 ** 9;

/** @param {ScalarList} list */
const view = (list) => /** @type {View} */ (list);

/** The low `bits` of an integer in reverse. @type {(i: number, bits: number) => number} */
function reversed(i, bits) {
  let result = 0;
  for (let k = 0; k < bits; k++) result = 2 * result + ((i >> k) & 1);
  return result;
}

/**
 * @param {bigint} p the order of the group
 * @param {bigint} generator
 * @param {number} [width] of an encoding
 * @returns {ScalarLists}
 */
export function createScalarLists(p, generator, width = SCALAR_BYTES) {
  const lists = listsOf(p);
  /** The table of roots and that of inverses. @type {[View, View]} */
  const tables = [new View([1n], 0), new View([1n], 0)];
  const ofTables = (/** @type {boolean} */ inverse) => transforms(p, tables[Number(inverse)]);
  /** @type {(z: ScalarList, count: number, value: (i: number) => bigint) => void} */
  const fill = (z, count, value) => {
    for (let i = 0; i < count; i++) view(z).set(i, mod(value(i), p));
  };
  const get = (/** @type {ScalarList} */ list, /** @type {number} */ i) => view(list).get(i);
  /** @type {ScalarLists['writeLE']} */
  const writeLE = (list, count, c) => {
    const bytes = new Uint8Array(count * width);
    const factor = c ? get(c, 0) : 1n;
    for (let i = 0; i < count; i++)
      bytes.set(toBytesLE(mod(get(list, i) * factor, p), width), i * width);
    return bytes;
  };
  return {
    ...lists,
    order: p,
    generator,
    bytes: width,
    elements: 1,
    elementBytes: width,
    requireRoom: () => {},
    move: lists.copy,
    readLE(list, bytes, c) {
      const factor = c ? get(c, 0) : 1n;
      fill(list, bytes.length / width, (i) => {
        return fromBytesLE(bytes.subarray(i * width, (i + 1) * width)) * factor;
      });
    },
    writeLE,
    transfer: null,
    blake2b: null,
    add: (z, x, y, count) => fill(z, count, (i) => get(x, i) + get(y, i)),
    subtract: (z, x, y, count) => fill(z, count, (i) => get(x, i) - get(y, i)),
    dot(z, x, y, count) {
      let sum = get(z, 0);
      for (let i = 0; i < count; i++) sum += get(x, i) * get(y, i);
      view(z).set(0, mod(sum, p));
    },
    *tableSteps(size, inverse = false) {
      if (tables[Number(inverse)].length >= size / 2) return;
      const exponent = (p - 1n) / BigInt(Math.max(2, size));
      const root = power(generator, inverse ? p - 1n - exponent : exponent, p);
      const values = yield* rootTableSteps(root, size, p);
      if (tables[Number(inverse)].length < values.length)
        tables[Number(inverse)] = new View(values, 0);
    },
    blockSize: BLOCK,
    levels: 1,
    block: (list, size, block, inverse = false) => ofTables(inverse).forward(list, size, 1, block),
    columns(list, size, block, from, to, inverse = false) {
      const [x, root] = [view(list), tables[Number(inverse)].get(block)];
      for (let i = from; i < to; i++) {
        const [low, high] = [x.get(i), x.get(i + size / 2) * root];
        x.set(i, mod(low + high, p));
        x.set(i + size / 2, mod(low - high, p));
      }
    },
    reversals: (count) => count,
    reverse(list, count, from, to) {
      const x = view(list);
      for (let i = from; i < to; i++) {
        const j = reversed(i, Math.log2(count));
        if (i >= j) continue;
        const low = x.get(i);
        x.set(i, x.get(j));
        x.set(j, low);
      }
    },
    matrix: (parts) => ({ rows: parts.starts.length - 1, ...parts }),
    freeMatrix: () => {},
    sparse(z, matrix, values, w, from, to) {
      const { starts, entries } = /** @type {any} */ (matrix);
      for (let i = from; i < to; i++) {
        let sum = get(z, i);
        for (let e = 2 * starts[i]; e < 2 * starts[i + 1]; e += 2)
          sum += get(w, entries[e]) * get(values, entries[e + 1]);
        view(z).set(i, mod(sum, p));
      }
    },
    stored: (list, count) => ({
      count,
      bytes: (start = 0, end = count) => writeLE(lists.at(list, start), end - start),
    }),
  };
}

/**
 * `rootTable` in steps.
 * @type {(root: bigint, size: number,
 *   p: bigint) => Generator<import('../../port/engine.js').Progress, bigint[], void>}
 */
function* rootTableSteps(root, size, p) {
  const table = rootTable(root, size, p, BLOCK);
  while (table.length < size / 2) {
    const [done, total] = [table.length, size / 2];
    const factor = power(root, BigInt(size / 4 / done), p);
    for (let i = 0; i < done; i++) {
      table.push((table[i] * factor) % p);
      if (i % BLOCK === 0) yield { phase: 'roots', done: done + i, total };
    }
  }
  return table;
}
