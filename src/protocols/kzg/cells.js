/**
 * Cells of EIP-7594. The extended blob is f at the roots of unity of order 8192, in bit-reversed
 * order; cell k is its 64 values where X^64 = a_k, for the 128 roots a_k of order 128.
 *
 * A cell is equivalent to the remainder of f modulo X^64 − a_k. With f = Σ_{j<64} X^j·F_j(X^64),
 * its coefficient j is F_j(a_k): the cells are 64 independent codes, each the values of a
 * polynomial F_j of degree below 64 at the 128 points a_k. Both steps, f ↔ remainders ↔ cells, are
 * levels of one tree (wasm-gen/polynomial/transforms.js).
 *
 * *Recovery.* Let Z be the product of Y − a_k over the missing cells. F_j·Z has degree below 128
 * and is known at all a_k, so a transform gives its coefficients, and its values at the roots of
 * Y^128 = −1, where Z has no zero, divided by Z give F_j. If the cells given are values of no
 * polynomial of degree below 4096, some F_j has a coefficient above 63.
 *
 * Source: ethereum/consensus-specs, fulu/polynomial-commitments-sampling.md.
 */

import { InputError } from '../../errors.js';
import { isZero } from '../../input/bytes.js';
import { invert, mod } from '../../math/modular.js';
import {
  borrowing,
  CELL_BYTES,
  CELL_ELEMENTS,
  CELLS,
  ELEMENT,
  elementsOf,
  EXTENDED,
  FIELD_ELEMENTS,
  readElements,
  setElements,
} from './scalars.js';
import { STEP } from './openings.js';

/** @import { ScalarList } from '../../port/polynomials.js' */
/** @import { Scalars } from './scalars.js' */

/** Cells transformed between two steps. */
const STRETCH = 32;

/**
 * An extension is computed from a blob, or from some of its cells: the remainders' coefficients
 * divided by 128, 64 for each cell, for the proofs, and from them the cells. 32 bytes big-endian an
 * element.
 * @typedef {{ remainders: () => Generator<any, Uint8Array, void>,
 *   cells: (remainders: Uint8Array) => Generator<any, Uint8Array[], void> }} Extension
 */

/**
 * The extension of a blob. Its remainders throw a ScalarError for an element that is not below the
 * order.
 * @type {(scalars: Scalars, blob: Uint8Array) => Extension}
 */
export const extensionOf = (scalars, blob) => ({
  remainders: () =>
    borrowing(scalars, [EXTENDED], function* (f) {
      yield* interpolate(scalars, f, blob, FIELD_ELEMENTS * CELLS);
      return yield* remaindersOf(scalars, f);
    }),
  cells: (remainders) => cellsOf(scalars, remainders, blob),
});

/**
 * The extension of a blob from half of its cells or more. Its remainders throw what `recover` does.
 * @param {Scalars} scalars
 * @param {readonly number[]} indices distinct, at least 64
 * @param {readonly Uint8Array[]} cells as many
 * @returns {Extension}
 */
export const recoveryOf = (scalars, indices, cells) => ({
  remainders: () =>
    borrowing(scalars, [EXTENDED], function* (f) {
      yield* recover(scalars, f, indices, cells);
      return yield* remaindersOf(scalars, f);
    }),
  cells: (remainders) => cellsOf(scalars, remainders),
});

/**
 * The cells of a blob, without the remainders.
 * @type {(scalars: Scalars, blob: Uint8Array) => Generator<any, Uint8Array[], void>}
 * @throws {ScalarError} an element is not below the order
 */
export function* extendBlob(scalars, blob) {
  const { lists } = scalars;
  return yield* borrowing(scalars, [FIELD_ELEMENTS], function* (f) {
    yield* interpolate(scalars, f, blob, FIELD_ELEMENTS);
    lists.forward(f, FIELD_ELEMENTS, CELL_ELEMENTS, 1);
    yield STEP;
    return yield* valuesOf(scalars, f, blob);
  });
}

/**
 * The coefficients of a blob's polynomial, times 4096/divisor.
 * @param {Scalars} scalars
 * @param {ScalarList} f receives them
 * @param {Uint8Array} blob
 * @param {number} divisor
 * @returns {Generator<any, void, void>}
 */
function* interpolate(scalars, f, blob, divisor) {
  const { lists, order } = scalars;
  yield* borrowing(scalars, [1], function* (c) {
    setElements(scalars, c, [invert(BigInt(divisor), order)]);
    readElements(scalars, f, blob, { c });
    yield STEP;
  });
  lists.backward(f, FIELD_ELEMENTS, 1, 0);
  yield STEP;
}

/**
 * The remainders of a polynomial: blocks 0 and 1 of X^8192 − 1, each down to its cells.
 * @param {Scalars} scalars
 * @param {ScalarList} f its 4096 coefficients, with room for 4096 more; overwritten
 * @returns {Generator<any, Uint8Array, void>}
 */
function* remaindersOf({ lists }, f) {
  const second = lists.at(f, FIELD_ELEMENTS);
  lists.copy(second, f, FIELD_ELEMENTS);
  lists.forward(f, FIELD_ELEMENTS, CELL_ELEMENTS, 0);
  yield STEP;
  lists.forward(second, FIELD_ELEMENTS, CELL_ELEMENTS, 1);
  yield STEP;
  return lists.write(f, EXTENDED);
}

/**
 * @param {Scalars} scalars
 * @param {Uint8Array} remainders
 * @param {Uint8Array} [blob] its first 64 cells, if known
 * @returns {Generator<any, Uint8Array[], void>}
 */
function* cellsOf(scalars, remainders, blob) {
  const known = blob ? FIELD_ELEMENTS : 0;
  return yield* borrowing(scalars, [EXTENDED - known, 1], function* (f, c) {
    setElements(scalars, c, [BigInt(CELLS)]);
    readElements(scalars, f, remainders.subarray(ELEMENT * known), { c });
    yield STEP;
    return yield* valuesOf(scalars, f, blob);
  });
}

/**
 * From remainders to cells.
 * @param {Scalars} scalars
 * @param {ScalarList} f the remainders of all cells, or of the second half; overwritten
 * @param {Uint8Array} [blob] the first half
 * @returns {Generator<any, Uint8Array[], void>}
 */
function* valuesOf({ lists }, f, blob) {
  const first = blob ? CELLS / 2 : 0;
  for (let k = first; k < CELLS; k++) {
    lists.forward(lists.at(f, CELL_ELEMENTS * (k - first)), CELL_ELEMENTS, 1, k);
    if (k % STRETCH === 0) yield STEP;
  }
  const values = lists.write(f, CELL_ELEMENTS * (CELLS - first));
  yield STEP;
  return Array.from({ length: CELLS }, (_, k) => {
    const [source, from] = blob && k < first ? [blob, k] : [values, k - first];
    return source.slice(CELL_BYTES * from, CELL_BYTES * (from + 1));
  });
}

/**
 * The coefficients of a blob's polynomial, divided by 128, from half of the cells or more.
 * @param {Scalars} scalars
 * @param {ScalarList} f receives them, with room for 4096 more
 * @param {readonly number[]} indices
 * @param {readonly Uint8Array[]} cells
 * @returns {Generator<any, void, void>}
 * @throws {ScalarError} an element is not below the order, with its index among those of all cells
 *   given
 * @throws {InputError} the cells are not those of a blob
 */
function* recover(scalars, f, indices, cells) {
  const { lists, order } = scalars;
  yield* borrowing(scalars, [CELLS, CELLS, 1], function* (atCells, beside, c) {
    const missing = Array.from({ length: CELLS }, (_, k) => k).filter((k) => !indices.includes(k));
    yield* vanishing(scalars, missing, atCells, beside);
    for (const [i, k] of indices.entries()) {
      const cell = lists.at(f, CELL_ELEMENTS * k);
      readElements(scalars, cell, cells[i], { first: CELL_ELEMENTS * i, name: 'cells' });
      lists.backward(cell, CELL_ELEMENTS, 1, k);
      lists.scale(cell, cell, lists.at(atCells, k), CELL_ELEMENTS);
    }
    yield STEP;
    lists.backward(f, EXTENDED, CELL_ELEMENTS, 0);
    yield STEP;
    lists.forward(f, EXTENDED, CELL_ELEMENTS, 1);
    yield STEP;
    for (let k = 0; k < CELLS; k++) {
      const row = lists.at(f, CELL_ELEMENTS * k);
      lists.scale(row, row, lists.at(beside, k), CELL_ELEMENTS);
    }
    lists.backward(f, EXTENDED, CELL_ELEMENTS, 1);
    yield STEP;
    // Each transform backward multiplied by its length: 64, 128, 128. And the division by 128.
    const factor = BigInt(CELL_ELEMENTS) * BigInt(CELLS) ** 3n;
    setElements(scalars, c, [invert(factor, order)]);
    lists.scale(f, f, c, EXTENDED);
    const above = lists.write(lists.at(f, FIELD_ELEMENTS), FIELD_ELEMENTS);
    if (!isZero(above, 0, above.length)) {
      throw new InputError(
        `cells: expected ${cells.length} cells of one blob, got some that are not of the same polynomial of degree below ${FIELD_ELEMENTS}`,
      );
    }
    yield STEP;
  });
}

/**
 * The values of Z, the polynomial that vanishes at the missing cells: at all cells, and the
 * inverses of those at the roots of Y^128 = −1.
 * @type {(scalars: Scalars, missing: readonly number[], atCells: ScalarList,
 *   beside: ScalarList) => Generator<any, void, void>}
 */
function* vanishing(scalars, missing, atCells, beside) {
  const { lists, order } = scalars;
  const points = elementsOf(lists.write(lists.roots, CELLS / 2)).flatMap((t) => [t, order - t]);
  let Z = [1n];
  for (const k of missing) {
    const same = [...Z, 0n];
    Z = [0n, ...Z].map((shifted, i) => mod(shifted - same[i] * points[k], order));
  }
  const padded = [...Z, ...Array(CELLS).fill(0n)].slice(0, CELLS);
  for (const [block, list] of [atCells, beside].entries()) {
    setElements(scalars, list, padded);
    lists.forward(list, CELLS, 1, block);
  }
  yield STEP;
  // One inversion for all: Montgomery's trick.
  const values = elementsOf(lists.write(beside, CELLS));
  const products = [1n];
  values.forEach((value, i) => products.push((products[i] * value) % order));
  let inverse = invert(products[CELLS], order);
  for (let i = CELLS - 1; i >= 0; i--) {
    [values[i], inverse] = [(inverse * products[i]) % order, (inverse * values[i]) % order];
  }
  setElements(scalars, beside, values);
}
