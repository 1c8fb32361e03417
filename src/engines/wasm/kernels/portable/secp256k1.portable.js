/** The portable modules of secp256k1, loaded together. */
export { text as scalar } from '../../../../generated/secp256k1.scalar.js';
export { text as limbs30 } from '../../../../generated/secp256k1.limbs30.js';
