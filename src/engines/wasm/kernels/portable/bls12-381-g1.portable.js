/** The portable modules of G1, loaded together. */
export { text as scalar } from '../../../../generated/bls12-381.scalar.js';
export { text as limbs30 } from '../../../../generated/bls12-381-g1.limbs30.js';
