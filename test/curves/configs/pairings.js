/**
 * Pairs of groups with a pairing, for families, types of twists and signs of seeds: the curves of
 * BLS12-381 and BN254 with a twist of the other type, by another ξ, and a BN curve with a negative
 * seed, that of Beuchat et al., ePrint 2010/354: y² = x³ + 2, x = −(2⁶² + 2⁵⁵ + 1), ξ = 1 + u.
 */
import { bls12381G1, bls12381G2 } from '../../../src/curves/bls12-381.js';
import { mod } from '../../../src/math/modular.js';
import { quadraticField } from '../../../src/reference/field.js';
import * as jacobian from '../../../src/reference/jacobian.js';
import { curveOf } from '../../../src/reference/weierstrass.js';
import { bn254G1, bn254G2 } from '../../../src/curves/bn254.js';

/**
 * A twist by ξ with the first generator that its points of small x give.
 * @param {any} g1
 * @param {any} like a config over Fp²
 * @param {{ family: string, seed: bigint, xi: { c0: bigint, c1: bigint }, twist: string }} pairing
 */
function twistOf({ p, b, order }, like, pairing) {
  const field = quadraticField(p);
  const factor = pairing.twist === 'M' ? pairing.xi : field.invert(pairing.xi);
  const config = { ...like, p, order, b: field.scale(factor, b), pairing };
  config.name = `${like.name}-${pairing.twist}`;
  config.endomorphism = null;
  const curve = curveOf(config);
  const times = (/** @type {any} */ P, /** @type {bigint} */ k) =>
    jacobian.toAffine(curve, jacobian.multiply(curve, jacobian.fromAffine(curve, P), k));
  for (let i = 1n; ; i++) {
    const x = { c0: i, c1: 0n };
    const y = field.squareRoot(field.add(field.multiply(field.square(x), x), config.b));
    const generator = y && times({ x, y }, config.cofactor);
    if (generator && times(generator, order) === null) return { ...config, generator };
    if (i > 20n) throw new Error(`${config.name}: another twist has the points of this order`);
  }
}

const other = { ...bls12381G2.pairing, xi: { c0: 2n, c1: 1n }, twist: 'D' };
const otherBn = { ...bn254G2.pairing, xi: { c0: 6n, c1: 3n }, twist: 'M' };

const x = -(2n ** 62n + 2n ** 55n + 1n);
const p = 36n * x ** 4n + 36n * x ** 3n + 24n * x ** 2n + 6n * x + 1n;
const order = p - 6n * x ** 2n;
const negativeG1 = { ...bn254G1, p, order, b: 2n, generator: { x: p - 1n, y: 1n } };
/** As src/curves/bn254.js has it, for another seed. */
const endomorphism = {
  beta: mod(18n * x ** 3n + 18n * x ** 2n + 9n * x + 1n, p),
  lambda: mod(36n * x ** 3n + 18n * x ** 2n + 6n * x + 1n, order),
};
const negative = { family: 'bn', seed: x, xi: { c0: 1n, c1: 1n }, twist: 'D' };

/** @type {Array<{ title: string, g1: any, g2: () => any }>} */
export const pairingCurves = [
  {
    title: 'BLS12, type D',
    g1: bls12381G1,
    g2: () => twistOf(bls12381G1, bls12381G2, other),
  },
  { title: 'BN, type M', g1: bn254G1, g2: () => twistOf(bn254G1, bn254G2, otherBn) },
  {
    title: 'BN, a negative seed',
    g1: { ...negativeG1, endomorphism },
    g2: () => twistOf(negativeG1, { ...bn254G2, cofactor: 2n * p - order }, negative),
  },
];
