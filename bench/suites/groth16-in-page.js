/**
 * Proofs of Groth16 beside snarkjs, which is a script of its own in the page: what its users load.
 * Its licence is not the package's: no bundle has it. Files are fetched before they are measured.
 */
import { openCases } from '../groth16/cases.js';
import { circuitNames } from '../groth16/circuits.js';

/** @import { Peer } from '../groth16/cases.js' */
/** @import { Opened, Settings } from '../harness/suite.js' */

export const title = 'Groth16';

/** @param {string} name @param {string} end */
const pathOf = (name, end) => `/groth16/${name}.${end}`;
const SNARKJS = '/snarkjs.min.js';

/** Whether the server has a file. @param {string} path */
const isThere = async (path) => (await fetch(path)).ok;

/** @param {string} name @param {string} end */
async function read(name, end) {
  const response = await fetch(pathOf(name, end));
  if (!response.ok) throw new Error(`${pathOf(name, end)}: status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** @param {Settings} settings @returns {Promise<Opened>} */
export async function open(settings) {
  const isMade = await Promise.all(circuitNames.map((name) => isThere(pathOf(name, 'vkey.json'))));
  const hasPeer = settings.peers.includes('snarkjs') && (await isThere(SNARKJS));
  return openCases(settings, {
    names: circuitNames.filter((_, i) => isMade[i]),
    read,
    peer: hasPeer ? await loadPeer() : null,
    end() {},
  });
}

/** @returns {Promise<Peer>} */
async function loadPeer() {
  const { document } = /** @type {any} */ (globalThis);
  const script = document.createElement('script');
  await new Promise((resolve, reject) => {
    Object.assign(script, { src: SNARKJS, onload: resolve, onerror: reject });
    document.head.append(script);
  });
  const { groth16 } = /** @type {any} */ (globalThis).snarkjs;
  /** Bytes in memory: it reads them for each proof. @type {Map<string, Promise<Uint8Array[]>>} */
  const files = new Map();
  return {
    async prove(name, isAlone) {
      const reading =
        files.get(name) ?? Promise.all(['zkey', 'wtns'].map((end) => read(name, end)));
      files.set(name, reading);
      const [zkey, wtns] = await reading;
      const how = isAlone ? { singleThread: true } : undefined;
      return groth16.prove(zkey, wtns, undefined, how);
    },
    verify: ({ vkey, publicSignals, proof }) => groth16.verify(vkey, publicSignals, proof),
  };
}
