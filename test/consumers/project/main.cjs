// The package itself is required, not only the program that imports it.
const { createBls12381 } = require('curvemill/bls12-381');
const { computeSums } = require('./program.js');
const { sumOnThreads } = require('./threads.js');

async function main() {
  const report = { sums: await computeSums(), threads: await sumOnThreads(createBls12381) };
  console.log(JSON.stringify(report));
}

main();
