/**
 * Sums, products and inverses of lists of scalars, made of the engine's operations.
 */
import { toBytesLE } from '../../math/integers.js';
import { fromBytesLE, invert, mod, power } from '../../math/modular.js';

/** @import { ScalarList } from '../../port/polynomials.js' */
/** @import { ScalarLists } from '../../port/scalar-lists.js' */
/** @import { FieldParts } from './scalar-field.js' */

/** Elements whose parts of a sum, or powers, are kept. */
const RANGE = 2 ** 10;

/** Elements that share an inversion. */
const SHARED = 2 ** 12;

/** @type {(lists: ScalarLists, bytes: Uint8Array, i: number) => bigint} */
const elementAt = ({ bytes: size }, bytes, i) =>
  fromBytesLE(bytes.subarray(size * i, size * (i + 1)));

/**
 * Lends a list.
 * @template Result
 * @param {Pick<FieldParts, 'lists'>} field
 * @param {number} length
 * @param {(list: ScalarList) => Result} use
 * @returns {Result}
 */
export function lending({ lists }, length, use) {
  const list = lists.create(length);
  try {
    return use(list);
  } finally {
    lists.free(list);
  }
}

/** Constants of a field, lent for a call. @type {(lists: ScalarLists) => FieldParts['constant']} */
export const constantsOf = (lists) => (value, use) =>
  lending({ lists }, 1, (c) => {
    lists.readLE(c, toBytesLE(mod(value, lists.order), lists.bytes));
    return use(c);
  });

/**
 * 1, x, x² …: each part is the one before it times a power.
 * @type {(field: FieldParts, list: ScalarList, count: number, x: bigint) => void}
 */
export function fillPowers({ lists, order, constant }, list, count, x) {
  if (count === 0) return;
  const { bytes: width } = lists;
  const first = new Uint8Array(width * Math.min(2, count));
  first[0] = 1;
  if (count > 1) first.set(toBytesLE(x, width), width);
  lists.readLE(list, first);
  for (let done = 2; done < count; done *= 2) {
    const more = Math.min(done, count - done);
    const next = power(x, BigInt(done), order);
    constant(next, (c) => lists.scale(lists.at(list, done), list, c, more));
  }
}

/**
 * @param {FieldParts} field
 * @param {ScalarList} list
 * @param {number} count
 * @returns {bigint} Σ x_i
 */
export function sumOf(field, list, count) {
  const { lists, order } = field;
  return lending(field, RANGE, (parts) => {
    const whole = count - (count % RANGE);
    for (let at = 0; at < whole; at += RANGE) lists.add(parts, parts, lists.at(list, at), RANGE);
    const sums = [lists.writeLE(parts, RANGE), lists.writeLE(lists.at(list, whole), count - whole)];
    let sum = 0n;
    for (const bytes of sums)
      for (let i = 0; i < bytes.length / lists.bytes; i++) sum += elementAt(lists, bytes, i);
    return mod(sum, order);
  });
}

/**
 * @param {FieldParts} field
 * @param {ScalarList} x
 * @param {ScalarList} y
 * @param {number} count
 * @returns {bigint} Σ x_i·y_i
 */
export function dotOf(field, x, y, count) {
  const { lists, order } = field;
  const { elements } = lists;
  return lending(field, elements, (row) => {
    const whole = count - (count % elements);
    lists.dot(row, x, y, whole);
    const parts = lists.writeLE(row, elements);
    let sum = 0n;
    for (let i = 0; i < elements; i++) sum += elementAt(lists, parts, i);
    if (whole < count) {
      const [last, other] = [x, y].map((list) =>
        elementAt(lists, lists.writeLE(lists.at(list, whole), 1), 0),
      );
      sum += last * other;
    }
    return mod(sum, order);
  });
}

/**
 * @param {FieldParts} field
 * @param {ScalarList} list coefficients
 * @param {number} count
 * @param {bigint} x
 * @returns {bigint} Σ c_i·x^i: dot products with powers, and Horner's rule for these
 */
export function evaluated(field, list, count, x) {
  const { lists, order } = field;
  const size = Math.min(count, RANGE);
  return lending(field, size, (powers) => {
    fillPowers(field, powers, size, x);
    const step = power(x, BigInt(size), order);
    let sum = 0n;
    for (let at = Math.floor((count - 1) / RANGE) * RANGE; at >= 0 && count > 0; at -= RANGE) {
      const part = dotOf(field, lists.at(list, at), powers, Math.min(RANGE, count - at));
      sum = (sum * step + part) % order;
    }
    return sum;
  });
}

/**
 * @param {FieldParts} field
 * @param {ScalarList} list
 * @param {number} count
 * @returns {number} the index of the first zero, or −1
 */
export function firstZero(field, list, count) {
  const { lists } = field;
  const width = lists.bytes / 4;
  for (let at = 0; at < count; at += SHARED) {
    const size = Math.min(SHARED, count - at);
    // The product of all is zero if one of them is: half of them times the other half, and so on.
    const hasZero = lending(field, 2 * SHARED, (work) => {
      const length = load(field, work, lists.at(list, at), size);
      return rootOf(field, work, length) === 0n;
    });
    if (!hasZero) continue;
    const words = new Uint32Array(lists.writeLE(lists.at(list, at), size).buffer);
    for (let i = 0; i < words.length; i += width)
      if (words.subarray(i, i + width).every((word) => word === 0)) return at + i / width;
  }
  return -1;
}

/**
 * z_i = 1/x_i; none is zero. A tree of products, one inversion, and the tree downward.
 * @param {FieldParts} field
 * @param {ScalarList} z may be x
 * @param {ScalarList} x
 * @param {number} count
 */
export function invertInto(field, z, x, count) {
  const { lists, order } = field;
  lending(field, 2 * SHARED, (work) =>
    lending(field, 2 * SHARED, (inverses) => {
      for (let at = 0; at < count; at += SHARED) {
        const size = Math.min(SHARED, count - at);
        const length = load(field, work, lists.at(x, at), size);
        const root = rootOf(field, work, length);
        // Level k of the tree begins at `length`·(2 − 2^(1 − k)).
        const ends = 2 * length - 4;
        const last = lists.writeLE(lists.at(work, ends), 2);
        const inverse = invert(root, order);
        const pair = new Uint8Array(2 * lists.bytes);
        [1, 0].forEach((other, i) => {
          const value = (inverse * elementAt(lists, last, other)) % order;
          pair.set(toBytesLE(value, lists.bytes), i * lists.bytes);
        });
        lists.readLE(lists.at(inverses, ends), pair);
        for (let half = 2, own = ends; half < length; half *= 2) {
          const above = own - 2 * half;
          const known = lists.at(inverses, own);
          const [low, high] = [above, above + half].map((i) => lists.at(work, i));
          lists.multiply(lists.at(inverses, above), known, high, half);
          lists.multiply(lists.at(inverses, above + half), known, low, half);
          own = above;
        }
        // Whole rows: z has memory for the last one.
        lists.move(lists.at(z, at), inverses, size);
      }
    }),
  );
}

/**
 * Elements, and ones up to a power of two.
 * @param {FieldParts} field
 * @param {ScalarList} work
 * @param {ScalarList} x
 * @param {number} size
 * @returns {number} the power, at least 2
 */
function load({ lists, constant }, work, x, size) {
  const length = Math.max(2, 2 ** Math.ceil(Math.log2(size)));
  lists.move(work, x, size);
  if (size < length)
    constant(1n, (one) => {
      for (let i = size; i < length; i++) lists.put(lists.at(work, i), one);
    });
  return length;
}

/**
 * The levels of the tree above `length` elements, down to two.
 * @param {FieldParts} field
 * @param {ScalarList} work
 * @param {number} length
 * @returns {bigint} the product of all
 */
function rootOf({ lists, order }, work, length) {
  let at = 0;
  for (let half = length / 2; half >= 2; half /= 2) {
    const [low, high] = [at, at + half].map((i) => lists.at(work, i));
    lists.multiply(lists.at(work, at + 2 * half), low, high, half);
    at += 2 * half;
  }
  const pair = lists.writeLE(lists.at(work, at), 2);
  return (elementAt(lists, pair, 0) * elementAt(lists, pair, 1)) % order;
}

/**
 * x_i ← x_i·first·base^i, in steps; or base^(the bits of i reversed), of a power of two of
 * elements.
 * @type {(field: FieldParts, list: ScalarList, count: number, powers: { first: bigint,
 *   base: bigint, isReversed: boolean }) => Generator<import('../../port/engine.js').Progress,
 *   void, void>}
 */
export function* scaleByPowersSteps(field, list, count, { first, base, isReversed }) {
  const { lists, order, constant } = field;
  const size = Math.min(count, RANGE);
  const ranges = Math.ceil(count / size);
  const stepsOf = isReversed ? [ranges, 1] : [1, size];
  /** Powers by the place in a range, by the range, and of one range. @type {ScalarList[]} */
  const lent = [];
  try {
    for (const length of [size, ranges, size]) lent.push(lists.create(length));
    const [ofPlace, ofRange, powers] = lent;
    if (base !== 1n) {
      for (const [k, length] of [size, ranges].entries()) {
        fillPowers(field, lent[k], length, power(base, BigInt(stepsOf[k]), order));
        if (isReversed) lists.reverse(lent[k], length, 0, lists.reversals(length));
      }
      constant(first, (c) => lists.scale(ofPlace, ofPlace, c, size));
    }
    for (let i = 0; i < ranges; i++) {
      const own = lists.at(list, i * size);
      const n = Math.min(size, count - i * size);
      if (base === 1n) constant(first, (c) => lists.scale(own, own, c, n));
      else {
        lists.scale(powers, ofPlace, lists.at(ofRange, i), n);
        lists.multiply(own, own, powers, n);
      }
      yield { phase: 'scale', done: i, total: ranges };
    }
  } finally {
    for (const own of lent) lists.free(own);
  }
}
