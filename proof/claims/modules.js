/** Which claims are made about the functions of which module. */
import { batchClaims } from './batches.js';
import { batchRowClaims } from './batch-rows.js';
import { byteClaims, conversionClaims } from './bytes.js';
import { columnClaims } from './columns.js';
import { complexClaims, digitClaims } from './digits.js';
import { CURVES, MODEL, PAIRINGS } from './curves.js';
import { edwardsClaims } from './edwards.js';
import { edwardsRowClaims } from './edwards-rows.js';
import {
  F254,
  F254_LONG,
  F255,
  F256,
  F381,
  F381_COMPLEX,
  F381_LONG,
  N256_FIELD,
  PALLAS_FIELD,
  R254_FIELD,
  VESTA_FIELD,
} from './fields.js';
import { integerClaims } from './integers.js';
import { jacobianRowClaims } from './jacobian-rows.js';
import { listByteClaims, rowByteClaims } from './list-bytes.js';
import { modelListClaims, pairingListClaims } from './inverted-lists.js';
import { endomorphismClaims } from './endomorphisms.js';
import { listClaims } from './lists.js';
import { inversionClaims, powerClaims, rowPowerClaims, signClaims } from './powers.js';
import { lineClaims } from './lines.js';
import { mapClaims } from './maps.js';
import { oddMultipleClaims } from './odd-multiples.js';
import { pointClaims } from './points.js';
import { curveListClaims, encodedPointClaims } from './point-lists.js';
import { scalarClaims } from './scalars.js';
import { listStepClaims } from './steps.js';
import { towerClaims } from './tower.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Pairing } from './curves.js'
 * @import { PointForm } from './points.js'
 *
 * Of a module's functions: where in its memory they have elements, and their numbers.
 * @typedef {{ rows: (name: string) => number[], index: (name: string) => number }} Lookup
 * @typedef {(name: string, lookup?: Lookup) => Claim[]} Claims by function
 * `pairing`: what is said of a tower over Fp², and of points of G2.
 * @typedef {{ limbs30?: Field, wide64?: Field, fma?: Field, points?: PointForm,
 *   pairing?: Pairing }} Content the fields of kernels
 */

// prettier-ignore
/** By the name of a module, without the kernel. @type {ReadonlyMap<string, Content>} */
const MODULES = new Map(/** @type {[string, Content][]} */ ([
  ['bls12-381-g1',             { ...F381_LONG, points: CURVES.bls381 }],
  ['bls12-381-g1.map',         { ...F381, fma: F381.limbs30, points: CURVES.bls381Isogenous }],
  ['bls12-381-g1.polynomials', F255],
  ['bls12-381-g1.lists',       F255],
  ['bls12-381-g2',             { ...F381, points: CURVES.bls381Twist }],
  ['bls12-381-g2.map',         { ...F381_COMPLEX, points: CURVES.bls381TwistIsogenous }],
  ['bls12-381.pairing',        { ...F381, pairing: PAIRINGS.bls381 }],
  ['bn254-g1',                 { ...F254_LONG, points: CURVES.bn254 }],
  ['bn254-g1.polynomials',     R254_FIELD],
  ['bn254-g1.lists',           R254_FIELD],
  ['bn254-g2',                 { ...F254_LONG, points: CURVES.bn254Twist }],
  ['bn254.pairing',            { ...F254, pairing: PAIRINGS.bn254 }],
  // Each of these curves has the other one's coordinates as scalars.
  ['pallas',                   { ...PALLAS_FIELD, points: CURVES.pasta }],
  ['pallas.polynomials',       VESTA_FIELD],
  ['pallas.lists',             VESTA_FIELD],
  ['vesta',                    { ...VESTA_FIELD, points: CURVES.pasta }],
  ['vesta.polynomials',        PALLAS_FIELD],
  ['vesta.lists',              PALLAS_FIELD],
  ['banderwagon',              { ...F255, points: CURVES.banderwagon }],
  ['secp256k1',                { ...F256, points: CURVES.secp256k1 }],
  ['secp256k1.scalar',         N256_FIELD],
]));

/** @param {Field} field @param {Content} content @returns {Claims[]} */
function onIntegers(field, { points, pairing }) {
  const isExtension = !!points?.isExtension;
  const all = [
    integerClaims(field, !!pairing || isExtension),
    byteClaims(field),
    inversionClaims(field),
    listClaims(field),
    listByteClaims(field),
    powerClaims(field),
  ];
  if (!points) return all;
  all.push(
    pointClaims(field, points),
    endomorphismClaims(field, points.twist),
    oddMultipleClaims(field, points),
    batchClaims(field, points),
    signClaims(field, points.isOdd || points.hasOddRoots ? 'odd' : 'larger'),
    points.isOdd ? mapClaims(field, isExtension) : encodedPointClaims(field, points),
  );
  if (!points.isOdd) all.push(curveListClaims(field, points));
  if (points === CURVES.banderwagon) all.push(edwardsClaims(field), modelListClaims(field, MODEL));
  return all;
}

/** @param {Field} field @param {Content} content @returns {Claims[]} */
function onDigits(field, { points, pairing }) {
  const all = [
    digitClaims(field),
    conversionClaims(field),
    inversionClaims(field),
    listClaims(field),
    rowByteClaims(field),
    rowPowerClaims(field),
  ];
  // For sums of points the lanes are two elements of Fp²; elsewhere the coefficients of one.
  if (pairing || field.isComplex) all.push(complexClaims(field));
  if (!points) return all;
  const sign = points.isOdd || points.hasOddRoots ? 'odd' : 'larger';
  all.push(signClaims(field, sign, points.isExtension), endomorphismClaims(field, points.twist));
  if (points.isOdd) return [...all, mapClaims(field, true), pointClaims(field, points)];
  return [
    ...all,
    batchRowClaims(field, points),
    batchClaims(field, points),
    encodedPointClaims(field, points),
    curveListClaims(field, points),
    ...(points.isExtension ? [columnClaims(field)] : [jacobianRowClaims(field)]),
    ...(points === CURVES.banderwagon ? [edwardsRowClaims(field, points)] : []),
  ];
}

/** @param {Field} field @param {Pairing} pairing @returns {Claims[]} */
const ofPairing = (field, { xi, b, isDivided }) => [
  towerClaims(field, xi),
  pairingListClaims(field),
  listStepClaims(field, xi, { b, isD: isDivided }),
  lineClaims(field, xi, { b, isD: isDivided }),
];

/** @param {string} module its name @returns {Claims} */
export function claimsOf(module) {
  const [, name, kernel] = /^(.*)[.-](limbs30|wide64|fma)$/.exec(module) ?? ['', module, 'limbs30'];
  const content = MODULES.get(name) ?? {};
  const { limbs30, wide64, fma, pairing } = content;
  const field = kernel === 'limbs30' ? limbs30 : kernel === 'fma' ? fma : wide64;
  /** @type {Claims[]} */
  const all = module.endsWith('.scalar') ? [scalarClaims(module.replace(/\.scalar$/, ''))] : [];
  if (field) all.push(...(field.most === 0n ? onDigits : onIntegers)(field, content));
  if (field && pairing) all.push(...ofPairing(field, pairing));
  return (name, lookup) => all.flatMap((claims) => claims(name, lookup));
}
