/** Proves one module beside others. */
import { parentPort, workerData } from 'node:worker_threads';
import { checkModule } from './check-module.js';
import { readModule } from './labels.js';

const { folder, name, only } = workerData;
const pattern = new RegExp(only);
const read = readModule(folder, name);
parentPort?.postMessage(checkModule(read, (one) => pattern.test(`${name} ${one}`)));
