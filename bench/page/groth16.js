/**
 * The operations of the tab of Groth16, over BN254 and on one thread: chains of x⁵, whose keys are
 * made here, from a seed, for measurements alone.
 */
import { createBn254 } from 'curvemill/bn254';
import { forge, setup } from '../../test/support/groth16/setup.js';
import { circuitOf } from '../groth16/circuits.js';
import { loadChosen } from './operations.js';
import { formatSize } from './report.js';
import { OURS } from './settings.js';

/** @import { Bn254, Groth16 } from 'curvemill' */
/** @import { Operation } from './operations.js' */
/** @import { Setup } from '../../test/support/groth16/setup.js' */

const BATCH = 16;

/** @typedef {ReturnType<typeof circuitOf>} Chosen a circuit and its curve */

/** @type {import('./operations.js').Prepare} */
export async function prepareGroth16({ domains, libraries }, listener) {
  const load = { [OURS]: () => createBn254({ threads: 1 }) };
  const [[, instance]] = await loadChosen(load, libraries, listener);
  const groth16 = await instance.groth16();
  /** @type {Operation[]} */
  const prepared = [];
  const total = domains.reduce((sum, domain) => sum + 2 ** domain, 0);
  let done = 0;
  for (const domain of domains) {
    const size = formatSize(domain);
    const tell = (/** @type {number} */ share) =>
      listener.progress(`making the key of ${size}`, (done + share * 2 ** domain) / total);
    tell(0);
    const chosen = circuitOf(`chain${domain}`);
    const made = await setup({ instance, ...chosen.curve }, chosen.circuit, 'bench', tell);
    done += 2 ** domain;
    prepared.push(...(await proving(groth16, made, chosen.circuit.values, size)));
    if (domain === domains[0]) prepared.push(...verifying(instance, groth16, made, chosen));
  }
  return prepared;
}

/**
 * The operations that take longer for a larger circuit.
 * @param {Groth16} groth16
 * @param {Setup} made
 * @param {bigint[]} witness
 * @param {string} size
 * @returns {Promise<Operation[]>}
 */
async function proving(groth16, { zkey, vkey }, witness, size) {
  const key = await groth16.provingKey(zkey);
  const name = `${OURS}, ${size}`;
  const verifier = groth16.verifyingKey(vkey);
  let isChecked = false;
  return [
    {
      ...{ kind: 'proof', operation: 'proof', name, count: 1 },
      async run() {
        const { proof, publicSignals } = await key.prove(witness);
        // The call verifies its result itself: only the first is verified again.
        isChecked ||= verifier.verify(publicSignals, proof);
        return isChecked && publicSignals[0] === String(witness[1]);
      },
    },
    {
      ...{ kind: 'opening', operation: 'opening of the key', name, count: 1 },
      async run() {
        const opened = await groth16.provingKey(zkey);
        const { wires } = opened;
        opened.dispose();
        return wires === witness.length;
      },
    },
  ];
}

/**
 * The operations that take the same time for every circuit with one public signal. Whoever made the
 * key can write valid proofs of any signals at once, without a witness.
 * @param {Bn254} instance
 * @param {Groth16} groth16
 * @param {Setup} made
 * @param {Chosen} chosen
 * @returns {Operation[]}
 */
function verifying(instance, groth16, made, { curve }) {
  const items = Array.from({ length: BATCH }, (_, i) => {
    const logs = { a: BigInt(2 * i + 5), b: BigInt(3 * i + 7) };
    return forge({ instance, ...curve }, made, [BigInt(i + 1) ** 40n], logs);
  });
  const key = groth16.verifyingKey(made.vkey);
  const common = { kind: 'verification', operation: 'verification', count: BATCH };
  return [
    {
      ...{ ...common, name: OURS },
      run: () => items.every(({ publicSignals, proof }) => key.verify(publicSignals, proof)),
    },
    { ...{ ...common, name: `${OURS}, batch of ${BATCH}` }, run: () => key.verifyBatch(items) },
  ];
}
