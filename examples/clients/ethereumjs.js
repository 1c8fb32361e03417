/**
 * A transaction with a blob, signed by @ethereumjs/tx, in both forms in which it is sent to a node:
 * with a proof of the blob (EIP-4844), and with proofs of its cells (EIP-7594), which networks
 * expect since the Fusaka upgrade. Prints the hashes of both. `kzg.hex` is the `KZG` of
 * `customCrypto`; @ethereumjs/tx verifies all proofs with it when it reads a transaction.
 *
 *   npm install --prefix examples/clients && node examples/clients/ethereumjs.js
 */
import { Common, Hardfork, Mainnet } from '@ethereumjs/common';
import {
  createBlob4844Tx,
  createBlob4844TxFromSerializedNetworkWrapper as readWrapped,
} from '@ethereumjs/tx';
import { createBls12381 } from 'curvemill/bls12-381';
import { mainnet } from 'curvemill/trusted-setup';
import { keccak256, stringToHex, toBlobs } from 'viem';

const bls = await createBls12381();
const kzg = await bls.kzg(mainnet);

const secretKey = new Uint8Array(32).fill(0x11); // a key that everybody knows
const gwei = 10n ** 9n;
const transaction = {
  chainId: 1,
  nonce: 7,
  gasLimit: 21000n,
  maxFeePerGas: 30n * gwei,
  maxPriorityFeePerGas: gwei,
  maxFeePerBlobGas: 2n * gwei,
  to: /** @type {const} */ ('0x00000000000000000000000000000000000000b1'),
};
const blobs = toBlobs({ data: stringToHex('Hello, blob!'.repeat(4000)) }); // as in viem.js

// The rules of Cancun ask for a proof of the blob, those of Osaka for proofs of its cells.
for (const hardfork of [Hardfork.Cancun, Hardfork.Osaka]) {
  const common = new Common({ chain: Mainnet, hardfork, customCrypto: { kzg: kzg.hex } });
  const signed = createBlob4844Tx({ ...transaction, blobs }, { common }).sign(secretKey);
  const wrapped = signed.serializeNetworkWrapper();
  readWrapped(wrapped, { common }); // throws if a proof is wrong
  console.log(keccak256(wrapped));
}

kzg.dispose();
bls.dispose();
