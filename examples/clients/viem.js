/**
 * A transaction with a blob, signed by viem, in both forms in which it is sent to a node: with a
 * proof of the blob (EIP-4844), and with proofs of its cells (EIP-7594), which networks expect
 * since the Fusaka upgrade. Prints the hashes of both. `kzg` is viem's `Kzg` as it is.
 *
 *   npm install --prefix examples/clients && node examples/clients/viem.js
 */
import { createBls12381 } from 'curvemill/bls12-381';
import { mainnet } from 'curvemill/trusted-setup';
import {
  blobsToCommitments,
  commitmentsToVersionedHashes,
  concatHex,
  fromRlp,
  keccak256,
  parseGwei,
  stringToHex,
  toBlobs,
  toHex,
  toRlp,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

const bls = await createBls12381();
const kzg = await bls.kzg(mainnet);

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`); // a key that everybody knows
const transaction = /** @type {const} */ ({
  type: 'eip4844',
  chainId: 1,
  nonce: 7,
  gas: 21000n,
  maxFeePerGas: parseGwei('30'),
  maxPriorityFeePerGas: parseGwei('1'),
  maxFeePerBlobGas: parseGwei('2'),
  to: '0x00000000000000000000000000000000000000b1',
});
const blobs = toBlobs({ data: stringToHex('Hello, blob!'.repeat(4000)) });

// EIP-4844: viem computes commitments and proofs.
const classic = await account.signTransaction({ ...transaction, blobs, kzg });
console.log(keccak256(classic));

// EIP-7594: the same signed transaction, in a wrapper of version 1.
const commitments = blobsToCommitments({ blobs, kzg, to: 'hex' });
const blobVersionedHashes = commitmentsToVersionedHashes({ commitments });
const signed = await account.signTransaction({ ...transaction, blobVersionedHashes });
const cellProofs = [];
for (const blob of blobs) {
  const [, proofs] = await kzg.computeCellsAndKzgProofsAsync(Buffer.from(blob.slice(2), 'hex'));
  cellProofs.push(...proofs.map((proof) => toHex(proof)));
}
const fields = fromRlp(`0x${signed.slice(4)}`, 'hex');
const wrapped = concatHex(['0x03', toRlp([fields, '0x01', blobs, commitments, cellProofs])]);
console.log(keccak256(wrapped));

kzg.dispose();
bls.dispose();
