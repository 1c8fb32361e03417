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
  const { wide, normalised, product, centred, subtrahend } = digitRanges(field);
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
  const sum = { x: within(p, 8800n, 8n), y: within(p, 2200n, 2n), v: uncarried(5n, 3n) };
  const c = subtrahend;
  const uv = { u: uncarried(25n, 12n), v: uncarried(25n, 12n) };
  const claims = [
    one('extension_mul', element, 'x*y', xy, product),
    one('extension_mul_sub', element, 'x*y - c', { ...xy, c }, centred),
    one('extension_sqr', element, 'x*x', { x: normalised }, product),
    one('extension_sqr_sub', element, 'x*x - c', { x: normalised, c }, centred),
    one('norm', element, 'xRe*xRe + xIm*xIm', { x: normalised }, product),
    { ...one('columns', number, 'x*y - v', sum, uncarried(25n, 12n), sums), isDisjoint: true },
    one('reduce', number, 'u - v', uv, product),
    one('reduce_sub', number, 'u - v - c', { ...uv, c }, centred),
  ];
  return (name) => claims.filter((any) => any.name === name);
}
