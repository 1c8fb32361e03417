/**
 * Products of f = a + b·w in Fp¹² and a line. For x in Fp⁶, m_0 + m_1·v takes 5 products: T_0 =
 * x_0·m_0, T_1 = x_1·m_1, M = x_2·m_1, N = x_2·m_0, S = (x_0 + x_1)(m_0 + m_1), and
 * x·(m_0 + m_1·v) = (T_0 + ξM) + (S − T_0 − T_1)·v + (N + T_1)·v².
 *
 * The twist decides where the coefficients of a line (lines.js) stand:
 *   M: l_0 + l_1·w² + l_2·w³ = (l_0 + l_1·v) + l_2·v·w;
 *   D: l_2 + l_1·w + l_0·w³ = l_2 + (l_1 + l_0·v)·w.
 * Either takes 10 products where l_2 = 1, and else 13.
 */

import { SIX, elementsOf, integer, times } from './tower.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { Fp2 } from '../field/extension/constants.js' */
/** @import { PairingConfig } from './config.js' */
/** @import { PairingField } from './field.js' */
/** @import { Tower } from './tower.js' */

/**
 * `general` (z, x): z = x times the line in memory; `monic` (z, x, stored, P): z = x times a line
 * with l_2 = 1, stored as (λ·x_T − y_T, λ), at the point P = (u, v). z is not x.
 * @typedef {{ general: Callable, monic: Callable }} LineProducts
 */

const [ONE, MINUS] = [1, -1].map(integer);

const params = /** @type {const} */ ({ z: 'i32', x: 'i32' });
const storedParams = /** @type {const} */ ({ ...params, stored: 'i32', P: 'i32' });

/**
 * @param {ModuleBuilder} m
 * @param {PairingField} field
 * @param {PairingConfig} config
 * @param {Tower} tower
 * @param {number} line l_0, l_1, l_2
 * @returns {LineProducts}
 */
export function emitLineProducts(m, field, { xi, twist }, tower, line) {
  const emit = twist === 'M' ? emitProductsOfM : emitProductsOfD;
  return emit(m, field, xi, tower, line);
}

/**
 * T_0, T_1, M, N, S of x and m_0, m_1.
 * @param {ModuleBuilder} m
 * @param {PairingField} field
 * @param {readonly number[]} scratch two elements
 */
function emitFive(m, field, [a, b]) {
  const { multiply, looseSum } = field;
  const { at } = elementsOf(field);
  return m.func(
    'tower_line6',
    { params: { target: 'i32', x: 'i32', l: 'i32' }, doc: 'T_0, T_1, M, N, S of x and l_0, l_1.' },
    (f, { target, x, l }) => {
      const m1 = at(l, 1);
      f.emit(multiply.call(target, x, l), multiply.call(at(target, 1), at(x, 1), m1));
      f.emit(multiply.call(at(target, 2), at(x, 2), m1), multiply.call(at(target, 3), at(x, 2), l));
      f.emit(looseSum.call(a, x, at(x, 1)), looseSum.call(b, l, m1));
      f.emit(multiply.call(at(target, 4), a, b));
    },
  );
}

/**
 * @type {(m: ModuleBuilder, field: PairingField, xi: Fp2, tower: Tower,
 *   line: number) => LineProducts}
 */
function emitProductsOfM(m, field, xi, { addSix }, line) {
  const { multiply, sum, scale } = field;
  const { at, reserveElements } = elementsOf(field);
  const [P, U, V] = [reserveElements(5), reserveElements(5), reserveElements(3)];
  const [X] = reserveElements(SIX);
  const [a, b, middle, sumOfL] = reserveElements(4);
  const [l0, l1, l2] = [0, 1, 2].map((i) => at(line, i));
  const minusXi = times(xi, -1);
  const products = emitFive(m, field, [a, b]);
  const general = m.func(
    'tower_line',
    { params, doc: 'z = x·(l_0 + l_1·w² + l_2·w³) for the line in memory; z is not x.' },
    (f, { z, x }) => {
      const b0 = at(x, SIX);
      f.emit(products.call(P[0], x, line));
      V.forEach((product, i) => f.emit(multiply.call(product, at(x, SIX + i), l2)));
      f.emit(addSix.call(X, x, b0), field.copy.call(middle, l0));
      f.emit(sum([ONE, ONE]).call(sumOfL, l1, l2), products.call(U[0], X, middle));
      const [T0, T1, M, N, S] = P;
      f.emit(sum([ONE, MINUS, MINUS]).call(S, S, T0, T1), sum([ONE, xi]).call(T0, T0, M));
      f.emit(sum([ONE, ONE]).call(N, N, T1));
      f.emit(sum([ONE, xi]).call(z, T0, V[1]), sum([ONE, xi]).call(at(z, 1), S, V[2]));
      f.emit(sum([ONE, ONE]).call(at(z, 2), N, V[0]));
      const [U0, U1, MU, NU, SU] = U;
      f.emit(sum([ONE, xi, MINUS, minusXi]).call(at(z, 3), U0, MU, T0, V[2]));
      f.emit(sum([ONE, MINUS, MINUS, MINUS, MINUS]).call(at(z, 4), SU, U0, U1, S, V[0]));
      f.emit(sum([ONE, ONE, MINUS, MINUS]).call(at(z, 5), NU, U1, N, V[1]));
    },
  );
  const monic = m.func(
    'tower_stored_line',
    {
      params: storedParams,
      doc: 'z = x·(l_0 + l_1·w² + w³) for a line (λ·x_T − y_T, λ) at P = (u, v); z is not x.',
    },
    (f, { z, x, stored, P: point }) => {
      f.emit(scale.call(l0, stored, at(point, 1)), scale.call(l1, at(stored, 1), point));
      f.emit(products.call(P[0], x, line), products.call(U[0], at(x, SIX), line));
      [P, U].forEach(([T0, T1, M, N, S], i) => {
        // v²·b for the first half, v·a for the second.
        const [low, high, top] = [
          [4, 5, 3],
          [2, 0, 1],
        ][i].map((k) => at(x, k));
        const [z0, z1, z2] = [0, 1, 2].map((k) => at(z, SIX * i + k));
        f.emit(sum([ONE, xi, xi]).call(z0, T0, M, low));
        f.emit(sum([ONE, MINUS, MINUS, i ? ONE : xi]).call(z1, S, T0, T1, high));
        f.emit(sum([ONE, ONE, ONE]).call(z2, N, T1, top));
      });
    },
  );
  return { general, monic };
}

/**
 * @type {(m: ModuleBuilder, field: PairingField, xi: Fp2, tower: Tower,
 *   line: number) => LineProducts}
 */
function emitProductsOfD(m, field, xi, { addSix }, line) {
  const { multiply, sum, scale, copy } = field;
  const { at, reserveElements } = elementsOf(field);
  const [P, U, V] = [reserveElements(5), reserveElements(5), reserveElements(3)];
  const [X] = reserveElements(SIX);
  const [a, b] = reserveElements(2);
  const [m0, m1] = reserveElements(2);
  const [l0, l1, l2] = [0, 1, 2].map((i) => at(line, i));
  const products = emitFive(m, field, [a, b]);
  const general = m.func(
    'tower_line',
    { params, doc: 'z = x·(l_2 + l_1·w + l_0·w³) for the line in memory; z is not x.' },
    (f, { z, x }) => {
      const b0 = at(x, SIX);
      f.comment('V = a·l_2, P = b·(l_1 + l_0·v), U = (a + b)(l_2 + l_1 + l_0·v)');
      V.forEach((product, i) => f.emit(multiply.call(product, at(x, i), l2)));
      f.emit(copy.call(m0, l1), copy.call(m1, l0), products.call(P[0], b0, m0));
      f.emit(sum([ONE, ONE]).call(m0, l1, l2), addSix.call(X, x, b0));
      f.emit(products.call(U[0], X, m0));
      const [T0, T1, M, N, S] = P;
      f.emit(sum([ONE, MINUS, MINUS]).call(S, S, T0, T1), sum([ONE, xi]).call(T0, T0, M));
      f.emit(sum([ONE, ONE]).call(N, N, T1));
      f.emit(sum([ONE, xi]).call(z, V[0], N), sum([ONE, ONE]).call(at(z, 1), V[1], T0));
      f.emit(sum([ONE, ONE]).call(at(z, 2), V[2], S));
      const [U0, U1, MU, NU, SU] = U;
      f.emit(sum([ONE, xi, MINUS, MINUS]).call(at(z, 3), U0, MU, T0, V[0]));
      f.emit(sum([ONE, MINUS, MINUS, MINUS, MINUS]).call(at(z, 4), SU, U0, U1, S, V[1]));
      f.emit(sum([ONE, ONE, MINUS, MINUS]).call(at(z, 5), NU, U1, N, V[2]));
    },
  );
  const monic = m.func(
    'tower_stored_line',
    {
      params: storedParams,
      doc: 'z = x·(1 + l_1·w + l_0·w³) for a line (λ·x_T − y_T, λ) at P = (u, v); z is not x.',
    },
    (f, { z, x, stored, P: point }) => {
      f.emit(scale.call(m1, stored, at(point, 1)), scale.call(m0, at(stored, 1), point));
      f.emit(products.call(P[0], x, m0), products.call(U[0], at(x, SIX), m0));
      f.comment('a + v·bm, then b + am');
      const [T0, T1, M, N, S] = U;
      f.emit(sum([ONE, ONE]).call(N, N, T1), sum([ONE, xi]).call(z, x, N));
      f.emit(sum([ONE, ONE, xi]).call(at(z, 1), at(x, 1), T0, M));
      f.emit(sum([ONE, ONE, MINUS, MINUS]).call(at(z, 2), at(x, 2), S, T0, T1));
      const [R0, R1, MR, NR, SR] = P;
      f.emit(sum([ONE, ONE, xi]).call(at(z, 3), at(x, 3), R0, MR));
      f.emit(sum([ONE, ONE, MINUS, MINUS]).call(at(z, 4), at(x, 4), SR, R0, R1));
      f.emit(sum([ONE, ONE, ONE]).call(at(z, 5), at(x, 5), NR, R1));
    },
  );
  return { general, monic };
}
