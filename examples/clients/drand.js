/**
 * A beacon of drand's quicknet, verified for drand-client. Here a beacon that was fetched before
 * stands for the network: a program passes `quicknetClient()`.
 *
 *   npm install --prefix examples/clients && node examples/clients/drand.js
 */
import { fetchBeacon } from 'drand-client';
import { drand } from 'curvemill/adapters/drand';
import { createBls12381 } from 'curvemill/bls12-381';

const bls = await createBls12381();
const { verifying } = drand(bls);

const info = {
  schemeID: 'bls-unchained-g1-rfc9380',
  public_key:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
};
const fetched = {
  round: 1000,
  randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
  signature:
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
};
const client = {
  options: { disableBeaconVerification: false, noCache: false },
  chain: () => ({ baseUrl: '', info: async () => info }),
  get: async () => fetched,
  latest: async () => fetched,
};
const beacon = await fetchBeacon(verifying(client), 1000);
console.log(`round ${beacon.round}: ${beacon.randomness.slice(0, 16)}…`);
bls.dispose();
