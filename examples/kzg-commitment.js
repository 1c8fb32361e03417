/**
 * Commits to an EIP-4844 blob.
 *
 *   node examples/kzg-commitment.js [setup.bin]
 *
 * setup.bin: the 4096 points of the ceremony's Lagrange form, bit-reversed, 48 bytes each. Without it, random points show
 * how it works; the commitment then means nothing.
 */
import { readFile } from 'node:fs/promises';
import { createBls12381 } from 'curvemill/bls12-381';

const bls = await createBls12381();
const path = process.argv[2];
const setup = path ? new Uint8Array(await readFile(path)) : bls.G1.randomPoints(4096, 1);

const kzg = await bls.kzg(setup, {
  memory: 2 ** 25, // bytes that the table may have: more is faster
  onProgress: ({ done, total }) => {
    if (process.stderr.isTTY)
      process.stderr.write(`\rtable: ${Math.round((100 * done) / total)} % `);
  },
});

// 4096 field elements of 31 bytes of text each: the highest byte of an element stays 0, so each is below the order.
const blob = new Uint8Array(4096 * 32);
new TextEncoder().encodeInto('Hello, blob!', blob.subarray(1, 32));

const commitment = kzg.blobToCommitment(blob);
console.log(Buffer.from(commitment).toString('hex'));

kzg.dispose();
bls.dispose();
