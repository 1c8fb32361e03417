/**
 * Inversion by the binary GCD of ePrint 2020/972, w steps a round. Of numbers of b bits it takes at
 * most 2b − 1 steps, as proven there (A9).
 */
import { claim, upTo } from './claim.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 */

/** @param {Field} field @returns {(name: string) => Claim[]} */
export function inversionClaims(field) {
  const { p, layout, small, most, extension } = field;
  const rounds = Math.ceil((2 * p.toString(2).length) / (small.digit?.bits ?? 1));
  const stored = upTo(2n * p - 1n);
  const isSmall = layout === small;
  const onSmall = { rounds, layout: small, usesScratch: true };
  /** Of numbers that are not 0, for other kernels. @param {string} name */
  const helper = (name) =>
    claim(field, name, 'zx', '1/x', stored, stored, { ...onSmall, nonZero: ['x'] });
  const claims = [
    isSmall ? claim(field, 'field_inv', 'zx', '1/x', stored, stored, onSmall) : null,
    isSmall || most === 0n
      ? null
      : claim(field, 'field_inv', 'zx', '1/x', upTo(most), upTo(most), { usesScratch: true }),
    field.most === 0n ? helper('field_inv') : null,
    isSmall ? null : helper('invert_small_limbs'),
    field.most === 0n
      ? null
      : claim(field, 'extension_inv', 'zx', '1/x', upTo(most), upTo(most), { layout: extension }),
  ];
  return (name) => claims.flatMap((one) => (one?.name === name ? [one] : []));
}
