/**
 * Parameters of a pairing for its emitters, derived from the config of the curve over Fp².
 *
 * Symbols: x the seed; π the p-th power map of the curve, taken to the twist; ξ with
 * Fp¹² = Fp²[w]/(w⁶ − ξ); γ_i = ξ^(i(p−1)/6), so that the p-th power of Σ a_i·w^i is
 * Σ conj(a_i)·γ_i·w^i, and its p²-th power Σ a_i·γ_i·conj(γ_i)·w^i.
 *
 * Not checked: whether points of the group's order lie on a curve with this b.
 */

import { power, quadraticField } from '../../src/reference/field.js';
import { ADD, bls12Steps, bnSteps } from '../../src/reference/pairing-families.js';

/** @import { Pairing } from '../../src/curves/config.js' */
/** @import { Fp2 } from '../field/extension/constants.js' */

/**
 * A curve over Fp² whose config states its pairing.
 * @typedef {{ readonly name: string, readonly entry: { readonly path: string }, readonly p: bigint,
 *   readonly b: any, readonly pairing: Pairing }} PairingCurve
 */

/**
 * @typedef {object} PairingConfig
 * @property {string} name
 * @property {bigint} p
 * @property {string} family 'bls12' or 'bn'
 * @property {'M' | 'D'} twist
 * @property {bigint} size |seed|
 * @property {boolean} isNegative whether the seed is
 * @property {number[]} steps of Miller's loop (src/reference/pairing-families.js)
 * @property {boolean} isPlain whether the steps double or add Q, along the bits of |seed|
 * @property {Fp2} xi
 * @property {Fp2} b of the curve over Fp²
 * @property {Fp2[]} gamma
 * @property {Fp2[]} gammaNorm factors of the p²-th power, in Fp
 * @property {{ x: Fp2, y: Fp2 }} frobenius π(x, y) = (c_x·conj(x), c_y·conj(y))
 */

/**
 * The prime of a seed, and the steps of the loop.
 * @type {Record<string, { prime: (x: bigint) => bigint, steps: (x: bigint) => number[] }>}
 */
const FAMILIES = {
  bls12: {
    prime: (x) => ((x - 1n) ** 2n * (x ** 4n - x ** 2n + 1n)) / 3n + x,
    steps: bls12Steps,
  },
  bn: {
    prime: (x) => 36n * x ** 4n + 36n * x ** 3n + 24n * x ** 2n + 6n * x + 1n,
    steps: bnSteps,
  },
};

const ROOTS = [
  { degree: 2n, noun: 'square' },
  { degree: 3n, noun: 'cube' },
];

/** Largest |a| + |b| of ξ + 1 = a + b·u: the tower sums multiples of 1, ξ and ξ + 1. */
const LARGEST = 16n;

/**
 * The name of its modules.
 * @type {(curve: { readonly entry: { readonly path: string } }) => string}
 */
export const pairingName = ({ entry }) => `${entry.path}.pairing`;

/** @type {(curve: PairingCurve) => PairingConfig} */
export function pairingConfig({ entry, p, b, pairing }) {
  const { family, seed, xi, twist } = pairing;
  const name = pairingName({ entry });
  const refuse = (/** @type {string} */ expected, /** @type {unknown} */ got) => {
    throw new RangeError(`${name}: expected ${expected}, got ${got}`);
  };
  if (!Object.hasOwn(FAMILIES, family))
    refuse(`the family '${Object.keys(FAMILIES).join("' or '")}'`, family);
  if (twist !== 'M' && twist !== 'D') refuse("the twist 'M' or 'D'", twist);
  if (p % 6n !== 1n) refuse('p ≡ 1 mod 6', p % 6n);
  const size = abs(seed);
  if (size >> 64n !== 0n || size < 4n) refuse('a seed of 3 to 64 bits', seed);
  if (FAMILIES[family].prime(seed) !== p)
    refuse(`p as the polynomial of '${family}' in the seed`, p);
  const xiText = `${xi.c0} + ${xi.c1}u`;
  if (abs(xi.c0 + 1n) + abs(xi.c1) > LARGEST || xi.c1 === 0n)
    refuse(`ξ = a + bu with b ≠ 0 and |a + 1| + |b| ≤ ${LARGEST}`, xiText);
  const field = quadraticField(p);
  for (const { degree, noun } of ROOTS) {
    const isRoot = field.equals(power(field, xi, (p * p - 1n) / degree), field.one);
    if (isRoot) refuse(`ξ that is no ${noun}`, xiText);
  }
  const ofG1 = field.multiply(b, twist === 'M' ? field.invert(xi) : xi);
  if (ofG1.c1 !== 0n) refuse(`b/ξ in Fp for a twist 'M', bξ for 'D'`, twist);
  const gamma = Array.from({ length: 6 }, (_, i) => power(field, xi, (BigInt(i) * (p - 1n)) / 6n));
  const gammaNorm = gamma.map((g) => field.multiply(g, field.conjugate(g)));
  const [x, y] = [gamma[2], gamma[3]].map((g) => (twist === 'D' ? g : field.invert(g)));
  const steps = FAMILIES[family].steps(seed);
  return {
    ...{ name, p, family, twist: /** @type {'M' | 'D'} */ (twist), size, isNegative: seed < 0n },
    ...{ steps, isPlain: steps.every((kind) => kind <= ADD), frobenius: { x, y } },
    ...{ xi, b, gamma, gammaNorm },
  };
}

/** @type {(value: bigint) => bigint} */
const abs = (value) => (value < 0n ? -value : value);
