/**
 * Fp² of fma with a row for each coefficient, two elements in lanes; and its parts: columns, the
 * sums of digit products that are not carried, and their reduction. x0 and x1 are the elements of
 * the lanes at x.
 */
import { digitRanges, within } from './digits.js';
import { columns, pair, signedDigits } from '../kernel/layouts.js';
import { byName, readerOfAll, typesOf } from './notation.js';

/**
 * @import { Claim, Place } from './claim.js'
 * @import { Field } from './fields.js'
 */

/** @param {Field} field @returns {(name: string) => Claim[]} */
export function columnClaims(field) {
  const { w, n, p, R } = field;
  const number = signedDigits({ w, n, stride: 16, lanes: 1 });
  const sums = columns({ w, n: 2 * n, stride: 16 });
  /** Sums of digit products: up to k·p², and in a column j·n/2 times the radix. */
  const uncarried = (/** @type {bigint} */ k, /** @type {bigint} */ j) => {
    const range = { least: -k * p * p, most: k * p * p, digit: (j * BigInt(n)) << BigInt(w - 1) };
    return { layout: sums, range, scale: R * R };
  };
  // Digits of 52 bits make products of 2h² alone: sums are carried, and two numbers subtracted.
  const isFull = w === 52;
  const [cd, less] = isFull ? ['c ~subtrahend, d ~subtrahend', 'c - d'] : ['c ~subtrahend', 'c'];
  const uv = isFull ? 'u ~more, v ~few' : 'u ~all, v ~all';
  const ranges = digitRanges(field);
  const types = {
    ...typesOf(number, ranges),
    long: { layout: number, range: isFull ? within(p, 5200n, 1n, true) : within(p, 8800n, 8n) },
    short: { layout: number, range: within(p, 2200n, isFull ? 1n : 2n, isFull) },
    ...(isFull
      ? { few: uncarried(3n, 2n), more: uncarried(9n, 4n), all: uncarried(15n, 4n) }
      : { few: uncarried(5n, 3n), all: uncarried(25n, 12n) }),
  };
  const more = { on: /** @type {const} */ ('digits'), usesScratch: true };
  const ofNumbers = readerOfAll({ field, types, more });
  const ofPairs = readerOfAll({ field, types: typesOf(pair(number, 16 * n), ranges), more });
  const claims = [
    ...ofPairs(`
      extension_mul(z, x ~wide, y ~normalised): z ~product = x*y
      extension_mul_sub(z, x ~wide, y ~normalised, ${cd}): z ~carried = x*y - ${less}
      extension_sqr(z, x ~normalised): z ~product = x*x
      extension_sqr_sub(z, x ~normalised, ${cd}): z ~carried = x*x - ${less}
      norm(z, x ~normalised): z ~product = xRe*xRe + xIm*xIm
      extension_invert_both(z, x ~normalised): z ~product = 1/x
        elements
        nonzero xRe*xRe + xIm*xIm`),
    ...ofNumbers(`
      ${isFull ? 'columns(z, x ~wide, y ~normalised, v ~few): z ~all = x*y - v\n disjoint' : ''}
      columns(z, x ~long, y ~short, v ~few): z ~all = x*y - v
        disjoint
      reduce(z, ${uv}): z ~product = u - v
      reduce_sub(z, ${uv}, ${cd}): z ~carried = u - v - ${less}`),
  ];
  return byName(claims.map(inLanes));
}

/** In both lanes what is said of one. @param {Claim} claim @returns {Claim} */
function inLanes(claim) {
  const [{ formula }] = claim.outputs;
  /** @template {Place} P @param {P} place @returns {P[]} */
  const lanes = (place) =>
    [0, 1].map((i) => ({ ...place, name: `${place.name}${i}`, param: place.name, offset: 8 * i }));
  /** @param {string} text */
  const both = (text) => [0, 1].map((i) => text.replace(/\b([a-z])(?=Re|Im|\b)/g, `$1${i}`));
  return {
    ...claim,
    title: `z = ${formula}, in both lanes${claim.nonZero ? ', neither of them 0' : ''}`,
    inputs: claim.inputs.flatMap(lanes),
    outputs: claim.outputs.flatMap(lanes).map((one, i) => ({ ...one, formula: both(formula)[i] })),
    nonZero: claim.nonZero?.flatMap(both),
  };
}
