/** The faults in a page: the driver waits for `report`. */
import { createBls12381 as create } from '../../dist/bls12-381.js';
import { tryFaults } from './faults.js';

globalThis.report = (async () =>
  tryFaults({ create, source: await (await fetch('/data.json')).json() }))();
