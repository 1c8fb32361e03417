/**
 * The field functions of limbs30 and wide64. Stored numbers are below 2p (less where p leaves no
 * room for that), factors of limbs30 at most 4p or 8p. `field_mul` stands for Montgomery's product
 * and for the fold.
 */
import { sumNamed, upTo } from './claim.js';
import { P381 } from './fields.js';
import { byName, casesIn, readerOfAll, typesOf } from './notation.js';

/** @import { Field } from './fields.js' */

/**
 * Of stored numbers; of sums that are not reduced, and of factors: wide64 knows stored ones only.
 * @param {Field} field @param {boolean} [hasExtension]
 */
export function integerRanges({ p, most, layout }, hasExtension = false) {
  const isWide = layout.bytes % 8 === 0;
  const [loose, factor] = isWide ? [most, most] : [4n * p, hasExtension ? 8n * p : 4n * p];
  return { stored: upTo(most), loose: upTo(loose), factor: upTo(factor) };
}

/** Of Fp, and of Fp² with other names. */
const SUMS = `
  field_add(z, x, y): z = x + y
  field_sub(z, x, y): z = x - y
  field_sub2(z, x, y, u): z = x - y - u
  field_neg(z, x): z = -x
  field_copy(z, x): z = x
  field_difference(z, x, y): z ~difference = x - y
  field_loose_sum(z, x, y): z ~loose = x + y
  field_negated_sum(z, x, y): z ~loose = -x - y
  field_loose_neg(z, x): z ~loose = -x
  field_is_equal(x, y)
    in x, y
    if x - y = 0: return 1
    else: return 0`;

const PRODUCTS = `
  field_mul(z, x ~factor, y ~factor): z = x*y
  field_sqr(z, x ~loose): z = x*x
  field_product_sum(z, x, y, u, v): z = x*y + u*v
  field_reduce(z, x): z ~canonical = x
  field_is_zero(x)
    in x
    tells x`;

/** Of secp256k1, which reduces once for several products; `sign` says whether x is negated. */
const FUSED = `
  field_fused_0(z, x, y): z = 2x*y
  field_fused_1(z, x): z = 2x*x
  field_fused_2(z, x): z = 3x*x
  field_fused_3(z, x, s): z = x*x - 2s
  field_fused_4(z, s, x, m, b): z = s*m - x*m - 2b*b
  field_fused_5(z, x, y, s): z = x*y - s
  field_fused_6(z, x, y, s): z = -x*y - s
  field_fused_7(z, x, s, t): z = x*x - s - 2t
  field_fused_8(z, v, x, r, y, j): z = v*r - x*r - y*j
  field_fused_9(z, x, y, u, sign = 0): z = (x - y)*u
  field_fused_9(z, x, y, u, sign = -1): z = (-x - y)*u
  field_fused_10(z, x, s, t): z = x*x - s - t
  field_fused_11(z, x, y, u, s): z = x*u - y*u - s`;

/** Of pairs of coefficients, which limbs30 has by itself. */
const EXTENSION = `
  extension_is_zero(x)
    in x
    if x = 0: return 1
    else: return 0
  extension_mul(z, x ~loose, y ~loose): z = x*y
    scratch
  extension_sqr(z, x ~loose): z = x*x
    scratch
  extension_norm(z, x)
    disjoint scratch
    in x: a ~fp, b ~fp
    out z ~fp = a*a + b*b
  coefficient_sum(z, x)
    disjoint
    in x: a ~fp4, b ~fp4
    out z ~fp8 = a + b
  coefficient_difference(z, x)
    disjoint
    in x: a ~fp4, b ~fp4
    out z ~fp8 = a - b`;

/**
 * @param {Field} field
 * @param {boolean} hasExtension whether factors are sums of four
 */
export function integerClaims(field, hasExtension) {
  const { p, layout, slot } = field;
  const { stored, loose, factor } = integerRanges(field, hasExtension);
  // No multiple of p at either end: where a difference is tested for 0, by one digit, 0 and 4p are
  // left out.
  const difference = layout.bytes % 8 === 0 ? loose : { least: 1n, most: 4n * p - 1n };
  const ranges = { '': stored, loose, difference, factor, canonical: upTo(p - 1n) };
  const claims = readerOfAll({ field, types: typesOf(layout, ranges) });
  const ofExtension = readerOfAll({
    ...{ field, slot },
    types: {
      ...typesOf(field.extension, ranges),
      ...typesOf(layout, { fp: stored, fp4: upTo(4n * p), fp8: upTo(8n * p) }),
    },
  });
  const known = byName([
    ...claims(SUMS + PRODUCTS + FUSED),
    ...ofExtension(SUMS.replaceAll('field_', 'extension_') + EXTENSION),
    ...(hasRoots(field) ? rootClaims() : []),
  ]);
  return (/** @type {string} */ name) => {
    if (/^field_sum_/.test(name)) return claims(sumNamed(name));
    if (/^(extension|tower|tower_heavy)_sum_/.test(name))
      return ofExtension(sumNamed(name), { usesScratch: true });
    return known(name);
  };

  /** Powers by which roots are taken, of primes that are 3 modulo 4. */
  function rootClaims() {
    const exponents = rootExponents(p);
    const [k, e] = p === P381 ? ['(3p − 5)/4', '(3p − 1)/4'] : ['(p − 3)/4', '(p + 1)/4'];
    const powers = `
      field_inverse_root_power(z, x) z = x^(${k})
        disjoint
        in x
        out z = x^k
      field_sqrt_power(z, x) z = x^(${e})
        disjoint
        in x
        out z = x^e
      field_sqrt(z, x) 1 and z = x^(${e}) if that squared is x, else 0
        ${hasExtension ? '' : 'disjoint'}
        in x
        out z
        if x^j - x = 0: z = x^e; return 1
        else: return 0`;
    return claims(powers, { exponents });
  }
}

/**
 * Where roots are powers; but squares of secp256k1's limbs30 are a loop over digits that is not
 * proven. @param {Field} field
 */
export const hasRoots = ({ p, R, layout }) => p % 4n === 3n && (R !== 1n || layout.bytes % 8 === 0);

/** Of roots x^e and 1/x^k, and x^j = x of squares. @param {bigint} p */
export function rootExponents(p) {
  // With (p − 1)/2 more, x^k is 1/√x as well, and the shorter chain.
  const k = (p - 3n) / 4n + (p === P381 ? (p - 1n) / 2n : 0n);
  return new Map([
    ['e', k + 1n],
    ['k', k],
    ['j', 2n * k + 2n],
  ]);
}

/** @param {string} given @param {string} root */
const checked = (given, root) => `
  if ${given} and (${root})^2 - x = 0: z = ${root}; return 1
  if ${given}: return 0`;

/** √d + b/(2√d)·i, or i times that if d is no square. @param {string} given @param {string} d */
const rootsBy = (given, d) =>
  checked(`${given} and (${d}*${d}^k)^2 - ${d} = 0`, `${d}*${d}^k + i*h*xIm*${d}^k`) +
  checked(given, `i*${d}*${d}^k - h*xIm*${d}^k`);

/** With n = √N of the norm N of x = a + bi, and d = (n + a)/2, or a if that is 0. */
const ROOTS_BY_NORM = (() => {
  const N = '(xRe^2 + xIm^2)';
  const half = `h*(${N}^e + xRe)`;
  return `${rootsBy(`${N}^j - ${N} = 0 and ${half} = 0`, 'xRe')}
    ${rootsBy(`${N}^j - ${N} = 0`, `(${half})`)}
    else: return 0`;
})();
export const rootsByNorm = () => casesIn(ROOTS_BY_NORM);
