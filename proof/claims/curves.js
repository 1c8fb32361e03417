/** The curves of modules, and what else is said of their points and of towers over their fields. */
import { inverse } from '../kernel/integers.js';
import { P254, P255 } from './fields.js';

/**
 * @import { PointForm } from './points.js'
 *
 * Of a tower with ξ and of a twist, whose coefficient is b: that of the curve, divided by ξ or
 * multiplied.
 * @typedef {{ xi: [bigint, bigint], b: [bigint, bigint], isDivided: boolean }} Pairing
 */

/** y² = x³ + b; b of each curve is of the sources in fields.js. @param {bigint[]} b */
const weierstrass = (b) => ({
  ...{ left: 'y^2', right: 'x^3 + b' },
  constants: /** @type {[string, bigint[]][]} */ ([['b', b]]),
});

/** @type {Record<'bls381' | 'bn254', Pairing>} */
export const PAIRINGS = {
  /** 4(1 + i). */
  bls381: { xi: [1n, 1n], b: [4n, 4n], isDivided: false },
  /** 3/(9 + i). */
  bn254: {
    ...{ xi: [9n, 1n], isDivided: true },
    b: [(27n * inverse(82n, P254)) % P254, (-3n * inverse(82n, P254)) % P254],
  },
};

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
export const MODEL = { b: B, m: A * inverse(3n * B, P255), h: ROOT ** 3n };

const { bls381: ofTwist381, bn254: ofTwist254 } = PAIRINGS;
const twist381 = { isExtension: true, twist: ofTwist381 };

/** @satisfies {Record<string, PointForm>} */
export const CURVES = {
  bls381: { equation: weierstrass([4n]) },
  bls381Isogenous: { isOdd: true },
  bls381Twist: { ...twist381, equation: weierstrass(ofTwist381.b) },
  bls381TwistIsogenous: { ...twist381, isOdd: true },
  bn254: { equation: weierstrass([3n]) },
  bn254Twist: {
    ...{ isExtension: true, twist: ofTwist254 },
    equation: weierstrass(ofTwist254.b),
  },
  pasta: { equation: weierstrass([5n]), hasOddRoots: true },
  banderwagon: { a: BANDERWAGON_A, equation: BANDERWAGON },
  secp256k1: { twice: 1, equation: weierstrass([7n]), hasOddRoots: true },
};
