/**
 * ffjavascript as a contestant, in a process of its own: the arithmetic of snarkjs, on one thread.
 * Installed by `npm install --prefix bench/peers`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chunks, concat } from '../../scripts/lib/bytes.js';
import { root } from '../../scripts/lib/paths.js';
import { readPoints, readTerms, summary } from './formats.js';

/** @import { Program, Task } from './host.js' */

/** Also the name of its package. */
const SYSTEM = 'ffjavascript';
const SCALAR_BYTES = 32;
const peers = join(root, 'bench/peers/package.json');

/** @type {Promise<any> | undefined} the library's curve */
let curve;

/** @type {Record<string, string>} the group of each of our curves */
const GROUPS = { 'bn254-g1': 'G1', 'bn254-g2': 'G2' };

/**
 * @param {string} engine
 * @returns {Program}
 */
export function createFfjavascript(engine) {
  const file = join(peers, '../node_modules', SYSTEM, 'package.json');
  const version = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : '';
  return {
    describe: () => ({ engine }),
    /** @returns {Record<string, string>} */
    systems: () => (version ? { [SYSTEM]: version } : {}),
    load: async (_, task, input) => {
      const [kind, name] = task.split('/');
      if (!Object.hasOwn(GROUPS, name) || !Object.hasOwn(KINDS, kind)) return null;
      curve ??= createRequire(peers)(SYSTEM).buildBn128(true);
      return KINDS[/** @type {'msm' | 'ntt'} */ (kind)](await curve, input, GROUPS[name]);
    },
  };
}

const KINDS = {
  /**
   * @param {any} bn
   * @param {Uint8Array<ArrayBuffer>} input
   * @param {string} name
   * @returns {Promise<Task>}
   */
  msm: async (bn, input, name) => {
    const { points, scalars } = readTerms(input);
    const group = bn[name];
    const bases = await group.batchUtoLEM(points);
    const littleEndian = reversed(scalars);
    const encode = (/** @type {Uint8Array} */ sum) => {
      const bytes = new Uint8Array(group.F.n8 * 2);
      group.toRprUncompressed(bytes, 0, group.toAffine(sum));
      return bytes;
    };
    return { run: () => group.multiExpAffine(bases, littleEndian), encode };
  },
  /** @param {any} bn @param {Uint8Array<ArrayBuffer>} input @returns {Promise<Task>} */
  ntt: async ({ Fr }, input) => {
    let list = await Fr.batchToMontgomery(reversed(readPoints(input)));
    const run = async () => {
      list = await Fr.ifft(await Fr.fft(list));
    };
    const encode = async () => summary(reversed(await Fr.batchFromMontgomery(await Fr.fft(list))));
    return { run, encode };
  },
};

/** @param {Uint8Array} scalars @returns {Uint8Array} those of the other byte order */
const reversed = (scalars) =>
  concat(chunks(scalars, SCALAR_BYTES).map((bytes) => bytes.slice().reverse()));
