/**
 * Lists: functions that do the same with each element, and the steps that they are made of. On fma
 * an element is a row, of two numbers; what is stored is at most 1.01p, and sums without products,
 * which nearly double what exceeds p, are given `almost` p, at most 1.004p.
 */
import { upTo } from './claim.js';
import { digitRanges, within } from './digits.js';
import { shapes } from '../kernel/layouts.js';
import { byName } from './notation.js';

/**
 * @import { Claim, Place } from './claim.js'
 * @import { Field } from './fields.js'
 */

/**
 * `step | list(params): formulas`, or one name of both. A param in capitals is the same for all
 * elements, small in formulas; on fma it is the first lane, if it is no output. Ranges, of inputs
 * at the params, and of outputs, are those of fma.
 */
const STEPS = stepsIn(`
  accumulate(z, x, C): z = z + x*c
  quotient(z, x, d, C): z = (c - x)*d
  dot(Z, x, y): z = z + x*y
  multiply(z, x, y): z = x*y
  plus | add(z, x, y): z = x + y
  minus | subtract(z, x, y): z = x - y
  | scale(z, x, C): z~product = x*c
  scale | (z, x~difference, C): z~product = x*c
  sum | (z, x, y~product): z = x + y
  sum | (z, x~almost, y~almost): z = x + y
  sums | (l~almost, h~almost): l = l + h; h = l - h
  forward | level(l, h, C): l = l + h*c; h = l - h*c
  backward | (l~almost, h~almost, C~almost): l = l + h; h = (l - h)*c
  quarters | two_levels(a, b, c, d, T, S, U):
    a = a + c*t + (b + d*t)*s; b = a + c*t - (b + d*t)*s;
    c = a - c*t + (b - d*t)*u; d = a - c*t - (b - d*t)*u`);

/** x1 is the element after x. */
const NEIGHBOURS = stepsIn(`
  fold(z, x, w): z = x + x1 + (x - x1)*w
  split(z, d, t, C): z = (c + t)*d; z1 = (c - t)*d`);

/** Where the lanes of a row meet: x01 is the second lane of the first row at x. */
const LANES = stepsIn(`
  fold(z, x~almost, w):
    z00 = x00 + x01 + (x00 - x01)*w00; z01 = x10 + x11 + (x10 - x11)*w01
  shift(z, x): z00 = x01; z01 = x10
  split(z, d, t, C):
    z00 = (c00 + t00)*d00; z01 = (c00 - t00)*d00; z10 = (c00 + t01)*d01; z11 = (c00 - t01)*d01
  forward_neighbours | (x, c):
    x00 = x00 + x01*c00; x01 = x00 - x01*c00; x10 = x10 + x11*c01; x11 = x10 - x11*c01
  backward_neighbours | (x~almost, c):
    x00 = x00 + x01; x01 = (x00 - x01)*c00; x10 = x10 + x11; x11 = (x10 - x11)*c01`);

/** @param {string} text */
function stepsIn(text) {
  const lines = text.replace(/(?<=[:;])\s+/g, ' ').split('\n');
  return lines.slice(1).map((line) => {
    const [, step, list = step, params, formulas] =
      /^ *(\w*)(?: ?\| ?(\w*))?\((.*)\): (.*)$/.exec(line) ?? [];
    return {
      ...{ step, list, params: params.split(', ').map((one) => one.split('~')) },
      formulas: formulas.split('; ').map((one) => one.split(/(?:~(\w+))? = /)),
    };
  });
}

/** @param {Field} field @returns {(name: string) => Claim[]} */
export function listClaims(field) {
  const { slot, layout, most, p } = field;
  const isFma = most === 0n;
  const { product, difference } = digitRanges(field);
  const stored = isFma ? within(p, 1010n) : upTo(most);
  const ofFma = new Map(Object.entries({ product, difference, almost: within(p, 1004n) }));
  const { lane } = shapes(field, false);

  /** @param {(typeof STEPS)[0]} step @returns {Claim[]} */
  const claimsOf = ({ step, list, params: listed, formulas }) => {
    const shared = listed.map(([param]) => param).filter((param) => param < 'a');
    const ranges = new Map(listed.map(([param, range]) => [param.toLowerCase(), range]));
    const params = [...ranges.keys()];
    const outputs = new Set(formulas.map(([name]) => name));
    /** @param {string} name @param {string} [range] @returns {Place} */
    const place = (name, range = '') => {
      const [param, row = 0, at = ''] = name;
      const isConstant = shared.includes(param.toUpperCase()) && !outputs.has(param);
      return {
        ...{ name, param, offset: slot * Number(row) + 8 * Number(at) },
        range: (isFma && ofFma.get(range)) || stored,
        layout: isFma && (at || isConstant) ? lane : layout,
      };
    };
    const names = formulas.flatMap(([, , formula]) => formula.match(/[a-z]\d*/g) ?? []);
    const inputs = [...new Set(names)].map((name) => place(name, ranges.get(name[0])));
    /** @type {Claim} */
    const one = {
      ...{ name: `step_${step}`, field, params, inputs, usesScratch: isFma },
      isDisjoint: !isFma || formulas.length > 1,
      outputs: formulas.map(([z, range, formula]) => ({ ...place(z, range), formula })),
      ...(isFma && step === 'fold' && { on: 'elements' }),
      // Two rows are read for one that is written: of the second one the first lane.
      ...(step === 'shift' && { room: new Map([['x', 2 * slot]]) }),
    };
    /** Elements of a list, or rows of fma, at a param. @param {string} param */
    const elementsAt = (param) =>
      step !== 'shift' && [...names, ...outputs].some((name) => name.startsWith(`${param}1`))
        ? 2
        : 1;
    const strideOf = (/** @type {string} */ param) =>
      shared.includes(param.toUpperCase()) ? 0n : BigInt(slot * elementsAt(param));
    const strides = new Map(params.map((param) => [param, strideOf(param)]));
    return [
      one,
      {
        ...{ ...one, name: `list_${list}`, params: [...params, 'count'], isDisjoint: true },
        list: { strides, count: 'count', ...(isFma && { perRow: 2n }) },
      },
    ];
  };
  const claims = [...STEPS, ...(isFma ? LANES : NEIGHBOURS)].flatMap(claimsOf);
  return byName(claims);
}
