/**
 * Powers with a constant exponent, made of squares in a row; inversion; and
 * which root y a sign selects: of y and −y in [0, p) the odd one, or the larger one.
 */
import { upTo } from './claim.js';
import { digitRanges, within } from './digits.js';
import { P381 } from './fields.js';
import { bytes, pair, shapes } from '../kernel/layouts.js';
import { byName, readerOfAll } from './notation.js';

/**
 * @import { Sign } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 */

/** Functions that square count times; one of limbs30 computes with digits, and is not proven. */
const SQUARES = /^field_\w+_(square|sqr)_times$/;
const REPEATED = { repeats: { count: 'count', next: new Map([['x', 'z']]) } };

/** @param {Field} field @returns {Claims} */
export function powerClaims(field) {
  const types = { '': { layout: field.layout, range: upTo(field.most) } };
  const claims = readerOfAll({ field, types });
  return (name) =>
    SQUARES.test(name)
      ? claims(`${name}(z, x, count) z = x^(2^count)\n in x\n out z = x^2`, REPEATED)
      : [];
}

/**
 * e of a square root x^e, p ≡ 3 mod 4; another one for BLS12-381, as both have roots of squares.
 * @param {bigint} p
 */
const rootOf = (p) => (p === P381 ? (3n * p - 1n) / 4n : (p + 1n) / 4n);

/**
 * Powers of rows: exponents by the names of functions.
 * @type {Map<string, (p: bigint) => bigint>}
 */
const ROOTS = new Map([
  ['sqrt_power', rootOf],
  ['inverse_sqrt_power', (p) => rootOf(p) - 1n],
  ['inverse_root_power', (p) => rootOf(p) - 1n],
]);

/**
 * Of fma, of both lanes of a row at a constant address. A chain is one of squares and products of
 * rows, or of two rows back to back, as the last param says; or a program that data of the module
 * hold, which has the base in its second register, and leaves the result in its third.
 * @param {Field} field @returns {Claims}
 */
export function rowPowerClaims(field) {
  const { layout, slot } = field;
  const { product, normalised } = digitRanges(field);
  const base = { ...product, digit: normalised.digit };
  const types = { '': { layout, range: product }, base: { layout, range: base } };
  const claims = readerOfAll({ field, slot, types, more: { on: 'elements' } });
  return (name, lookup) => {
    const e = ROOTS.get(name.replace(/(_square)?_times$/, ''))?.(field.p);
    if (e === undefined) return [];
    const all = lookup?.rows(name) ?? [];
    /** Of one row, and of two. @param {string} text */
    const both = (text) => `${text.replaceAll('#', '0').replace('both', 'both = 0')}
      ${text.replace('both', 'both = 1')}`;
    if (name.endsWith('_square_times'))
      return claims(
        both(`${name}(z, x, count, both) z = x^(2^count)
          in x+#: x#
          out z+#: z# = x#^2`),
        REPEATED,
      );
    if (name.endsWith('_times'))
      return claims(
        both(`${name}(z, x, y, both)
          in x+#: x#
          in y+#: y#
          out z+#: z# = x#*y#`),
      );
    const isProgram = all.length > 0 && all.length < 4;
    const [base, result] = isProgram ? [all[0] + slot, all[0] + 2 * slot] : [all[0], all.at(-1)];
    /** @param {string} params */
    const chain = (params) => `${name}(${params}) z = x^e, of both lanes
      disjoint
      in ${base}+#: x# ~base
      out ${result}+#: z# = x#^e`;
    return claims(isProgram ? chain('').replaceAll('#', '0') : both(chain('both')), {
      exponents: new Map([['e', e]]),
    });
  };
}

/**
 * Inversion: what a binary GCD finds is checked, whatever it may be.
 * @param {Field} field
 */
export function inversionClaims(field) {
  const { p, layout, small, most, extension, slot } = field;
  const isSmall = layout === small;
  const words = most === 0n ? small.bytes / 8 : slot / 8;
  const raw = bytes(Math.ceil(words));
  const claims = readerOfAll({
    field,
    types: {
      '': { layout, range: upTo(most) },
      extension: { layout: extension, range: upTo(most) },
      small: { layout: small, range: upTo(2n * p - 1n) },
      below: { layout, range: upTo(p - 1n) },
      raw: { layout: raw, range: upTo((1n << BigInt(8 * raw.bytes)) - 1n) },
    },
  });
  const taken = isSmall || most === 0n ? 'take_limbs(z, x) z ~small' : 'take_words(z, x) z ~below';
  const [head, output] = taken.split(') ');
  return byName([
    ...claims(`
      invert_${isSmall || most === 0n ? 'limbs' : 'words'}(z, x) what may be 1/x
        assumed
        out z ~raw = ?
      ${head}) any element in its range, of any words
        traps
        in x ~raw
        out ${output} = ?`),
    ...(most === 0n
      ? []
      : claims(`
        field_inv(z, x): z = 1/x
          scratch traps
        extension_inv(z, x ~extension): z ~extension = 1/x`)),
  ]);
}

/**
 * @param {Field} field @param {Sign} sign @param {boolean} [isExtension] whether lanes are of Fp²
 * @returns {Claims}
 */
export function signClaims(field, sign, isExtension = false) {
  const { layout, extension, most, R, p, bytes: encoding } = field;
  const isDigits = most === 0n;
  const range = upTo(most);
  // On digits the integer itself, in a lane; its bytes are left there. Otherwise limbs30 reduces it
  // there, and wide64 afterwards.
  const below = { ...within(p, 1000n), least: 1n - p, most: p - 1n };
  const lane = { layout: shapes(field, isExtension).lane, range: below, scale: 1n };
  const canonical = upTo(p - 1n);
  const encoded = isExtension ? pair(encoding, encoding.bytes) : encoding;
  const reduced = { layout, range: layout.bytes % 8 ? canonical : range, scale: 1n };
  const types = {
    '': isDigits ? lane : { layout, range },
    extension: { layout: extension, range: isDigits ? digitRanges(field).stored : range },
    plain: isDigits ? { layout: encoded, range: canonical, scale: 1n } : reduced,
  };
  const claims = readerOfAll({ field, types, more: { sign } });
  return (name, lookup) => {
    const isRoot = name === 'root_sign';
    if (!isRoot && name !== 'extension_root_sign' && name !== 'is_odd') return [];
    const onDigits = isRoot || isDigits;
    const leaves = onDigits && (R !== 1n || isDigits);
    const address = lookup?.rows(name).at(isRoot ? -1 : -2);
    return claims(
      `${name}(y) 1 if y is ${sign === 'odd' ? 'odd' : 'more than (p − 1)/2'}, else 0
        disjoint scratch ${onDigits ? 'digits' : ''}
        in y ${isRoot ? '' : '~extension'}
        ${leaves ? `out ${address}: n ~plain = y` : ''}
        if y is ${sign}: return 1
        else: return 0`,
      isDigits ? { isLazy: true } : {},
    );
  };
}
