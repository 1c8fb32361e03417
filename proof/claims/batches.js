/**
 * Additions of affine points in batches, which share one inversion: entries (target, ±A, ±B), each
 * target = A ± B, − if the signs differ. Forward, each entry has a denominator d, and a state: 0
 * and 1, the sum and the double; 2 and 3, A or ±B, as the other is infinite; 4, infinity. In `next`
 * is the product of all d so far, c_i = c_(i−1)·d_i. Backward, with rest = 1/c_i, rest·c_(i−1) is
 * 1/d_i, so that slopes are numerators times that, and rest·d_i is 1/c_(i−1).
 *
 * fma adds two entries at a time, one in each lane: # is their number, elsewhere nothing. Entries
 * that need no arithmetic leave 1 for d if the other one of the two needs some; else both leave the
 * products as they are.
 */
import { inverse } from '../domain/field-polynomial.js';
import { upTo } from './claim.js';
import { digitRanges } from './digits.js';
import { shapes } from '../layouts.js';
import { casesIn, claimsIn, reader, typesOf } from './notation.js';
import { joined } from './pairs.js';
import { pointLayout } from './points.js';

/**
 * @import { Case, Claim, List } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 * @import { PointForm } from './points.js'
 */

const SAME_X = 'xB# - xA# = 0';
const OPPOSITE = 'yA# + signA#*signB#*yB# = 0';
const COPY_A = 'x3# = xA#; y3# = yA#';
const COPY_B = 'x3# = xB#; y3# = signA#*signB#*yB#';

/** A sum with a slope. @param {string} numerator @param {string} inverse of the denominator */
function sumWith(numerator, inverse) {
  const slope = `(${numerator})*${inverse}`;
  const x3 = `((${slope})^2 - xA# - xB#)`;
  return `x3# = ${x3}; y3# = ${slope}*(xA# - ${x3}) - yA#; !T# is infinite`;
}
const sum = (/** @type {string} */ by) => sumWith('signA#*signB#*yB# - yA#', by);
const double = (/** @type {string} */ by) => sumWith('3*xA#^2 + a', by);
/** Without arithmetic, `none` stands for what becomes of the products. */
const FORWARD = `
  if B# is infinite: state# := 2; none
  if A# is infinite: state# := 3; none
  if ${SAME_X} and ${OPPOSITE}: state# := 4; none
  if ${SAME_X}: state# := 1; d# = 2*yA#; next# = prefix#*(2*yA#)
  else: state# := 0; d# = xB# - xA#; next# = prefix#*(xB# - xA#)`;

/** @param {Form} form */
const backward = ({ A, B }) => `
  if state# is 0: ${sum('rest#*prefix#')}; rest# = rest#*d#
  if state# is 1: ${double('rest#*prefix#')}; rest# = rest#*d#
  if state# is 2 and A# is infinite: T# is infinite; ${A}; none
  if state# is 2: !T# is infinite; ${COPY_A}; none
  if state# is 3 and B# is infinite: T# is infinite; ${B}; none
  if state# is 3: !T# is infinite; ${COPY_B}; none
  else: T# is infinite; none`;

/**
 * How entries are treated; `A` and `B` is what is copied of A and B if they are infinite.
 * @typedef {ReturnType<typeof oneByOne>} Form
 */

/** One at a time. @param {number} slot @param {bigint} a */
const oneByOne = (slot, a) => ({
  ...{ entry: 12, step: 2 * slot, carried: 'prefix', state: '', zeros: '' },
  ...{ rest: 'rest, both = 0', mayBe: '', trivial: 'finish_trivial_pair' },
  ...{ A: COPY_A, B: COPY_B, isPair: false },
  /** @type {Partial<List>} */
  list: {},
  constants: new Map([['a', [a]]]),
  references: ['A', 'B'],
});

/**
 * Of fma, two at a time; both states are behind both elements.
 * @param {Form} form @param {number} row bytes @param {bigint} unit @returns {Form}
 */
const inPairs = (form, row, unit) => ({
  ...{ ...form, A: '', B: '', entry: 24, step: 2 * row + 16, state: '+2+#word', isPair: true },
  ...{ carried: 'prefix0, prefix1', rest: 'rest', mayBe: 'may be A# B#' },
  ...{ zeros: 'in .-1: xO ~zero, yO ~zero', trivial: 'finish_trivial_lane' },
  list: { perRow: 2n, second: new Map([['list', 12]]) },
  constants: new Map([...form.constants, ['unit', [unit]]]),
  references: ['A0', 'B0', 'A1', 'B1'],
});

/** @param {Form} form */
const loopForward = ({ entry, step, state, carried }) => `
  batch_add_forward(list, count, work) of each entry: state, d, product
    disjoint elements
    pointers A# at list+#entry+4b
    pointers B# at list+#entry+8b
    in A#: xA# ~X, yA# ~Y unless A# is infinite
    in B#: xB# ~X, yB# ~Y unless B# is infinite
    in work+1+#lane: prefix#
    out work+#lane: d# ~loose
    out work+1+${step}b+#lane: next#
    flags A# is infinite, B# is infinite, out state# at work${state}
    each count: list ${entry}, work ${step} carried ${carried} nonempty`;

/** @param {Form} form */
const loopBackward = ({ entry, step, state, rest, mayBe, zeros }) => `
  batch_add_backward(list, count, work, ${rest}) of each entry: the sum, by its state
    disjoint elements
    pointers A# at list+#entry+4b
    pointers B# at list+#entry+8b
    pointers T# at list+#entry ${mayBe}
    in A#: xA# ~X, yA# ~Y unless A# is infinite | state# is 3 | state# is 4
    in B#: xB# ~X, yB# ~Y unless B# is infinite | state# is 2 | state# is 4
    in work+#lane: d# ~loose
    in work+1+#lane: prefix#
    in rest+#lane: rest#
    ${zeros}
    out T#: x3# ~X, y3# ~Y
    out rest+#lane: rest#
    flags state# at work${state} values 0 1 2 3 4
    flags A# is infinite only state# is 2, B# is infinite only state# is 3, out T# is infinite
    each count: list -${entry}, work -${step}, rest 0 nonempty`;

/** Steps of one entry. @param {Form} form */
const steps = ({ trivial, A, B }) =>
  `
  ${trivial}(state = 2, T, ±A, ±B) A, ±B, or infinity, by the state
    in A: xA ~X, yA ~Y unless A is infinite
    out T: x3 ~X, y3 ~Y
    flags A is infinite, out T is infinite
    if A is infinite: T is infinite; ${A}
    else: !T is infinite; ${COPY_A}
  ${trivial}(state = 3, T, ±A, ±B) A, ±B, or infinity, by the state
    in B: xB ~X, yB ~Y unless B is infinite
    out T: x3 ~X, y3 ~Y
    flags B is infinite, out T is infinite
    if B is infinite: T is infinite; ${B}
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
    else: d = d; return 0`.replaceAll('#', '');

/** @param {Field} field @param {PointForm} form @returns {Claims} */
export function batchClaims(field, { a = 0n, isExtension = false }) {
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
  const single = oneByOne(slot, a);
  const form = isNaN ? inPairs(single, row, inverse(field.R, field.p)) : single;
  const text = loopForward(form) + steps(form) + loopBackward(form);
  // If infinity is no NaN, points have coordinates in any case.
  const its = isNaN ? text : text.replace(/(\+#\w+)+| unless .*|#/g, '');
  return claimsIn(claim, its, completed(form));
}

/** Adds what a claim's text does not say. @param {Form} form @returns {(claim: Claim) => Claim} */
function completed(form) {
  const { isPair, constants, references } = form;
  const beside = isPair ? ['d# = unit; next# = prefix#*(unit)', 'rest# = rest#*d#'] : [];
  const cases = new Map([
    ['batch_add_forward', casesOf(FORWARD, 'next# = prefix#', beside[0])],
    ['batch_add_backward', casesOf(backward(form), 'rest# = rest#', beside[1])],
  ]);
  return ({ list, flags = [], ...one }) => {
    if (!list) return { ...one, flags, ...(isPair ? { on: 'elements' } : { constants }) };
    return {
      ...{ ...one, constants, references, cases: cases.get(one.name) },
      list: { ...list, ...form.list },
      flags: flags.map((one) => (one.name === 'state1' ? { ...one, like: 'state0' } : one)),
    };
  };
}

/**
 * Cases of one entry, or of two, by those of each: the first of each counts.
 * @param {string} text
 * @param {string} alone what `none` is if no entry needs arithmetic
 * @param {string} [beside] if the other one of two needs some
 * @returns {Case[]}
 */
function casesOf(text, alone, beside) {
  if (!beside) return casesAt(text.replaceAll('none', alone), '');
  const lines = text.trim().split('\n');
  return lines.flatMap((first) =>
    lines.flatMap((second) => {
      const none = first.endsWith('none') && second.endsWith('none') ? alone : beside;
      const [one, other] = [first, second].map(
        (line, i) => casesAt(line.replace('none', none), i)[0],
      );
      return joined(one, other);
    }),
  );
}

/** @param {string} text @param {number | ''} i the number of an entry */
const casesAt = (text, i) => casesIn(text.replaceAll('#', `${i}`));
