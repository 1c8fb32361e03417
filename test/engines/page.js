/** The check in a browser: the driver waits for `report`. */
import * as library from '../../dist/bls12-381.js';
import { EnvironmentError } from '../../dist/errors.js';
import { checkEngine, checkWithoutWasm } from './check.js';

globalThis.report = run();

async function run() {
  const workload = await (await fetch('/data.json')).json();
  const all = { ...library, EnvironmentError };
  return {
    backends: await checkEngine(all, workload),
    withoutWasm: await checkWithoutWasm(all, workload),
  };
}
