// The package itself is required, not only the program that imports it.
const { createBls12381 } = require('curvemill/bls12-381');
const { computeSums } = require('./program.js');

if (typeof createBls12381 !== 'function') throw new Error('expected a function');
computeSums().then((sums) => console.log(JSON.stringify(sums)));
