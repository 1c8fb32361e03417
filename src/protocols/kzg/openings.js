/**
 * Values and quotients of a polynomial f that is given by its values at the roots of unity, in
 * bit-reversed order.
 *
 * Symbols: n the number of values; ω_i the root of place i; t_i the table of roots: at every level,
 * places 2i and 2i + 1 hold t_i and −t_i.
 *
 * *Folding.* f(x) = e(x²) + x·o(x²), and a = f(t), b = f(−t) give 2e(t²) = a + b and
 * 2o(t²) = (a − b)/t. So (a + b) + (a − b)·z/t is twice the polynomial e + z·o at t², which is f(z)
 * at z²: n values become n/2, at the squares, and after log n levels n·f(z) is left. No inversion,
 * and z may be one of the roots.
 *
 * *Quotient.* (f(x) − y)/(x − z) needs 1/(z − ω_i) for all i. Downwards from 1/(z^n − 1), the
 * identities 1/(Z − t) = (Z + t)/(Z² − t²) and 1/(Z + t) = (Z − t)/(Z² − t²), with Z a power of z,
 * take two products a value and a single inversion. If z = ω_m, the path to m has no inverse: it
 * stays 0, its neighbours are 1/2Z, and the value at m is −Σ_{i≠m} q_i·ω_i/z.
 *
 * Source: ethereum/consensus-specs, deneb/polynomial-commitments.md (compute_kzg_proof_impl,
 * compute_quotient_eval_within_domain).
 */

import { fromBytesBE, toBytesBE } from '../../math/integers.js';
import { invert, mod } from '../../math/modular.js';
import {
  borrowing,
  ELEMENT,
  elementsOf,
  FIELD_ELEMENTS,
  readElements,
  setElements,
} from './scalars.js';

/** @import { ScalarList } from '../../port/polynomials.js' */
/** @import { Scalars } from './scalars.js' */

const LEVELS = Math.log2(FIELD_ELEMENTS);

/** A report between two pieces of work. */
export const STEP = Object.freeze({ phase: 'polynomials', done: 0, total: 1 });

/** z, z², z⁴, … up to z^n. @type {(z: bigint, order: bigint) => bigint[]} */
function squaresOf(z, order) {
  const squares = [z];
  for (let i = 0; i < LEVELS; i++) squares.push((squares[i] * squares[i]) % order);
  return squares;
}

/**
 * The value of a polynomial.
 * @param {Scalars} scalars
 * @param {ScalarList} values its values
 * @param {bigint} z
 * @returns {Generator<any, bigint, void>}
 */
export function* evaluate(scalars, values, z) {
  const { lists, order } = scalars;
  const sizes = [FIELD_ELEMENTS / 2, FIELD_ELEMENTS / 2, 1];
  return yield* borrowing(scalars, sizes, function* (folded, weights, c) {
    const squares = squaresOf(z, order);
    for (let n = FIELD_ELEMENTS / 2, i = 0; n >= 1; n /= 2, i++) {
      setElements(scalars, c, [squares[i]]);
      lists.scale(weights, lists.inverses, c, n);
      lists.fold(folded, i === 0 ? values : folded, weights, n);
      yield STEP;
    }
    const sum = fromBytesBE(lists.write(folded, 1));
    return (sum * invert(BigInt(FIELD_ELEMENTS), order)) % order;
  });
}

/**
 * The opening of a polynomial at z.
 * @param {Scalars} scalars
 * @param {Uint8Array} blob its values
 * @param {bigint} z
 * @returns {Generator<any, { y: Uint8Array<ArrayBuffer>, quotient: Uint8Array }, void>} its value,
 *   and the values of (f − y)/(X − z)
 * @throws {ScalarError} an element is not below the order
 */
export function* open(scalars, blob, z) {
  const { lists } = scalars;
  return yield* borrowing(scalars, [FIELD_ELEMENTS, 1], function* (values, c) {
    readElements(scalars, values, blob);
    yield STEP;
    const y = yield* evaluate(scalars, values, z);
    yield* inverseDifferences(scalars, z, function* (inverses) {
      setElements(scalars, c, [y]);
      lists.quotient(values, values, inverses, c, FIELD_ELEMENTS);
      yield STEP;
    });
    const place = placeOf(scalars, z);
    const quotient =
      place === null
        ? lists.write(values, FIELD_ELEMENTS)
        : yield* completeQuotient(scalars, values, z, place);
    return { y: new Uint8Array(toBytesBE(y, ELEMENT)), quotient };
  });
}

/**
 * Lends 1/(z − ω_i) for all i, with 0 where z = ω_i.
 * @template Result
 * @param {Scalars} scalars
 * @param {bigint} z
 * @param {(inverses: ScalarList) => Generator<any, Result, void>} use
 * @returns {Generator<any, Result, void>}
 */
export function* inverseDifferences(scalars, z, use) {
  const { lists, order } = scalars;
  const sizes = [FIELD_ELEMENTS, FIELD_ELEMENTS, 1];
  return yield* borrowing(scalars, sizes, function* (first, second, c) {
    const squares = squaresOf(z, order);
    const place = placeOf(scalars, z);
    const last = mod(squares[LEVELS] - 1n, order);
    setElements(scalars, first, [last === 0n ? 0n : invert(last, order)]);
    let [from, to] = [first, second];
    for (let level = 0, n = 1; level < LEVELS; level++, n *= 2) {
      const Z = squares[LEVELS - 1 - level];
      setElements(scalars, c, [Z]);
      lists.split(to, from, lists.roots, c, n);
      if (place !== null) {
        const neighbour = (place >> (LEVELS - 1 - level)) ^ 1;
        setElements(scalars, c, [invert(mod(2n * Z, order), order)]);
        lists.put(lists.at(to, neighbour), c);
      }
      [from, to] = [to, from];
      yield STEP;
    }
    return yield* use(from);
  });
}

/**
 * The place of z among the roots of unity, or null. Downwards from z^n = 1: at every level the
 * power of z is the table's root of the place before, or its negative.
 * @type {(scalars: Scalars, z: bigint) => number | null}
 */
function placeOf({ lists, order }, z) {
  const squares = squaresOf(z, order);
  if (squares[LEVELS] !== 1n) return null;
  let place = 0;
  for (let level = LEVELS - 1; level >= 0; level--) {
    const pair = elementsOf(lists.write(lists.at(lists.roots, place & ~1), 2));
    place = 2 * place + (pair[place & 1] === squares[level] ? 0 : 1);
  }
  return place;
}

/**
 * Sets the quotient's value at z, a root of unity, which is 0 so far. Σ q_i·ω_i is n times the
 * coefficient of X^(n − 1).
 * @param {Scalars} scalars
 * @param {ScalarList} quotient its values, overwritten
 * @param {bigint} z
 * @param {number} place of z
 * @returns {Generator<any, Uint8Array, void>} all values
 */
function* completeQuotient(scalars, quotient, z, place) {
  const { lists, order } = scalars;
  const bytes = lists.write(quotient, FIELD_ELEMENTS);
  yield STEP;
  lists.backward(quotient, FIELD_ELEMENTS, 1, 0);
  const [, sum] = elementsOf(lists.write(lists.at(quotient, FIELD_ELEMENTS - 2), 2));
  const value = mod(-sum * invert(z, order), order);
  bytes.set(toBytesBE(value, ELEMENT), ELEMENT * place);
  return bytes;
}
