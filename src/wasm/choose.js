/**
 * Chooses the kernel for batches: by what the engine computes, never by its name.
 *
 * The fma kernel must pass three tests: its module validates (relaxed SIMD is there), the probe says that relaxed
 * multiply-adds are fused (JavaScriptCore validates them but rounds twice, and the kernel would compute garbage), and
 * it adds two points as the portable kernel does, in both lanes.
 */

import { EnvironmentError } from '../errors.js';
import { batchKernel } from './kernel.js';
import { loadKernel } from './load.js';

/** @import { Arena } from './arena.js' */
/** @import { BatchKernel, WasmFunction } from './kernel.js' */
/** @import { KernelExports } from './load.js' */

/** The tiny module of wasm-gen/probe.js. */
const PROBE = { name: 'probe.fma', source: () => import('./generated/probe.fma.js') };

/**
 * @param {'auto' | 'portable' | 'fma'} backend
 * @param {{ limbs30: KernelExports, loadFma: () => Promise<KernelExports>,
 *   modules: Record<string, WebAssembly.Module> | undefined, arena: Arena }} kernels
 * @returns {Promise<BatchKernel>}
 * @throws {EnvironmentError} for 'fma' where it cannot be used
 */
export async function chooseBatchKernel(backend, { limbs30, loadFma, modules, arena }) {
  const portable = batchKernel('limbs30', limbs30);
  if (backend === 'portable') return portable;
  let refusal;
  try {
    refusal = await whyNotFused(modules, arena);
    if (refusal === null) {
      const fma = batchKernel('fma', await loadFma());
      if (addsLike(portable, fma, arena)) return fma;
    }
  } catch (error) {
    // A runtime that compiles nothing, with modules for the portable kernel alone.
    if (backend === 'auto' && error instanceof EnvironmentError) return portable;
    throw error;
  }
  if (backend === 'auto') return portable;
  throw new EnvironmentError(
    `backend 'fma': expected an engine with fused relaxed SIMD, got one ${refusal ?? 'that computes wrong sums with it'}`,
  );
}

/**
 * @param {Record<string, WebAssembly.Module> | undefined} modules
 * @param {Arena} arena
 * @returns {Promise<string | null>} null if relaxed multiply-adds are there and fused
 */
async function whyNotFused(modules, arena) {
  if (!modules?.['probe.fma.wasm']) {
    const { wasmBytes } = await PROBE.source();
    if (!WebAssembly.validate(wasmBytes())) return 'without relaxed SIMD';
  }
  const probe = await loadKernel(PROBE, modules, arena.memory);
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
    // Bytes below 16 make coordinates in range: every prime in use begins with more.
    for (let i = 0; i < size; i++) arena.u8[bytes + i] = (i * i + 3 * i + 1) & 15;
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
