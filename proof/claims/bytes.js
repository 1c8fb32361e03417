/**
 * Encodings: canonical bytes, little-endian, of numbers below p; some are written big-endian. A
 * factor may be given, as `by`: for reading it stands as by·R², for writing as by.
 */
import { upTo } from './claim.js';
import { digitRanges, within } from './digits.js';
import { integerRanges } from './integers.js';
import { FULL_DIGIT, limbs, shapes } from '../kernel/layouts.js';
import { byName, readerOfAll } from './notation.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 */

/** Types of bytes: of any value, as a source, and canonical, as a target. @param {Field} field */
export function encodings({ bytes, reversed, p }) {
  const common = { layout: bytes, scale: 1n, slot: bytes.bytes };
  const source = { ...common, range: upTo((1n << BigInt(8 * bytes.bytes)) - 1n) };
  const target = { ...common, range: upTo(p - 1n) };
  const [bigSource, bigTarget] = [source, target].map((one) => ({ ...one, layout: reversed }));
  return { source, target, 'big source': bigSource, 'big target': bigTarget };
}

const RESULT = '1, or 0 if it is not below p';

/** In wide64 without a factor. */
const BIG_ENDIAN = `field_to_big_endian(target, x{, by = 0|, by}) writes x{·by}, big-endian
      scratch elements
      in x ~loose{, by ~write}
      out target ~big target = x{*by}`;

/** @param {Field} field @returns {(name: string) => Claim[]} */
export function byteClaims(field) {
  const { R, layout, slot, bytes } = field;
  const { stored, loose } = integerRanges(field);
  const types = {
    '': { layout, range: stored },
    loose: { layout, range: loose },
    read: { layout, range: stored, scale: R * R },
    write: { layout, range: stored, scale: 1n },
    ...encodings(field),
  };
  const claims = readerOfAll({ field, types, slot, more: { isDisjoint: true } });
  return byName(
    claims(`
    field_from_bytes(z, source, by{ = 0|}) reads z{ and multiplies}; ${RESULT}
      scratch
      in source{, by ~read}
      out z
      if source < p: z = source{*by}; return 1
      else: return 0
    extension_from_bytes(z, source, by{ = 0|}) reads z{ and multiplies}; ${RESULT}, in Fp²
      scratch
      in source: source0 ~source, source1 ~source
      {in by ~read}
      out z: z0, z1
      if source0 < p and source1 < p: z0 = source0{*by}; z1 = source1{*by}; return 1
      else: return 0
    pairing_from_bytes(z, source, count) reads a list, up to one that is not below p
      in source: source0 ~source, source1 ~source
      out z: z0, z1
      if source0 < p and source1 < p: z0 = source0; z1 = source1
      else: stop
      each count: z ${2 * slot}, source ${2 * bytes.bytes} nonempty
    field_to_bytes(target, x, by{ = 0|}) writes x{·by}
      scratch
      in x ~loose{, by ~write}
      out target = x{*by}
    extension_to_bytes(target, x, by{ = 0|}) writes x{·by}, in Fp²
      scratch
      in x: x0 ~loose, x1 ~loose
      {in by ~write}
      out target: target0 ~target = x0{*by}, target1 ~target = x1{*by}
    pairing_to_bytes(target, x, count) writes x, in Fp², of a list
      in x: x0 ~loose, x1 ~loose
      out target: target0 ~target = x0, target1 ~target = x1
      each count: target ${2 * bytes.bytes}, x ${2 * slot} nonempty
    ${layout.digit?.word === 4 ? BIG_ENDIAN : BIG_ENDIAN.replace(/{.*?}/g, '')}`),
  );
}

/**
 * Of fma, between bytes, or unsigned digits of 30 bits, on which numbers are inverted, and a lane,
 * which is every second double of a row. A lane stands for the number itself (its scale is 1);
 * digits that are made of bytes or of unsigned digits are unsigned, too.
 * @param {Field} field @returns {(name: string) => Claim[]}
 */
export function conversionClaims(field) {
  const { p, layout, w, slot } = field;
  const { lane } = shapes(field, false);
  const { factor, product } = digitRanges(field);
  const n = p === p % 2n ** 256n ? 9 : 13;
  const thirty = { layout: limbs({ w: 30, n, word: 4, bytes: 4 * n }), scale: 1n };
  const twice = upTo(2n * p - 1n);
  const digit = 2n * FULL_DIGIT;
  const below = { ...within(p, 1000n, 1n, w < 50), least: 1n - p, most: p - 1n };
  const types = {
    lane: { layout: lane, range: below, scale: 1n },
    unsigned: { layout: lane, range: { ...upTo(p - 1n), digit }, scale: 1n },
    row: { layout, range: { ...twice, digit }, scale: 1n },
    limbs: { ...thirty, range: twice },
    'limbs above 0': { ...thirty, range: { ...twice, least: 1n } },
    ...encodings(field),
    ...{
      factor: { layout: lane, range: factor, slot: 8 },
      product: { layout: lane, range: product, slot: 8 },
    },
  };
  const claims = readerOfAll({ field, types, slot });
  const all = claims(`
    lane_from_bytes(lane, source) reads a lane; 1, or 0 if it is not below p
      disjoint
      in source
      out lane ~unsigned
      if source < p: lane = source; return 1
      else: return 0
    lane_from_two(lane, source) reads both coefficients; 1, or 0 if one is not below p
      disjoint
      in source: source0 ~source, source1 ~source
      out lane: lane0 ~unsigned, lane1 ~unsigned
      if source0 < p and source1 < p: lane0 = source0; lane1 = source1; return 1
      else: return 0
    lane_to_bytes(target, lane) writes a lane
      disjoint
      in lane
      out target = lane
    lane_to_two(target, lane) writes both coefficients
      disjoint
      in lane: lane0 ~lane, lane1 ~lane
      out target: target0 ~target = lane0, target1 ~target = lane1
    limbs_from_lane(limbs, lane) z = x on digits of 30 bits
      disjoint
      in lane
      out limbs ~limbs above 0 = lane
    row_from_limbs(row, limbs) z = x, of digits of 30 bits, in both lanes
      disjoint
      in limbs
      out row = limbs
    row_is_zero(x) whether both lanes are 0
      in x: x0 ~product, x1 ~product
      if x0 = 0 and x1 = 0: return 1
      else: return 0
    invert_both(z, x) 1/x of both lanes of a row, neither of them 0
      elements traps
      in x: x0 ~factor, x1 ~factor
      nonzero x0, x1
      out z: z0 ~product = 1/x0, z1 ~product = 1/x1`);
  return (name) => byName(all)(name.replace(/^lanes_/, ''));
}
