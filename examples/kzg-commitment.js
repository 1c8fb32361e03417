/**
 * Commits to an EIP-4844 blob.
 *
 *   node examples/kzg-commitment.js [SETUP]
 *
 * SETUP: the ceremony's points. A `.json` is trusted_setup_4096.json of ethereum/consensus-specs;
 * any other file holds the 4096 points of the Lagrange form, bit-reversed, 48 bytes each. Without
 * it, random points are used, and the commitment is meaningless.
 */
import { readFile } from 'node:fs/promises';
import { createBls12381 } from 'curvemill/bls12-381';

const bls = await createBls12381({ groups: ['G1'] });
const path = process.argv[2];
const setup = path ? await readSetup(path) : bls.G1.randomPoints(4096, 1);

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

const commitment = kzg.blobToCommitment(blob);
console.log(Buffer.from(commitment).toString('hex'));

kzg.dispose();
bls.dispose();

/**
 * @param {string} file
 * @returns {Promise<Uint8Array>} 4096 × 48 bytes, bit-reversed
 */
async function readSetup(file) {
  const bytes = await readFile(file);
  if (!file.endsWith('.json')) return bytes;
  /**
   * @type {{ g1_lagrange: string[] }} in the order of the roots of unity, '0x' and 96 digits each
   */
  const { g1_lagrange: points } = JSON.parse(bytes.toString());
  const bits = Math.log2(points.length);
  /** @param {number} i */
  const reversed = (i) => parseInt([...i.toString(2).padStart(bits, '0')].reverse().join(''), 2);
  return Buffer.from(points.map((_, i) => points[reversed(i)].slice(2)).join(''), 'hex');
}
