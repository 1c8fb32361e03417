/**
 * Known answers, by which kernels are chosen that need more of an engine than the portable one.
 * Such a kernel is used if the engine computes correctly with it; the engine's name does not
 * matter: it has the features (registry.js), or compiled the kernel for the user; and the kernel's
 * sums in both lanes and its chains are those that the portable kernel had when the package was
 * built. The build asks that one and writes its answers beside the others, so that no instance
 * needs it for their tests.
 *
 * Nothing is timed: code that runs first runs in the engine's slowest tier, which says nothing
 * about the kernels (docs/decisions/12-wide-arithmetic.md).
 */

import { EnvironmentError } from '../../../errors.js';
import { coordinatesOf, encodedCoordinatesOf } from '../../../math/coordinates.js';
import { isAuto, KERNELS, PORTABLE, wantedBy } from './registry.js';

/** @import { CoordinateConfig } from '../../../math/coordinates.js' */
/** @import { Arena } from './arena.js' */
/** @import { FurtherKernel, KernelChoice, KernelName } from './registry.js' */
/** @import { BatchKernel, PointKernels, Role, SingleKernel } from './kernel.js' */
/** @import { KernelTexts } from './compile.js' */

/**
 * The kernels to choose from. `open` compiles and instantiates one, once; `names`: those that may
 * be used beside the portable one, examined by the answers in their texts; `has`: whether the
 * engine has the features of one, or the user supplied it; `requireCompiler` throws where nothing
 * may be compiled.
 * @typedef {{ open: (name: KernelName) => Promise<PointKernels>,
 *   textsOf: (name: KernelName) => Promise<KernelTexts>, names: readonly FurtherKernel[],
 *   has: (name: FurtherKernel) => boolean,
 *   requireCompiler: (name: string) => void, arena: Arena, data: CoordinateConfig }} Candidates
 */

/**
 * For each role, the first kernel that this engine runs.
 * @type {(choice: KernelChoice,
 *   candidates: Candidates) => Promise<{ batch: BatchKernel, single: SingleKernel }>}
 * @throws {EnvironmentError} if a required kernel cannot be used
 */
export async function chooseKernels(choice, candidates) {
  const wanted = wantedBy(choice);
  const open = isAuto(choice) ? openIfUsable : openFaster;
  /** @type {Map<KernelName, PointKernels | null>} */
  const usable = new Map();
  for (const name of candidates.names) usable.set(name, await open(name, candidates));
  const first = async (/** @type {Role} */ role) => {
    for (const name of wanted[role]) {
      if (name === PORTABLE) usable.set(name, await candidates.open(name));
      const kernel = usable.get(name)?.[role];
      if (kernel) return /** @type {any} */ (kernel);
    }
  };
  return { batch: await first('batch'), single: await first('single') };
}

/**
 * @type {(name: FurtherKernel, candidates: Candidates) => Promise<PointKernels>}
 * @throws {EnvironmentError} if the kernel cannot be used
 */
async function openFaster(name, { open, textsOf, has, requireCompiler, arena, data }) {
  let refusal = 'without';
  if (has(name)) {
    const kernels = await open(name);
    if (isRight(kernels, await textsOf(name), arena, data)) return kernels;
    refusal = 'that computes wrong sums';
  }
  requireCompiler(name);
  const { backend, feature } = KERNELS[name];
  throw new EnvironmentError(
    `backend '${backend}': expected an engine with ${feature?.needs}, got one ${refusal}`,
  );
}

/**
 * As `openFaster`, but null if this engine lacks the kernel or may not compile it: others remain.
 * @type {(name: FurtherKernel, candidates: Candidates) => Promise<PointKernels | null>}
 */
async function openIfUsable(name, candidates) {
  try {
    return await openFaster(name, candidates);
  } catch (error) {
    if (error instanceof EnvironmentError) return null;
    throw error;
  }
}

/**
 * Whether kernels give the right answers.
 * @type {(kernels: PointKernels, answers: KernelTexts, arena: Arena,
 *   data: CoordinateConfig) => boolean}
 */
const isRight = ({ batch, single }, { sums, chain }, arena, data) =>
  sumsAnswer(batch, arena, data) === sums &&
  (!single || chainAnswer(single, arena, data) === chain);

// The answers of a kernel to the questions that it is tested by.

/**
 * A number that stands for doublings and sums, in both lanes, of points that need not be on any
 * supported curve: no formula has b, and that of sums no other coefficient.
 * @param {BatchKernel} kernel
 * @param {Arena} arena
 * @param {CoordinateConfig} data of its curve
 */
export const sumsAnswer = (kernel, arena, data) => numberOf(sampleSums(kernel, arena, data));

/**
 * A number that stands for a chain: the sum of 16 doublings and as many additions, starting from
 * such a point.
 * @param {SingleKernel} kernel
 * @param {Arena} arena
 * @param {CoordinateConfig} data of its curve
 */
export const chainAnswer = (kernel, arena, data) => numberOf(sampleChain(kernel, arena, data));

/**
 * The 32-bit FNV-1a hash: faults of an engine do not look for collisions.
 * @type {(bytes: Uint8Array) => number}
 */
const numberOf = (bytes) =>
  bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5 | 0);

/**
 * The canonical bytes of 2P, P + Q, Q + P and 2Q: two lists of two lanes, so that each lane doubles
 * and adds. One call, as the inversion of a call is most of the test in a page's slowest tier.
 * @type {(kernel: BatchKernel, arena: Arena, data: CoordinateConfig) => Uint8Array<ArrayBuffer>}
 */
function sampleSums(
  { fieldBytes, pointBytes, workBytes, fromAffineBytes, toAffineBytes, batchAdd },
  arena,
  data,
) {
  const size = 2 * fieldBytes;
  const points = arena.allocate(
    6 * pointBytes + 4 * size + 8 * workBytes + 64,
    'self-test of a kernel',
  );
  const bytes = points + 6 * pointBytes;
  const work = bytes + 4 * size;
  const list = work + 8 * workBytes;
  try {
    arena.u8.set(sampleBytes(4, data), bytes);
    fromAffineBytes(points, bytes, 2);
    const at = (/** @type {number} */ i) => points + i * pointBytes;
    const [P, Q] = [at(0), at(1)];
    arena.i32.set([at(2), P, P, at(3), P, Q, at(4), Q, P, at(5), Q, Q], list >> 2);
    batchAdd(list, 4, work);
    toAffineBytes(bytes, at(2), 4);
    return arena.u8.slice(bytes, bytes + 4 * size);
  } finally {
    arena.free(points);
  }
}

/**
 * @type {(kernel: SingleKernel, arena: Arena, data: CoordinateConfig) => Uint8Array<ArrayBuffer>}
 */
function sampleChain(kernel, arena, data) {
  const { fieldBytes, pointBytes, jacobianBytes } = kernel;
  const point = arena.allocate(
    pointBytes + jacobianBytes + 2 * fieldBytes,
    'self-test of a kernel',
  );
  const chain = point + pointBytes;
  const bytes = chain + jacobianBytes;
  try {
    arena.u8.set(sampleBytes(2, data), bytes);
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
 * Canonical bytes of coordinates, all of them different. They are in range, as the top byte of the
 * prime's is 0, of coordinates in Fp and of both coefficients in Fp².
 * @type {(count: number, data: CoordinateConfig) => Uint8Array<ArrayBuffer>}
 */
function sampleBytes(count, data) {
  const { bytes: size, degree } = coordinatesOf(data);
  const half = size / 2;
  // Behind the prime's bytes.
  const spare = (size - encodedCoordinatesOf(data).bytes) / degree;
  const lowerSpare = degree > 1 ? spare : 0;
  return Uint8Array.from({ length: count * size }, (_, i) => {
    const at = i % size;
    const isTop = at < half ? at >= half - 1 - lowerSpare : at >= size - 1 - spare;
    return isTop ? 0 : (i * i + 3 * i + 1 + (i >> 4)) & 15;
  });
}
