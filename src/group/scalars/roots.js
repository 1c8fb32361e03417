/**
 * Square roots of lists of elements, by operations on whole lists (Tonelli, Shanks).
 *
 * Symbols: p − 1 = 2^s·Q, Q odd; g of order 2^s. w = x^((Q−1)/2) gives r = xw and t = xw², so that
 * r² = xt. For k = s, …, 2: t^(2^(k−1)) = 1 if x is a square, so b = t^(2^(k−2)) is 1 or −1. Where
 * it is −1, r is multiplied by c = g^(2^(s−k)) and t by c²: both by ((1 + c) + (1 − c)·b)/2 or its
 * square, which is 1 where b = 1. In the end t = 1. An element that is 0 stays 0.
 */
import { mod, power } from '../../math/modular.js';
import { toBytesLE } from '../../math/integers.js';
import { inSteps } from '../../port/steps.js';
import { lending } from './products.js';
import { twoAdicityOf } from './operands.js';

/** @import { Progress } from '../../port/engine.js' */
/** @import { ScalarList } from '../../port/polynomials.js' */
/** @import { FieldParts } from './scalar-field.js' */

/** Elements whose roots are computed in the first step, and at most. */
const [FIRST, MOST] = [16, 2 ** 12];

/** Bits of a window of the power. */
const WINDOW = 4n;

/**
 * The roots of all elements, some at a time.
 * @param {FieldParts} field
 * @param {ScalarList} z another list than x
 * @param {ScalarList} x
 * @param {number} count
 * @returns {Generator<Progress, number, void>} the index of the first element that is no square, or
 *   −1
 */
export function* rootSteps(field, z, x, count) {
  const { lists } = field;
  let bad = -1;
  const steps = inSteps(count, { phase: 'sqrt', first: FIRST, most: MOST }, (start, end) => {
    const [own, from] = [lists.at(z, start), lists.at(x, start)];
    candidates(field, own, from, end - start);
    const first = firstUnequal(field, own, from, end - start);
    if (first < 0) makeEven(field, own, end - start);
    else bad = start + first;
  });
  for (const progress of steps) {
    if (bad >= 0) break;
    yield progress;
  }
  return bad;
}

/**
 * Roots of those that are squares.
 * @type {(field: FieldParts, r: ScalarList, x: ScalarList, count: number) => void}
 */
function candidates(field, r, x, count) {
  const { lists, order, constant } = field;
  const s = twoAdicityOf(order);
  const Q = (order - 1n) >> BigInt(s);
  lending(field, count, (t) => {
    raise(field, t, x, (Q - 1n) / 2n, count);
    lists.multiply(r, x, t, count);
    if (s === 1) return;
    lists.multiply(t, t, r, count);
    const half = (order + 1n) / 2n;
    let c = power(lists.generator, Q, order);
    lending(field, count, (b) =>
      lending(field, count, (ones) => {
        constant(1n, (one) => spread(field, ones, one, count));
        for (let k = s; k >= 2; k--, c = (c * c) % order) {
          lists.copy(b, t, count);
          for (let i = 0; i < k - 2; i++) lists.multiply(b, b, b, count);
          constant(mod((1n - c) * half, order), (v) => lists.scale(b, b, v, count));
          constant(((1n + c) * half) % order, (u) => lists.accumulate(b, ones, u, count));
          lists.multiply(r, r, b, count);
          lists.multiply(b, b, b, count);
          lists.multiply(t, t, b, count);
        }
      }),
    );
  });
}

/**
 * All elements are c.
 * @type {(field: FieldParts, z: ScalarList, c: ScalarList, count: number) => void}
 */
function spread({ lists }, z, c, count) {
  lists.put(z, c);
  for (let done = 1; done < count; done *= 2)
    lists.move(lists.at(z, done), z, Math.min(done, count - done));
}

/**
 * z = x^exponent, by windows from the highest.
 * @type {(field: FieldParts, z: ScalarList, x: ScalarList, exponent: bigint, count: number) =>
 *   void}
 */
function raise(field, z, x, exponent, count) {
  const { lists, constant } = field;
  const size = 2n ** WINDOW;
  /** @type {number[]} */
  const digits = [];
  for (let rest = exponent; rest > 0n; rest >>= WINDOW) digits.push(Number(rest % size));
  constant(1n, (one) => spread(field, z, one, count));
  const stride = lists.elements * Math.ceil(count / lists.elements);
  lending(field, Number(size) * stride, (table) => {
    const entry = (/** @type {number} */ i) => lists.at(table, i * stride);
    lists.move(entry(1), x, count);
    for (let i = 2; i < size; i++) lists.multiply(entry(i), entry(i - 1), entry(1), count);
    digits.reverse().forEach((digit, i) => {
      if (i > 0) for (let j = 0; j < WINDOW; j++) lists.multiply(z, z, z, count);
      if (digit > 0) lists.multiply(z, z, entry(digit), count);
    });
  });
}

/**
 * The first i with r_i² ≠ x_i, or −1.
 * @type {(field: FieldParts, r: ScalarList, x: ScalarList, count: number) => number}
 */
function firstUnequal(field, r, x, count) {
  const { lists } = field;
  return lending(field, count, (rest) => {
    lists.multiply(rest, r, r, count);
    lists.subtract(rest, rest, x, count);
    const at = lists.writeLE(rest, count).findIndex((byte) => byte !== 0);
    return at < 0 ? -1 : Math.floor(at / lists.bytes);
  });
}

/** Negates what is odd. @type {(field: FieldParts, z: ScalarList, count: number) => void} */
function makeEven(field, z, count) {
  const { lists, order } = field;
  const width = lists.bytes;
  const [one, minusOne] = [1n, order - 1n].map((value) => toBytesLE(value, width));
  const signs = lists.writeLE(z, count);
  for (let at = 0; at < signs.length; at += width) {
    signs.set(signs[at] % 2 === 1 ? minusOne : one, at);
  }
  lending(field, count, (factors) => {
    lists.readLE(factors, signs);
    lists.multiply(z, z, factors, count);
  });
}
