/**
 * The towers over Fp²: Fp⁶ = Fp²[v], v³ = ξ, and Fp¹² = Fp⁶[w], w² = v; ξ = a + i. An
 * element has coefficients x0, x1, x2 of 1, v, v², and x3, x4, x5 of w, vw, v²w.
 */
import { upTo } from './claim.js';
import { digitRanges } from './digits.js';
import { reader } from './notation.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 */

/** @param {string} x */
export const twelve = (x) => [0, 1, 2, 3, 4, 5].map((k) => `${x}${k}`);
/** @param {string} x */
const six = (x) => twelve(x).slice(0, 3);

/** The coefficients of a product in Fp⁶. @param {string[]} x @param {string[]} y */
const product6 = (x, y) =>
  x.map((_, k) =>
    x.map((_, i) => `${i > k ? 'xi*' : ''}${x[i]}*${y[(k + 3 - i) % 3]}`).join(' + '),
  );

/** The coefficients of a product in Fp¹². @param {string[]} x @param {string[]} y */
export function product12(x, y) {
  const [a, b, c, d] = [x.slice(0, 3), x.slice(3), y.slice(0, 3), y.slice(3)];
  const [ac, bd, ad, bc] = [product6(a, c), product6(b, d), product6(a, d), product6(b, c)];
  const times = [`xi*(${bd[2]})`, bd[0], bd[1]];
  return [
    ...ac.map((one, k) => `${one} + ${times[k]}`),
    ...ad.map((one, k) => `${one} + ${bc[k]}`),
  ];
}

/** 1/x in Fp⁶ is b, with n the inverse of the norm. @param {string[]} x */
const inverse6 = ([x0, x1, x2]) => `
  let c0 = ${x0}^2 - xi*${x1}*${x2}
  let c1 = xi*${x2}^2 - ${x0}*${x1}
  let c2 = ${x1}^2 - ${x0}*${x2}
  let n = 1/(${x0}*c0 + xi*(${x2}*c1 + ${x1}*c2))
  let b0 = c0*n, b1 = c1*n, b2 = c2*n`;

/** 1/x = (x0 − x1·w)/(x0² − v·x1²) in Fp¹²: a is the norm in Fp⁶, and b its inverse. */
const [X, W] = [twelve('x').slice(0, 3), twelve('x').slice(3)];
const [squares, others] = [product6(X, X), product6(W, W)];
const NORM = `
  let a0 = ${squares[0]} - xi*(${others[2]})
  let a1 = ${squares[1]} - (${others[0]})
  let a2 = ${squares[2]} - (${others[1]})
  ${inverse6(six('a'))}`;
const INVERSE12 = [...product6(X, six('b')), ...product6(W, six('b')).map((one) => `-(${one})`)];

/**
 * Squares in the cyclotomic subgroup (Granger and Scott, eprint 2009/565, §3.2): the squares of
 * three elements of Fp⁴ = Fp²[s], s² = ξ.
 */
const CYCLOTOMIC = [
  '3*(x0^2 + xi*x4^2) - 2*x0',
  '3*(x3^2 + xi*x2^2) - 2*x1',
  '3*(x1^2 + xi*x5^2) - 2*x2',
  '6*xi*x1*x5 + 2*x3',
  '6*x0*x4 + 2*x4',
  '6*x2*x3 + 2*x5',
];

/** Of a compressed element, with n = 1/(4·x3) (eprint 2010/542, theorem 3.1). */
const X4 = '(xi*x5^2 + 3*x1^2 - 2*x2)*n';

/**
 * ξ^(w's exponent·(p^k − 1)/6), of k = 1 or 2, the factors of a p^k-th power.
 * @param {bigint} p @param {[bigint, bigint]} xi @param {bigint} k
 */
const frobeniusFactors = (p, xi, k) =>
  new Map(
    [0n, 2n, 4n, 1n, 3n, 5n].map((e, j) => [`g${j}`, power(p, xi, (e * (p ** k - 1n)) / 6n)]),
  );

/**
 * A power in Fp².
 * @param {bigint} p @param {[bigint, bigint]} x @param {bigint} e @returns {[bigint, bigint]}
 */
export function power(p, x, e) {
  if (e === 0n) return [1n, 0n];
  /** @param {bigint[]} x @param {bigint[]} y @returns {[bigint, bigint]} */
  const times = ([a, b], [c, d]) => [(a * c - b * d) % p, (a * d + b * c) % p];
  const half = power(p, x, e >> 1n);
  const square = times(half, half);
  return e & 1n ? times(square, x) : square;
}

/** z is that. @param {string[]} formulas */
export const outZ = (formulas) =>
  `out z: ${formulas.map((formula, k) => `z${k} = ${formula}`).join(', ')}`;

/** The notation of towers. @param {Field} field */
export function towerVocabulary(field) {
  const isDigits = field.most === 0n;
  const range = isDigits ? digitRanges(field).stored : upTo(field.most);
  const slot = isDigits ? field.slot : 2 * field.slot;
  const types = { '': { layout: field.extension, range }, number: { layout: field.layout, range } };
  return { field, types, slot };
}

/** @param {Field} field @param {[bigint, bigint]} xi @returns {(name: string) => Claim[]} */
export function towerClaims(field, xi) {
  const isDigits = field.most === 0n;
  const vocabulary = towerVocabulary(field);
  const plain = reader(vocabulary);
  const claim = reader({ ...vocabulary, more: { constants: new Map([['xi', xi]]) } });
  /** z = formulas. @param {string} head @param {string[]} formulas @param {string} [more] */
  const of = (head, formulas, more = '', also = {}) => {
    const [, params] = head.split(/[()]/);
    const lines = [head, more, outZ(formulas)];
    for (const x of params.split(', ').slice(1))
      lines.push(`in ${x}: ${twelve(x).slice(0, formulas.length).join(', ')}`);
    return claim(lines.join('\n'), also);
  };
  const [x, y] = [twelve('x'), twelve('y')];
  const powers = x.map((one, k) => `(${one}Re - i*${one}Im)*g${k}`);
  const powers2 = x.map((one, k) => `${one}*g${k}`);
  const [g, g2] = [1n, 2n].map((k) => ({ constants: frobeniusFactors(field.p, xi, k) }));
  const conjugate = [...six('x'), '-x3', '-x4', '-x5'];
  const [, c1, c2, c3, , c5] = CYCLOTOMIC;
  const claims = [
    of('tower_mul6(z, x, y) z = xy in Fp⁶', product6(six('x'), six('y'))),
    of('tower_add6(z, x, y) z = x + y in Fp⁶', ['x0 + y0', 'x1 + y1', 'x2 + y2']),
    of('tower_neg6(z, x) z = −x in Fp⁶', six('-x')),
    of('tower_inv6(z, x) z = 1/x in Fp⁶', six('b'), `disjoint ${inverse6(six('x'))}`),
    of('tower_mul(z, x, y) z = xy in Fp¹²', product12(x, y)),
    of('pairing_multiply(z, x, y) z = xy in Fp¹²', product12(x, y)),
    of('tower_sqr(z, x) z = x² in Fp¹²', product12(x, x)),
    of('tower_inv(z, x) z = 1/x in Fp¹²', INVERSE12, `disjoint ${NORM}`),
    of('tower_copy(z, x) z = x in Fp¹²', x),
    of('tower_conjugate12(z, x) z = x^(p⁶) in Fp¹²', conjugate),
    of('pairing_conjugate(z, x) z = x^(p⁶) in Fp¹²', conjugate),
    of('tower_frobenius(z, x) z = x^(p) in Fp¹²', powers, 'disjoint', g),
    of('tower_frobenius2(z, x) z = x^(p²) in Fp¹²', powers2, isDigits ? 'disjoint' : '', g2),
    of('pairing_square(z, x) z = x², cyclotomic', CYCLOTOMIC),
    claim(`tower_compressed_square(z, x) z = x², compressed cyclotomic
      in x+1: x1, x2, x3
      in x+5: x5
      out z+1: z1 = ${c1}, z2 = ${c2}, z3 = ${c3}
      out z+5: z5 = ${c5}`),
    claim(`tower_decompress(z, inverse) x0 and x4 of a compressed element
      disjoint
      in z+1: x1, x2, x3
      in z+5: x5
      in inverse: n
      out z: z0 = xi*(2*(${X4})^2 + x3*x5 - 3*x1*x2) + one
      out z+4: z4 = ${X4}`),
    claim(`tower_scale(z, x, s) z = x·s, s in Fp
      apart s
      in x: x0
      in s ~number
      out z: z0 = x0*s`),
    plain(`tower_is_equal(x, y) 1 if x = y in Fp¹², else 0
      in x: ${x.join(', ')}
      in y: ${y.join(', ')}
      if ${x.map((x, k) => `${x} - ${y[k]} = 0`).join(' and ')}: return 1
      else: return 0`),
    plain(`tower_line6(z, x, l)
      disjoint
      in x: x0, x1, x2
      in l: l0, l1
      out z: z0 = x0*l0, z1 = x1*l1, z2 = x2*l1, z3 = x2*l0, z4 = (x0 + x1)*(l0 + l1)`),
  ];
  const absent = isDigits ? ['tower_is_equal', 'tower_inv6', 'tower_inv'] : [];
  return (name) => claims.filter((one) => one.name === name && !absent.includes(name));
}
