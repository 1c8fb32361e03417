import { computeSums } from './program.js';

console.log(JSON.stringify(await computeSums()));
