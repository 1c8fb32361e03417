/** Which claims are made about the functions of which module. */
import { digitClaims } from './digits.js';
import * as fields from './fields.js';
import { integerClaims } from './integers.js';
import { upTo } from './claim.js';

/** @import { Claim } from './claim.js' */

const { P255, P256, P381 } = fields;

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
const limbs255 = integerClaims(fields.LIMBS30_255, {
  stored: upTo(2n * P255 - 1n),
  loose: upTo(4n * P255),
});
const limbs256 = integerClaims(fields.LIMBS30_256, {
  stored: upTo(2n * P256 - 1n),
  loose: upTo(4n * P256),
});
/** @param {fields.Field} field @param {bigint} most */
const wide = (field, most) => integerClaims(field, { stored: upTo(most), loose: upTo(most) });
const wide381 = wide(fields.WIDE64_381, 2n * P381 - 1n);
const wide255 = wide(fields.WIDE64_255, P255 + (P255 >> 4n) - 1n);
const wide256 = wide(fields.WIDE64_256, 2n ** 256n - 1n);
const fma381 = digitClaims(fields.FMA_381);
const fmaShort = digitClaims(fields.FMA_381_SHORT);

/** @type {ReadonlyMap<string, (name: string) => Claim[]>} by module, then by function */
export const CLAIMS = new Map([
  ['bls12-381-g1.limbs30', g1],
  ['bls12-381-g1.map.limbs30', g1],
  ['bls12-381-g1.map.fma', g1],
  ['bls12-381-g2.limbs30', g2],
  ['bls12-381-g2.map.limbs30', g2],
  ['bls12-381.pairing.limbs30', g2],
  ['bls12-381-g1.polynomials-limbs30', limbs255],
  ['bls12-381-g1.lists-limbs30', limbs255],
  ['banderwagon.limbs30', limbs255],
  ['secp256k1.limbs30', limbs256],
  ['bls12-381-g1.wide64', wide381],
  ['bls12-381-g1.map.wide64', wide381],
  ['bls12-381-g2.wide64', wide381],
  ['bls12-381-g2.map.wide64', wide381],
  ['bls12-381.pairing.wide64', wide381],
  ['banderwagon.wide64', wide255],
  ['secp256k1.wide64', wide256],
  ['bls12-381-g1.fma', fma381],
  ['bls12-381-g2.fma', fmaShort],
  ['bls12-381-g2.map.fma', fmaShort],
  ['bls12-381.pairing.fma', fmaShort],
  ['banderwagon.fma', digitClaims(fields.FMA_255)],
  ['secp256k1.fma', digitClaims(fields.FMA_256)],
]);
