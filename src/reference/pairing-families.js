/** The families of curves with a pairing, and types of their twists, by the names in configs. */
import { power } from './field.js';
import { bls12HardPart, bnHardPart } from './final-exponentiation.js';
import { FROBENIUS, NEGATED, bls12Steps, bnSteps } from './miller-steps.js';

/** @import { Field, Fp2 } from './field.js' */
/** @import { HardPart } from './final-exponentiation.js' */
/** @import { PointOfG2 } from './pairing.js' */
/** @import { Tower } from './tower.js' */

/**
 * `turnOf`: what is added in steps that do not add Q; null if there are none.
 * @typedef {{ readonly steps: (seed: bigint) => number[], readonly hardPart: HardPart,
 *   readonly turnOf: null | ((fp2: Field<Fp2>, pairing: { readonly xi: Fp2,
 *   readonly twist: string }) => (Q: PointOfG2, kind: number) => PointOfG2) }} PairingFamily
 */

/**
 * The product of an element and a line, by the type of the twist.
 * @typedef {(tower: Tower) => Tower['fp12']['multiplyByLine']} TwistType
 */

/** @type {ReadonlyMap<string, PairingFamily>} */
export const families = new Map([
  ['bls12', { steps: bls12Steps, hardPart: bls12HardPart, turnOf: null }],
  ['bn', { steps: bnSteps, hardPart: bnHardPart, turnOf }],
]);

/** @type {TwistType} */
const typeM = ({ fp12 }) => fp12.multiplyByLine;

/** a·(1 + l1·w + l0·w³) = a + a·(l1 + l0·v)·w. @type {TwistType} */
const typeD =
  ({ fp6: { add, multiplyByV, multiplyByLine } }) =>
  ({ c0, c1 }, l0, l1) => ({
    c0: add(c0, multiplyByV(multiplyByLine(c1, l1, l0))),
    c1: add(c1, multiplyByLine(c0, l1, l0)),
  });

/** @type {ReadonlyMap<string, TwistType>} */
export const types = new Map([
  ['M', typeM],
  ['D', typeD],
]);

/**
 * π(Q), −Q or −π(Q); π(x, y) = (c_x·x^p, c_y·y^p) on the twist.
 * @type {NonNullable<PairingFamily['turnOf']>}
 */
function turnOf(fp2, { xi, twist }) {
  const factor = (/** @type {bigint} */ degree) => {
    const gamma = power(fp2, xi, (fp2.p - 1n) / degree);
    return twist === 'M' ? fp2.invert(gamma) : gamma;
  };
  const [cx, cy] = [factor(3n), factor(2n)];
  return (Q, kind) => {
    const map = (/** @type {Fp2} */ c, /** @type {Fp2} */ a) => fp2.multiply(c, fp2.conjugate(a));
    const { x, y } = kind & FROBENIUS ? { x: map(cx, Q.x), y: map(cy, Q.y) } : Q;
    return { x, y: kind & NEGATED ? fp2.negate(y) : y };
  };
}
