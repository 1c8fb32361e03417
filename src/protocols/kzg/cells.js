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
import { CELLS, CELL_BYTES, CELL_ELEMENTS, EXTENDED, FIELD_ELEMENTS } from './constants.js';
import { STEP } from './openings.js';
import { borrowing, elementsOf, readElements, setElements } from './scalars.js';

/** @import { ScalarList } from '../../port/polynomials.js' */
/** @import { Scalars } from './scalars.js' */

/**
 * The cells, and the remainders' coefficients divided by 128, 64 a cell, for the proofs: 32 bytes
 * big-endian each.
 * @typedef {{ cells: Uint8Array[], remainders: Uint8Array }} Extension
 */

/**
 * Takes the remainders as soon as they are known, before the cells.
 * @typedef {(remainders: Uint8Array) => void} OnRemainders
 */

/**
 * The cells of a blob.
 * @param {Scalars} scalars
 * @param {Uint8Array} blob
 * @param {boolean} wantsRemainders
 * @param {OnRemainders} [onRemainders]
 * @returns {Generator<any, Extension, void>} without them, `remainders` is empty
 * @throws {ScalarError} an element is not below the order
 */
export function* extendBlob(scalars, blob, wantsRemainders, onRemainders) {
  const { lists } = scalars;
  return yield* borrowing(scalars, [EXTENDED, 1], function* (f, c) {
    setElements(scalars, c, [invert(BigInt(FIELD_ELEMENTS), scalars.order)]);
    readElements(scalars, f, blob, { c });
    yield STEP;
    lists.backward(f, FIELD_ELEMENTS, 1, 0);
    yield STEP;
    return yield* extend(scalars, f, { wantsRemainders, onRemainders, blob });
  });
}

/**
 * The cells of a polynomial.
 * @param {Scalars} scalars
 * @param {ScalarList} f its 4096 coefficients, with room for 4096 more; overwritten
 * @param {{ wantsRemainders: boolean, onRemainders?: OnRemainders, blob?: Uint8Array }} how `blob`:
 *   its first 64 cells, if known
 * @returns {Generator<any, Extension, void>}
 */
function* extend(scalars, f, { wantsRemainders, onRemainders, blob }) {
  const { lists, order } = scalars;
  const second = lists.at(f, FIELD_ELEMENTS);
  lists.copy(second, f, FIELD_ELEMENTS);
  yield STEP;
  // Blocks 0 and 1 of X^8192 − 1: the even and the odd powers of the root.
  lists.forward(second, FIELD_ELEMENTS, CELL_ELEMENTS, 1);
  yield STEP;
  let remainders = new Uint8Array();
  if (wantsRemainders) {
    lists.forward(f, FIELD_ELEMENTS, CELL_ELEMENTS, 0);
    remainders = yield* borrowing(scalars, [EXTENDED, 1], function* (scaled, c) {
      setElements(scalars, c, [invert(BigInt(CELLS), order)]);
      lists.scale(scaled, f, c, EXTENDED);
      yield STEP;
      return lists.write(scaled, EXTENDED);
    });
    onRemainders?.(remainders);
    yield STEP;
  }
  if (!blob) {
    if (!wantsRemainders) lists.forward(f, FIELD_ELEMENTS, CELL_ELEMENTS, 0);
    for (let k = 0; k < CELLS / 2; k++) toValues(scalars, f, k);
    yield STEP;
  }
  for (let k = CELLS / 2; k < CELLS; k++) toValues(scalars, f, k);
  yield STEP;
  const cells = Array.from({ length: CELLS }, (_, k) =>
    blob && k < CELLS / 2
      ? blob.slice(CELL_BYTES * k, CELL_BYTES * (k + 1))
      : lists.write(lists.at(f, CELL_ELEMENTS * k), CELL_ELEMENTS),
  );
  return { cells, remainders };
}

/**
 * From the remainder of cell k to its values, in place.
 * @param {Scalars} scalars
 * @param {ScalarList} list of all cells
 * @param {number} k
 */
const toValues = ({ lists }, list, k) =>
  lists.forward(lists.at(list, CELL_ELEMENTS * k), CELL_ELEMENTS, 1, k);

/**
 * Recovers all cells from half of them or more.
 * @param {Scalars} scalars
 * @param {readonly number[]} indices distinct, at least 64
 * @param {readonly Uint8Array[]} cells as many
 * @param {OnRemainders} [onRemainders]
 * @returns {Generator<any, Extension, void>}
 * @throws {ScalarError} an element is not below the order, with its index among those of all cells
 *   given
 * @throws {InputError} the cells are not those of a blob
 */
export function* recover(scalars, indices, cells, onRemainders) {
  const { lists, order } = scalars;
  return yield* borrowing(scalars, [EXTENDED, CELLS, CELLS, 1], function* (f, atCells, beside, c) {
    const missing = Array.from({ length: CELLS }, (_, k) => k).filter((k) => !indices.includes(k));
    yield* vanishing(scalars, missing, atCells, beside);
    for (const [i, k] of indices.entries()) {
      const cell = lists.at(f, CELL_ELEMENTS * k);
      readElements(scalars, cell, cells[i], { first: CELL_ELEMENTS * i });
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
    // Each transform backward multiplied by its length: 64, 128, 128.
    const factor = BigInt(CELL_ELEMENTS) * BigInt(CELLS) ** 2n;
    setElements(scalars, c, [invert(factor, order)]);
    lists.scale(f, f, c, EXTENDED);
    const above = lists.write(lists.at(f, FIELD_ELEMENTS), FIELD_ELEMENTS);
    if (!isZero(above, 0, above.length)) {
      throw new InputError(
        `cells: expected ${cells.length} cells of one blob, got some that are not of the same polynomial of degree below ${FIELD_ELEMENTS}`,
      );
    }
    return yield* extend(scalars, f, { wantsRemainders: true, onRemainders, blob: undefined });
  });
}

/**
 * The values of Z, the polynomial that vanishes at the missing cells: at all cells, and the
 * inverses of those at the roots of Y^128 = −1.
 * @param {Scalars} scalars
 * @param {readonly number[]} missing
 * @param {ScalarList} atCells
 * @param {ScalarList} beside
 * @returns {Generator<any, void, void>}
 */
function* vanishing(scalars, missing, atCells, beside) {
  const { lists, order } = scalars;
  const points = elementsOf(lists.write(lists.roots, CELLS / 2)).flatMap((t) => [t, order - t]);
  let Z = [1n];
  for (const k of missing) {
    const shifted = [0n, ...Z];
    Z = shifted.map((z, i) => mod(z - (Z[i] ?? 0n) * points[k], order));
  }
  const padded = Array.from({ length: CELLS }, (_, i) => Z[i] ?? 0n);
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
