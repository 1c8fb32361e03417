/**
 * Fp⁶ = Fp²[v]/(v³ − ξ) and Fp¹² = Fp⁶[w]/(w² − v), by calls of Fp² alone: a few large functions,
 * called often, stay in the processor's cache of decoded instructions.
 *
 * An element of Fp⁶ is a_0 + a_1·v + a_2·v², three elements back to back; one of Fp¹² is two of
 * Fp⁶. Everything in memory is stored (field.js). z may be an operand unless the text says
 * otherwise. In multiplications of Fp²:
 *   Fp⁶ product 6 (Karatsuba), Fp¹² product 18, square 12 (complex method);
 *   Fp¹² by a line: 10 if its last coefficient is 1, else 13 (lines.js).
 * Sources: Devegili, Ó hÉigeartaigh, Scott, Dahab, ePrint 2006/471; Aranha et al., ePrint 2010/526.
 */

import { i32 } from '../emit/instructions.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { Operand } from '../emit/expression.js' */
/** @import { Fp2 } from '../field/extension/constants.js' */
/** @import { PairingConfig } from './config.js' */
/** @import { PairingField } from './field.js' */

/** @typedef {ReturnType<typeof emitTower>} Tower */

/** Elements of Fp² in one of Fp⁶, and of Fp¹². */
export const SIX = 3;
export const TWELVE = 6;

/** An address plus some bytes. @type {(address: Operand, bytes: number) => Operand} */
export function after(address, bytes) {
  if (bytes === 0) return address;
  return typeof address === 'number' ? address + bytes : i32.add(address, bytes);
}

/** @param {number} k @returns {Fp2} an integer as a coefficient of a sum */
export const integer = (k) => ({ c0: BigInt(k), c1: 0n });

/** @type {(xi: Fp2, k: number) => Fp2} */
export const times = ({ c0, c1 }, k) => ({ c0: BigInt(k) * c0, c1: BigInt(k) * c1 });

const [ONE, TWO, MINUS] = [integer(1), integer(2), integer(-1)];

/**
 * Access to the elements of Fp² in a larger one.
 * @param {PairingField} field
 */
export function elementsOf({ elementBytes, reserve }) {
  return {
    /** @param {Operand} base @param {number} i */
    at: (base, i) => after(base, i * elementBytes),
    /** @param {number} count @returns {number[]} addresses, back to back */
    reserveElements: (count) => {
      const base = reserve(count * elementBytes);
      return Array.from({ length: count }, (_, i) => base + i * elementBytes);
    },
  };
}

/**
 * @param {ModuleBuilder} m
 * @param {PairingField} field
 * @param {PairingConfig} config
 */
export function emitTower(m, field, config) {
  const six = emitSix(m, field, config.xi);
  const twelve = emitTwelve(m, field, config.xi, six);
  return {
    ...six,
    ...twelve,
    inverse: emitInverse(m, field, config.xi, { ...six, ...twelve }),
    ...emitFrobenius(m, field, config),
  };
}

const two = /** @type {const} */ ({ z: 'i32', x: 'i32' });
const three = /** @type {const} */ ({ z: 'i32', x: 'i32', y: 'i32' });

/**
 * @param {ModuleBuilder} m
 * @param {PairingField} field
 * @param {Fp2} xi
 */
function emitSix(m, field, xi) {
  const { multiply, looseSum, sum } = field;
  const { at, reserveElements } = elementsOf(field);
  const [T0, T1, T2, S0, S1, S2, a, b] = reserveElements(8);
  const minusXi = times(xi, -1);
  const doc =
    'z = xy in Fp⁶. With T_i = x_i·y_i and S the products of sums: z_0 = T0 + ξ(S0 − T1 − T2), ' +
    'z_1 = S1 − T0 − T1 + ξT2, z_2 = S2 − T0 − T2 + T1.';
  const multiplySix = m.func('tower_mul6', { params: three, doc }, (f, { z, x, y }) => {
    [T0, T1, T2].forEach((t, i) => f.emit(multiply.call(t, at(x, i), at(y, i))));
    for (const [s, i, j] of [
      [S0, 1, 2],
      [S1, 0, 1],
      [S2, 0, 2],
    ]) {
      f.emit(looseSum.call(a, at(x, i), at(x, j)), looseSum.call(b, at(y, i), at(y, j)));
      f.emit(multiply.call(s, a, b));
    }
    f.emit(sum([ONE, xi, minusXi, minusXi]).call(z, T0, S0, T1, T2));
    f.emit(sum([ONE, MINUS, MINUS, xi]).call(at(z, 1), S1, T0, T1, T2));
    f.emit(sum([ONE, MINUS, MINUS, ONE]).call(at(z, 2), S2, T0, T2, T1));
  });
  return {
    multiplySix,
    addSix: m.func('tower_add6', { params: three, doc: 'z = x + y in Fp⁶.' }, (f, { z, x, y }) => {
      for (let i = 0; i < SIX; i++) f.emit(sum([ONE, ONE]).call(at(z, i), at(x, i), at(y, i)));
    }),
    negateSix: m.func('tower_neg6', { params: two, doc: 'z = −x in Fp⁶.' }, (f, { z, x }) => {
      for (let i = 0; i < SIX; i++) f.emit(sum([MINUS]).call(at(z, i), at(x, i)));
    }),
  };
}

/**
 * @param {ModuleBuilder} m
 * @param {PairingField} field
 * @param {Fp2} xi
 * @param {ReturnType<typeof emitSix>} six
 */
function emitTwelve(m, field, xi, { multiplySix, addSix, negateSix }) {
  const { sum, copy } = field;
  const { at, reserveElements } = elementsOf(field);
  const [A, B, C, X, Y] = [0, 1, 2, 3, 4].map(() => reserveElements(SIX)[0]);
  const minusXi = times(xi, -1);
  const multiply = m.func(
    'tower_mul',
    { params: three, doc: 'z = xy in Fp¹²: A + vB + (C − A − B)w (Karatsuba).' },
    (f, { z, x, y }) => {
      const [x1, y1] = [at(x, SIX), at(y, SIX)];
      f.emit(multiplySix.call(A, x, y), multiplySix.call(B, x1, y1));
      f.emit(addSix.call(X, x, x1), addSix.call(Y, y, y1), multiplySix.call(C, X, Y));
      f.emit(sum([ONE, xi]).call(z, A, at(B, 2)));
      f.emit(sum([ONE, ONE]).call(at(z, 1), at(A, 1), B));
      f.emit(sum([ONE, ONE]).call(at(z, 2), at(A, 2), at(B, 1)));
      for (let i = 0; i < SIX; i++) {
        f.emit(sum([ONE, MINUS, MINUS]).call(at(z, SIX + i), at(C, i), at(A, i), at(B, i)));
      }
    },
  );
  const square = m.func(
    'tower_sqr',
    {
      params: two,
      doc: 'z = x² in Fp¹²: with A = x_0·x_1, (x_0 + x_1)(x_0 + v·x_1) − A − vA + 2A·w.',
    },
    (f, { z, x }) => {
      const x1 = at(x, SIX);
      f.emit(multiplySix.call(A, x, x1), addSix.call(X, x, x1));
      f.emit(sum([ONE, xi]).call(Y, x, at(x, 5)));
      f.emit(sum([ONE, ONE]).call(at(Y, 1), at(x, 1), at(x, 3)));
      f.emit(sum([ONE, ONE]).call(at(Y, 2), at(x, 2), at(x, 4)));
      f.emit(multiplySix.call(C, X, Y));
      f.emit(sum([ONE, MINUS, minusXi]).call(z, C, A, at(A, 2)));
      f.emit(sum([ONE, MINUS, MINUS]).call(at(z, 1), at(C, 1), at(A, 1), A));
      f.emit(sum([ONE, MINUS, MINUS]).call(at(z, 2), at(C, 2), at(A, 2), at(A, 1)));
      for (let i = 0; i < SIX; i++) f.emit(sum([TWO]).call(at(z, SIX + i), at(A, i)));
    },
  );
  const each = (
    /** @type {string} */ name,
    /** @type {string} */ doc,
    /** @type {Callable} */ emit,
  ) =>
    m.func(name, { params: two, doc }, (f, { z, x }) => {
      for (let i = 0; i < TWELVE; i++) f.emit(emit.call(at(z, i), at(x, i)));
    });
  const copyTwelve = each('tower_copy', 'z = x in Fp¹².', copy);
  return {
    multiply,
    square,
    copy: copyTwelve,
    conjugate: m.func(
      'tower_conjugate12',
      {
        params: two,
        doc: 'z = x_0 − x_1·w, the p⁶-th power; the inverse in the cyclotomic group.',
      },
      (f, { z, x }) => {
        for (let i = 0; i < SIX; i++) f.emit(copy.call(at(z, i), at(x, i)));
        f.emit(negateSix.call(at(z, SIX), at(x, SIX)));
      },
    ),
    isEqual: m.func(
      'tower_is_equal',
      { params: { x: 'i32', y: 'i32' }, result: 'i32', doc: '1 if x = y in Fp¹².' },
      (f, { x, y }) => {
        for (let i = 0; i < TWELVE; i++)
          f.if(i32.eqz(field.isEqual.call(at(x, i), at(y, i))), () => f.return(0));
        f.result(1);
      },
    ),
  };
}

/**
 * 1/x = (x_0 − x_1·w)/(x_0² − v·x_1²), and in Fp⁶ 1/a = c/(a_0·c_0 + ξ(a_2·c_1 + a_1·c_2)) with
 * c = (a_0² − ξa_1a_2, ξa_2² − a_0a_1, a_1² − a_0a_2).
 * @type {(m: ModuleBuilder, field: PairingField, xi: Fp2,
 *   tower: { multiplySix: Callable, negateSix: Callable }) => Callable}
 */
function emitInverse(m, field, xi, { multiplySix, negateSix }) {
  const { multiply, square, sum, inverse } = field;
  const { at, reserveElements } = elementsOf(field);
  const [A, B, c] = [0, 1, 2].map(() => reserveElements(SIX)[0]);
  const [s, t, u] = reserveElements(3);
  const minusXi = times(xi, -1);
  const inverseSix = m.func(
    'tower_inv6',
    { params: two, doc: 'z = 1/x in Fp⁶; z is not x. For x = 0, z is any element.' },
    (f, { z, x }) => {
      const [x0, x1, x2] = [0, 1, 2].map((i) => at(x, i));
      f.emit(square.call(s, x0), multiply.call(t, x1, x2), sum([ONE, minusXi]).call(c, s, t));
      f.emit(square.call(s, x2), multiply.call(t, x0, x1), sum([xi, MINUS]).call(at(c, 1), s, t));
      f.emit(square.call(s, x1), multiply.call(t, x0, x2), sum([ONE, MINUS]).call(at(c, 2), s, t));
      f.emit(multiply.call(s, x0, c), multiply.call(t, x2, at(c, 1)));
      f.emit(multiply.call(u, x1, at(c, 2)), sum([ONE, xi, xi]).call(s, s, t, u));
      f.emit(inverse.call(s, s));
      for (let i = 0; i < SIX; i++) f.emit(multiply.call(at(z, i), at(c, i), s));
    },
  );
  return m.func(
    'tower_inv',
    { params: two, doc: 'z = 1/x in Fp¹². For x = 0, z is any element.' },
    (f, { z, x }) => {
      const x1 = at(x, SIX);
      f.emit(multiplySix.call(A, x, x), multiplySix.call(B, x1, x1));
      f.emit(sum([ONE, minusXi]).call(A, A, at(B, 2)));
      f.emit(sum([ONE, MINUS]).call(at(A, 1), at(A, 1), B));
      f.emit(sum([ONE, MINUS]).call(at(A, 2), at(A, 2), at(B, 1)));
      f.emit(inverseSix.call(B, A), multiplySix.call(z, x, B));
      f.emit(multiplySix.call(at(z, SIX), x1, B), negateSix.call(at(z, SIX), at(z, SIX)));
    },
  );
}

/** The power of w of each element in memory. */
const POWER_OF_W = [0, 2, 4, 1, 3, 5];

/**
 * @param {ModuleBuilder} m
 * @param {PairingField} field
 * @param {PairingConfig} config
 */
function emitFrobenius(m, field, { gamma, gammaNorm }) {
  const { at } = elementsOf(field);
  const constants = (/** @type {Fp2[]} */ values) =>
    POWER_OF_W.map((i) => (i === 0 ? 0 : field.constant(values[i])));
  const [first, second] = [constants(gamma), constants(gammaNorm)];
  return {
    frobenius: m.func(
      'tower_frobenius',
      { params: two, doc: 'z = x^p in Fp¹²; z is not x.' },
      (f, { z, x }) => {
        POWER_OF_W.forEach((_, i) => {
          f.emit(field.conjugate.call(at(z, i), at(x, i)));
          if (first[i]) f.emit(field.multiply.call(at(z, i), at(z, i), first[i]));
        });
      },
    ),
    frobeniusTwice: m.func(
      'tower_frobenius2',
      { params: two, doc: 'z = x^(p²) in Fp¹².' },
      (f, { z, x }) => {
        POWER_OF_W.forEach((_, i) => {
          if (second[i]) f.emit(field.scale.call(at(z, i), at(x, i), second[i]));
          else f.emit(field.copy.call(at(z, i), at(x, i)));
        });
      },
    ),
  };
}
