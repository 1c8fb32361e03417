/** Adapters take an instance, and throw an error that names it for anything else. */
import { expect, it } from 'vitest';
import { bitcoinjs } from '../../src/adapters/bitcoinjs.js';
import { chainsafeBls } from '../../src/adapters/chainsafe-bls.js';
import { drand } from '../../src/adapters/drand.js';
import { ethereumjs } from '../../src/adapters/ethereumjs.js';
import { accelerate } from '../../src/adapters/ffjavascript.js';
import { icp } from '../../src/adapters/icp.js';
import { nostrTools } from '../../src/adapters/nostr-tools.js';
import { ox } from '../../src/adapters/ox.js';
import { createSecp256k1 } from '../../src/secp256k1.js';
import { expectInputError, isInputError, rejectionOf, thrownBy } from '../support/errors.js';

it('refuses what is no instance of theirs, and names what is', async () => {
  const sums = await createSecp256k1({ signatures: false });
  /** @type {[(instance: any) => unknown, RegExp][]} */
  const adapters = [
    [bitcoinjs, /createSecp256k1/],
    [nostrTools, /createSecp256k1/],
    [(secp256k1) => ox({ secp256k1 }), /createSecp256k1/],
    [(bls) => ox({ bls }), /createBls12381/],
    [chainsafeBls, /createBls12381/],
    [drand, /createBls12381/],
    [icp, /createBls12381/],
    [(bls) => ethereumjs({ bls }), /createBls12381/],
    [(bn254) => ethereumjs({ bn254 }), /createBn254/],
    [(kzg) => ethereumjs({ kzg }), /kzg/],
  ];
  for (const [adapter, creator] of adapters) {
    for (const wrong of [{}, 7, Promise.resolve(sums)]) {
      const error = thrownBy(() => adapter(wrong));
      isInputError(error);
      expect(error.message).toMatch(creator);
    }
  }
  for (const adapter of [bitcoinjs, nostrTools, icp, drand, chainsafeBls])
    expectInputError(() => /** @type {any} */ (adapter)(undefined));
  for (const adapter of [bitcoinjs, nostrTools])
    expectInputError(() => adapter(/** @type {any} */ (sums)));
  isInputError(await rejectionOf(accelerate({}, /** @type {any} */ ({}))));
  sums.dispose();
});
