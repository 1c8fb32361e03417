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

  /** A transform of elements, which stay the same. */
  async transform({ levels, isAlone }) {
    const { Fr } = await curveOf(isAlone);
    const values = elementsOf(Fr, levels);
    await Fr.fft(values);
    return true;
  },
};

/** @type {Map<boolean, Promise<any>>} */
const curves = new Map();

/** @param {boolean} isAlone @returns {Promise<any>} */
function curveOf(isAlone) {
  const found = curves.get(isAlone);
  if (found) return found;
  const { buildBn128 } = createRequire(createRequire(project).resolve('snarkjs'))('ffjavascript');
  const made = buildBn128(isAlone);
  curves.set(isAlone, made);
  return made;
}

/** @type {Map<number, Uint8Array>} */
const elements = new Map();

/** @param {any} Fr @param {number} levels */
function elementsOf(Fr, levels) {
  const found = elements.get(levels);
  if (found) return found;
  const values = new Uint8Array(Fr.n8 * 2 ** levels);
  for (let i = 0; i < values.length; i += Fr.n8) values.set(Fr.e(i + 5), i);
  elements.set(levels, values);
  return values;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { call, ...input } = JSON.parse(line);
  const result = await calls[call](input);
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
process.exit(0);
