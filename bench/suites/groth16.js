/**
 * Proofs of Groth16 beside snarkjs, which runs as a program of its own: `bench/groth16/cases.js` in
 * Node. `node bench/run.js --suite circuits` makes the files.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.js';
import { startProgram } from '../compare/programs.js';
import { openCases } from '../groth16/cases.js';
import { circuitNames } from '../groth16/circuits.js';
import { fileOf, isMade } from '../groth16/files.js';

/** @import { Opened, Settings } from '../harness/suite.js' */

export const title = 'Groth16';

/** @param {Settings} settings @returns {Promise<Opened>} */
export async function open(settings) {
  const program = join(root, 'bench/groth16/snarkjs.js');
  const hasPeer =
    settings.peers.includes('snarkjs') &&
    existsSync(join(root, 'test/consumers/snarkjs/node_modules'));
  const peer = hasPeer ? startProgram([process.execPath, program]) : null;
  /** @type {(call: string, input: object) => Promise<any>} */
  const ask = async (call, input) =>
    JSON.parse(String(await peer?.ask(JSON.stringify({ call, ...input }))));
  return openCases(settings, {
    names: circuitNames.filter(isMade),
    read: async (name, end) => new Uint8Array(await readFile(fileOf(name, end))),
    peer: peer && {
      prove: (name, isAlone) =>
        ask('prove', { zkey: fileOf(name, 'zkey'), wtns: fileOf(name, 'wtns'), isAlone }),
      verify: (input) => ask('verify', input),
    },
    end: () => peer?.end(),
  });
}
