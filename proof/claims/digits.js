/**
 * The field functions of fma: numbers of either sign, as signed digits, two at a time. Bounds are
 * in thousandths of p.
 */
import { sumNamed, upTo } from './claim.js';
import { FULL_DIGIT, signedDigits } from '../kernel/layouts.js';
import { byName, readerOfAll, typesOf } from './notation.js';

/**
 * @import { Field } from './fields.js'
 * @import { Range } from '../kernel/layouts.js'
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
export function digitRanges({ p, w, isComplex }) {
  // A digit of 52 bits has no room for sums: two numbers are subtracted, not their sum.
  const isFull = w === 52;
  // Where Fp² has its coefficients in lanes, a product takes what is stored.
  const isShort = w < 50;
  return {
    centred: within(p, 510n),
    // As a carry leaves digits, which no negative of them need be.
    carried: { ...within(p, 510n), isBelow: true },
    product: within(p, 920n),
    normalised: within(p, 1100n, 1n, isComplex),
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
  const { extension: layout, bytes, p, w, n } = field;
  const encoded = { layout: bytes, scale: 1n, slot: bytes.bytes };
  const types = {
    ...{ '': { layout, range: stored }, summed: { layout, range: summed } },
    lane: { layout: signedDigits({ w, n, stride: 16, lanes: 1 }), range: stored, slot: 8 },
    encoded: { ...encoded, range: upTo((1n << BigInt(8 * bytes.bytes)) - 1n) },
    canonical: { ...encoded, range: upTo(p - 1n) },
  };
  const claims = readerOfAll({ field, types });
  const made = claims(
    `extension_mul(z, x ~summed, y ~summed): z = x*y
    extension_sqr(z, x): z = x*x
    extension_scale(z, x ~summed, s ~summed): z = x*sRe
      disjoint
    extension_conjugate(z, x): z = xRe - i*xIm
    extension_copy(z, x): z = x
    extension_loose_sum(z, x, y): z ~summed = x + y
    extension_loose_difference(z, x, y): z ~summed = x - y`,
    { usesScratch: true },
  );
  const tests = claims(`row_is_zero(x)
    in x
    if x = 0: return 1
    else: return 0`);
  const called = claims(
    `extension_is_zero(x)
      in x
      if x = 0: return 1
      else: return 0
    extension_is_equal(x, y)
      in x, y
      if x - y = 0: return 1
      else: return 0
    extension_inv(z, x) z = 1/x in Fp², x other than 0
      in x
      nonzero xRe*xRe + xIm*xIm
      out z = 1/x
    extension_from_bytes(z, source) reads z; 1, or 0 if a coefficient is not below p
      disjoint
      in source: source0 ~encoded, source1 ~encoded
      out z: z0 ~lane, z1 ~lane
      if source0 < p and source1 < p: z0 = source0; z1 = source1; return 1
      else: return 0
    extension_to_bytes(target, x) writes x
      disjoint
      in x: x0 ~lane, x1 ~lane
      out target: target0 ~canonical = x0, target1 ~canonical = x1`,
    { on: 'elements' },
  );
  const known = byName([...made, ...tests, ...called]);
  return (name) =>
    /^(extension|tower_heavy)_sum_/.test(name) ? claims(sumNamed(name)) : known(name);
}

/** @param {Field} field */
export function digitClaims(field) {
  const { layout, p } = field;
  const { centred, carried, product, normalised, factor, difference } = digitRanges(field);
  const sum = within(p, 1840n, 2n);
  const claims = readerOfAll({
    field,
    types: typesOf(layout, { centred, carried, product, normalised, factor, difference, sum }),
  });
  return byName(
    claims(`
      field_mul(z, x ~difference, y ~factor): z ~product = x*y
      field_square(z, x ~normalised): z ~product = x*x
      field_mul_sub(z, x ~difference, y ~factor, c ~centred): z ~carried = x*y - c
      row_sum(z, x ~product, y ~product): z ~sum = x + y
      row_difference(z, x ~product, y ~product): z ~sum = x - y`),
  );
}
