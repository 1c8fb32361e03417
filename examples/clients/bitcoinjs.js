/**
 * A watch-only wallet: addresses of an extended public key, by bitcoinjs-lib. `deriveMany` gives
 * all keys at once.
 *
 *   npm install --prefix examples/clients && node examples/clients/bitcoinjs.js
 */
import { initEccLib, payments } from 'bitcoinjs-lib';
import { bitcoinjs } from 'curvemill/adapters/bitcoinjs';
import { createSecp256k1 } from 'curvemill/secp256k1';

const secp = await createSecp256k1();
const ecc = bitcoinjs(secp);
initEccLib(ecc);

// The first public key of the test vectors of BIP-32.
const xpub =
  'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';
for (const key of await ecc.deriveMany(xpub, 0, 3)) {
  console.log(payments.p2tr({ internalPubkey: ecc.xOnlyPointFromPoint(key) }).address);
}
secp.dispose();
