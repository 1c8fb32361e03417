/** Primes of the curves that users get, each once: field kernels are always tested with them. */
import { curves } from '../../src/curves/index.js';

/** @type {Map<bigint, string>} */
const names = new Map();
for (const { name, p } of curves) names.set(p, names.get(p) ?? `p of ${name}`);

/** @type {Array<{ name: string, p: bigint }>} */
export const shippedPrimes = [...names].map(([p, name]) => ({ name, p }));
