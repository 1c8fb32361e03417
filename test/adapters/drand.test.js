/** Beacons of every scheme in use, by our verifier and by drand-client's own. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { drand } from '../../src/adapters/drand.js';
import { createBls12381 } from '../../src/bls12-381.js';
import { isInputError, thrownBy } from '../support/errors.js';
import { concat, toHex } from '../support/hex.js';
import { describeHost, importHost } from './hosts.js';

const { longSignatures, shortSignatures } = bls12_381;
const tagOf = (/** @type {number} */ group) => `BLS_SIG_BLS12381G${group}_XMD:SHA-256_SSWU_RO_NUL_`;

/** @type {Record<string, { noble: any, tag: string, isChained?: boolean }>} */
const SCHEMES = {
  'pedersen-bls-chained': { noble: longSignatures, tag: tagOf(2), isChained: true },
  'pedersen-bls-unchained': { noble: longSignatures, tag: tagOf(2) },
  'bls-unchained-on-g1': { noble: shortSignatures, tag: tagOf(2) },
  'bls-unchained-g1-rfc9380': { noble: shortSignatures, tag: tagOf(1) },
};

const SECRET = new Uint8Array(32).fill(77, 30);

/** A chain, and its beacon of a round. @param {string} schemeID @param {number} round */
function signed(schemeID, round) {
  const { noble, tag, isChained } = SCHEMES[schemeID];
  const before = new Uint8Array(isChained ? 96 : 0).fill(4);
  const number = new Uint8Array(8);
  new DataView(number.buffer).setBigUint64(0, BigInt(round));
  const hash = noble.hash(sha256(concat(before, number)), tag);
  const signature = noble.Signature.toBytes(noble.sign(hash, SECRET));
  const beacon = { round, randomness: toHex(sha256(signature)), signature: toHex(signature) };
  const public_key = toHex(noble.getPublicKey(SECRET).toBytes());
  return {
    chain: { schemeID, public_key },
    beacon: isChained ? { ...beacon, previous_signature: toHex(before) } : beacon,
  };
}

/** Round 1000 of quicknet, as its nodes tell. */
const QUICKNET = {
  round: 1000,
  randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
  signature:
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
};

describeHost('drand-client', ['drand-client'], () => {
  let host, bls, verifyBeacon, verifying;
  beforeAll(async () => {
    host = await importHost('drand-client/build/esm/index.mjs');
    bls = await createBls12381();
    ({ verifyBeacon, verifying } = drand(bls));
    vi.spyOn(console, 'error').mockImplementation(() => {}); // it tells why
  });
  afterAll(() => {
    vi.restoreAllMocks();
    bls?.dispose();
  });

  /** A client without a network. @param {any} chain @param {any} beacon */
  const clientOf = (chain, beacon) => ({
    options: { disableBeaconVerification: false, noCache: false },
    chain: () => ({ baseUrl: '', info: async () => chain }),
    get: async () => beacon,
    latest: async () => beacon,
  });

  /** Whether its own way to fetch takes a beacon. @param {any} client @param {number} round */
  const isFetched = (client, round) =>
    host.fetchBeacon(client, round).then(
      () => true,
      () => false,
    );

  it.each(Object.keys(SCHEMES))('%s', async (schemeID) => {
    const { chain, beacon } = signed(schemeID, 2 ** 33 + 5);
    const { round } = beacon;
    const other = signed(schemeID, 7).beacon;
    /** @type {[any, number][]} */
    const asked = [
      [beacon, round],
      [beacon, round + 1],
      [{ ...beacon, round: round + 1 }, round + 1],
      [{ ...beacon, randomness: other.randomness }, round],
      [{ ...beacon, signature: other.signature }, round],
      [{ ...beacon, signature: other.signature, randomness: other.randomness }, round],
      [{ ...beacon, previous_signature: '00' }, round],
      [{ ...beacon, signature: beacon.signature.slice(2) }, round],
      [{ ...beacon, signature: '' }, round],
    ];
    for (const [i, [each, expected]] of asked.entries()) {
      const own = await isFetched(clientOf(chain, each), expected);
      const ours = verifyBeacon(chain, each, expected);
      // An unchained beacon with a signature before it is one of another scheme to the host.
      if (i === 6 && schemeID !== 'pedersen-bls-chained') expect(ours).toBe(true);
      else expect(ours, `${i}`).toBe(own);
      expect(await isFetched(verifying(clientOf(chain, each)), expected)).toBe(ours);
      expect(ours).toBe(i === 0 || (i === 6 && schemeID !== 'pedersen-bls-chained'));
    }
    expect(verifyBeacon({ ...chain, public_key: 'xx' }, beacon, round)).toBe(false);
    expect(verifyBeacon(chain, null, round)).toBe(false);
  });

  it('a beacon of quicknet', async () => {
    const chain = {
      schemeID: 'bls-unchained-g1-rfc9380',
      public_key:
        '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
    };
    const client = clientOf(chain, QUICKNET);
    expect(await isFetched(client, 1000)).toBe(true);
    expect(await isFetched(verifying(client), 1000)).toBe(true);
    expect(await verifying(client).latest()).toBe(QUICKNET);
  });

  it('names a scheme that it does not verify', () => {
    const chain = { schemeID: 'bls-bn254-unchained-on-g1', public_key: '' };
    const error = thrownBy(() => verifyBeacon(chain, QUICKNET, 1000));
    isInputError(error);
    expect(error.message).toMatch(/got bls-bn254-unchained-on-g1$/);
  });
});
