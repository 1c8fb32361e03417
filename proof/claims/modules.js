/** Which claims are made about the functions of which module. */
import { digitClaims } from './digits.js';
import * as fields from './fields.js';
import { integerClaims } from './integers.js';
import { upTo } from './claim.js';
import { inverse } from '../domain/field-polynomial.js';
import { pointClaims } from './points.js';
import { towerClaims } from './tower.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Range } from './layouts.js'
 * @import { PointForm } from './points.js'
 */

const { P254, P255, P256, P381 } = fields;

const g1 = integerClaims(fields.LIMBS30_381, {
  stored: upTo(2n * P381 - 1n),
  loose: upTo(4n * P381),
});
/** Where there is Fp², factors are sums of four. */
const g2 = integerClaims(fields.LIMBS30_381, {
  stored: upTo(2n * P381 - 1n),
  loose: upTo(4n * P381),
  factor: upTo(8n * P381),
});
const limbs254 = integerClaims(fields.LIMBS30_254, {
  stored: upTo(2n * P254 - 1n),
  loose: upTo(4n * P254),
});
const limbs254Extension = integerClaims(fields.LIMBS30_254, {
  stored: upTo(2n * P254 - 1n),
  loose: upTo(4n * P254),
  factor: upTo(8n * P254),
});
const limbs255 = integerClaims(fields.LIMBS30_255, {
  stored: upTo(2n * P255 - 1n),
  loose: upTo(4n * P255),
});
const [limbsPallas, limbsVesta] = [fields.LIMBS30_PALLAS, fields.LIMBS30_VESTA].map((field) =>
  integerClaims(field, { stored: upTo(2n * field.p - 1n), loose: upTo(4n * field.p) }),
);
const limbs256 = integerClaims(fields.LIMBS30_256, {
  stored: upTo(2n * P256 - 1n),
  loose: upTo(4n * P256),
});
/** @param {fields.Field} field @param {bigint} most */
const wide = (field, most) => integerClaims(field, { stored: upTo(most), loose: upTo(most) });
const wide381 = wide(fields.WIDE64_381, 2n * P381 - 1n);
const wide254 = wide(fields.WIDE64_254, 2n * P254 - 1n);
const wide255 = wide(fields.WIDE64_255, P255 + (P255 >> 4n) - 1n);
const wide256 = wide(fields.WIDE64_256, 2n ** 256n - 1n);
const fma381 = digitClaims(fields.FMA_381);
const fma254Short = digitClaims(fields.FMA_254_SHORT);
const fmaShort = digitClaims(fields.FMA_381_SHORT);

/** The coefficient a of banderwagon in Weierstrass form; Edwards: −5x² + y² = 1 + dx²y². */
const BANDERWAGON_A = (() => {
  const d = 0x6389c12633c267cbc66e3bf86be3b6d8cb66677177e54f92b369f2f5188d58e7n;
  /** @param {bigint} x @param {bigint} y */
  const ratio = (x, y) => x * inverse(y, P255);
  const A = ratio(2n * (d - 5n), -5n - d);
  const B = ratio(4n, -5n - d);
  return ratio(3n - A * A, 3n * B * B) % P255;
})();

/** @param {fields.Field} field @param {Range} range @param {Partial<PointForm>} more */
const points = (field, range, more) =>
  pointClaims(field, { layout: field.layout, slot: 64, flag: 52, twice: 2, range, ...more });
/** @param {((name: string) => Claim[])[]} all @returns {(name: string) => Claim[]} */
const any =
  (...all) =>
  (name) =>
    all.flatMap((claims) => claims(name));
const { LIMBS30_381, LIMBS30_255, LIMBS30_256, WIDE64_381, WIDE64_255, WIDE64_256 } = fields;
const [most381, most255, most256] = [P381, P255, P256].map((p) => upTo(2n * p - 1n));
const points30 = points(LIMBS30_381, most381, {});
const points30g2 = points(LIMBS30_381, most381, { layout: LIMBS30_381.extension, slot: 128 });
const points64 = points(WIDE64_381, most381, { flag: 48 });
const points64g2 = points(WIDE64_381, most381, {
  layout: WIDE64_381.extension,
  slot: 128,
  flag: 48,
});
const mapPoints30 = points(LIMBS30_381, most381, { isOdd: true });
const mapPoints30g2 = points(LIMBS30_381, most381, {
  ...{ layout: LIMBS30_381.extension, slot: 128, isOdd: true },
});
const mapPoints64 = points(WIDE64_381, most381, { flag: 48, isOdd: true });
const mapPoints64g2 = points(WIDE64_381, most381, {
  ...{ layout: WIDE64_381.extension, slot: 128, flag: 48, isOdd: true },
});

/**
 * The modules of a curve of the cycle; its scalars are the other one's coordinates.
 * @param {string} name
 * @param {'PALLAS' | 'VESTA'} field
 * @param {(name: string) => Claim[]} own
 * @param {(name: string) => Claim[]} scalars
 * @returns {[string, (name: string) => Claim[]][]}
 */
function pastaClaims(name, field, own, scalars) {
  const [limbs, words] = [fields[`LIMBS30_${field}`], fields[`WIDE64_${field}`]];
  const most = 2n * limbs.p - 1n;
  return [
    [`${name}.limbs30`, any(own, points(limbs, upTo(most), { slot: 48, flag: 36 }))],
    [`${name}.polynomials-limbs30`, scalars],
    [`${name}.lists-limbs30`, scalars],
    [`${name}.wide64`, any(wide(words, most), points(words, upTo(most), { slot: 48, flag: 32 }))],
    [`${name}.fma`, digitClaims(fields[`FMA_${field}`])],
  ];
}

/** On wide64 sums in towers have too many cases, a multiple of p for each part. */
const WITHOUT_SUMS = new Set([
  ...['tower_copy', 'tower_scale', 'tower_is_equal', 'tower_line6'],
  ...['tower_frobenius', 'tower_frobenius2'],
]);
/** @param {(name: string) => Claim[]} claims @returns {(name: string) => Claim[]} */
const withoutSums = (claims) => (name) => (WITHOUT_SUMS.has(name) ? claims(name) : []);

/** @type {ReadonlyMap<string, (name: string) => Claim[]>} by module, then by function */
export const CLAIMS = new Map([
  ['bls12-381-g1.limbs30', any(g1, points30)],
  ['bls12-381-g1.map.limbs30', any(g1, mapPoints30)],
  ['bls12-381-g1.map.fma', any(g1, mapPoints30)],
  ['bls12-381-g2.limbs30', any(g2, points30g2)],
  ['bls12-381-g2.map.limbs30', any(g2, mapPoints30g2)],
  ['bls12-381.pairing.limbs30', any(g2, towerClaims(LIMBS30_381, most381))],
  ['bls12-381-g1.polynomials-limbs30', limbs255],
  ['bls12-381-g1.lists-limbs30', limbs255],
  [
    'banderwagon.limbs30',
    any(limbs255, points(LIMBS30_255, most255, { slot: 48, flag: 36, a: BANDERWAGON_A })),
  ],
  [
    'secp256k1.limbs30',
    any(limbs256, points(LIMBS30_256, most256, { slot: 48, flag: 36, twice: 1 })),
  ],
  ['bls12-381-g1.wide64', any(wide381, points64)],
  ['bls12-381-g1.map.wide64', any(wide381, mapPoints64)],
  ['bls12-381-g2.wide64', any(wide381, points64g2)],
  ['bls12-381-g2.map.wide64', any(wide381, mapPoints64g2)],
  ['bls12-381.pairing.wide64', any(wide381, withoutSums(towerClaims(WIDE64_381, most381)))],
  [
    'banderwagon.wide64',
    any(
      wide255,
      points(WIDE64_255, upTo(P255 + (P255 >> 4n) - 1n), { slot: 48, flag: 32, a: BANDERWAGON_A }),
    ),
  ],
  [
    'secp256k1.wide64',
    any(wide256, points(WIDE64_256, upTo(2n ** 256n - 1n), { slot: 48, flag: 32, twice: 1 })),
  ],
  ['bls12-381-g1.fma', fma381],
  ['bls12-381-g2.fma', fmaShort],
  ['bls12-381-g2.map.fma', fmaShort],
  ['bls12-381.pairing.fma', fmaShort],
  ['bn254-g1.limbs30', limbs254],
  ['bn254-g2.limbs30', limbs254Extension],
  ['bn254.pairing.limbs30', limbs254Extension],
  ['bn254-g1.wide64', wide254],
  ['bn254-g2.wide64', wide254],
  ['bn254.pairing.wide64', wide254],
  ['bn254-g1.fma', digitClaims(fields.FMA_254)],
  ['bn254-g2.fma', fma254Short],
  ['bn254.pairing.fma', fma254Short],
  ...pastaClaims('pallas', 'PALLAS', limbsPallas, limbsVesta),
  ...pastaClaims('vesta', 'VESTA', limbsVesta, limbsPallas),
  ['banderwagon.fma', digitClaims(fields.FMA_255)],
  ['secp256k1.fma', digitClaims(fields.FMA_256)],
]);
