import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.js';

/**
 * An affine point in plain numbers; null is the point at infinity.
 *
 * @typedef {{ x: bigint, y: bigint } | null} Affine
 */

/**
 * One multi-scalar multiplication, ready to be run again and again: `run` is what is timed, `read`
 * turns what it returned into plain numbers.
 *
 * @typedef {{ run: () => unknown, read: (result: any) => Affine }} Task
 */

/**
 * Another library. `prepare` does once what ours does when it decodes points, outside the timing.
 *
 * @typedef {(points: Affine[], scalars: bigint[]) => Task} Prepare
 * @typedef {{ name: string, version: string, prepare: Prepare }} Peer
 */

/**
 * Each peer's npm package and the loader of its adapter, by curve. Imports are lazy: a peer that is
 * not asked for costs nothing and cannot disturb a measurement.
 *
 * @type {Record<string, { package: string, curves: Record<string, () => Promise<Prepare>> }>}
 */
const PEERS = {
  noble: {
    package: '@noble/curves',
    curves: {
      'bls12-381-g1': async () => (await import('./noble.js')).prepareBls12381G1,
      secp256k1: async () => (await import('./noble.js')).prepareSecp256k1,
    },
  },
  montgomery: {
    package: 'montgomery',
    curves: { 'bls12-381-g1': async () => (await import('./montgomery.js')).prepareBls12381G1 },
  },
  mcl: {
    package: 'mcl-wasm',
    curves: { 'bls12-381-g1': async () => (await import('./mcl.js')).loadBls12381G1() },
  },
};

/** Names that `--peers` accepts. */
export const peerNames = Object.keys(PEERS);

/**
 * Loads a peer for a curve, or says that it does not have the curve.
 *
 * @param {string} name
 * @param {string} curve
 * @returns {Promise<Peer | null>}
 */
export async function loadPeer(name, curve) {
  const load = PEERS[name].curves[curve];
  if (!load) return null;
  return { name, version: installedVersion(PEERS[name].package), prepare: await load() };
}

/**
 * @param {string} name npm package
 * @returns {string}
 */
function installedVersion(name) {
  return JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
}
