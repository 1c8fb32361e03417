/** The check in a runtime on the command line: reads the workload from stdin, prints the report. */
import { readFileSync } from 'node:fs';
import { createBanderwagon } from '../../dist/banderwagon.js';
import { createBls12381 } from '../../dist/bls12-381.js';
import { EnvironmentError } from '../../dist/errors.js';
import { createSecp256k1 } from '../../dist/secp256k1.js';
import { checkEngine, checkWithoutWasm } from './check.js';

const workload = JSON.parse(readFileSync(0, 'utf8'));
const all = { createBls12381, createSecp256k1, createBanderwagon, EnvironmentError };
const { bun, deno, node } = process.versions;
const report = {
  version: bun ? `Bun ${bun}` : deno ? `Deno ${deno}` : `Node ${node}`,
  backends: await checkEngine(all, workload),
  withoutWasm: await checkWithoutWasm(all, workload),
};
process.stdout.write(JSON.stringify(report));
