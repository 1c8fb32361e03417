/**
 * Transforms of lists of scalars in steps, by the tree of remainders of
 * wasm-gen/polynomial/transforms.js: blocks that do not fit into a processor's cache lose their
 * first levels column by column, until they do. Each step takes a millisecond or less, and more
 * without WebAssembly.
 */

import { invert, power } from '../../math/modular.js';
import { reporting } from '../../port/steps.js';
import { scaleByPowersSteps } from './products.js';
import { scaled } from '../../port/progress.js';

/** @import { Progress } from '../../port/engine.js' */
/** @import { FieldParts } from './scalar-field.js' */
/** @import { ScalarRange } from './scalar-vector.js' */
/** @import { ScalarList } from '../../port/polynomials.js' */
/** @import { ScalarLists } from '../../port/scalar-lists.js' */

/** Columns of a step. */
const COLUMNS = 2 ** 11;

/**
 * From `count` coefficients in natural order, the remainder modulo the block's polynomial, to
 * values in bit-reversed order. Block 0: at the roots of unity of order `count`; block 1: at the
 * points with X^count = −1.
 * @param {ScalarLists} lists
 * @param {ScalarList} list
 * @param {number} count a power of two
 * @param {{ block?: number, inverse?: boolean }} [how] `inverse`: by the inverse root of unity
 * @returns {Generator<Progress, void, void>}
 */
export function* forwardSteps(lists, list, count, how = {}) {
  const { block = 0, inverse = false } = /** @type {typeof how} */ ({ __proto__: null, ...how });
  yield* lists.tableSteps(count * 2 ** Math.ceil(Math.log2(block + 1)), inverse);
  const { blockSize, levels } = lists;
  const total = count * (Math.log2(count) || 1);
  let done = 0;
  let [size, blocks] = [count, 1];
  for (; size > blockSize; size /= 2 ** levels, blocks *= 2 ** levels) {
    const columns = size / 2 ** levels;
    for (let b = 0; b < blocks; b++) {
      const own = lists.at(list, b * size);
      for (let from = 0; from < columns; from += COLUMNS) {
        const to = Math.min(columns, from + COLUMNS);
        lists.columns(own, size, block * blocks + b, from, to, inverse);
        done += (to - from) * levels * 2 ** levels;
        yield { phase: 'transform', done, total };
      }
    }
  }
  for (let b = 0; b < blocks; b++) {
    lists.block(lists.at(list, b * size), size, block * blocks + b, inverse);
    done += size * Math.log2(size);
    yield { phase: 'transform', done, total };
  }
}

/**
 * Bit reversal in place.
 * @param {ScalarLists} lists
 * @param {ScalarList} list
 * @param {number} count a power of two
 * @returns {Generator<Progress, void, void>}
 */
export function* reverseSteps(lists, list, count) {
  const total = lists.reversals(count);
  for (let from = 0; from < total; from += COLUMNS) {
    lists.reverse(list, count, from, Math.min(total, from + COLUMNS));
    yield { phase: 'order', done: from, total };
  }
}

/**
 * A part of a transform: a block of the tree of remainders, in place, to bit-reversed order; with
 * factors before and after, or null.
 * @typedef {{ count: number, block: number, inverse: boolean,
 *   before: { first: bigint, base: bigint } | null,
 *   after: { first: bigint, base: bigint } | null }} TransformPart
 */

/**
 * @type {(field: FieldParts, list: ScalarList,
 *   part: TransformPart) => Generator<Progress, void, void>}
 */
export function* partSteps(field, list, { count, block, inverse, before, after }) {
  const { lists } = field;
  const scale = (
    /** @type {{ first: bigint, base: bigint }} */ powers,
    /** @type {boolean} */ isReversed,
  ) => scaleByPowersSteps(field, list, count, { ...powers, isReversed });
  if (before) yield* within(scale(before, false), SHARES.before);
  yield* within(forwardSteps(lists, list, count, { block, inverse }), SHARES.transform);
  if (after) yield* within(scale(after, true), SHARES.after);
}

/** Shares of the time: factors before, the transform, factors after, the order. */
const SHARES = {
  before: [0, 0.08],
  transform: [0.08, 0.87],
  after: [0.87, 0.95],
  order: [0.95, 1],
};

/**
 * Steps with the progress of the whole.
 * @param {Generator<Progress, void, void>} steps
 * @param {number[]} share
 */
const within = (steps, share) =>
  reporting(steps, (part) => scaled({ ...part, phase: 'transform' }, share));

/**
 * From values at the roots of unity of order `count` to coefficients, times `count`; both in
 * natural order.
 * @param {ScalarLists} lists
 * @param {ScalarList} list
 * @param {number} count a power of two
 * @returns {Generator<Progress, void, void>}
 */
export function* interpolateSteps(lists, list, count) {
  yield* within(forwardSteps(lists, list, count, { inverse: true }), [0, 0.95]);
  yield* within(reverseSteps(lists, list, count), [0.95, 1]);
}

/**
 * From coefficients in natural order to the values where X^count = −1, in bit-reversed order: at
 * ω·ζ for the roots of unity ζ of order `count` and one ω of order 2·count. A table of roots for
 * `count` is enough, where a block of a longer transform would take twice as many.
 * @param {FieldParts} field
 * @param {ScalarList} list
 * @param {number} count a power of two
 * @returns {Generator<Progress, void, void>}
 */
export function evaluateOddSteps(field, list, count) {
  const { order, lists } = field;
  const base = power(lists.generator, (order - 1n) / BigInt(2 * count), order);
  const before = { first: 1n, base };
  return partSteps(field, list, { count, block: 0, inverse: false, before, after: null });
}

/**
 * From values at the roots of unity of order `count`, in natural order, to those where
 * X^count = −1, times `count`, in bit-reversed order.
 * @param {FieldParts} field
 * @param {ScalarList} list
 * @param {{ count: number }} work `count`: a power of two
 * @returns {Generator<Progress, void, void>}
 */
export function* oddSteps(field, list, { count }) {
  yield* within(interpolateSteps(field.lists, list, count), [0, 0.5]);
  yield* within(evaluateOddSteps(field, list, count), [0.5, 1]);
}

/**
 * The transform of a vector from natural order to natural order.
 * @param {FieldParts} field
 * @param {ScalarRange} range of a power of two of elements
 * @param {{ inverse: boolean, coset: bigint }} how
 * @returns {Generator<Progress, void, void>}
 */
export function* transformSteps(field, { storage, start, end }, { inverse, coset }) {
  const { lists, order } = field;
  const count = end - start;
  if (count === 1) return;
  const own = lists.at(storage.list, start);
  const isAligned = start % lists.elements === 0;
  const list = isAligned ? own : lists.create(count);
  try {
    if (!isAligned) lists.move(list, own, count);
    yield* partSteps(field, list, {
      ...{ count, block: 0, inverse },
      before: inverse || coset === 1n ? null : { first: 1n, base: coset },
      after: inverse ? { first: invert(BigInt(count), order), base: invert(coset, order) } : null,
    });
    yield* within(reverseSteps(lists, list, count), SHARES.order);
    if (!isAligned) lists.move(own, list, count);
  } finally {
    if (!isAligned) lists.free(list);
  }
}
