/**
 * Commits to an EIP-4844 blob.
 *
 *   node examples/kzg-commitment.js [SETUP]
 *
 * SETUP: trusted_setup_4096.json of ethereum/consensus-specs, or trusted_setup.txt of
 * ethereum/c-kzg-4844. Without it, the ceremony's points of the package are used.
 */
import { readFile } from 'node:fs/promises';
import { createBls12381 } from 'curvemill/bls12-381';
import { mainnet } from 'curvemill/trusted-setup';

const bls = await createBls12381({ groups: ['G1'] });
const path = process.argv[2];
const setup = path ? await readFile(path, 'utf8') : mainnet;

// Ready at once. Programs that commit to tens of blobs gain by `await kzg.prepare()`, which
// makes a table of at most `memory` bytes.
const kzg = await bls.kzg(setup, { memory: 2 ** 25 });

// 4096 field elements of 31 bytes of text each: the highest byte of an element stays 0, so each is
// below the order.
const blob = new Uint8Array(4096 * 32);
new TextEncoder().encodeInto('Hello, blob!', blob.subarray(1, 32));

const commitment = kzg.blobToKzgCommitment(blob);
console.log(Buffer.from(commitment).toString('hex'));

kzg.dispose();
bls.dispose();
