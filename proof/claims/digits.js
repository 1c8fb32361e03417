/**
 * The field functions of fma: numbers of either sign, as signed digits, two at a time. Bounds are
 * in thousandths of p.
 */
import { SUM_PARAMS, claim, sumFormula, upTo } from './claim.js';
import { FULL_DIGIT, signedDigits } from './layouts.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Layout, Range } from './layouts.js'
 * @import { Claims } from './modules.js'
 */

/**
 * Digits of at most `digit` times half the radix, and 2^−40 of that more if `isStored`.
 * @param {bigint} p @param {bigint} thousandths @param {bigint} [digit] @param {boolean} [isStored]
 * @returns {Range}
 */
export function within(p, thousandths, digit = 1n, isStored = false) {
  const most = (p * thousandths) / 1000n;
  return { least: -most, most, digit: digit * (FULL_DIGIT + (isStored ? 1n : 0n)) };
}

/** @param {Field} field */
export function digitRanges({ p, w }) {
  // A digit of 52 bits has no room for sums: two numbers are subtracted, not their sum.
  const isFull = w === 52;
  // Where Fp² has its coefficients in lanes, a product takes what is stored.
  const isShort = w < 50;
  return {
    centred: within(p, 510n),
    // As a carry leaves digits, which no negative of them need be.
    carried: { ...within(p, 510n), isBelow: true },
    product: within(p, 920n),
    normalised: within(p, 1100n),
    factor: within(p, 1100n, 1n, isShort),
    difference: within(p, 2200n, 2n),
    twice: within(p, 1020n, 2n),
    subtrahend: isFull ? within(p, 800n) : within(p, 1600n, 2n),
    wide: isFull ? within(p, 2600n, 2n) : within(p, 4400n, 4n),
    stored: within(p, 800n, 1n, true),
    summed: within(p, 1600n, 2n, true),
  };
}

/**
 * Fp² with the coefficients of one element side by side.
 * @param {Field} field @returns {Claims}
 */
export function complexClaims(field) {
  const { stored, summed } = digitRanges(field);
  const layout = /** @type {Layout} */ (field.extension);
  /**
   * @param {string} name
   * @param {string} params
   * @param {string} formula
   * @param {Range | Map<string, Range>} from
   * @param {Range} [to]
   */
  const one = (name, params, formula, from, to = stored) =>
    claim(field, `extension_${name}`, params, formula, from, to, { layout, usesScratch: true });
  const claims = [
    one('mul', 'zxy', 'x*y', summed),
    one('sqr', 'zx', 'x*x', stored),
    { ...one('scale', 'zxs', 'x*sRe', summed), isDisjoint: true },
    one('conjugate', 'zx', 'xRe - i*xIm', stored),
    one('copy', 'zx', 'x', stored),
    one('loose_sum', 'zxy', 'x + y', stored, summed),
    one('loose_difference', 'zxy', 'x - y', stored, summed),
  ];
  const { w, n, bytes, p } = field;
  const lane = signedDigits({ w, n, stride: 16, lanes: 1 });
  const elements = { field, on: /** @type {const} */ ('elements') };
  const x = { name: 'x', layout, range: stored };
  const isZero = (/** @type {string} */ formula) => [
    { when: [`${formula} = 0`], result: 1n },
    { when: [], result: 0n },
  ];
  /** Both coefficients, as lanes or encoded. @param {string} param @param {string[]} [formulas] */
  const parts = (param, formulas = ['', '']) => {
    const isEncoded = param === 'source' || param === 'target';
    const most = param === 'source' ? (1n << BigInt(8 * bytes.bytes)) - 1n : p - 1n;
    const encoded = { layout: bytes, range: upTo(most), scale: 1n };
    return formulas.map((formula, i) => ({
      ...{ name: `${param}${i}`, param, formula },
      ...(isEncoded ? encoded : { layout: lane, range: stored }),
      offset: i * (isEncoded ? bytes.bytes : 8),
    }));
  };
  /** @type {Claim[]} */
  const more = [
    {
      ...{ name: 'extension_inv', ...elements, params: ['z', 'x'] },
      title: 'z = 1/x in Fp², x other than 0',
      ...{ inputs: [x], nonZero: ['xRe*xRe + xIm*xIm'] },
      outputs: [{ ...x, name: 'z', formula: '1/x' }],
    },
    {
      ...{ name: 'extension_is_zero', ...elements, params: ['x'], inputs: [x], outputs: [] },
      cases: isZero('x'),
    },
    {
      ...{ name: 'extension_is_equal', ...elements, params: ['x', 'y'], outputs: [] },
      ...{ inputs: [x, { ...x, name: 'y' }], cases: isZero('x - y') },
    },
    {
      ...{ name: 'extension_from_bytes', ...elements, params: ['z', 'source'], isDisjoint: true },
      title: 'reads z; 1, or 0 if a coefficient is not below p',
      ...{ inputs: parts('source'), outputs: parts('z') },
      cases: [
        {
          when: ['source0 < p', 'source1 < p'],
          outputs: new Map([0, 1].map((i) => [`z${i}`, `source${i}`])),
          result: 1n,
        },
        { when: [], result: 0n },
      ],
    },
    {
      ...{ name: 'extension_to_bytes', ...elements, params: ['target', 'x'], isDisjoint: true },
      ...{ title: 'writes x', inputs: parts('x'), outputs: parts('target', ['x0', 'x1']) },
    },
  ];
  const byName = new Map([...claims, ...more].map((any) => [any.name, [any]]));
  return (name, lookup) => {
    if (name === 'row_is_zero') {
      const [address] = lookup?.rows(name) ?? [];
      const inputs = [{ ...x, address }];
      return [{ name, ...elements, params: [], inputs, outputs: [], cases: isZero('x') }];
    }
    const coefficients = /^(?:extension|tower_heavy)_sum_([\dim]+(?:_[\dim]+)*)$/
      .exec(name)?.[1]
      .split('_');
    if (!coefficients) return byName.get(name) ?? [];
    const params = `z${SUM_PARAMS.slice(0, coefficients.length)}`;
    return [claim(field, name, params, sumFormula(coefficients), stored, stored, { layout })];
  };
}

/** @param {Field} field @returns {(name: string) => Claim[]} */
export function digitClaims(field) {
  const { centred, carried, product, normalised, factor, difference } = digitRanges(field);
  const mul = new Map([
    ['x', difference],
    ['y', factor],
    ['c', centred],
  ]);
  const sum = within(field.p, 1840n, 2n);
  const claims = [
    claim(field, 'field_mul', 'zxy', 'x*y', mul, product),
    claim(field, 'field_square', 'zx', 'x*x', normalised, product),
    claim(field, 'field_mul_sub', 'zxyc', 'x*y - c', mul, carried),
    claim(field, 'row_sum', 'zxy', 'x + y', product, sum),
    claim(field, 'row_difference', 'zxy', 'x - y', product, sum),
  ];
  const byName = new Map(claims.map((one) => [one.name, [one]]));
  return (name) => byName.get(name) ?? [];
}
