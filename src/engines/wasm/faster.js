/** What kernels beyond the portable ones take, imported together: the choice among them, and chains, which all of them have. */
export { chains } from './msm/chain.js';
export { chooseFaster } from './kernels/faster.js';
