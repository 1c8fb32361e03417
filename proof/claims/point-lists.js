/**
 * Lists of affine points, and what is done with each: its encoding, two coordinates, all zero if it
 * is infinite; whether it is on its curve; and its y, by x and a sign. fma treats two at a time.
 */
import { encodings } from './bytes.js';
import { upTo } from './claim.js';
import { digitRanges } from './digits.js';
import { hasRoots, rootExponents, rootsByNorm } from './integers.js';
import { pair, shapes } from '../kernel/layouts.js';
import { claimsIn, reader } from './notation.js';
import { inPairs } from './pairs.js';
import { pointLayout, pointVocabulary } from './points.js';

/**
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 * @import { PointForm } from './points.js'
 */

/**
 * The encoded coordinates may be multiplied by a factor, that itself is encoded, below p; 0 stands
 * for none. On fma it is in both lanes of a row, times the row that is given; of Fp², it is of Fp².
 * @param {Field} field @param {PointForm} form @returns {Claims}
 */
export function encodedPointClaims(field, { isExtension = false }) {
  const { bytes, R } = field;
  const { slot, range, ofX, flag, isNaN, number } = pointLayout(field, isExtension);
  const { normalised, centred } = digitRanges(field);
  const k = { layout: field.layout, range: upTo(field.most) };
  const lane = { layout: shapes(field, isExtension).lane, slot: 8 };
  const claim = reader({
    ...{ field, flag: { offset: flag, isNaN }, more: { isDisjoint: true } },
    types: {
      ...{ '': { ...number, range }, 'of x': { ...number, range: ofX }, ...encodings(field) },
      ...{ reading: { ...k, scale: R * R }, writing: { ...k, scale: 1n } },
      ...{ row: { ...lane, range: normalised }, product: { ...lane, range: centred } },
    },
  });
  const isPair = isNaN && isExtension;
  const names = isExtension ? ['x0', 'x1', 'y0', 'y1'] : ['x', 'y'];
  const size = bytes.bytes * names.length;
  /** Something of each number. @param {string} by @param {(name: string) => string} of */
  const all = (by, of) => names.map(of).join(by);
  const [isBlank, areBelow] = [`${all(' ', (x) => x)} are blank`, all(' and ', (x) => `${x} < p`)];
  const factor = `in factor: ${isPair ? 'factor0 ~target, factor1 ~target' : 'factor ~target'}`;
  const ofRow = isExtension ? '(factor0 + i*factor1)' : 'factor';
  /** Each, without the factor, and times it. */
  const products = all('; ', (x) => {
    if (!isPair) return `z${x} = ${x}{*factor}`;
    const [c, i] = x;
    const [re, im] = [`${c}0*factor0 - ${c}1*factor1`, `${c}0*factor1 + ${c}1*factor0`];
    return `z${x} = {${x}|${i === '0' ? re : im}}`;
  });
  /** @param {string} way */
  const factorFor = (way) => `
    factor_for_${way}(factor = 0) no factor
      return 0
    factor_for_${way}(factor) the factor, as it is used in ${way}
      scratch
      in factor ~target
      out .-1: k ~${way} = factor
      return .-1`;
  return claimsIn(
    claim,
    `${factorFor('reading')} ${factorFor('writing')}
    factor_row(factor = 0, row) no factor
      return row
    factor_row(factor, row) the factor, times a row
      elements
      ${factor}
      in row: r0 ~row, r1 ~row
      out .-2: k0 ~product = ${ofRow}*r0, k1 ~product = ${ofRow}*r1
      return .-2
    points_to_affine(target, source, count, factor{ = 0|}) \
target[i] = the encoded source[i]{, times a factor}
      scratch elements
      in source: ${all(', ', (x) => x)} unless source is infinite
      {${factor}}
      out target: ${all(', ', (x) => `z${x} ~target`)}
      flags source is infinite
      each count: source ${2 * slot}, target ${size}{, factor 0}
      if source is infinite: ${all('; ', (x) => `z${x} = one - one`)}
      else: ${products}
    points_from_affine(target, source, count, factor{ = 0|}) \
reads a list{, times a factor}; −1, or the index of one not below p
      scratch elements
      in source: ${all(', ', (x) => `${x} ~source`)}
      {${factor}}
      out target: ${all(', ', (x) => (x < 'y' ? `z${x} ~of x` : `z${x}`))}
      flags out target is infinite
      each count: target ${2 * slot}, source ${size}{, factor 0} end -1
      ${
        isNaN
          ? `if ${areBelow} and ${isBlank}: target is infinite`
          : `if ${isBlank}: ${products}; target is infinite`
      }
      if ${areBelow}: ${products}; !target is infinite
      else: stop`,
  );
}

/**
 * Roots of f: when there is one, and which; of no root it is not said.
 * @param {Field} field @param {boolean} isExtension @returns {[when: string, root?: string][]}
 */
function rootsOf(field, isExtension) {
  if (!isExtension) return [[' and f^j - f = 0', 'f^e'], ['']];
  if (field.most === 0n) return [[' and r^2 - f = 0', 'r'], ['']];
  const ofF = (/** @type {string | undefined} */ text) => text?.replace(/\bx(?=Re|Im|\b)/g, 'f');
  return rootsByNorm().map(({ when, outputs }) => [
    when.map((condition) => ` and ${ofF(condition)}`).join(''),
    ofF(outputs?.get('z')),
  ]);
}

/** @param {Field} field @param {PointForm} form @returns {Claims} */
export function curveListClaims(field, { equation, isExtension = false, hasOddRoots }) {
  if (!equation) return () => [];
  const { p, R, bytes } = field;
  const vocabulary = pointVocabulary(field, isExtension);
  const { types, slot, flag } = vocabulary;
  const { left, right, constants } = equation;
  const { source } = encodings(field);
  const bothBytes = { ...source, layout: pair(bytes, bytes.bytes) };
  const claim = reader({
    ...{ ...vocabulary, types: { ...types, source: isExtension ? bothBytes : source } },
    more: { isDisjoint: true, usesScratch: true, constants: new Map(constants) },
  });
  const sign = hasOddRoots ? 'odd' : 'larger';
  const cases = rootsOf(field, isExtension).flatMap(([when, root]) => {
    if (root === undefined) return [`if source < p${when}: stop second`];
    return [
      [` and ${root} is ${sign} and sign is 1`, root],
      [` and ${root} is ${sign}`, `-(${root})`],
      [' and sign is 1', `-(${root})`],
      ['', root],
    ].map(([also, y]) => `if source < p${when}${also}: x = source; y = ${y}; !target is infinite`);
  });
  const onCurve = `
    points_on_curve(points, count) −1, or the index of a point that is not on the curve
      in points: x, y unless points is infinite
      flags points is infinite
      each count: points ${2 * slot} end -1
      if points is infinite:
      if ${left} - (${right}) = 0:
      else: stop`;
  const rightSide = `
    right_side(x) the right side of the equation
      in x
      out .0: z = ${right}`;
  const decompressed = `
    points_decompress(target, source, signs, count) \
x, and y by its sign, ${sign}; −1, or twice the index of one that is none
      in source
      out target: x ~of x, y
      flags sign at signs+0b bytes 1 values 0 1 2, out target is infinite
      let f = ${right.replace('x', 'source')}
      each count: target ${2 * slot}, source ${bytes.bytes * (isExtension ? 2 : 1)}, signs 1 \
end -1 codes 2
      if sign is 2: target is infinite
      ${cases.join('\n')}
      else: stop`;
  // Of roots in Fp² on two lanes nothing is said.
  const areRoots = left === 'y^2' && hasRoots(field) && (!flag.isNaN || (R !== 1n && !isExtension));
  const ofRoots = {
    constants: new Map([...constants, ['h', [(p + 1n) / 2n]]]),
    exponents: rootExponents(p),
  };
  const texts = [onCurve, flag.isNaN ? '' : rightSide, areRoots ? decompressed : ''];
  return claimsIn(claim, texts.join(''), (one) => {
    const all = one.parts ? { ...one, ...ofRoots } : one;
    return flag.isNaN ? inPairs(all) : all;
  });
}
