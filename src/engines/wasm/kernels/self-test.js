/**
 * Tests that a kernel must pass before use; the portable kernel supplies the answers.
 */

/** @import { Arena } from './arena.js' */
/** @import { BatchKernel, SingleKernel } from './kernel.js' */

/**
 * Tests a doubling and a sum, in both lanes, on a point that need not be on any supported curve:
 * the doubling of (x, y) is correct on y² = x³ + b for the b that fits the point.
 * @param {BatchKernel} expected
 * @param {BatchKernel} candidate
 * @param {Arena} arena
 */
export function addsLike(expected, candidate, arena) {
  const [first, second] = [expected, candidate].map((kernel) => sampleSums(kernel, arena));
  return first.every((byte, i) => byte === second[i]);
}

/**
 * The canonical bytes of 2P, 3P and 4P.
 * @param {BatchKernel} kernel
 * @param {Arena} arena
 */
function sampleSums(
  { fieldBytes, pointBytes, workBytes, fromAffineBytes, toAffineBytes, batchAdd },
  arena,
) {
  const size = 2 * fieldBytes;
  const points = arena.allocate(
    4 * pointBytes + 4 * size + 8 * workBytes + 64,
    'self-test of a kernel',
  );
  const bytes = points + 4 * pointBytes;
  const work = bytes + 4 * size;
  const list = work + 8 * workBytes;
  try {
    arena.u8.set(samplePoint(fieldBytes), bytes);
    fromAffineBytes(points, bytes, 1);
    const at = (/** @type {number} */ i) => points + i * pointBytes;
    const run = (/** @type {number[]} */ entries) => {
      arena.i32.set(entries, list >> 2);
      batchAdd(list, entries.length / 3, work);
    };
    run([at(1), at(0), at(0)]);
    run([at(2), at(1), at(0), at(3), at(1), at(1)]);
    toAffineBytes(bytes, at(1), 3);
    return arena.u8.slice(bytes, bytes + 3 * size);
  } finally {
    arena.free(points);
  }
}

/**
 * Tests chains: the sum of 16 doublings and as many additions, starting from such a point.
 * @param {SingleKernel} expected
 * @param {SingleKernel} candidate
 * @param {Arena} arena
 */
export function chainsLike(expected, candidate, arena) {
  const [first, second] = [expected, candidate].map((kernel) => sampleChain(kernel, arena));
  return first.every((byte, i) => byte === second[i]);
}

/**
 * @param {SingleKernel} kernel
 * @param {Arena} arena
 */
function sampleChain(kernel, arena) {
  const { fieldBytes, pointBytes, jacobianBytes } = kernel;
  const point = arena.allocate(
    pointBytes + jacobianBytes + 2 * fieldBytes,
    'self-test of a kernel',
  );
  const chain = point + pointBytes;
  const bytes = chain + jacobianBytes;
  try {
    arena.u8.set(samplePoint(fieldBytes), bytes);
    kernel.fromAffineBytes(point, bytes, 1);
    kernel.fromAffine(chain, point);
    for (let i = 0; i < 16; i++) {
      kernel.double(chain, chain);
      kernel.addAffine(chain, point | (i & 1));
    }
    kernel.toAffine(point, chain);
    kernel.toAffineBytes(bytes, point, 1);
    return arena.u8.slice(bytes, bytes + 2 * fieldBytes);
  } finally {
    arena.free(point);
  }
}

/**
 * Canonical bytes of coordinates. Bytes below 16 keep them in range, as the top byte of every
 * supported prime is larger.
 * @param {number} fieldBytes
 */
function samplePoint(fieldBytes) {
  return Uint8Array.from({ length: 2 * fieldBytes }, (_, i) => (i * i + 3 * i + 1) & 15);
}
