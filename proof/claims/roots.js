/**
 * Square roots in Fp² of fma, in both lanes of rows: what the chain of powers leaves, which callers
 * square and compare. They take it as `root(x)`, a function of x that the claim about `sqrt` says.
 */
import { digitRanges } from './digits.js';
import { rootExponents } from './integers.js';
import { shapes } from '../layouts.js';
import { reader } from './notation.js';

/**
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 */

/** Whether d is 0, and whether it is a square, of lane i. @param {number} i */
const lane = (i) =>
  [
    [`d${i} = 0 and`, `x${i}Re`],
    ['', `d${i}`],
  ].flatMap(([when, d]) => {
    const [r, q] = [`${d}*${d}^k`, `h*x${i}Im*${d}^k`];
    return [
      [`${when} ${r}*${d}^k - one = 0`, `z${i} = ${r} + i*${q}`],
      [when.replace(/ and$/, ''), `z${i} = ${q} - i*${r}`],
    ];
  });

const CASES = lane(0).flatMap(([when, root]) =>
  lane(1).map(([also, other]) => {
    const conditions = [when, also].filter((one) => one !== '').join(' and ');
    return `${conditions ? `if ${conditions}` : 'else'}: ${root}; ${other}`;
  }),
);

/** @param {Field} field @returns {Claims} */
export function rootClaims(field) {
  const { p } = field;
  const { centred, product } = digitRanges(field);
  const { lane: layout } = shapes(field, true);
  const claim = reader({
    field,
    types: { '': { layout, range: centred }, root: { layout, range: product } },
    more: { constants: new Map([['h', [(p + 1n) / 2n]]]), exponents: rootExponents(p) },
  });
  return (name, lookup) => {
    if (name !== 'sqrt') return [];
    const rows = lookup?.rows(name) ?? [];
    const [base = 0, result = 0] = [rows.at(-9), rows.at(-7)];
    const places = (/** @type {string} */ formula) => `
      elements disjoint
      in ${base}+#lane: x#
      out ${result}+#lane: z# ~root ${formula}`;
    const means = claim(`sqrt() ${places('= root(x#)')}`);
    const parts = [0, 1].flatMap(
      (i) =>
        /** @type {[string, string][]} */ ([
          [`N${i}`, `x${i}Re^2 + x${i}Im^2`],
          [`d${i}`, `h*(N${i}*N${i}^k + x${i}Re)`],
        ]),
    );
    const text = `sqrt() a root of each lane by its norm, if there is one ${places('')}
      ${CASES.join('\n')}`;
    return [claim(text, { means, parts: new Map(parts) })];
  };
}
