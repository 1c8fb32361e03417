/**
 * Fp² of fma with a row for each coefficient, two elements in lanes; and its parts: columns, the
 * sums of digit products that are not carried, and their reduction. x0 and x1 are the elements of
 * the lanes at x.
 */
import { digitRanges, within } from './digits.js';
import { columns, pair, signedDigits } from './layouts.js';

/**
 * @import { Claim, Place } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Layout, Range } from './layouts.js'
 */

/** @param {Field} field @returns {(name: string) => Claim[]} */
export function columnClaims(field) {
  const { w, n, p, R } = field;
  const { wide, normalised, product, carried, subtrahend } = digitRanges(field);
  const number = signedDigits({ w, n, stride: 16, lanes: 1 });
  const sums = columns({ w, n: 2 * n, stride: 16 });
  /** Sums of digit products: up to k·p², and in a column j·n/2 times the radix. */
  const uncarried = (/** @type {bigint} */ k, /** @type {bigint} */ j) => {
    const most = k * p * p;
    return { least: -most, most, digit: (j * BigInt(n)) << BigInt(w - 1) };
  };
  const element = pair(number, 16 * n);
  /** @param {Layout} layout @param {string} param @param {Range} range @returns {Place[]} */
  const lanes = (layout, param, range) =>
    [0, 1].map((i) => {
      const scale = layout === sums ? { scale: R * R } : {};
      return { name: `${param}${i}`, param, layout, range, offset: 8 * i, ...scale };
    });
  /**
   * z = formula in both lanes.
   * @param {string} name
   * @param {Layout} layout
   * @param {string} formula
   * @param {Record<string, Range>} from
   * @param {Range} to
   * @param {Layout} [result]
   * @returns {Claim}
   */
  const one = (name, layout, formula, from, to, result = layout) => ({
    ...{ name, field, params: ['z', ...Object.keys(from)], usesScratch: true },
    on: 'digits',
    title: `z = ${formula}, in both lanes`,
    inputs: Object.entries(from).flatMap(([param, range]) =>
      lanes('uv'.includes(param) ? sums : layout, param, range),
    ),
    outputs: lanes(result, 'z', to).map((place, i) => ({
      ...place,
      formula: formula.replace(/\b([a-z])(?=Re|Im|\b)/g, `$1${i}`),
    })),
  });
  const xy = { x: wide, y: normalised };
  const [c, d] = [subtrahend, subtrahend];
  // Digits of 52 bits make products of 2h² alone: sums are carried, and two numbers subtracted.
  const isFull = w === 52;
  const [less, subtrahends] = isFull ? ['c - d', { c, d }] : ['c', { c }];
  const v = isFull ? uncarried(3n, 2n) : uncarried(5n, 3n);
  const factors = isFull
    ? [
        { x: wide, y: normalised, v },
        { x: within(p, 5200n, 1n, true), y: within(p, 2200n, 1n, true), v },
      ]
    : [{ x: within(p, 8800n, 8n), y: within(p, 2200n, 2n), v }];
  const all = isFull ? uncarried(15n, 4n) : uncarried(25n, 12n);
  const uv = isFull ? { u: uncarried(9n, 4n), v } : { u: all, v: all };
  const claims = [
    one('extension_mul', element, 'x*y', xy, product),
    one('extension_mul_sub', element, `x*y - ${less}`, { ...xy, ...subtrahends }, carried),
    one('extension_sqr', element, 'x*x', { x: normalised }, product),
    one('extension_sqr_sub', element, `x*x - ${less}`, { x: normalised, ...subtrahends }, carried),
    one('norm', element, 'xRe*xRe + xIm*xIm', { x: normalised }, product),
    ...factors.map((from) => ({
      ...one('columns', number, 'x*y - v', from, all, sums),
      isDisjoint: true,
    })),
    one('reduce', number, 'u - v', uv, product),
    one('reduce_sub', number, `u - v - ${less}`, { ...uv, ...subtrahends }, carried),
  ];
  claims.push({
    ...one('extension_invert_both', element, '1/x', { x: normalised }, product),
    title: 'z = 1/x, in both lanes, neither of them 0',
    on: 'elements',
    nonZero: [0, 1].map((i) => `x${i}Re*x${i}Re + x${i}Im*x${i}Im`),
  });
  return (name) => claims.filter((any) => any.name === name);
}
