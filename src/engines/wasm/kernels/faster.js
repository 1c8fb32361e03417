/**
 * Chooses among kernels that need more of an engine: by what it computes, never by its name.
 *
 * The fma kernel must pass three tests: its module validates (relaxed SIMD is there), the probe says that relaxed
 * multiply-adds are fused (JavaScriptCore validates them but rounds twice, and the kernel would compute garbage), and
 * it adds two points as the portable kernel does, in both lanes. The wide64 kernel must pass the same: its probe validates
 * and is right, and it computes what the portable kernel does.
 *
 * What is right is taken by rule: fma for batches, else wide64; wide64 for chains, else fma where it has chains. No engine
 * is timed, as what runs first runs in its slowest tier and says nothing of the kernels (docs/decisions/12-wide-arithmetic.md).
 */

import { EnvironmentError } from '../../../errors.js';
import { text as fmaProbe } from '../../../generated/probe.fma.js';
import { text as wideProbe } from '../../../generated/probe.wide.js';
import { bytesOf, loadKernel } from './load.js';
import { addsLike, chainsLike } from './self-test.js';

/** @import { Arena } from './arena.js' */
/** @import { Candidates, Chosen, Roles } from './choose.js' */
/** @import { BatchKernel, WasmFunction } from './kernel.js' */

/** The tiny modules of wasm-gen/probe.js. */
const FMA_PROBE = { name: 'probe.fma', source: async () => ({ text: fmaProbe }) };
const WIDE_PROBE = { name: 'probe.wide', source: async () => ({ text: wideProbe }) };

/**
 * @param {'auto' | 'fma' | 'wide' | Roles} backend
 * @param {Chosen} portable
 * @param {Candidates} candidates
 * @returns {Promise<Chosen>}
 * @throws {EnvironmentError} for kernels asked for that cannot be used
 */
export async function chooseFaster(backend, portable, candidates) {
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
async function fmaKernels(portable, { load, modules, arena }) {
  let refusal = await whyNotFused(modules, arena);
  if (refusal === null) {
    const batch = /** @type {BatchKernel} */ (await load('fma'));
    const single = batch.chain !== undefined ? batch : portable.single;
    if (isRight({ batch, single }, portable, arena)) return { batch, single };
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
async function wideKernels(portable, { load, modules, arena }) {
  let refusal = await whyNotWide(modules, arena);
  const kernel = refusal === null ? await load('wide64') : undefined;
  if (kernel) {
    const wide = { batch: kernel, single: kernel };
    if (isRight(wide, portable, arena)) return wide;
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
    if (!WebAssembly.validate(await bytesOf(WIDE_PROBE))) return 'without it';
  }
  const probe = await loadKernel(WIDE_PROBE, modules, arena.memory);
  const carriesRight = /** @type {(ones: bigint) => number} */ (probe.is_right);
  return carriesRight(-1n) === 1 ? null : 'that carries wrong';
}

/**
 * @param {Record<string, WebAssembly.Module> | undefined} modules
 * @param {Arena} arena
 * @returns {Promise<string | null>} null if relaxed multiply-adds are there and fused
 */
async function whyNotFused(modules, arena) {
  if (!modules?.['probe.fma.wasm']) {
    if (!WebAssembly.validate(await bytesOf(FMA_PROBE))) return 'without relaxed SIMD';
  }
  const probe = await loadKernel(FMA_PROBE, modules, arena.memory);
  const isFused = /** @type {WasmFunction} */ (probe.is_fused);
  return isFused(1) === 1 ? null : 'that rounds relaxed multiply-adds twice';
}

/**
 * Whether kernels compute what the portable ones do.
 * @param {Chosen} kernels
 * @param {Chosen} portable
 * @param {Arena} arena
 */
function isRight({ batch, single }, portable, arena) {
  return (
    addsLike(portable.batch, batch, arena) &&
    (single === portable.single || chainsLike(portable.single, single, arena))
  );
}
