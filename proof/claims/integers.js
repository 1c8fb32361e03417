/**
 * The field functions of limbs30 and wide64. Stored numbers are below 2p (less where p leaves no
 * room for that), factors of limbs30 at most 4p or 8p. `field_mul` stands for Montgomery's product
 * and for the fold.
 */
import { SUM_PARAMS, claim, sumFormula, upTo } from './claim.js';
import { P381 } from './fields.js';

/**
 * @import { Case, Claim } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Layout, Range } from './layouts.js'
 */

/**
 * Of stored numbers; of sums that are not reduced, and of factors: wide64 knows stored ones only.
 * @param {Field} field @param {boolean} [hasExtension]
 */
export function integerRanges({ p, most, layout }, hasExtension = false) {
  const isWide = layout.bytes % 8 === 0;
  const [loose, factor] = isWide ? [most, most] : [4n * p, hasExtension ? 8n * p : 4n * p];
  return { stored: upTo(most), loose: upTo(loose), factor: upTo(factor) };
}

/** The functions of secp256k1 that reduce once for several products. */
const FUSED = new Map([
  ['field_fused_0', ['zxy', '2xy']],
  ['field_fused_1', ['zx', '2xx']],
  ['field_fused_2', ['zx', '3xx']],
  ['field_fused_3', ['zxs', 'xx - 2s']],
  ['field_fused_4', ['zsxmb', 'sm - xm - 2bb']],
  ['field_fused_5', ['zxys', 'xy - s']],
  ['field_fused_6', ['zxys', '-xy - s']],
  ['field_fused_7', ['zxst', 'xx - s - 2t']],
  ['field_fused_8', ['zvxryj', 'vr - xr - yj']],
  ['field_fused_10', ['zxst', 'xx - s - t']],
  ['field_fused_11', ['zxyus', 'xu - yu - s']],
]);

/** Letters side by side are factors. @param {string} formula */
const spaced = (formula) => formula.replace(/(?<=[a-z])(?=[a-z])/g, '*');

/**
 * @param {Field} field
 * @param {boolean} hasExtension whether factors are sums of four
 * @returns {(name: string) => Claim[]} the claims about a function, of which all must hold
 */
export function integerClaims(field, hasExtension) {
  const { p, extension } = field;
  const { stored, loose, factor } = integerRanges(field, hasExtension);
  const isWide = field.layout.bytes % 8 === 0;
  /** @type {Map<string, Claim[]>} */
  const claims = new Map();
  /** @param {Claim[]} all */
  const add = (...all) => all.forEach((one) => claims.set(one.name, all));
  const sums = [
    ['add', 'zxy', 'x + y', stored],
    ['sub', 'zxy', 'x - y', stored],
    ['neg', 'zx', '-x', stored],
    ['sub2', 'zxyu', 'x - y - u', stored],
    ['copy', 'zx', 'x', stored],
    // No multiple of p at either end: where a difference is tested for 0, by one digit, 0 and 4p
    // are left out.
    ['difference', 'zxy', 'x - y', isWide ? loose : { least: 1n, most: 4n * p - 1n }],
    ['loose_sum', 'zxy', 'x + y', loose],
    ['negated_sum', 'zxy', '-x - y', loose],
    ['loose_neg', 'zx', '-x', loose],
  ];
  for (const [name, params, formula, to] of /** @type {[string, string, string, Range][]} */ (
    sums
  )) {
    add(claim(field, `field_${name}`, params, formula, stored, to));
    add(claim(field, `extension_${name}`, params, formula, stored, to, { layout: extension }));
  }
  add(claim(field, 'field_mul', 'zxy', 'x*y', factor, stored));
  add(claim(field, 'field_sqr', 'zx', 'x*x', loose, stored));
  add(claim(field, 'field_product_sum', 'zxyuv', 'x*y + u*v', stored, stored));
  rootClaims(field, stored, hasExtension).forEach((one) => add(one));
  add(claim(field, 'field_reduce', 'zx', 'x', stored, upTo(p - 1n)));
  add({
    ...{ name: 'field_is_zero', field, params: ['x'], outputs: [], isZero: 'x' },
    inputs: [{ name: 'x', layout: field.layout, range: stored }],
  });
  for (const layout of [field.layout, extension])
    equalityClaims(field, layout, stored).forEach((one) => add(one));
  extensionClaims(field, { stored, loose }).forEach((one) => add(one));
  for (const [name, [params, formula]] of FUSED)
    add(claim(field, name, params, spaced(formula), stored, stored));
  // The last param says, as 0 or −1, whether x is negated.
  const signed = /** @type {const} */ ([
    [0n, '(x - y)*u'],
    [-1n, '(-x - y)*u'],
  ]).map(([sign, formula]) => {
    const numbers = new Map([['sign', sign]]);
    const one = claim(field, 'field_fused_9', 'zxyu', formula, stored, stored, { numbers });
    return { ...one, params: [...one.params, 'sign'] };
  });
  claims.set('field_fused_9', signed);
  return (name) => claims.get(name) ?? sumsByName(field, name, stored);
}

/** @param {Field} field @param {Layout} layout @param {Range} range @returns {Claim[]} */
function equalityClaims(field, layout, range) {
  const kind = layout === field.layout ? 'field' : 'extension';
  /** @param {string} name @param {string[]} params @param {string} formula @returns {Claim} */
  const test = (name, params, formula) => ({
    ...{ name: `${kind}_${name}`, field, params, outputs: [] },
    inputs: params.map((param) => ({ name: param, layout, range })),
    cases: [
      { when: [`${formula} = 0`], result: 1n },
      { when: [], result: 0n },
    ],
  });
  const equal = test('is_equal', ['x', 'y'], 'x - y');
  return kind === 'field' ? [equal] : [equal, test('is_zero', ['x'], 'x')];
}

/**
 * Where roots are powers; but squares of secp256k1's limbs30 are a loop over digits that is not
 * proven. @param {Field} field
 */
export const hasRoots = ({ p, R, layout }) => p % 4n === 3n && (R !== 1n || layout.bytes % 8 === 0);

/** Of roots x^e and 1/x^k, and x^j = x of squares. @param {bigint} p */
export function rootExponents(p) {
  // With (p − 1)/2 more, x^k is 1/√x as well, and the shorter chain.
  const k = (p - 3n) / 4n + (p === P381 ? (p - 1n) / 2n : 0n);
  return new Map([
    ['e', k + 1n],
    ['k', k],
    ['j', 2n * k + 2n],
  ]);
}

/**
 * Powers by which roots are taken, of primes that are 3 modulo 4.
 * @param {Field} field
 * @param {Range} stored
 * @param {boolean} hasExtension where z may be x
 * @returns {Claim[]}
 */
function rootClaims(field, stored, hasExtension) {
  const { p } = field;
  if (!hasRoots(field)) return [];
  const text = p === P381 ? ['(3p − 5)/4', '(3p − 1)/4'] : ['(p − 3)/4', '(p + 1)/4'];
  const exponents = rootExponents(p);
  const more = { exponents, isDisjoint: true };
  return [
    claim(field, 'field_inverse_root_power', 'zx', 'x^k', stored, stored, {
      ...{ ...more, title: `z = x^(${text[0]})` },
    }),
    claim(field, 'field_sqrt_power', 'zx', 'x^e', stored, stored, {
      ...{ ...more, title: `z = x^(${text[1]})` },
    }),
    claim(field, 'field_sqrt', 'zx', 'x', stored, stored, {
      ...{
        exponents,
        isDisjoint: !hasExtension,
        title: `1 and z = x^(${text[1]}) if that squared is x, else 0`,
      },
      cases: [
        { when: ['x^j - x = 0'], outputs: new Map([['z', 'x^e']]), result: 1n },
        { when: [], result: 0n },
      ],
    }),
    {
      ...claim(field, 'extension_sqrt', 'zx', 'x', stored, stored, { layout: field.extension }),
      ...{ ...more, usesScratch: true, constants: new Map([['h', [(p + 1n) / 2n]]]) },
      ...{ title: '1 and z = a root of x, if one is found by its norm, else 0' },
      cases: rootsByNorm(),
    },
  ];
}

/**
 * With n = √N of the norm N of x = a + bi, and d = (n + a)/2, or a if that is 0: √d + b/(2√d)·i,
 * or i times that if d is no square.
 * @returns {Case[]}
 */
export function rootsByNorm() {
  const N = '(xRe^2 + xIm^2)';
  const sum = `h*(${N}^e + xRe)`;
  const isSquare = `${N}^j - ${N} = 0`;
  /** @param {string[]} when @param {string} root @returns {Case[]} */
  const checked = (when, root) => [
    { when: [...when, `(${root})^2 - x = 0`], outputs: new Map([['z', root]]), result: 1n },
    { when, result: 0n },
  ];
  /** @param {string[]} when @param {string} d */
  const of = (when, d) => {
    const [r, q] = [`${d}*${d}^k`, `h*xIm*${d}^k`];
    return [
      ...checked([...when, `(${r})^2 - ${d} = 0`], `${r} + i*${q}`),
      ...checked(when, `i*${r} - ${q}`),
    ];
  };
  return [
    ...of([isSquare, `${sum} = 0`], 'xRe'),
    ...of([isSquare], `(${sum})`),
    { when: [], result: 0n },
  ];
}

/**
 * Fp² as pairs of coefficients: the functions of limbs30 that are not made of calls.
 * @param {Field} field
 * @param {{ stored: Range, loose: Range }} ranges
 */
function extensionClaims(field, { stored, loose }) {
  const { p, layout, extension } = field;
  const scratch = { layout: extension, usesScratch: true };
  const parts = { layout: extension, resultLayout: layout, isDisjoint: true };
  return [
    claim(field, 'extension_mul', 'zxy', 'x*y', loose, stored, scratch),
    claim(field, 'extension_sqr', 'zx', 'x*x', loose, stored, scratch),
    claim(field, 'extension_norm', 'zx', 'a*a + b*b', stored, stored, { ...scratch, ...parts }),
    claim(field, 'coefficient_sum', 'zx', 'a + b', upTo(4n * p), upTo(8n * p), parts),
    claim(field, 'coefficient_difference', 'zx', 'a - b', upTo(4n * p), upTo(8n * p), parts),
  ].map((one) => ({ ...one, inputs: one.inputs.length ? one.inputs : coefficients(one) }));

  /** An operand x = a + bi, of which the formula names the coefficients. @param {Claim} one */
  function coefficients({ name }) {
    const range = name === 'extension_norm' ? stored : upTo(4n * p);
    const { stride = 0 } = /** @type {Layout} */ (extension);
    return [0, 1].map((i) => ({ name: 'ab'[i], param: 'x', layout, range, offset: i * stride }));
  }
}

/**
 * Sums with small coefficients say them in their names.
 * @param {Field} field
 * @param {string} name
 * @param {Range} stored
 * @returns {Claim[]}
 */
function sumsByName(field, name, stored) {
  const match = /^(field|extension|tower|tower_heavy)_sum_([\dim]+(?:_[\dim]+)*)$/.exec(name);
  const layout = match?.[1] === 'field' ? field.layout : field.extension;
  if (!match) return [];
  const coefficients = match[2].split('_');
  const params = `z${SUM_PARAMS.slice(0, coefficients.length)}`;
  const scratch = match[1] === 'field' ? {} : { usesScratch: true };
  return [
    claim(field, name, params, sumFormula(coefficients), stored, stored, { layout, ...scratch }),
  ];
}
