import { createBls12381 } from 'curvemill/bls12-381';
import { computeSums } from './program.js';
import { sumOnThreads } from './threads.js';

const report = { sums: await computeSums(), threads: await sumOnThreads(createBls12381) };
console.log(JSON.stringify(report));
