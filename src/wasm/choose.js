/**
 * Chooses the kernels: by what the engine computes, never by its name.
 *
 * The fma kernel must pass three tests: its module validates (relaxed SIMD is there), the probe says that relaxed
 * multiply-adds are fused (JavaScriptCore validates them but rounds twice, and the kernel would compute garbage), and
 * it adds two points as the portable kernel does, in both lanes. The wide64 kernel must pass the same: its probe validates
 * and is right, and it computes what the portable kernel does.
 *
 * What is right is taken by rule: fma for batches, else wide64; wide64 for chains, else fma where it has chains. No engine
 * is timed, as what runs first runs in its slowest tier and says nothing of the kernels (docs/decisions/12-wide-arithmetic.md).
 */

import { EnvironmentError } from '../errors.js';
import { batchKernel, singleKernel } from './kernel.js';
import { loadKernel } from './load.js';

/** @import { Arena } from './arena.js' */
/** @import { BatchKernel, SingleKernel, WasmFunction } from './kernel.js' */
/** @import { KernelExports, KernelModule } from './load.js' */

/** The tiny modules of wasm-gen/probe.js. */
const FMA_PROBE = { name: 'probe.fma', source: () => import('./generated/probe.fma.js') };
const WIDE_PROBE = { name: 'probe.wide', source: () => import('./generated/probe.wide.js') };

/**
 * What kernels are chosen from. `load` compiles and instantiates; `kernels.wide64` is absent where a group has none.
 * @typedef {{ limbs30: KernelExports, kernels: { fma: KernelModule, wide64?: KernelModule },
 *   load: (module: KernelModule) => Promise<KernelExports>,
 *   modules: Record<string, WebAssembly.Module> | undefined, arena: Arena }} Candidates
 */

/** @typedef {{ batch: BatchKernel, single: SingleKernel }} Chosen */

/**
 * A kernel by name for each role, which measurements compare; users name backends. `single: 'fma'` is limbs30 for a curve
 * whose fma kernel has no chains.
 * @typedef {{ single: 'limbs30' | 'fma' | 'wide64', batch: 'limbs30' | 'fma' | 'wide64' }} Roles
 */

/**
 * @param {'auto' | 'portable' | 'fma' | 'wide' | Roles} backend
 * @param {Candidates} candidates
 * @returns {Promise<Chosen>}
 * @throws {EnvironmentError} for kernels asked for that cannot be used
 */
export async function chooseKernels(backend, candidates) {
  const { limbs30 } = candidates;
  const portable = {
    single: singleKernel('limbs30', limbs30),
    batch: batchKernel('limbs30', limbs30),
  };
  if (typeof backend === 'object') {
    const kernelsOf = {
      limbs30: async () => portable,
      fma: () => fmaKernels(portable, candidates),
      wide64: () => wideKernels(portable, candidates),
    };
    const { single } = await kernelsOf[backend.single]();
    return { single, batch: (await kernelsOf[backend.batch]()).batch };
  }
  switch (backend) {
    case 'portable':
      return portable;
    case 'fma':
      return fmaKernels(portable, candidates);
    case 'wide':
      return wideKernels(portable, candidates);
    default: {
      const fma = await unlessRefused(fmaKernels(portable, candidates));
      const wide = await unlessRefused(wideKernels(portable, candidates));
      return {
        single: wide?.single ?? fma?.single ?? portable.single,
        batch: fma?.batch ?? wide?.batch ?? portable.batch,
      };
    }
  }
}

/**
 * Null for a kernel that this engine lacks, or may not compile: there are others.
 * @template T
 * @param {Promise<T>} kernel
 * @returns {Promise<T | null>}
 */
async function unlessRefused(kernel) {
  try {
    return await kernel;
  } catch (error) {
    if (error instanceof EnvironmentError) return null;
    throw error;
  }
}

/**
 * The chains of a curve whose fma kernel has none stay with the portable kernel.
 * @param {Chosen} portable
 * @param {Candidates} candidates
 * @returns {Promise<Chosen>}
 * @throws {EnvironmentError}
 */
async function fmaKernels(portable, { kernels, load, modules, arena }) {
  let refusal = await whyNotFused(modules, arena);
  if (refusal === null) {
    const exports = await load(kernels.fma);
    const batch = batchKernel('fma', exports);
    const hasChain = exports.jacobian_chain !== undefined;
    const single = hasChain ? singleKernel('fma', exports) : portable.single;
    const chainsRight = !hasChain || chainsLike(portable.single, single, arena);
    if (addsLike(portable.batch, batch, arena) && chainsRight) return { batch, single };
    refusal = 'that computes wrong sums with it';
  }
  throw new EnvironmentError(
    `backend 'fma': expected an engine with fused relaxed SIMD, got one ${refusal}`,
  );
}

/**
 * @param {Chosen} portable
 * @param {Candidates} candidates
 * @returns {Promise<Chosen>}
 * @throws {EnvironmentError}
 */
async function wideKernels(portable, { kernels, load, modules, arena }) {
  let refusal = await whyNotWide(modules, arena);
  if (refusal === null && kernels.wide64) {
    const exports = await load(kernels.wide64);
    const [batch, single] = [batchKernel('wide64', exports), singleKernel('wide64', exports)];
    if (addsLike(portable.batch, batch, arena) && chainsLike(portable.single, single, arena))
      return { batch, single };
    refusal = 'that computes wrong sums with it';
  }
  throw new EnvironmentError(
    refusal === null
      ? "backend 'wide': expected a group with a kernel for wide arithmetic, got one without"
      : `backend 'wide': expected an engine with wide arithmetic, got one ${refusal}`,
  );
}

/**
 * @param {Record<string, WebAssembly.Module> | undefined} modules
 * @param {Arena} arena
 * @returns {Promise<string | null>} null if wide arithmetic is there and right
 */
async function whyNotWide(modules, arena) {
  if (!modules?.['probe.wide.wasm']) {
    const { wasmBytes } = await WIDE_PROBE.source();
    if (!WebAssembly.validate(wasmBytes())) return 'without it';
  }
  const probe = await loadKernel(WIDE_PROBE, modules, arena.memory);
  const isRight = /** @type {(ones: bigint) => number} */ (probe.is_right);
  return isRight(-1n) === 1 ? null : 'that carries wrong';
}

/**
 * @param {Record<string, WebAssembly.Module> | undefined} modules
 * @param {Arena} arena
 * @returns {Promise<string | null>} null if relaxed multiply-adds are there and fused
 */
async function whyNotFused(modules, arena) {
  if (!modules?.['probe.fma.wasm']) {
    const { wasmBytes } = await FMA_PROBE.source();
    if (!WebAssembly.validate(wasmBytes())) return 'without relaxed SIMD';
  }
  const probe = await loadKernel(FMA_PROBE, modules, arena.memory);
  const isFused = /** @type {WasmFunction} */ (probe.is_fused);
  return isFused(1) === 1 ? null : 'that rounds relaxed multiply-adds twice';
}

/**
 * Known answers: a doubling and a sum, in both lanes, of a point that need not be on any curve of ours: (x, y) doubles
 * on y² = x³ + b for the b that fits it.
 * @param {BatchKernel} expected
 * @param {BatchKernel} candidate
 * @param {Arena} arena
 */
function addsLike(expected, candidate, arena) {
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
 * Known answers of chains: the sum of 16 doublings and as many additions, from such a point.
 * @param {SingleKernel} expected
 * @param {SingleKernel} candidate
 * @param {Arena} arena
 */
function chainsLike(expected, candidate, arena) {
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
 * Canonical bytes of coordinates. Bytes below 16 make them in range: every prime in use begins with more.
 * @param {number} fieldBytes
 */
function samplePoint(fieldBytes) {
  return Uint8Array.from({ length: 2 * fieldBytes }, (_, i) => (i * i + 3 * i + 1) & 15);
}
