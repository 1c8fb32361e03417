/** Bundles the worker anew before the tests: instances from src/ start it from src/generated/. */
import { bundleWorker, writeWorkerSource } from '../../scripts/lib/worker-bundle.js';

export default async function setup() {
  await writeWorkerSource((await bundleWorker()).text);
}
