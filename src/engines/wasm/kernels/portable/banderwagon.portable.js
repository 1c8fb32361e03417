/** The portable modules of Banderwagon, loaded together. */
export { text as scalar } from '../../../../generated/banderwagon.scalar.js';
export { text as limbs30 } from '../../../../generated/banderwagon.limbs30.js';
