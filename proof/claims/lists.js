/**
 * Lists: functions that do the same with each element, and the steps that they are made of. On fma
 * an element is a row, of two numbers; what is stored is at most 1.01p, and sums without products,
 * which nearly double what exceeds p, are given `almost` p, at most 1.004p.
 *
 * A `factor` is two rows, a number and its quotient. What levels of a transform leave has full
 * digits; that it is as small as the levels after them need is not claimed, but derived
 * (wasm-gen/polynomial/fma-butterflies.js), and asserted in debug builds.
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
  backward | (l~almost, h~almost, C~almost): l = l + h; h = (l - h)*c
  forward | level(l~level, h~level, C~factor): l~full = l + h*c; h~full = l - h*c
  quarters | two_levels(a~level, b~level, c~level, d~level, T~factor, S~factor, U~factor):
    a~full = a + c*t + (b + d*t)*s; b~full = a + c*t - (b + d*t)*s;
    c~full = a - c*t + (b - d*t)*u; d~full = a - c*t - (b - d*t)*u
  first_quarters | first_levels(a, b, c, d, U~factor):
    a = a + b + c + d; b~full = a - b + c - d;
    c~full = a - c + (b - d)*u; d~full = a - c - (b - d)*u
  settle | (x~left): x = x
  factors | factors(z, x): z~factor = x`);

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
  forward_neighbours | (x~between, c~factor):
    x00~full = x00 + x01*c00; x01~full = x00 - x01*c00;
    x10~full = x10 + x11*c01; x11~full = x10 - x11*c01
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
  const { slot, layout, most, p, R } = field;
  const isFma = most === 0n;
  const { product, difference } = digitRanges(field);
  const stored = isFma ? within(p, 1010n) : upTo(most);
  const bounds = [1004n, 8200n, 12000n, 15900n];
  const [almost, level, between, left] = bounds.map((bound) => within(p, bound));
  // Every digit is at most half of the radix.
  const fullest = R / 2n + (R >> 50n);
  const full = { ...almost, least: -fullest, most: fullest };
  const factor = within(p, 520n);
  const ofFma = new Map(
    Object.entries({ product, difference, almost, level, between, left, full, factor }),
  );
  const { lane } = shapes(field, false);

  /** @param {(typeof STEPS)[0]} step @returns {Claim[]} */
  const claimsOf = ({ step, list, params: listed, formulas }) => {
    const shared = listed.map(([param]) => param).filter((param) => param < 'a');
    const ranges = new Map(listed.map(([param, range]) => [param.toLowerCase(), range]));
    const params = [...ranges.keys()];
    const outputs = new Set(formulas.map(([name]) => name));
    /**
     * An element, and behind a factor its quotient.
     * @param {string} name @param {string} range @param {boolean} isList @returns {Place[]}
     */
    const places = (name, range, isList) => {
      const [param, row = 0, at = ''] = name;
      const isFactor = isFma && range === 'factor';
      const isConstant = shared.includes(param.toUpperCase()) && !outputs.has(param);
      const isAlone = at || (isConstant && (isList || !isFactor));
      const offset = slot * Number(row) + 8 * Number(at);
      const own = { param, layout: isFma && isAlone ? lane : layout };
      const element = { ...own, name, offset, range: (isFma && ofFma.get(range)) || stored };
      if (!isFactor) return [element];
      const quotient = { name: `${param}${Number(row) + 1}${at}`, offset: offset + slot };
      return [
        { ...element, scale: 1n },
        { ...own, ...quotient, range: full, scale: 1n, quotientOf: name },
      ];
    };
    const names = formulas.flatMap(([, , formula]) => formula.match(/[a-z]\d*/g) ?? []);
    /** @param {boolean} isList */
    const elements = (isList) => ({
      inputs: [...new Set(names)].flatMap((name) =>
        places(name, ranges.get(name[0]) ?? '', isList),
      ),
      outputs: formulas.flatMap(([z, range = '', formula]) =>
        places(z, range, isList).map((one) => ({ ...one, formula })),
      ),
    });
    // Of factors all values are needed at once: z is small only if its quotient is right.
    const isOfElements =
      step === 'fold' || [...ranges.values()].includes('factor') || step === 'factors';
    /** @type {Claim} */
    const one = {
      ...{ name: `step_${step}`, field, params, usesScratch: isFma, ...elements(false) },
      isDisjoint: !isFma || formulas.length > 1,
      ...(isFma && isOfElements && { on: 'elements', isSampled: step !== 'fold' }),
      // Two rows are read for one that is written: of the second one the first lane.
      ...(step === 'shift' && { room: new Map([['x', 2 * slot]]) }),
    };
    /** Elements of a list, or rows of fma, at a param. @param {string} param */
    const elementsAt = (param) =>
      step !== 'shift' &&
      [...one.inputs, ...one.outputs].some(({ name }) => name.startsWith(`${param}1`))
        ? 2
        : 1;
    const strideOf = (/** @type {string} */ param) =>
      shared.includes(param.toUpperCase()) ? 0n : BigInt(slot * elementsAt(param));
    const strides = new Map(params.map((param) => [param, strideOf(param)]));
    return [
      one,
      {
        ...{ ...one, ...elements(true), name: `list_${list}`, params: [...params, 'count'] },
        isDisjoint: true,
        list: { strides, count: 'count', ...(isFma && { perRow: 2n }) },
      },
    ];
  };
  const claims = [...STEPS, ...(isFma ? LANES : NEIGHBOURS)].flatMap(claimsOf);
  return byName(claims);
}
