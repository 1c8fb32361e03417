/**
 * Sums on −5x² + y² = 1 + dx²y² in extended coordinates (Hisil, Wong, Carter and Dawson, ASIACRYPT
 * 2008): X, Y, T, Z, with x = X/Z, y = Y/Z and T = XY/Z, in the module's memory, one after the
 * other; then E, F, G, H nine places further. An entry of a table is x, y and dxy, without room in
 * between; its reference may say that it is subtracted.
 */
import { upTo } from './claim.js';
import { byName, claimsIn, reader } from './notation.js';

/**
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 */

/** @param {string} E @param {string} F @param {string} G @param {string} H */
const products = (E, F, G, H) => `
  disjoint scratch
  out extended_finish.0: X3 = (${E})*(${F}), Y3 = (${G})*(${H})
  out extended_finish.0+2: T3 = (${E})*(${H}), Z3 = (${F})*(${G})`;

/** dbl-2008-hwcd. */
const DOUBLE = products('2*X*Y', '-5*X^2 + Y^2 - 2*Z^2', '-5*X^2 + Y^2', '-5*X^2 - Y^2');

/** madd-2008-hwcd, a = −5. */
const ADD = (() => {
  const [A, B, C] = ['(X*(signq*x))', '(Y*y)', '(T*(signq*t))'];
  const E = `(X + Y)*((signq*x) + y) - ${A} - ${B}`;
  return products(E, `Z - ${C}`, `Z + ${C}`, `${B} + 5*${A}`);
})();

const SUMS = `
  extended_finish() X = EF, Y = GH, T = EH, Z = FG
    in extended_finish.0+9: E, F ~loose, G ~loose, H
    ${products('E', 'F', 'G', 'H')}
  extended_double() twice X, Y, T, Z
    in extended_finish.0: X, Y
    in extended_finish.0+3: Z
    ${DOUBLE}
  extended_add(±q) X, Y, T, Z and ± an entry
    in extended_finish.0: X, Y, T, Z
    in q: x ~of entry, y ~of entry, t ~of entry
    ${ADD}
  extended_start(±q) ± an entry
    in q: x ~of entry, y ~of entry, t ~of entry
    ${products('signq*x', 'one', 'one', 'y')}`;

/** @param {Field} field @returns {Claims} */
export function edwardsClaims(field) {
  const { layout, slot, most, p, bytes, reversed } = field;
  const usual = { layout, range: upTo(most) };
  const encoded = { range: upTo(p - 1n), scale: 1n, slot: bytes.bytes };
  const claim = reader({
    ...{ field, slot, flag: { offset: layout.bytes } },
    types: {
      '': usual,
      loose: { layout, range: layout.bytes % 8 ? upTo(4n * p) : usual.range },
      'of entry': { ...usual, slot: layout.bytes },
      encoded: { ...encoded, layout: bytes },
      reversed: { ...encoded, layout: reversed },
    },
  });
  const sums = claimsIn(claim, SUMS);
  /**
   * Encodings of x or of both coordinates of the one of (x, y) and (−x, −y) whose y is the larger
   * one; all 0 of the identity, which has x = 0 or is marked.
   * @param {string} head @param {string[]} names @param {string} type @param {string} [by]
   */
  const list = (head, names, type, by = '') => {
    /** @param {(name: string) => string} formula */
    const all = (formula) => names.map((name) => `z${name} = ${formula(name)}`).join('; ');
    return claim(`${head}
      disjoint scratch elements
      in source: x, y
      ${by && 'in factor ~encoded'}
      out target: ${names.map((name) => `z${name} ~${type}`).join(', ')}
      flags source is infinite
      if source is infinite: ${all(() => 'one - one')}
      if x = 0: ${all(() => 'one - one')}
      if y is larger: ${all((name) => `${name}${by}`)}
      else: ${all((name) => `-${name}${by}`)}
      each count: source ${2 * slot}, target ${bytes.bytes * names.length}${by && ', factor 0'}`);
  };
  const both = 'target[i] = x,y of ± source[i]';
  const head = 'points_to_canonical(target, source, count, factor';
  const xy = ['x', 'y'];
  const lists = byName([
    list('points_encode(target, source, count) target[i] = x of ± source[i]', ['x'], 'reversed'),
    list(`${head} = 0) ${both}`, xy, 'encoded'),
    list(`${head}) ${both}, times a factor`, xy, 'encoded', '*factor'),
  ]);
  return (name, lookup) => [...sums(name, lookup), ...lists(name)];
}
