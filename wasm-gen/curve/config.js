/**
 * The fields of a curve's config that the generators read, and their preconditions: a curve for
 * which they could not emit correct kernels is refused here, with an error that gives the reason.
 */

import { curveOf } from '../../src/reference/weierstrass.js';
import { seedOf } from '../../src/reference/endomorphism.js';

/** @import { Endomorphism, SubgroupCheck } from '../../src/reference/endomorphism.js' */
/** @import { Field } from '../../src/reference/field.js' */
/** @import { Traits } from '../../src/curves/config.js' */

/**
 * A curve y² = x³ + ax + b of src/curves/. `extension`: coordinates lie in Fp[u]/(u² − nonResidue),
 * and so do a, b. `endomorphism` is null if there is none; the kernels then do not export
 * `points_endomorphism`. `subgroupCheck` is null for cofactor 1, where every point of the curve is
 * in the group; the kernels then do not export `points_in_subgroup`.
 * @typedef {{ name: string, p: bigint, extension?: { nonResidue: bigint }, a: any, b: any,
 *   order: bigint, cofactor: bigint,
 *   endomorphism: Endomorphism | null, subgroupCheck: SubgroupCheck | null, traits: Traits,
 *   rootSign: string }} CurveConfig
 */

/** @typedef {CurveConfig & { field: Field<any> }} CheckedConfig */

/** Kernels that can have tables of odd multiples. */
const CHAINS = ['limbs30', 'fma', 'wide64'];

/** The config with the field of its coordinates. @type {(config: CurveConfig) => CheckedConfig} */
export function checkedConfig(config) {
  const { name, p, traits, rootSign } = config;
  const refuse = (/** @type {string} */ expected, /** @type {unknown} */ got) => {
    throw new RangeError(`${name}: expected ${expected}, got ${got}`);
  };
  if (p < 5n || p % 2n === 0n) refuse('an odd prime above 3', p);
  const curve = curveOf(config);
  const { field, a, b } = curve;
  if (![a, b].every(field.isElement)) refuse('coefficients in the field', show([a, b]));
  // The bytes of (0, 0) stand for infinity.
  if (field.isZero(b)) refuse('b ≠ 0, so that (0, 0) is not on the curve', 0);
  if (isSingular(field, a, b)) refuse('4a³ + 27b² ≠ 0', `a, b = ${show([a, b])}`);
  if (!['odd', 'larger'].includes(rootSign)) refuse("rootSign 'odd' or 'larger'", rootSign);
  if (rootSign === 'odd' && field.degree > 1) refuse("rootSign 'larger' in an extension", rootSign);
  const unknown = traits.chains.filter((kernel) => !CHAINS.includes(kernel));
  if (unknown.length > 0) refuse(`chains of ${CHAINS.join(', ')}`, unknown);
  checkSubgroup(curve, refuse);
  return curve;
}

/** @type {(curve: CheckedConfig, refuse: (expected: string, got: unknown) => void) => void} */
function checkSubgroup(curve, refuse) {
  const { order, cofactor, subgroupCheck, endomorphism, field, a, traits } = curve;
  if (cofactor < 1n || cofactor % order === 0n)
    refuse('a cofactor that the order does not divide', cofactor);
  if (endomorphism && !field.isZero(a)) refuse('a = 0 with an endomorphism', show(a));
  if (traits.subgroup !== (subgroupCheck !== null))
    refuse('the trait `subgroup` where there is a subgroup check', traits.subgroup);
  if (traits.subgroupSums && (!subgroupCheck || cofactor % 2n === 0n))
    refuse('an odd cofactor above 1 for the trait `subgroupSums`', cofactor);
  if (!subgroupCheck) {
    if (cofactor !== 1n) refuse(`a subgroup check for the cofactor ${cofactor}`, 'none');
    return;
  }
  const { kind } = subgroupCheck;
  if (!['order', 'eigenvalue', 'endomorphism-squared'].includes(kind))
    refuse("a subgroup check 'order', 'eigenvalue' or 'endomorphism-squared'", `'${kind}'`);
  if (kind === 'order') {
    if (order < 5n || order % 2n === 0n) refuse('an odd order above 3', order);
    return;
  }
  if (!endomorphism) refuse(`an endomorphism for the subgroup check '${kind}'`, 'none');
  if (kind === 'endomorphism-squared' && field.degree > 1)
    refuse(`a prime field for the subgroup check '${kind}'`, `degree ${field.degree}`);
  seedOf(subgroupCheck);
}

/** Whether 4a³ + 27b² = 0. @type {(field: Field<any>, a: any, b: any) => boolean} */
function isSingular({ add, multiply, square, scale, isZero }, a, b) {
  return isZero(add(scale(multiply(square(a), a), 4n), scale(square(b), 27n)));
}

/** @type {(value: any) => string} */
function show(value) {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part));
}
