/** Which claims are made about the functions of which module. */
import { inverse } from '../domain/field-polynomial.js';
import { batchClaims } from './batches.js';
import { batchRowClaims } from './batch-rows.js';
import { byteClaims, conversionClaims } from './bytes.js';
import { columnClaims } from './columns.js';
import { complexClaims, digitClaims } from './digits.js';
import { edwardsClaims } from './edwards.js';
import { FMA, LIMBS30, P254, P255, SEEDS, WIDE64 } from './fields.js';
import { integerClaims } from './integers.js';
import { jacobianRowClaims } from './jacobian-rows.js';
import { listByteClaims, rowByteClaims } from './list-bytes.js';
import { modelListClaims, pairingListClaims } from './inverted-lists.js';
import { ofBLS, ofBN, withPowers } from './exponents.js';
import { endomorphismClaims } from './endomorphisms.js';
import { listClaims } from './lists.js';
import { inversionClaims, powerClaims, rowPowerClaims, signClaims } from './powers.js';
import { lineClaims } from './lines.js';
import { mapClaims } from './maps.js';
import { memberClaims } from './members.js';
import { oddMultipleClaims } from './odd-multiples.js';
import { multipleClaims, pointClaims } from './points.js';
import { curveListClaims, encodedPointClaims } from './point-lists.js';
import { rootClaims } from './roots.js';
import { scalarClaims } from './scalars.js';
import { listStepClaims } from './steps.js';
import { towerClaims } from './tower.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Exponents } from './exponents.js'
 * @import { Field } from './fields.js'
 * @import { PointForm } from './points.js'
 *
 * Of a module's functions: where in its memory they have elements, and their numbers.
 * @typedef {{ rows: (name: string) => number[], index: (name: string) => number }} Lookup
 * @typedef {(name: string, lookup?: Lookup) => Claim[]} Claims by function
 * @typedef {{ limbs30?: Field, wide64?: Field, fma?: Field, points?: PointForm,
 *   tower?: [bigint, bigint], exponents?: Exponents }} Content the fields of kernels; ξ of a tower,
 *   and powers in it
 */

/** y² = x³ + b; b of each curve is of the sources in fields.js. @param {bigint[]} b */
const weierstrass = (b) => ({
  ...{ left: 'y^2', right: 'x^3 + b' },
  constants: /** @type {[string, bigint[]][]} */ ([['b', b]]),
});

/** 3/(9 + i). */
const BN254_TWIST = [27n, -3n].map((c) => (c * inverse(82n, P254)) % P254);

/** Bandersnatch in Edwards form, −5x² + y² = 1 + dx²y². */
const D = 0x6389c12633c267cbc66e3bf86be3b6d8cb66677177e54f92b369f2f5188d58e7n;
const BANDERWAGON = {
  ...{ left: 'y^2 - 5*x^2', right: 'one + d*x^2*y^2' },
  constants: /** @type {[string, bigint[]][]} */ ([['d', [D]]]),
};

/** Its Montgomery form, Bv² = u³ + Au² + u; and from that, its a in Weierstrass form. */
const [A, B] = [2n * (D - 5n), 4n].map((c) => c * inverse(-5n - D, P255));
const BANDERWAGON_A = ((3n - A * A) * inverse(3n * B * B, P255)) % P255;
/** Of both roots of −1/2 that of its endomorphism. */
const ROOT = 0x23c58c92306dbb96236140669daf1e2420ffd8fc8de2036c69307ddaa306c7d4n;
const MODEL = { b: B, m: A * inverse(3n * B, P255), h: ROOT ** 3n };

const of381 = { limbs30: LIMBS30[381], wide64: WIDE64[381], fma: FMA['381 short'] };
const of254 = { limbs30: LIMBS30[254], wide64: WIDE64[254], fma: FMA['254 short'] };
const of255 = { limbs30: LIMBS30[255], wide64: WIDE64[255], fma: FMA[255] };
const ofPallas = { limbs30: LIMBS30.pallas, wide64: WIDE64.pallas, fma: FMA.pallas };
const ofVesta = { limbs30: LIMBS30.vesta, wide64: WIDE64.vesta, fma: FMA.vesta };
const ofR254 = { limbs30: LIMBS30.r254, fma: FMA.r254 };

/** Twists: of BLS12-381 4(1 + i), of BN254 3/(9 + i). */
const TWISTS = new Map([
  ['bls12-381.pairing', { b: [4n, 4n], isD: false }],
  [
    'bn254.pairing',
    { b: [(27n * inverse(82n, P254)) % P254, (-3n * inverse(82n, P254)) % P254], isD: true },
  ],
]);

/** @type {PointForm['twist']} */
const TWIST_381 = { xi: [1n, 1n], isDivided: false };

/** By the name of a module, without the kernel. @type {ReadonlyMap<string, Content>} */
const MODULES = new Map(
  /** @type {[string, Content][]} */ ([
    [
      'bls12-381-g1',
      { ...of381, fma: FMA[381], points: { equation: weierstrass([4n]), seed: SEEDS.bls } },
    ],
    [
      'bls12-381-g1.map',
      { ...of381, fma: LIMBS30[381], points: { isOdd: true, seed: SEEDS.cofactor } },
    ],
    [
      'bls12-381-g2',
      {
        ...of381,
        points: {
          isExtension: true,
          equation: weierstrass([4n, 4n]),
          seed: SEEDS.bls,
          twist: TWIST_381,
        },
      },
    ],
    [
      'bls12-381-g2.map',
      {
        ...of381,
        fma: { ...FMA['381 short'], isComplex: true },
        points: { isExtension: true, isOdd: true, seed: SEEDS.bls, twist: TWIST_381 },
      },
    ],
    ['bls12-381.pairing', { ...of381, tower: [1n, 1n], exponents: ofBLS(SEEDS.bls) }],
    ['bls12-381-g1.polynomials', of255],
    ['bls12-381-g1.lists', of255],
    ['bn254-g1', { ...of254, fma: FMA[254], points: { equation: weierstrass([3n]) } }],
    [
      'bn254-g2',
      {
        ...of254,
        fma: FMA[254],
        points: {
          isExtension: true,
          equation: weierstrass(BN254_TWIST),
          seed: SEEDS.bn,
          twist: { xi: [9n, 1n], isDivided: true },
        },
      },
    ],
    ['bn254.pairing', { ...of254, tower: [9n, 1n], exponents: ofBN(SEEDS.u) }],
    ['bn254-g1.polynomials', ofR254],
    ['bn254-g1.lists', ofR254],
    // Each of these curves has the other one's coordinates as scalars.
    ['pallas', { ...ofPallas, points: { equation: weierstrass([5n]), hasOddRoots: true } }],
    ['pallas.polynomials', ofVesta],
    ['pallas.lists', ofVesta],
    ['vesta', { ...ofVesta, points: { equation: weierstrass([5n]), hasOddRoots: true } }],
    ['vesta.polynomials', ofPallas],
    ['vesta.lists', ofPallas],
    ['banderwagon', { ...of255, points: { a: BANDERWAGON_A, equation: BANDERWAGON } }],
    [
      'secp256k1',
      {
        ...{ limbs30: LIMBS30[256], wide64: WIDE64[256], fma: FMA[256] },
        points: { twice: 1, equation: weierstrass([7n]), hasOddRoots: true },
      },
    ],
    ['secp256k1.scalar', { limbs30: LIMBS30.n256 }],
  ]),
);

/** @param {(Claims | undefined | false)[]} all @returns {Claims} */
const any =
  (...all) =>
  (name, lookup) =>
    all.flatMap((claims) => (claims ? claims(name, lookup) : []));

/** @param {string} module its name @returns {Claims} */
export function claimsOf(module) {
  const [, name, kernel] = /^(.*)[.-](limbs30|wide64|fma)$/.exec(module) ?? ['', module, 'limbs30'];
  const content = MODULES.get(name);
  const field = content && { limbs30: content.limbs30, wide64: content.wide64, fma: content.fma };
  const chosen =
    kernel === 'limbs30' ? field?.limbs30 : kernel === 'fma' ? field?.fma : field?.wide64;
  const scalars = scalarClaims(module.replace(/\.scalar$/, ''));
  if (!content || !chosen) return module.endsWith('.scalar') ? scalars : () => [];
  const { points, tower, exponents } = content;
  const towers =
    tower &&
    any(
      withPowers(chosen, exponents)(towerClaims(chosen, tower)),
      pairingListClaims(chosen),
      listStepClaims(chosen, tower, /** @type {any} */ (TWISTS.get(name))),
      lineClaims(chosen, tower, /** @type {any} */ (TWISTS.get(name))),
    );
  // For sums of points the lanes are two elements of Fp²; elsewhere the coefficients of one.
  const isComplex = tower || chosen.isComplex;
  if (chosen.most === 0n)
    return any(
      digitClaims(chosen),
      conversionClaims(chosen),
      points && !points.isExtension && jacobianRowClaims(chosen),
      points && !points.isOdd && batchRowClaims(chosen, points),
      points && !points.isOdd && batchClaims(chosen, points),
      points && !points.isOdd && encodedPointClaims(chosen, points),
      points && !points.isOdd && curveListClaims(chosen, points),
      points &&
        !points.isOdd &&
        (!points.isExtension || points.twist) &&
        endomorphismClaims(chosen, points.twist),
      points?.isExtension && !points.isOdd && any(columnClaims(chosen), rootClaims(chosen)),
      points &&
        signClaims(
          chosen,
          points.isOdd || points.hasOddRoots ? 'odd' : 'larger',
          points.isExtension,
        ),
      inversionClaims(chosen),
      listClaims(chosen),
      rowByteClaims(chosen),
      rowPowerClaims(chosen),
      isComplex && complexClaims(chosen),
      points?.isOdd &&
        any(
          mapClaims(chosen, true),
          pointClaims(chosen, points),
          multipleClaims(chosen, points),
          endomorphismClaims(chosen, points.twist),
        ),
      towers,
    );
  return any(
    integerClaims(chosen, !!tower || !!points?.isExtension),
    byteClaims(chosen),
    inversionClaims(chosen),
    listClaims(chosen),
    listByteClaims(chosen),
    powerClaims(chosen),
    points && (!points.isExtension || points.twist) && endomorphismClaims(chosen, points.twist),
    points && pointClaims(chosen, points),
    points && multipleClaims(chosen, points),
    points && memberClaims(chosen, points),
    points && batchClaims(chosen, points),
    points && signClaims(chosen, points.isOdd || points.hasOddRoots ? 'odd' : 'larger'),
    points && !points.isOdd && encodedPointClaims(chosen, points),
    points && !points.isOdd && curveListClaims(chosen, points),
    points?.equation === BANDERWAGON && edwardsClaims(chosen),
    points?.equation === BANDERWAGON && modelListClaims(chosen, MODEL),
    points && oddMultipleClaims(chosen, points),
    points?.isOdd && mapClaims(chosen, !!points.isExtension),
    towers,
    scalars,
  );
}
