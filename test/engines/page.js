/** The check in a browser: the driver waits for `report`. */
import { createBanderwagon } from '../../dist/banderwagon.js';
import { createBls12381 } from '../../dist/bls12-381.js';
import { EnvironmentError } from '../../dist/errors.js';
import { createSecp256k1 } from '../../dist/secp256k1.js';
import { checkEngine, checkWithoutWasm } from './check.js';

globalThis.report = run();

async function run() {
  const workload = await (await fetch('/data.json')).json();
  const all = { createBls12381, createSecp256k1, createBanderwagon, EnvironmentError };
  return {
    backends: await checkEngine(all, workload),
    withoutWasm: await checkWithoutWasm(all, workload),
  };
}
