/**
 * snarkjs as a program: answers each line of JSON with one line. Its licence is not the package's,
 * so that it is installed in a project of its own, test/consumers/snarkjs, and imported by none.
 */
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const project = new URL('../../test/consumers/snarkjs/package.json', import.meta.url);
const snarkjs = createRequire(project)('snarkjs');

/** @type {Record<string, (input: any) => Promise<unknown>>} */
const calls = {
  prove: ({ zkey, wtns, isAlone }) =>
    snarkjs.groth16.prove(zkey, wtns, undefined, isAlone ? { singleThread: true } : undefined),

  verify: ({ vkey, publicSignals, proof }) => snarkjs.groth16.verify(vkey, publicSignals, proof),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { call, ...input } = JSON.parse(line);
  const result = await calls[call](input);
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
process.exit(0);
