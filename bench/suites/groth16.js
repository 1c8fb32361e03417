/**
 * Proofs of Groth16 beside snarkjs, which runs as a program of its own, with the same files: the
 * key open before, or opened for the proof; on one thread, and on two beside two workers of it.
 * `node bench/circuits.js` makes the files.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBn254 } from 'curvemill/bn254';
import { root } from '../../scripts/lib/paths.js';
import { startProgram } from '../compare/programs.js';
import { circuitNames } from '../groth16/circuits.js';
import { filesOf } from '../groth16/files.js';

/** @import { Case, Opened, Settings, Table } from '../harness/suite.js' */

export const title = 'Groth16';

const PEER = 'snarkjs';
const BATCH = 64;
const THREADS = [1, 2];

/** An instance, its Groth16, and what of a circuit was opened. @typedef {any} Prover */

/** @param {Settings} settings @returns {Promise<Opened>} */
export async function open({ backends, peers }) {
  const names = circuitNames.filter((name) => filesOf(name));
  if (names.length === 0) throw new Error('no circuits: node bench/circuits.js makes them');
  const program = join(root, 'bench/groth16/snarkjs.js');
  const hasPeer =
    peers.includes(PEER) && existsSync(join(root, 'test/consumers/snarkjs/node_modules'));
  const peer = hasPeer ? startProgram([process.execPath, program]) : null;
  /** @type {(call: string, input: object) => Promise<any>} */
  const ask = async (call, input) =>
    JSON.parse(String(await peer?.ask(JSON.stringify({ call, ...input }))));
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
      addCases(tables, label, circuitFor(name, provers), peer ? ask : null);
    }
  }
  return {
    tables: Object.values(tables),
    backend: backends.join(),
    end() {
      peer?.end();
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
 * The files of a circuit, and its keys, opened when they are needed first.
 * @param {string} name
 * @param {any[]} provers by threads
 */
function circuitFor(name, provers) {
  const files = /** @type {NonNullable<ReturnType<typeof filesOf>>} */ (filesOf(name));
  /** @type {Map<number, Promise<any>>} */
  const keys = new Map();
  const bytes = (/** @type {string} */ file) => new Uint8Array(readFileSync(file));
  /** @type {Uint8Array | undefined} */
  let file;
  const zkey = () => (file ??= bytes(files.zkey));
  const witness = bytes(files.wtns);
  const vkey = JSON.parse(readFileSync(files.vkey, 'utf8'));
  const keyOf = (/** @type {number} */ i) => {
    const key = keys.get(i) ?? provers[i].provingKey(zkey());
    keys.set(i, key);
    return key;
  };
  return {
    ...{ files, vkey, groth16: provers[0] },
    prove: async (/** @type {number} */ i) => (await keyOf(i)).prove(witness),
    proveOnce: async () => provers[0].prove(zkey(), witness),
    openOnce: async (/** @type {number} */ i) => (await provers[i].provingKey(zkey())).dispose(),
  };
}

/**
 * @param {ReturnType<typeof tablesOf>} tables
 * @param {string} name
 * @param {ReturnType<typeof circuitFor>} circuit
 * @param {((call: string, input: object) => Promise<any>) | null} ask
 */
function addCases({ proof, threads, opening, verifying }, name, circuit, ask) {
  const { files, vkey, groth16 } = circuit;
  const text = (/** @type {any} */ { publicSignals, proof: own }) =>
    `${publicSignals} ${groth16.verify(vkey, publicSignals, own)}`;
  const theirs = (/** @type {boolean} */ isAlone) =>
    ask && { [PEER]: () => ask('prove', { ...files, isAlone }) };
  proof.cases.push({
    ...{ name: `${name}, alone`, text, isLong: true },
    runs: {
      'key open': () => circuit.prove(0),
      'with opening': () => circuit.proveOnce(),
      ...theirs(true),
    },
  });
  threads.cases.push({
    ...{ name: `${name}, threads`, text, isLong: true },
    runs: {
      'one thread': () => circuit.prove(0),
      'two threads': () => circuit.prove(1),
      ...theirs(false),
    },
  });
  opening.cases.push({
    ...{ name: `${name}, opened`, text: () => '' },
    runs: { 'one thread': () => circuit.openOnce(0), 'two threads': () => circuit.openOnce(1) },
  });
  verifying.cases.push(verificationOf(`${name}, verified`, circuit, ask));
}

/**
 * @param {string} name
 * @param {ReturnType<typeof circuitFor>} circuit
 * @param {((call: string, input: object) => Promise<any>) | null} ask
 * @returns {Case}
 */
function verificationOf(name, { prove, vkey, groth16 }, ask) {
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
      ...(ask && { [PEER]: async () => ask('verify', { vkey, ...(await items()) }) }),
    },
  };
}
