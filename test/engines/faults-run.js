/**
 * The faults in a runtime on the command line: reads the worker's script from stdin, prints the
 * report. Nothing of its last instance is disposed of, and a sum still runs: the program ends by
 * itself, once that is done.
 */
import { readFileSync } from 'node:fs';
import { createBls12381 as create } from '../../dist/bls12-381.js';
import { scene, tryFaults } from './faults.js';

const means = { create, source: readFileSync(0, 'utf8') };
const report = await tryFaults(means);
const last = await scene(means);
void last.isRight().then((isRight) => console.log(JSON.stringify({ ...report, last: isRight })));
