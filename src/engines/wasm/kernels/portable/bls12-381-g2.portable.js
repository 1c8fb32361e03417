/** The portable modules of G2, loaded together. */
export { text as scalar } from '../../../../generated/bls12-381-g2.scalar.js';
export { text as limbs30 } from '../../../../generated/bls12-381-g2.limbs30.js';
