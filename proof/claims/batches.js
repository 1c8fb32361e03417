/**
 * Steps of additions of affine points in batches, of entries (target, ±A, ±B): each target = A ± B,
 * − if the signs differ. An entry has a state: 0 and 1, the sum and the double; 2 and 3, A or ±B,
 * as the other is infinite; 4, infinity.
 */
import { upTo } from './claim.js';
import { shapes } from '../kernel/layouts.js';
import { digitRanges } from './digits.js';
import { claimsIn, reader, typesOf } from './notation.js';
import { pointLayout } from './points.js';

/**
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 * @import { PointForm } from './points.js'
 */

const OPPOSITE = 'yA + signA*signB*yB = 0';
const COPY_A = 'x3 = xA; y3 = yA';
const COPY_B = 'x3 = xB; y3 = signA*signB*yB';

/**
 * The work on one entry, and what is copied of a point that is infinite.
 * @param {string} trivial @param {string} copy
 */
const steps = (trivial, copy) => `
  ${trivial}(state = 2, T, ±A, ±B) A, ±B, or infinity, by the state
    in A: xA ~X, yA ~Y unless A is infinite
    out T: x3 ~X, y3 ~Y
    flags A is infinite, out T is infinite
    if A is infinite: T is infinite; ${copy && COPY_A}
    else: !T is infinite; ${COPY_A}
  ${trivial}(state = 3, T, ±A, ±B) A, ±B, or infinity, by the state
    in B: xB ~X, yB ~Y unless B is infinite
    out T: x3 ~X, y3 ~Y
    flags B is infinite, out T is infinite
    if B is infinite: T is infinite; ${copy && COPY_B}
    else: !T is infinite; ${COPY_B}
  ${trivial}(state = 4, T, ±A, ±B) A, ±B, or infinity, by the state
    out T: x3 ~X, y3 ~Y
    flags out T is infinite
    else: T is infinite
  classify_pair(±A, ±B, d) the state of a pair
    disjoint
    in A: xA ~X, yA ~Y
    in B: xB ~X, yB ~Y
    in d ~loose
    out d ~loose
    flags A is infinite, B is infinite
    if B is infinite: return 2
    if A is infinite: return 3
    if d = 0 and ${OPPOSITE}: return 4
    if d = 0: d = 2*yA; return 1
    else: d = d; return 0`;

/** @param {Field} field @param {PointForm} form @returns {Claims} */
export function batchClaims(field, { isExtension = false }) {
  const { range, ofX, layout, slot, flag, isNaN } = pointLayout(field, isExtension);
  const row = (isExtension ? 2 : 1) * field.slot;
  const { normalised, twice } = digitRanges(field);
  // Of a difference that is not reduced, and of twice a number.
  const loose = field.layout.bytes % 8 === 0 ? range : upTo(4n * field.p);
  const claim = reader({
    ...{ field, slot: isNaN ? row : slot, flag: { offset: flag, isNaN } },
    types: {
      ...(isNaN
        ? typesOf(shapes(field, isExtension).lane, { '': normalised, loose: twice })
        : typesOf(layout, { '': range, loose })),
      ...{ X: { layout, range: ofX, slot }, Y: { layout, range, slot } },
      zero: { layout, range: { least: 0n, most: 0n, digit: 0n }, slot },
    },
  });
  const text = isNaN ? steps('finish_trivial_lane', '') : steps('finish_trivial_pair', 'copy');
  // If infinity is no NaN, points have coordinates in any case.
  const its = isNaN ? text : text.replace(/ unless .*/g, '');
  return claimsIn(claim, its, (one) => (isNaN ? { ...one, on: 'elements' } : one));
}
