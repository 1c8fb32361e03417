/**
 * Whether a curve of a user's own is computed right: its kernels were written for its numbers alone
 * and have no other test. What is compared takes every kind of operation once: reading and writing,
 * square roots, the curve's equation, the check of the subgroup, chains, and sums.
 */
import { InputError, PointError } from '../errors.js';

/** @import { PointFormat } from './encodings/encoding.js' */
/** @import { Group } from './group.js' */

/**
 * Numbers that were computed in BigInt: G, 2G and another multiple of the generator G, their sum
 * with `scalars`, and coordinates that are no point of the curve.
 * @typedef {{ points: any[], scalars: bigint[], sum: any, off: any }} Sample
 */

/**
 * @param {Group<any>} group
 * @param {Sample} sample
 * @param {PointFormat} format of bytes, to be written and read
 * @throws {InputError} the group's engine computes anything else
 */
export function checkSample(group, sample, format) {
  /** @param {unknown} fault @param {unknown} [cause] */
  const refuse = (fault, cause) => {
    throw new InputError(
      `createCurve: expected modules that compute ${group.name} right, got a wrong answer (${fault}): a fault of generate, or a changed file`,
      { cause },
    );
  };
  let fault;
  try {
    fault = faultOf(group, sample, format);
  } catch (error) {
    refuse(error, error);
  }
  if (fault !== undefined) refuse(fault);
}

/**
 * @param {Group<any>} group
 * @param {Sample} sample
 * @param {PointFormat} format
 * @returns {string | undefined} what is wrong
 */
function faultOf(group, { points, scalars, sum, off }, format) {
  const { generator: G, order } = group;
  const areSame = (/** @type {any} */ vector) =>
    points.every((point, i) => isSame(vector.at(i), point));
  if (!isSame(G.double(), points[1])) return '2·G';
  if (
    !G.multiply(order - 1n)
      .add(G)
      .isIdentity()
  )
    return 'order·G';
  if (!isRefused(() => group.point(off))) return 'a point off the curve';
  const vector = group.points(points);
  if (!areSame(vector)) return 'a list of points';
  if (!isSame(group.msm(vector, scalars), sum)) return 'a sum of three';
  const read = group.points(vector.toBytes(format), { format });
  if (!areSame(read)) return `the format ${format}`;
  vector.dispose();
  read.dispose();
  return undefined;
}

/** @type {(call: () => unknown) => boolean} */
function isRefused(call) {
  try {
    call();
    return false;
  } catch (error) {
    return error instanceof PointError && error.reason === 'not-on-curve';
  }
}

/** @type {(point: any, affine: any) => boolean} */
function isSame(point, affine) {
  const own = point.toAffine();
  if (own === null || affine === null) return own === affine;
  return textOf(own.x) === textOf(affine.x) && textOf(own.y) === textOf(affine.y);
}

/** @param {any} element of Fp or Fp² */
const textOf = (element) =>
  typeof element === 'bigint' ? `${element}` : `${element.c0} ${element.c1}`;
