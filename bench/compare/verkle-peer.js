/** verkle-cryptography-wasm as a contestant: rust-verkle compiled to WebAssembly. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chunks, concat } from '../../scripts/lib/bytes.js';
import { openCurve } from '../../scripts/lib/curves.js';
import { root } from '../../scripts/lib/paths.js';
import { readPoints, readPositions } from './formats.js';

/** @import { Program, Task } from './host.js' */

/** Also the name of its package. */
const verkleSystem = 'verkle-cryptography-wasm';

const BYTES = 32;
const BASIS = 256;

/** Folder of the library, if installed: `npm install --prefix bench/peers`. */
const peers = join(root, 'bench/peers/package.json');

/** @type {Promise<any> | undefined} */
let library;

/** @returns {string | null} null if it is not installed */
function verkleVersion() {
  const file = join(peers, '../node_modules', verkleSystem, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null;
}

/**
 * Adds this library, if installed, to a program.
 * @param {Program} program
 * @returns {Program}
 */
export function withVerkle(program) {
  const version = verkleVersion();
  if (!version) return program;
  return {
    ...program,
    systems: () => ({ ...program.systems(), [verkleSystem]: version }),
    load: (system, task, input) =>
      system === verkleSystem ? loadVerkle(task, input) : program.load(system, task, input),
  };
}

/**
 * @param {string} task
 * @param {Uint8Array<ArrayBuffer>} input
 * @returns {Promise<Task | null>}
 */
async function loadVerkle(task, input) {
  library ??= Promise.resolve(createRequire(peers)(verkleSystem)).then(({ loadVerkleCrypto }) =>
    loadVerkleCrypto(),
  );
  const verkle = await library;
  const serialized = (/** @type {Uint8Array} */ commitment) =>
    Uint8Array.from(verkle.serializeCommitment(commitment));
  switch (task) {
    case 'fixed/banderwagon': {
      // The library takes no positions: all scalars up to the last nonzero one are passed.
      const { positions, scalars } = readPositions(input);
      const length = Math.min(BASIS, Math.max(...positions) + 1);
      const vector = Array.from({ length }, () => new Uint8Array(BYTES));
      chunks(scalars, BYTES).forEach((scalar, i) => vector[positions[i]].set(scalar));
      return { run: () => verkle.commitToScalars(vector), encode: serialized };
    }
    case 'serialize/banderwagon':
    case 'serialize-batch/banderwagon': {
      const commitments = await readCommitments(input);
      const run = () => commitments.map((commitment) => verkle.serializeCommitment(commitment));
      return { run, encode: concat };
    }
    case 'map/banderwagon':
    case 'map-batch/banderwagon': {
      const commitments = await readCommitments(input);
      const run = () => commitments.map((commitment) => verkle.hashCommitment(commitment));
      return { run, encode: concat };
    }
    default:
      return null;
  }
}

/**
 * Converts points to the library's form; it cannot decompress them itself.
 * @param {Uint8Array<ArrayBuffer>} input
 * @returns {Promise<Uint8Array[]>}
 */
async function readCommitments(input) {
  const { group, instance } = await openCurve('banderwagon', { backend: 'auto', threads: 1 });
  const points = /** @type {any} */ (group).points(readPoints(input));
  const commitments = chunks(points.toBytes('uncompressed-le'), 2 * BYTES).map((bytes) =>
    Uint8Array.from(bytes),
  );
  instance.dispose();
  return commitments;
}
