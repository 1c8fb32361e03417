/** Beacons of drand, from their JSON: https://docs.drand.love. */
import { InputError } from '../errors.js';
import { sameBytes } from '../input/bytes.js';
import { readHex } from '../input/hex.js';
import { sha256 } from '../protocols/sha256.js';
import { readInstance } from './parts/instances.js';

/** @import { Bls12381 } from '../bls12-381.js' */

/**
 * The scheme of a chain and its key, as `/info` tells.
 * @typedef {{ schemeID: string, public_key: string }} ChainInfo
 */

/**
 * A beacon, as `/public/ROUND` tells; a chained one names the signature before it.
 * @typedef {{ round: number, randomness: string, signature: string, previous_signature?: string }}
 *   Beacon
 */

/** @param {unknown} hex @returns {Uint8Array | null} */
const bytesOf = (hex) =>
  typeof hex === 'string' && /^([0-9a-f]{2})*$/i.test(hex) ? readHex(hex, 'hex') : null;

/** @param {number} round */
function roundBytes(round) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round));
  return bytes;
}

/**
 * A client of drand-client, as far as it is used here.
 * @typedef {{ options: object, chain(): { info(): Promise<ChainInfo> }, latest(): Promise<Beacon>,
 *   get(round: number): Promise<Beacon> }} ChainClient
 */

/**
 * Verification of beacons for drand-client. `verifying(client)`: a client for `fetchBeacon` and
 * `watch`, which gets beacons from another and verifies them here. `verifyBeacon(chain, beacon,
 * round)`: whether a beacon is the one of a chain and a round.
 * @param {Bls12381} bls
 * @example
 * import { drand } from 'curvemill/adapters/drand';
 * const { verifying } = drand(await createBls12381());
 * const beacon = await fetchBeacon(verifying(quicknetClient()), round);
 */
export function drand(bls) {
  const { minPk, minSig } = readInstance(bls, ['minPk', 'minSig'], 'createBls12381');
  /** Of each scheme in use: keys and signatures, their tag, and whether rounds are chained. */
  const schemes = new Map([
    ['pedersen-bls-chained', { signatures: minPk, dst: minPk.tags.nul, isChained: true }],
    ['pedersen-bls-unchained', { signatures: minPk, dst: minPk.tags.nul, isChained: false }],
    // Signatures in G1 under the tag of G2: a mistake that became a scheme.
    ['bls-unchained-on-g1', { signatures: minSig, dst: minPk.tags.nul, isChained: false }],
    ['bls-unchained-g1-rfc9380', { signatures: minSig, dst: minSig.tags.nul, isChained: false }],
  ]);
  /**
   * Whether the signature is that of the chain and the round, and the randomness its SHA-256. False
   * for whatever is malformed.
   * @param {ChainInfo} chain
   * @param {Beacon} beacon
   * @param {number} round expected
   * @returns {boolean}
   * @throws {InputError} another scheme, which is named, or a disposed instance
   */
  const verifyBeacon = (chain, beacon, round) => {
    const scheme = schemes.get(chain.schemeID);
    if (!scheme) {
      const known = [...schemes.keys()].join(', ');
      throw new InputError(`schemeID: expected one of ${known}, got ${String(chain.schemeID)}`);
    }
    const { signatures, dst, isChained } = scheme;
    const [key, signature] = [bytesOf(chain.public_key), bytesOf(beacon?.signature)];
    const [randomness, before] = [beacon?.randomness, beacon?.previous_signature].map(bytesOf);
    if (!key || !signature || !randomness || (isChained && !before)) return false;
    if (beacon.round !== round || !Number.isSafeInteger(round) || round < 0) return false;
    if (!sameBytes(sha256([signature]), randomness)) return false;
    const parts = isChained && before ? [before, roundBytes(round)] : [roundBytes(round)];
    return signatures.verify(signature, sha256(parts), key, { dst });
  };
  /** @param {ChainClient} client */
  const verifying = (client) => {
    const verified = async (/** @type {Beacon} */ beacon, /** @type {number} */ round) => {
      if (verifyBeacon(await client.chain().info(), beacon, round)) return beacon;
      throw new Error(`beacon of round ${round}: expected a valid one, got another`);
    };
    return {
      options: { ...client.options, disableBeaconVerification: true },
      chain: () => client.chain(),
      get: async (/** @type {number} */ round) => verified(await client.get(round), round),
      async latest() {
        const beacon = await client.latest();
        return verified(beacon, beacon.round);
      },
    };
  };
  return { verifyBeacon, verifying };
}
