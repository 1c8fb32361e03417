import { installedVersion } from './version.js';

/**
 * An affine point as plain numbers, pairs of them for G2; null is the point at infinity.
 * @typedef {bigint | { c0: bigint, c1: bigint }} Coordinate
 * @typedef {{ x: Coordinate, y: Coordinate } | null} Affine
 */

/**
 * A repeatable multi-scalar multiplication: `run` is timed, `read` converts its result
 * to plain numbers.
 * @typedef {{ run: () => unknown, read: (result: any) => Affine }} Task
 */

/**
 * Another library. `prepare` does the work that this library does when it decodes points, once and
 * outside the timing.
 * @typedef {(points: Affine[], scalars: bigint[]) => Task} Prepare
 * @typedef {{ name: string, version: string, prepare: Prepare }} Peer
 */

/**
 * Each peer's npm package and the loader of its adapter, by curve: for a multi-scalar
 * multiplication, and for single multiplications in turn. Imports are lazy: a peer that is not
 * requested costs nothing and cannot disturb a measurement.
 * @typedef {Record<string, () => Promise<Prepare>>} Loaders
 * @type {Record<string, { package: string, msm: Loaders, oneByOne: Loaders }>}
 */
const PEERS = {
  noble: {
    package: '@noble/curves',
    msm: {
      'bls12-381-g1': async () => (await import('./noble.js')).prepareBls12381G1,
      'bls12-381-g2': async () => (await import('./noble.js')).prepareBls12381G2,
      'bn254-g1': async () => (await import('./noble.js')).prepareBn254G1,
      'bn254-g2': async () => (await import('./noble.js')).prepareBn254G2,
      secp256k1: async () => (await import('./noble.js')).prepareSecp256k1,
    },
    oneByOne: {},
  },
  montgomery: {
    package: 'montgomery',
    msm: { 'bls12-381-g1': async () => (await import('./montgomery.js')).prepareBls12381G1 },
    oneByOne: {},
  },
  mcl: {
    package: 'mcl-wasm',
    msm: {
      'bls12-381-g1': async () => (await import('./mcl.js')).loadBls12381G1(),
      'bls12-381-g2': async () => (await import('./mcl.js')).loadBls12381G2(),
    },
    oneByOne: {},
  },
  'tiny-secp256k1': {
    package: 'tiny-secp256k1',
    msm: {},
    oneByOne: { secp256k1: async () => (await import('./tiny-secp256k1.js')).prepareOneByOne },
  },
};

/** Names that `--peers` accepts. */
export const peerNames = Object.keys(PEERS);

/**
 * The peers with a multi-scalar multiplication on a curve.
 * @param {string} curve
 * @returns {string[]} names
 */
export function peersOf(curve) {
  return peerNames.filter((name) => curve in PEERS[name].msm);
}

/**
 * Loads a peer for a curve, or reports that it lacks the curve or this operation.
 * @param {string} name
 * @param {string} curve
 * @param {'msm' | 'oneByOne'} [work]
 * @returns {Promise<Peer | null>}
 */
export async function loadPeer(name, curve, work = 'msm') {
  const load = PEERS[name]?.[work][curve];
  if (!load) return null;
  return { name, version: peerVersion(name) ?? 'unknown', prepare: await load() };
}

/** The npm package of a peer. @param {string} name */
export const packageOf = (name) => PEERS[name].package;

/**
 * @param {string} name of a peer
 * @returns {string | null} null if it is not installed
 */
export function peerVersion(name) {
  return installedVersion(packageOf(name));
}
