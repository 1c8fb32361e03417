/**
 * A transaction with a blob, signed by ethers, in both forms in which it is sent to a node: with a
 * proof of the blob (EIP-4844), and with proofs of its cells (EIP-7594), which networks expect
 * since the Fusaka upgrade. Prints the hashes of both. `kzg` is ethers' `KzgLibrary` as it is.
 *
 *   npm install --prefix examples/clients && node examples/clients/ethers.js
 */
import { createBls12381 } from 'curvemill/bls12-381';
import { mainnet } from 'curvemill/trusted-setup';
import { Transaction, Wallet, concat, keccak256, parseUnits } from 'ethers';

const bls = await createBls12381();
const kzg = await bls.kzg(mainnet);

const wallet = new Wallet(`0x${'11'.repeat(32)}`); // a key that everybody knows
const transaction = {
  type: 3,
  chainId: 1,
  nonce: 7,
  gasLimit: 21000n,
  maxFeePerGas: parseUnits('30', 'gwei'),
  maxPriorityFeePerGas: parseUnits('1', 'gwei'),
  maxFeePerBlobGas: parseUnits('2', 'gwei'),
  to: '0x00000000000000000000000000000000000000b1',
};
const data = blobOf(new TextEncoder().encode('Hello, blob!'.repeat(4000)));

// EIP-4844: ethers computes the commitment and the proof.
const classic = Transaction.from({ ...transaction, kzg, blobs: [data] });
console.log(keccak256(await wallet.signTransaction(classic)));

// EIP-7594: a wrapper of version 1, with the proofs of all cells back to back.
const commitment = kzg.blobToKzgCommitment(data);
const [, proofs] = await kzg.computeCellsAndKzgProofsAsync(data);
const blobs = [{ data, commitment, proof: concat(proofs) }];
const wrapped = Transaction.from({ ...transaction, blobs, blobWrapperVersion: 1 });
console.log(keccak256(await wallet.signTransaction(wrapped)));

kzg.dispose();
bls.dispose();

/**
 * Data in a blob as viem puts it: 31 bytes in an element, and 0x80 after the last.
 * @param {Uint8Array} bytes fewer than 4096·31
 */
function blobOf(bytes) {
  const blob = new Uint8Array(4096 * 32);
  [...bytes, 0x80].forEach((byte, i) => (blob[32 * Math.floor(i / 31) + 1 + (i % 31)] = byte));
  return blob;
}
