/**
 * Sums on −5x² + y² = 1 + dx²y² in extended coordinates on two lanes, a sum in each: the steps that
 * are made of rows. A row's number of either sign is at most that many times p in magnitude, and
 * the digits of `double` ones are sums of two.
 */
import { within } from './digits.js';
import { shapes, signedDigits } from '../kernel/layouts.js';
import { readerOfAll, typesOf } from './notation.js';

/**
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 * @import { PointForm } from './points.js'
 */

/** @param {Field} field @param {PointForm} form @returns {Claims} */
export function edwardsRowClaims(field, { equation }) {
  const { p, layout } = field;
  const ranges = {
    '': within(p, 1750n),
    small: within(p, 850n),
    middle: within(p, 1200n),
    entry: within(p, 1020n, 2n),
    wide: within(p, 6800n),
    large: within(p, 5100n),
    double: within(p, 2900n, 2n),
    sum: within(p, 3500n),
  };
  const more = { usesScratch: true };
  const claims = readerOfAll({ field, types: typesOf(layout, ranges), more });
  const { lane } = shapes(field, false);
  const { w, n } = field;
  const apart = signedDigits({ w, n, stride: 8, lanes: 1 });
  const digits = { layout: apart, range: ranges[''], slot: 8 * n };
  const ofLanes = readerOfAll({
    ...{ field, types: { ...typesOf(lane, ranges), digits }, slot: 8 },
    more: { ...more, on: 'elements', constants: new Map(equation?.constants) },
  });
  return (name, lookup) => {
    const first = lookup?.rows('extended_finish')[0] ?? 0;
    /** Addresses of rows by name. @param {string} letters */
    const at = (letters) =>
      Object.fromEntries([...letters].map((one, i) => [one, first + field.slot * i]));
    const one = lookup?.rows('extended_finish_one')[0] ?? 0;
    const [XY, TZ, AB, WD, CU, EG, HF] = [0, 1, 6, 7, 8, 9, 10].map((i) => one + field.slot * i);
    const e = '(U - A - B)';
    const { X, T, Y, Z, A, B, C, E, F, G, H, U } = at('XTYZABCEFGHU');
    const [f, g, h] = ['(2*Z^2 - Y^2 + 5*X^2)', '(Y^2 - 5*X^2)', '(Y^2 + 5*X^2)'];
    switch (name) {
      case 'extended_multiply':
        return claims(`
          extended_multiply(z, x ~sum, y ~sum): z ~middle = x*y
          extended_multiply(z, x ~double, y ~wide): z = x*y
          extended_multiply(z, x ~wide, y ~large): z = x*y`);
      case 'extended_multiply_two':
        return [
          ['x', 'y', 'x1', 'y1', '~small'],
          ['x', 'y', 'x1 ~entry', 'y1 ~sum', '~small'],
          ['x ~wide', 'y ~double', 'x1 ~double', 'y1 ~large', ''],
          ['x ~wide', 'y ~large', 'x1 ~large', 'y1 ~large', ''],
          ['x ~double', 'y ~wide', 'x1 ~double', 'y1 ~wide', ''],
        ].flatMap(([x, y, u, v, type]) =>
          claims(`
            extended_multiply_two(z, x, y, z1, x1, y1) z = xy and z1 = x1·y1, in both lanes
              disjoint
              in ${x}
              in ${y}
              in ${u}
              in ${v}
              out z ${type} = x*y
              out z1 ${type} = x1*y1`),
        );
      case 'extended_add_u':
        return claims(`
          extended_add_u() U = X + Y
            disjoint
            in ${X}: X
            in ${Y}: Y
            out ${U}: U ~sum = X + Y`);
      case 'extended_double_sums':
        return claims(`
          extended_double_sums() 2E, −F, G and −H of a doubling
            disjoint digits
            in ${A}: A ~small
            in ${B}: B ~small
            in ${C}: C ~small
            in ${E}: E ~small
            out ${E}: e ~double = 2*E
            out ${F}: f ~wide = 2*C - B + 5*A
            out ${G}: g ~large = B - 5*A
            out ${H}: h ~large = B + 5*A`);
      case 'extended_add_sums':
        return claims(`
          extended_add_sums() E, F, G and H of a sum with an entry
            disjoint digits
            in ${Z}: Z
            in ${A}: A ~small
            in ${B}: B ~small
            in ${C}: C ~small
            in ${E}: E ~small
            out ${E}: e ~double = E - A - B
            out ${F}: f ~sum = Z + C
            out ${G}: g ~double = Z - C
            out ${H}: h ~large = B + 5*A`);
      case 'extended_finish':
        return claims(`
          extended_finish() X = EF, Y = GH, T = EH, Z = FG
            disjoint
            in ${E}: E ~double
            in ${F}: F ~sum
            in ${G}: G ~double
            in ${H}: H ~large
            out ${X}: x = E*F
            out ${Y}: y = G*H
            out ${T}: t = E*H
            out ${Z}: z = F*G`);
      case 'extended_double':
        return [0, 1].flatMap((full) =>
          claims(`
            extended_double(full = ${full}) twice X, Y, Z${full ? ', and T' : ''}
              disjoint
              in ${X}: X
              in ${Y}: Y
              in ${Z}: Z
              out ${X}: x = 2*X*Y*${f}
              out ${Y}: y = ${g}*${h}
              out ${Z}: z = ${f}*${g}
              ${full ? `out ${T}: t = 2*X*Y*${h}` : ''}`),
        );
      case 'extended_finish_one':
        return ofLanes(`
          extended_finish_one() X = EF, Y = GH; T = EH, Z = FG, in lanes of two rows
            disjoint
            in ${EG}: E ~sum, G ~sum
            in ${HF}: H ~large, F ~large
            out ${XY}: x = E*F, y = G*H
            out ${TZ}: t = E*H, z = F*G`);
      case 'extended_sum_one':
        return ofLanes(`
          extended_sum_one() the point of A, B, C, U and D
            disjoint
            in ${AB}: A ~small, B ~small
            in ${CU}: C ~middle, U ~middle
            in ${WD + 8}: D ~small
            out ${XY}: x = ${e}*(D - C), y = (D + C)*(B + 5*A)
            out ${TZ}: t = ${e}*(B + 5*A), z = (D - C)*(D + C)`);
      case 'extended_to_digits':
        return ofLanes(`
          extended_to_digits(target) the digits of X, Y and Z, of each one after the other
            disjoint
            in ${XY}: X, Y
            in ${TZ + 8}: Z
            out target: x ~digits = X, y ~digits = Y, z ~digits = Z`);
      case 'extended_join': {
        const [A, B, C, D] = ['X0*X1', 'Y0*Y1', 'd*T0*T1', 'Z0*Z1'];
        const E = `((X0 + Y0)*(X1 + Y1) - ${A} - ${B})`;
        return ofLanes(`
          extended_join() the sum of both lanes
            disjoint
            in ${X}: X0, X1
            in ${Y}: Y0, Y1
            in ${T}: T0, T1
            in ${Z}: Z0, Z1
            out ${XY}: x = ${E}*(${D} - ${C}), y = (${D} + ${C})*(${B} + 5*${A})
            out ${TZ}: t = ${E}*(${B} + 5*${A}), z = (${D} - ${C})*(${D} + ${C})`);
      }
      default:
        return [];
    }
  };
}
