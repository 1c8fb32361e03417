/**
 * Commits to an EIP-4844 blob.
 *
 *   node examples/kzg-commitment.js [SETUP]
 *
 * SETUP: the ceremony's points: trusted_setup_4096.json of ethereum/consensus-specs, or
 * trusted_setup.txt of ethereum/c-kzg-4844. Without it, random points are used, and the commitment
 * is meaningless.
 */
import { readFile } from 'node:fs/promises';
import { createBls12381 } from 'curvemill/bls12-381';

const bls = await createBls12381({ groups: ['G1'] });
const path = process.argv[2];
const setup = path
  ? await readFile(path, 'utf8')
  : { g1LagrangeBitReversed: bls.G1.randomPoints(4096, 1) };

const kzg = await bls.kzg(setup, {
  memory: 2 ** 25, // byte limit of the table: more is faster
  onProgress: ({ done, total }) => {
    if (process.stderr.isTTY)
      process.stderr.write(`\rtable: ${Math.round((100 * done) / total)} % `);
  },
});

// 4096 field elements of 31 bytes of text each: the highest byte of an element stays 0, so each is
// below the order.
const blob = new Uint8Array(4096 * 32);
new TextEncoder().encodeInto('Hello, blob!', blob.subarray(1, 32));

const commitment = kzg.blobToKzgCommitment(blob);
console.log(Buffer.from(commitment).toString('hex'));

kzg.dispose();
bls.dispose();
