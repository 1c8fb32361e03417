/**
 * A group of 109 elements, all pairs of which tests can add. The prime has 64 bits, the fewest that
 * every kernel takes: wide64 has limbs of 64 bits; limbs30 takes three limbs, fma two digits.
 *
 * The curve has complex multiplication by (1 + √−7)/2 (j = −3375), so that its order follows from
 * 4p = t² + 7s²; its order is even, and p ≡ 1 mod 16.
 */
import { invert, mod } from '../../../src/math/modular.js';

const t = 3080446190n;
const s = 2443359168n;
const p = (t * t + 7n * s * s) / 4n;

/** For a curve of this j, y² = x³ + 3kx + 2k. */
const j = -3375n;
const k = mod(j * invert(1728n - j, p), p);

const order = 109n;

export const tiny = {
  name: 'tiny',
  p,
  order,
  generator: { x: 12721123532298765529n, y: 1337977238454912333n },
  a: mod(3n * k, p),
  b: mod(2n * k, p),
  cofactor: (p + 1n - t) / order,
  endomorphism: null,
  subgroupCheck: { kind: 'order' },
  rootSign: 'odd',
  traits: {
    signatures: false,
    subgroup: true,
    subgroupSums: false,
    polynomials: false,
    chains: ['limbs30', 'fma', 'wide64'],
  },
};
