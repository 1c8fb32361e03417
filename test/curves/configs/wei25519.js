/**
 * Wei25519, a curve that the library does not have: Curve25519 as a short Weierstrass curve. Its
 * p ≡ 5 mod 8 is folded, a is any number, the cofactor is 8 (so there is a point with y = 0), and
 * no endomorphism tells who is in the group.
 *
 * Source: RFC 7748 (p, A, order, generator); draft-ietf-lwig-curve-representations, appendix E
 * (the map X = u + A/3).
 */
import { invert, mod } from '../../../src/math/modular.js';

const p = 2n ** 255n - 19n;
const A = 486662n;
const third = invert(3n, p);

/** y² = x³ + (1 − A²/3)x + (2A³ − 9A)/27. */
export const wei25519 = {
  name: 'wei25519',
  p,
  order: 2n ** 252n + 27742317777372353535851937790883648493n,
  generator: {
    x: mod(9n + A * third, p),
    y: 14781619447589544791020593568409986887264606134616475288964881837755586237401n,
  },
  a: mod(1n - A * A * third, p),
  b: mod((2n * A ** 3n - 9n * A) * third ** 3n, p),
  cofactor: 8n,
  endomorphism: null,
  subgroupCheck: { kind: 'order' },
  rootSign: 'larger',
  traits: {
    signatures: false,
    subgroup: true,
    subgroupSums: false,
    polynomials: false,
    chains: ['limbs30', 'fma', 'wide64'],
  },
};
