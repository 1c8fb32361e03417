/**
 * Many Groth16 proofs of one circuit, verified in a worker: one batch, and which are invalid.
 * The main thread stays free. Runs in Node; in a browser, the worker's half is the same in a module
 * worker.
 *
 *   node examples/groth16-verify.js verification_key.json proof.json public.json [COUNT]
 *
 * The files are those of snarkjs. One proof stands in for COUNT of them, and one is forged.
 */
import { readFile } from 'node:fs/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createBn254 } from 'curvemill/bn254';

/** @typedef {import('curvemill').Groth16Item} Groth16Item */

const USAGE =
  'Usage: node examples/groth16-verify.js verification_key.json proof.json public.json [COUNT]\n' +
  'expected the three files that snarkjs writes, got';

if (!isMainThread) await verifyProofs();
else if (process.argv.length >= 5) await readProofs();
else {
  console.error(`${USAGE} ${process.argv.length - 2}`);
  process.exitCode = 2;
}

/** The worker: answers every list with the positions of its invalid proofs. */
async function verifyProofs() {
  const groth16 = await (await createBn254()).groth16();
  const key = groth16.verifyingKey(workerData);
  parentPort?.on('message', (/** @type {Groth16Item[]} */ items) => {
    parentPort?.postMessage(key.verifyBatch(items) ? [] : key.findInvalid(items));
  });
}

async function readProofs() {
  const [key, ...files] = await Promise.all(
    process.argv.slice(2, 5).map((path) => readFile(path, 'utf8')),
  );
  const [proof, publicSignals] = files.map((text) => JSON.parse(text));
  const count = Number(process.argv[5] ?? 1000);
  const items = Array.from({ length: count }, () => ({ publicSignals, proof }));
  items[count >> 1] = { publicSignals, proof: { ...proof, pi_a: proof.pi_c } };

  const worker = new Worker(new URL(import.meta.url), { workerData: key });
  worker.postMessage(items);
  worker.once('message', (invalid) => {
    console.log(`${count} proofs, invalid: ${invalid.join(', ') || 'none'}`);
    worker.terminate();
  });
}
