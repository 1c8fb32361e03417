/** Proves modules, one after the other, beside others. */
import { parentPort, workerData } from 'node:worker_threads';
import { checkModule } from './check-module.js';
import { readModule } from './labels.js';

const { folder, only } = workerData;
const pattern = new RegExp(only);
parentPort?.on('message', (name) => {
  if (name === null) return parentPort?.close();
  const read = readModule(folder, name);
  parentPort?.postMessage(checkModule(read, (one) => pattern.test(`${name} ${one}`)));
});
