/**
 * The towers over Fp²: Fp⁶ = Fp²[v], v³ = ξ, and Fp¹² = Fp⁶[w], w² = v; ξ = a + i. An
 * element has coefficients x0, x1, x2 of 1, v, v², and x3, x4, x5 of w, vw, v²w.
 */

import { upTo } from './claim.js';
import { digitRanges } from './digits.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Range } from './layouts.js'
 */

const SIX = [0, 1, 2];
const TWELVE = [0, 1, 2, 3, 4, 5];

/** The coefficients of a product in Fp⁶. @param {string[]} x @param {string[]} y */
const product6 = (x, y) =>
  SIX.map((k) => SIX.map((i) => `${i > k ? 'xi*' : ''}${x[i]}*${y[(k + 3 - i) % 3]}`).join(' + '));

/** The coefficients of a product in Fp¹². @param {string[]} x @param {string[]} y */
export function product12(x, y) {
  const [a, b, c, d] = [x.slice(0, 3), x.slice(3), y.slice(0, 3), y.slice(3)];
  const [ac, bd, ad, bc] = [product6(a, c), product6(b, d), product6(a, d), product6(b, c)];
  const times = [`xi*(${bd[2]})`, bd[0], bd[1]];
  return [...SIX.map((k) => `${ac[k]} + ${times[k]}`), ...SIX.map((k) => `${ad[k]} + ${bc[k]}`)];
}

/**
 * The coefficients of 1/x in Fp⁶: with c below, c/(x0·c0 + ξ(x2·c1 + x1·c2)), of which the
 * denominator is the norm.
 * @param {string[]} x @returns {[string, string][]} parts of formulas, b0 to b2
 */
const inverse6 = ([x0, x1, x2]) => [
  ['c0', `${x0}^2 - xi*${x1}*${x2}`],
  ['c1', `xi*${x2}^2 - ${x0}*${x1}`],
  ['c2', `${x1}^2 - ${x0}*${x2}`],
  ['n', `1/(${x0}*c0 + xi*(${x2}*c1 + ${x1}*c2))`],
  ...SIX.map((k) => /** @type {[string, string]} */ ([`b${k}`, `c${k}*n`])),
];

/** 1/x = (x0 − x1·w)/(x0² − v·x1²) in Fp¹²: a is the norm in Fp⁶, and b its inverse. */
function inverse12() {
  const [first, second] = [
    ['x0', 'x1', 'x2'],
    ['x3', 'x4', 'x5'],
  ];
  const [squares, others] = [product6(first, first), product6(second, second)];
  const shifted = [`xi*(${others[2]})`, `(${others[0]})`, `(${others[1]})`];
  const norm = SIX.map(
    (k) => /** @type {[string, string]} */ ([`a${k}`, `${squares[k]} - ${shifted[k]}`]),
  );
  const b = ['b0', 'b1', 'b2'];
  return {
    parts: new Map([...norm, ...inverse6(['a0', 'a1', 'a2'])]),
    formulas: [...product6(first, b), ...product6(second, b).map((one) => `-(${one})`)],
  };
}

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
 * @param {bigint} p
 * @param {[bigint, bigint]} xi
 * @param {bigint} k
 * @returns {[bigint, bigint][]} for each coefficient
 */
const frobeniusFactors = (p, xi, k) =>
  [0n, 2n, 4n, 1n, 3n, 5n].map((e) => power(p, xi, (e * (p ** k - 1n)) / 6n));

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

/**
 * @param {Field} field
 * @param {[bigint, bigint]} xi
 * @returns {(name: string) => Claim[]}
 */
export function towerClaims(field, xi) {
  const layout = field.extension;
  const isDigits = field.most === 0n;
  const stored = isDigits ? digitRanges(field).stored : upTo(field.most);
  const slot = isDigits ? field.slot : 2 * field.slot;
  /** @param {string} param @param {number[]} which coefficients @param {Range} [range] */
  const places = (param, which, range = stored) =>
    which.map((k) => ({ name: `${param}${k}`, param, layout, range, offset: slot * k }));
  /**
   * z = formulas, coefficient by coefficient.
   * @param {string} name
   * @param {string} params
   * @param {number[]} which
   * @param {string[]} formulas
   * @param {Partial<Claim>} more
   * @returns {Claim}
   */
  const claim = (name, params, which, formulas, more) => ({
    ...{ name, field, params: [...params] },
    inputs: [...params.slice(1)].flatMap((param) => places(param, which)),
    outputs: places('z', which).map((place, i) => ({ ...place, formula: formulas[i] })),
    constants: new Map([['xi', xi]]),
    ...more,
  });
  /** @param {string} letter @param {number[]} which */
  const names = (letter, which) => which.map((k) => `${letter}${k}`);
  const [x6, y6] = [names('x', SIX), names('y', SIX)];
  const [x12, y12] = [names('x', TWELVE), names('y', TWELVE)];
  const conjugate = x12.map((name, k) => (k < 3 ? name : `-${name}`));
  const compressed = [1, 2, 3, 5];
  const inverse = inverse12();
  const claims = [
    claim('tower_mul6', 'zxy', SIX, product6(x6, y6), { title: 'z = xy in Fp⁶' }),
    claim(
      'tower_add6',
      'zxy',
      SIX,
      x6.map((x, i) => `${x} + ${y6[i]}`),
      { title: 'z = x + y in Fp⁶' },
    ),
    claim(
      'tower_neg6',
      'zx',
      SIX,
      x6.map((x) => `-${x}`),
      { title: 'z = −x in Fp⁶' },
    ),
    claim('tower_inv6', 'zx', SIX, names('b', SIX), {
      ...{ title: 'z = 1/x in Fp⁶', isDisjoint: true, parts: new Map(inverse6(x6)) },
    }),
    claim('tower_inv', 'zx', TWELVE, inverse.formulas, {
      ...{ title: 'z = 1/x in Fp¹²', isDisjoint: true, parts: inverse.parts },
    }),
    {
      ...claim('tower_decompress', 'z', compressed, [], {}),
      ...{ params: ['z', 'inverse'], title: 'x0 and x4 of a compressed element', isDisjoint: true },
      inputs: [
        ...places('z', compressed).map((place) => ({
          ...place,
          name: place.name.replace('z', 'x'),
        })),
        { name: 'n', param: 'inverse', layout, range: stored },
      ],
      outputs: places('z', [0, 4]).map((place, i) => ({
        ...{ ...place, formula: i ? X4 : `xi*(2*(${X4})^2 + x3*x5 - 3*x1*x2) + one` },
      })),
    },
    claim('tower_mul', 'zxy', TWELVE, product12(x12, y12), { title: 'z = xy in Fp¹²' }),
    claim('pairing_multiply', 'zxy', TWELVE, product12(x12, y12), { title: 'z = xy in Fp¹²' }),
    claim('tower_sqr', 'zx', TWELVE, product12(x12, x12), { title: 'z = x² in Fp¹²' }),
    claim('tower_copy', 'zx', TWELVE, x12, { title: 'z = x in Fp¹²' }),
    claim('tower_conjugate12', 'zx', TWELVE, conjugate, { title: 'z = x^(p⁶) in Fp¹²' }),
    claim('pairing_conjugate', 'zx', TWELVE, conjugate, { title: 'z = x^(p⁶) in Fp¹²' }),
    claim('pairing_square', 'zx', TWELVE, CYCLOTOMIC, { title: 'z = x², cyclotomic' }),
    claim(
      'tower_compressed_square',
      'zx',
      compressed,
      compressed.map((k) => CYCLOTOMIC[k]),
      {
        ...{ title: 'z = x², compressed cyclotomic', isDisjoint: true },
      },
    ),
    {
      ...claim('tower_scale', 'zx', [0], ['x0*s'], { title: 'z = x·s, s in Fp' }),
      ...{ params: ['z', 'x', 's'], apart: ['s'] },
      inputs: [...places('x', [0]), { name: 's', layout: field.layout, range: stored }],
    },
    {
      ...{ name: 'tower_is_equal', field, params: ['x', 'y'], outputs: [] },
      inputs: [...places('x', TWELVE), ...places('y', TWELVE)],
      title: '1 if x = y in Fp¹², else 0',
      cases: [
        { when: TWELVE.map((k) => `x${k} - y${k} = 0`), result: 1n },
        { when: [], result: 0n },
      ],
    },
    {
      ...{ name: 'tower_line6', field, params: ['z', 'x', 'l'], isDisjoint: true },
      inputs: [...places('x', SIX), ...places('l', [0, 1])],
      outputs: places('z', [0, 1, 2, 3, 4]).map((place, i) => ({
        ...place,
        formula: ['x0*l0', 'x1*l1', 'x2*l1', 'x2*l0', '(x0 + x1)*(l0 + l1)'][i],
      })),
    },
    ...[1n, 2n].map((k) =>
      claim(
        k === 1n ? 'tower_frobenius' : 'tower_frobenius2',
        'zx',
        TWELVE,
        x12.map((x, j) => `${k === 1n ? `(${x}Re - i*${x}Im)` : x}*g${j}`),
        {
          ...{ title: `z = x^(p${k === 1n ? '' : '²'}) in Fp¹²`, isDisjoint: k === 1n || isDigits },
          constants: new Map(frobeniusFactors(field.p, xi, k).map((g, j) => [`g${j}`, g])),
        },
      ),
    ),
  ];
  const byName = new Map(claims.map((one) => [one.name, [one]]));
  if (isDigits)
    ['tower_is_equal', 'tower_inv6', 'tower_inv'].forEach((name) => byName.delete(name));
  return (name) => byName.get(name) ?? [];
}
