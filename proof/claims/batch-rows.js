/**
 * Points on fma, and the steps of their additions in batches (./batches.js): two at a time, one in
 * each lane. A point is a record of two coordinates, the digits of one number side by side; of a
 * row x, numbers x0 and x1 are those of its lanes. A state says which sum an entry is: 0, A ± B; 1,
 * 2A; 2, A; 3, ±B; 4, infinity.
 *
 * Where rows are in the module's own memory the claim is that it is so for the constant addresses
 * that a function names, in ascending order.
 */
import { inverse } from '../kernel/integers.js';
import { digitRanges } from './digits.js';
import { shapes } from '../kernel/layouts.js';
import { claimsIn, reader, typesOf } from './notation.js';

/**
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 * @import { PointForm } from './points.js'
 */

const ZERO = 'one - one';

/** @param {Field} field @param {PointForm} form @returns {Claims} */
export function batchRowClaims(field, { a = 0n, isExtension = false, equation }) {
  const { lane, record, coefficient } = shapes(field, isExtension);
  const { centred, carried, twice, wide, difference, ...ranges } = digitRanges(field);
  const claim = reader({
    field,
    slot: (isExtension ? 2 : 1) * field.slot,
    types: {
      ...typesOf(lane, { '': centred, twice, ...ranges }),
      // Of two numbers whose digits are carried.
      apart: { layout: lane, range: { ...twice, isBelow: true, isAbove: true } },
      numerator: { layout: lane, range: isExtension ? wide : difference },
      X: { layout: record, range: carried, slot: record.bytes },
      Y: { layout: record, range: centred, slot: record.bytes },
      coefficient: { layout: coefficient, range: centred },
    },
    flag: { isNaN: true },
  });
  // On digits of less than 52 bits the sum of xA and xB is made before it is subtracted; else a
  // product takes two subtrahends, and has a row of zeros.
  const addsUp = field.w < 52;
  const [s, xB, minusX] = addsUp ? ['s# ~twice', 'xA# + xB#', ''] : ['s#', 'xB#', 'x# - '];
  const first = isExtension && !addsUp ? 1 : 0;
  const y = `${record.bytes}b`;
  const x3 = `l#*l# - ${minusX}s#`;
  const sumX = `((m#*v#)^2 - ${minusX}s#)`;
  const rightSide = `
    right_side(z, x) the right side of the equation
      elements
      in x+#lane: x# ~normalised
      out z+#lane: z# = ${equation?.right.replace(/x/g, 'x#')}`;
  const constants = new Map([
    ['patch_doublings', new Map([['a', [a]]])],
    ['set_denominators', new Map([['unit', [inverse(field.R, field.p)]]])],
    ['right_side', new Map(equation?.constants)],
  ]);
  return claimsIn(
    claim,
    `
    gather_difference(d, A0, B0, A1, B1)
      in A#: xA# ~X
      in B#: xB# ~X
      out d+#lane: d# ~apart = xB# - xA#
    gather_step(±A0, ±B0, ±A1, ±B1) rows of xA, ${xB.replaceAll('#', '')}, yA, ±yB − yA
      in A#: xA# ~X, yA# ~Y
      in B#: xB# ~X, yB# ~Y
      out .-4+#lane: x# = xA#
      out .-3+#lane: ${s} = ${xB}
      out .-2+#lane: y# = yA#
      out .-1+#lane: m# ~twice = signA#*signB#*yB# - yA#
    sum_x(to0, to1) x3 = λ² − xA − xB
      scratch
      ${addsUp ? '' : 'in .-4+#lane: x#'}
      in .-3+#lane: ${s}
      in .-2+#lane: l# ~product
      out to#: x3# ~X = ${x3}
      out .-1+#lane: r# = ${x3}
    sum_y(to0, to1) y3 = λ(xA − x3) − yA
      scratch
      in .-4+#lane: x#
      in .-3+#lane: y#
      in .-2+#lane: l# ~product
      in .-1+#lane: t#
      out to#+${y}: y3# ~Y = (x# - t#)*l# - y#
    sum_points(to0, to1) x3 and y3, with λ = m·v
      elements
      in .-3+#lane: m# ~numerator
      in .-2+#lane: v# ~product
      in sum_x.-3+#lane: ${s}
      in sum_y.-4+#lane: x#
      in sum_y.-3+#lane: y#
      out to#: xto# ~X = ${sumX}, yto# ~Y = m#*v#*(x# - ${sumX}) - y#

    classify_lane(±A, ±B) the state of a pair
      elements tests
      in A: xA ~X, yA ~Y unless A is infinite
      in B: xB ~X, yB ~Y unless B is infinite
      flags A is infinite, B is infinite
      if B is infinite: return 2
      if A is infinite: return 3
      if xB - xA = 0 and yA + signA*signB*yB = 0: return 4
      if xB - xA = 0: return 1
      else: return 0
    set_denominators(d, kinds, A0, A1) d, 2y, or the number 1, by the states
      elements
      in d+#lane: d# ~twice only state# is 0
      in A#+${y}: yA# ~Y only state# is 1
      out d+#lane: e# ~twice
      flags state# at kinds+#word values 0 1 2 3 4
      both if state# is 0: e# = d#
      both if state# is 1: e# = 2*yA#
      both else: e# = unit
    patch_doublings(kinds) numerators 3x² + a of doublings
      elements
      in .${first}+#lane: x#
      in .${first + 1}+#lane: m# ~twice
      out .${first + 1}+#lane: n# ~numerator
      flags state# at kinds+#word values 0 1 2 3 4
      both if state# is 1: n# = 3*x#^2 + a
      both else: n# = m#

    is_zero_sum(x, y, s?factor)
      in x ~coefficient, y ~coefficient
      tells x + signs*y
    is_zero_sum_of_all(x, y, s?factor)
      elements
      in x ~Y, y ~Y
      tells x + signs*y
    is_same(x, y, s?flip) 0 if x is not ±y, 1 if both are 0
      in x ~Y, y ~Y
      if x = 0 and y = 0: return 1
      if x - signs*y = 0:
      else: return 0
    ${isExtension ? 'lane_is_zero(x)\n in x\n tells x' : ''}
    clear_lane(z)
      elements
      out z = ${ZERO}
    gather_pair(row, p0, p1) rows x and y of two points, or zeros
      elements
      in p#: xp# ~Y, yp# ~Y unless p# is infinite
      out row+#lane: x#
      out row+1+#lane: y#
      flags p# is infinite
      both if p# is infinite: x# = ${ZERO}; y# = ${ZERO}
      both else: x# = xp#; y# = yp#
    record_to_row(point, by) x and y of a point, times a row
      digits scratch
      in point: xpoint ~Y, ypoint ~Y
      in by+#lane: by# ~normalised
      out .-1: r0 ~product = xpoint*by0
      out .-1+1lane: r1 ~product = ypoint*by1
    row_to_record(point, by) a point of x and y in lanes, times a row
      digits scratch
      in .-1+#lane: r# ~twice
      in by+#lane: by# ~normalised
      out point: xpoint ~X = r0*by0, ypoint ~Y = r1*by1
${equation ? rightSide : ''}`,
    (one) => ({
      ...{ ...one, constants: constants.get(one.name) },
      isDisjoint: true,
    }),
  );
}
