/**
 * Squares in the cyclotomic group, whose elements satisfy f^(p⁴ − p² + 1) = 1.
 *
 * Granger, Scott (ePrint 2009/565): with f = Σ a_i·w^i as three pairs (a_0, a_3), (a_1, a_4),
 * (a_2, a_5) over Fp⁴ = Fp²[s]/(s² − ξ), s = w³, the squares A + B·s of the pairs give f²:
 *   a_0' = 3A_0 − 2a_0, a_3' = 3B_0 + 2a_3;  a_2' = 3A_1 − 2a_2, a_5' = 3B_1 + 2a_5;
 *   a_4' = 3A_2 − 2a_4, a_1' = 3ξB_2 + 2a_1.
 * A square over Fp⁴ takes two products: N = ab, M = (a + b)(a + ξb), A = M − (1 + ξ)N, B = 2N; so
 * f² takes 6 products in Fp².
 *
 * Karabina (ePrint 2010/542): a_1, a_2, a_4, a_5 of f² depend on these four alone: 4 products. The
 * others come back by
 *   a_3 = (ξa_5² + 3a_2² − 2a_4)/(4a_1),  a_0 = (2a_3² + a_1·a_5 − 3a_2·a_4)·ξ + 1,
 * unless a_1 = 0; seed-power.js takes the first method then.
 */

import { elementsOf, integer, times } from './tower.js';

/** @import { ModuleBuilder } from '../emit/module.js' */
/** @import { Operand } from '../emit/expression.js' */
/** @import { Fp2 } from '../field/extension/constants.js' */
/** @import { PairingField } from './field.js' */

/** @typedef {ReturnType<typeof emitCyclotomic>} Cyclotomic */

/** Places of a_0 … a_5 in memory. */
export const PLACE = [0, 3, 1, 4, 2, 5];

const two = /** @type {const} */ ({ z: 'i32', x: 'i32' });

/**
 * @param {ModuleBuilder} m
 * @param {PairingField} field
 * @param {Fp2} xi
 */
export function emitCyclotomic(m, field, xi) {
  const { multiply, looseSum, sum } = field;
  const { at, reserveElements } = elementsOf(field);
  const products = reserveElements(6);
  const [s, t] = reserveElements(2);
  const one = integer(1);
  const minusBoth = times({ c0: 1n + xi.c0, c1: xi.c1 }, -3);
  /** The pair (a_i, a_(i+3)), and the places j, j + 3 of what its square gives. */
  const PAIRS = [
    [1, 2],
    [2, 1],
    [0, 0],
  ];
  const place = (/** @type {Operand} */ x, /** @type {number} */ i) => at(x, PLACE[i]);
  /**
   * @param {string} name
   * @param {number[][]} pairs
   * @param {string} doc
   * @param {boolean} exported
   */
  const emit = (name, pairs, doc, exported) =>
    m.func(name, { params: two, exported, doc }, (f, { z, x }) => {
      pairs.forEach(([i], k) => {
        const [a, b] = [place(x, i), place(x, i + 3)];
        f.emit(looseSum.call(s, a, b), sum([one, xi]).call(t, a, b));
        f.emit(multiply.call(products[2 * k], s, t), multiply.call(products[2 * k + 1], a, b));
      });
      pairs.forEach(([i, j], k) => {
        const [M, N] = products.slice(2 * k);
        // The square of (a_2, a_5), times w⁴ = w·s, gives a_4 and, times ξ, a_1.
        const [even, odd] = i === 2 ? [4, 1] : [j, j + 3];
        const factor = i === 2 ? times(xi, 6) : integer(6);
        const [low, high] = [place(z, even), place(z, odd)];
        f.emit(sum([integer(3), minusBoth, integer(-2)]).call(low, M, N, place(x, even)));
        f.emit(sum([factor, integer(2)]).call(high, N, place(x, odd)));
      });
    });
  const square = emit('pairing_square', PAIRS, 'z = x² in the cyclotomic group.', true);
  const compressed = emit(
    'tower_compressed_square',
    PAIRS.slice(0, 2),
    'a_1, a_2, a_4, a_5 of z = x²; the others are neither read nor written.',
    false,
  );
  return { square, compressed, ...emitDecompression(m, field, xi) };
}

/**
 * @param {ModuleBuilder} m
 * @param {PairingField} field
 * @param {Fp2} xi
 */
function emitDecompression(m, field, xi) {
  const { multiply, square, sum } = field;
  const { at, reserveElements } = elementsOf(field);
  const [s, t, u] = reserveElements(3);
  const one = field.constant({ c0: 1n, c1: 0n });
  return {
    decompress: m.func(
      'tower_decompress',
      { params: { z: 'i32', inverse: 'i32' }, doc: 'a_3 and a_0 of z, given 1/(4·a_1).' },
      (f, { z, inverse }) => {
        const [a0, a1, a2, a3, a4, a5] = PLACE.map((i) => at(z, i));
        f.emit(square.call(s, a5), square.call(t, a2));
        f.emit(sum([xi, integer(3), integer(-2)]).call(s, s, t, a4));
        f.emit(multiply.call(a3, s, inverse), square.call(s, a3));
        f.emit(multiply.call(t, a1, a5), multiply.call(u, a2, a4));
        const coefficients = [times(xi, 2), xi, times(xi, -3), integer(1)];
        f.emit(sum(coefficients).call(a0, s, t, u, one));
      },
    ),
  };
}
