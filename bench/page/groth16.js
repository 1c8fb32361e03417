/**
 * The operations of the tab of Groth16, over BN254 and on one thread: chains of x⁵, whose keys are
 * made here, from a seed, for measurements alone.
 */
import { createBn254 } from 'curvemill/bn254';
import { forge, setup } from '../../test/support/groth16/setup.js';
import { witnessFile } from '../../test/support/groth16/files.js';
import { circuitOf } from '../groth16/circuits.js';
import { loadChosen } from './operations.js';
import { formatSize } from './report.js';
import { loadServed } from './served.js';
import { OURS } from './settings.js';

/** @import { Bn254, Groth16 } from 'curvemill' */
/** @import { Operation } from './operations.js' */
/** @import { Setup } from '../../test/support/groth16/setup.js' */

/** Served beside this page, if it is, and loaded for who chose it. */
const PEER = 'snarkjs';

/**
 * Its calls, which take files.
 * @typedef {{ prove: (zkey: Uint8Array, wtns: Uint8Array, logger: undefined,
 *   how: { singleThread: boolean }) => Promise<{ proof: any, publicSignals: string[] }>,
 *   verify: (vkey: any, publicSignals: any, proof: any) => Promise<boolean> }} Peer
 */

const BATCH = 16;

/** Verifications of a run by the other library, which takes ten times as long. */
const FEW = 2;

/** @typedef {ReturnType<typeof circuitOf>} Chosen a circuit and its curve */

/** @type {import('./operations.js').Prepare} */
export async function prepareGroth16({ domains, libraries }, listener) {
  const load = {
    [OURS]: () => createBn254({ threads: 1 }),
    [PEER]: async () => (await loadServed(PEER)).groth16,
  };
  const loaded = new Map(await loadChosen(load, libraries, listener));
  // Keys are made by ours.
  const instance = loaded.get(OURS) ?? (await load[OURS]());
  const libraryOf = { ours: loaded.has(OURS), peer: loaded.get(PEER) };
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
    const { ours, peer } = libraryOf;
    if (ours) prepared.push(...(await proving(groth16, made, chosen.circuit.values, size)));
    if (peer) prepared.push(peerProving(peer, groth16, made, chosen.circuit, size));
    if (domain !== domains[0]) continue;
    const items = itemsOf(instance, made, chosen);
    if (ours) prepared.push(...verifying(groth16, made, items));
    if (peer) prepared.push(peerVerifying(peer, made, items));
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
      ...{ kind: 'opening', operation: 'loading of the key', name, count: 1 },
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
 * The other library's proof, for which it reads the key each time.
 * @param {Peer} peer
 * @param {Groth16} groth16
 * @param {Setup} made
 * @param {Chosen['circuit']} circuit
 * @param {string} size
 * @returns {Operation}
 */
function peerProving(peer, groth16, { zkey, vkey }, circuit, size) {
  const witness = witnessFile(circuit);
  const verifier = groth16.verifyingKey(vkey);
  return {
    ...{ kind: 'proof', operation: 'proof', name: `${PEER}, ${size}`, count: 1 },
    async run() {
      const alone = { singleThread: true };
      const { proof, publicSignals } = await peer.prove(zkey, witness, undefined, alone);
      return verifier.verify(publicSignals, proof);
    },
  };
}

/**
 * Valid proofs for a circuit with one public signal. Whoever made the key can write them for any
 * signals at once, without a witness.
 * @param {Bn254} instance
 * @param {Setup} made
 * @param {Chosen} chosen
 */
const itemsOf = (instance, made, { curve }) =>
  Array.from({ length: BATCH }, (_, i) => {
    const logs = { a: BigInt(2 * i + 5), b: BigInt(3 * i + 7) };
    return forge({ instance, ...curve }, made, [BigInt(i + 1) ** 40n], logs);
  });

/**
 * The operations that take the same time for every circuit with one public signal.
 * @param {Groth16} groth16
 * @param {Setup} made
 * @param {ReturnType<typeof itemsOf>} items
 * @returns {Operation[]}
 */
function verifying(groth16, made, items) {
  const key = groth16.verifyingKey(made.vkey);
  const common = { ...VERIFICATION, count: BATCH };
  return [
    {
      ...{ ...common, name: OURS },
      run: () => items.every(({ publicSignals, proof }) => key.verify(publicSignals, proof)),
    },
    { ...{ ...common, name: `${OURS}, batch of ${BATCH}` }, run: () => key.verifyBatch(items) },
  ];
}

/**
 * @param {Peer} peer
 * @param {Setup} made
 * @param {ReturnType<typeof itemsOf>} items
 * @returns {Operation}
 */
const peerVerifying = (peer, { vkey }, items) => ({
  ...{ ...VERIFICATION, count: FEW, name: PEER },
  async run() {
    for (const { publicSignals, proof } of items.slice(0, FEW)) {
      if (!(await peer.verify(vkey, publicSignals, proof))) return false;
    }
    return true;
  },
});

/** Of both libraries. */
const VERIFICATION = { kind: 'verification', operation: 'verification' };
