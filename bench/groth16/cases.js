/**
 * Proofs of Groth16 beside snarkjs, on the same files: the key open before, or opened for the
 * proof; on one thread, and on two beside two workers of it. Runs in Node and in pages.
 */
import { createBn254 } from 'curvemill/bn254';

/** @import { Case, Opened, Settings, Table } from '../harness/suite.js' */

const PEER = 'snarkjs';
const BATCH = 64;
const THREADS = [1, 2];

/**
 * Where the files of circuits are, and how snarkjs is called, if it is there.
 * @typedef {{ names: string[], read: (name: string, end: string) => Promise<Uint8Array>,
 *   peer: Peer | null, end: () => void }} Place
 * @typedef {{ prove: (name: string, isAlone: boolean) => Promise<any>,
 *   verify: (input: { vkey: any, publicSignals: any, proof: any }) => Promise<boolean> }} Peer
 */

/**
 * @param {Settings} settings
 * @param {Place} place
 * @returns {Promise<Opened>}
 */
export async function openCases({ backends }, { names, read, peer, end }) {
  if (names.length === 0)
    throw new Error('no circuits: node bench/run.js --suite circuits makes them');
  const tables = tablesOf();
  /** @type {any[]} */
  const instances = [];
  for (const backend of backends) {
    /** @type {any[]} */
    const provers = [];
    for (const threads of THREADS) {
      const bn = await createBn254({ backend: /** @type {any} */ (backend), threads });
      instances.push(bn);
      provers.push(await bn.groth16());
    }
    for (const name of names) {
      const label = `${name}, ${instances[instances.length - 1].backend.batch}`;
      addCases(tables, label, await circuitFor(name, read, provers), peer);
    }
  }
  return {
    tables: Object.values(tables),
    backend: backends.join(),
    end() {
      end();
      for (const instance of instances) instance.dispose();
    },
  };
}

function tablesOf() {
  /** @type {(id: string, heading: string, about: string, more?: Partial<Table>) => Table} */
  const table = (id, heading, about, more) => ({
    ...{ id, title: heading, about, head: 'circuit', unit: 'ms', cases: [], ...more },
  });
  const alone = 'In brackets, how many times as long snarkjs takes on one thread, without workers.';
  return {
    proof: table('p', 'A proof, one thread', alone, {
      brackets: { 'key open': [PEER, 'key open'], 'with opening': [PEER, 'with opening'] },
    }),
    threads: table(
      't',
      'A proof, two threads',
      'In brackets, the time of one thread over that of two; and how many times as long snarkjs takes on its two workers.',
      {
        brackets: { 'two threads': ['one thread', 'two threads'], [PEER]: [PEER, 'two threads'] },
      },
    ),
    opening: table('o', 'A key opened', 'From bytes in memory; in brackets, over one thread.'),
    verifying: table('v', 'A verification', `In brackets, over a single one; batches of ${BATCH}.`),
  };
}

/**
 * A circuit whose files are read, and whose keys are opened, when they are needed first.
 * @param {string} name
 * @param {Place['read']} read
 * @param {any[]} provers by threads
 */
async function circuitFor(name, read, provers) {
  const vkey = JSON.parse(new TextDecoder().decode(await read(name, 'vkey.json')));
  const [zkey, wtns] = ['zkey', 'wtns'].map((end) => once(() => read(name, end)));
  const keys = provers.map((prover) => once(async () => prover.provingKey(await zkey())));
  return {
    ...{ name, vkey, groth16: provers[0] },
    prove: async (/** @type {number} */ i) => (await keys[i]()).prove(await wtns()),
    proveOnce: async () => provers[0].prove(await zkey(), await wtns()),
    openOnce: async (/** @type {number} */ i) =>
      (await provers[i].provingKey(await zkey())).dispose(),
  };
}

/**
 * @template T
 * @param {() => Promise<T>} make
 * @returns {() => Promise<T>} what was made at the first call
 */
function once(make) {
  /** @type {Promise<T> | undefined} */
  let made;
  return () => (made ??= make());
}

/** @typedef {Awaited<ReturnType<typeof circuitFor>>} Circuit */

/**
 * @param {ReturnType<typeof tablesOf>} tables
 * @param {string} label
 * @param {Circuit} circuit
 * @param {Peer | null} peer
 */
function addCases({ proof, threads, opening, verifying }, label, circuit, peer) {
  const { name, vkey, groth16 } = circuit;
  const text = (/** @type {any} */ { publicSignals, proof: own }) =>
    `${publicSignals} ${groth16.verify(vkey, publicSignals, own)}`;
  const theirs = (/** @type {boolean} */ isAlone) =>
    peer && { [PEER]: () => peer.prove(name, isAlone) };
  proof.cases.push({
    ...{ name: `${label}, alone`, text, isLong: true },
    runs: {
      'key open': () => circuit.prove(0),
      'with opening': () => circuit.proveOnce(),
      ...theirs(true),
    },
  });
  threads.cases.push({
    ...{ name: `${label}, threads`, text, isLong: true },
    runs: {
      'one thread': () => circuit.prove(0),
      'two threads': () => circuit.prove(1),
      ...theirs(false),
    },
  });
  opening.cases.push({
    ...{ name: `${label}, opened`, text: () => '' },
    runs: { 'one thread': () => circuit.openOnce(0), 'two threads': () => circuit.openOnce(1) },
  });
  verifying.cases.push(verificationOf(`${label}, verified`, circuit, peer));
}

/**
 * @param {string} name
 * @param {Circuit} circuit
 * @param {Peer | null} peer
 * @returns {Case}
 */
function verificationOf(name, { prove, vkey, groth16 }, peer) {
  /** @type {Promise<any> | undefined} */
  let made;
  const items = async () => {
    made ??= prove(0);
    const { publicSignals, proof } = await made;
    return { publicSignals, proof, list: Array(BATCH).fill({ publicSignals, proof }) };
  };
  const key = groth16.verifyingKey(vkey);
  return {
    ...{ name, expected: 'true' },
    runs: {
      single: async () => {
        const { publicSignals, proof } = await items();
        return key.verify(publicSignals, proof);
      },
      batch: async () => key.verifyBatch((await items()).list),
      ...(peer && { [PEER]: async () => peer.verify({ vkey, ...(await items()) }) }),
    },
  };
}
