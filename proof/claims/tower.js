/**
 * The tower of BLS12-381 over Fp²: Fp⁶ = Fp²[v], v³ = ξ = 1 + i, and Fp¹² = Fp⁶[w], w² = v. An
 * element has coefficients x0, x1, x2 of 1, v, v², and x3, x4, x5 of w, vw, v²w.
 */

/**
 * @import { Claim, Place } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Layout, Range } from './layouts.js'
 */

const XI = '(1 + i)';
const SIX = [0, 1, 2];
const TWELVE = [0, 1, 2, 3, 4, 5];

/** The coefficients of a product in Fp⁶. @param {string[]} x @param {string[]} y */
const product6 = (x, y) =>
  SIX.map((k) =>
    SIX.map((i) => `${i > k ? `${XI}*` : ''}${x[i]}*${y[(k + 3 - i) % 3]}`).join(' + '),
  );

/** The coefficients of a product in Fp¹². @param {string[]} x @param {string[]} y */
function product12(x, y) {
  const [a, b, c, d] = [x.slice(0, 3), x.slice(3), y.slice(0, 3), y.slice(3)];
  const [ac, bd, ad, bc] = [product6(a, c), product6(b, d), product6(a, d), product6(b, c)];
  const times = [`${XI}*(${bd[2]})`, bd[0], bd[1]];
  return [...SIX.map((k) => `${ac[k]} + ${times[k]}`), ...SIX.map((k) => `${ad[k]} + ${bc[k]}`)];
}

/**
 * Squares in the cyclotomic subgroup (Granger and Scott, eprint 2009/565, §3.2): the squares of
 * three elements of Fp⁴ = Fp²[s], s² = ξ.
 */
const CYCLOTOMIC = [
  `3*(x0^2 + ${XI}*x4^2) - 2*x0`,
  `3*(x3^2 + ${XI}*x2^2) - 2*x1`,
  `3*(x1^2 + ${XI}*x5^2) - 2*x2`,
  `6*${XI}*x1*x5 + 2*x3`,
  '6*x0*x4 + 2*x4',
  '6*x2*x3 + 2*x5',
];

/**
 * ξ^(w's exponent·(p^k − 1)/6), of k = 1 or 2, the factors of a p^k-th power.
 * @param {bigint} p @param {bigint} k @returns {[bigint, bigint][]} for each coefficient
 */
function frobeniusFactors(p, k) {
  /** @param {bigint[]} x @param {bigint[]} y @returns {[bigint, bigint]} */
  const times = ([a, b], [c, d]) => [(a * c - b * d) % p, (a * d + b * c) % p];
  /** @param {bigint} e @returns {[bigint, bigint]} */
  const power = (e) => {
    if (e === 0n) return [1n, 0n];
    const half = power(e >> 1n);
    const square = times(half, half);
    return e & 1n ? times(square, [1n, 1n]) : square;
  };
  return [0n, 2n, 4n, 1n, 3n, 5n].map((e) => power((e * (p ** k - 1n)) / 6n));
}

/**
 * @param {Field} field
 * @param {Range} stored
 * @returns {(name: string) => Claim[]}
 */
export function towerClaims(field, stored) {
  const layout = /** @type {Layout} */ (field.extension);
  const slot = 128;
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
    ...more,
  });
  /** @param {string} letter @param {number[]} which */
  const names = (letter, which) => which.map((k) => `${letter}${k}`);
  const [x6, y6] = [names('x', SIX), names('y', SIX)];
  const [x12, y12] = [names('x', TWELVE), names('y', TWELVE)];
  const conjugate = x12.map((name, k) => (k < 3 ? name : `-${name}`));
  const compressed = [1, 2, 3, 5];
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
    claim('tower_mul', 'zxy', TWELVE, product12(x12, y12), { title: 'z = xy in Fp¹²' }),
    claim('pairing_multiply', 'zxy', TWELVE, product12(x12, y12), { title: 'z = xy in Fp¹²' }),
    claim('tower_sqr', 'zx', TWELVE, product12(x12, x12), { title: 'z = x² in Fp¹²' }),
    claim('tower_copy', 'zx', TWELVE, x12, { title: 'z = x in Fp¹²' }),
    claim('tower_conjugate12', 'zx', TWELVE, conjugate, { title: 'z = x^(p⁶) in Fp¹²' }),
    claim('pairing_conjugate', 'zx', TWELVE, conjugate, { title: 'z = x^(p⁶) in Fp¹²' }),
    claim('pairing_square', 'zx', TWELVE, CYCLOTOMIC, {
      title: 'z = x², cyclotomic',
      isDisjoint: true,
    }),
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
      ...claim('tower_scale', 'zx', [0], ['x0*s'], { title: 'z = x·s, s in Fp', isDisjoint: true }),
      params: ['z', 'x', 's'],
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
    ...frobeniusClaims(),
  ];
  const byName = new Map(claims.map((one) => [one.name, [one]]));
  return (name) => byName.get(name) ?? [];

  /** Coefficient by coefficient of i: conjugates are no polynomials over Fp². @returns {Claim[]} */
  function frobeniusClaims() {
    /** @param {string} param @param {string} a @param {string} b @returns {Place[]} */
    const parts = (param, a, b) =>
      TWELVE.flatMap((k) =>
        [a, b].map((letter, i) => ({
          ...{ name: `${letter}${k}`, param, layout: field.layout, range: stored },
          offset: slot * k + 64 * i,
        })),
      );
    return [1n, 2n].map((k) => {
      const factors = frobeniusFactors(field.p, k);
      const constants = new Map(
        factors.flatMap(
          ([g, h], j) =>
            /** @type {[string, bigint[]][]} */ ([
              [`g${j}`, [g]],
              [`h${j}`, [h]],
            ]),
        ),
      );
      const conjugated = k === 1n ? '-' : '';
      /** @param {number} j of (a ± bi)(g + hi) */
      const product = (j) => [
        `a${j}*g${j} - (${conjugated}b${j})*h${j}`,
        `a${j}*h${j} + (${conjugated}b${j})*g${j}`,
      ];
      return {
        ...{ name: k === 1n ? 'tower_frobenius' : 'tower_frobenius2', field, params: ['z', 'x'] },
        ...{ title: `z = x^(p${k === 1n ? '' : '²'}) in Fp¹²`, constants, isDisjoint: true },
        inputs: parts('x', 'a', 'b'),
        outputs: parts('z', 'c', 'd').map((place, i) => ({
          ...place,
          formula: product(i >> 1)[i & 1],
        })),
      };
    });
  }
}
