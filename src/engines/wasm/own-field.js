/**
 * Lists of a field of a user's own: the kernel is the fastest of its page that the engine runs, by
 * products that are compared with BigInt.
 */
import { EnvironmentError, InputError } from '../../errors.js';
import { toBytesLE } from '../../math/integers.js';
import { fromBytesLE, mod } from '../../math/modular.js';
import { createArena } from './create.js';
import { PORTABLE } from './kernels/registry.js';
import { open } from './scalar-lists.js';

/** @import { FieldPage, ScalarLists } from '../../port/scalar-lists.js' */
/** @import { KernelName } from './kernels/registry.js' */

/** Products that are compared: each takes all digits. */
const SAMPLES = 16;

/**
 * @param {FieldPage} own
 * @param {{ backend: string, maxMemory?: number, modules?: Record<string, WebAssembly.Module> }}
 *   options
 * @returns {Promise<{ lists: ScalarLists, kernel: KernelName }>}
 * @throws {EnvironmentError} the runtime forbids WebAssembly or lacks the kernel asked for
 * @throws {InputError} the page's modules compute something else
 */
export async function openOwnField(own, { backend, maxMemory, modules }) {
  const names = /** @type {KernelName[]} */ (Object.keys(own.kernels));
  const demanded = backend === 'portable' ? PORTABLE : backend === 'wide' ? 'wide64' : backend;
  if (backend !== 'auto' && !names.includes(/** @type {KernelName} */ (demanded)))
    throw new EnvironmentError(
      `backend '${backend}': expected a field generated with that kernel, got ${names}`,
    );
  const faster = names.find((name) => name !== PORTABLE && backend !== 'portable');
  const openOn = async (/** @type {KernelName} */ kernel) => {
    const lists = await open({
      ...{ arena: createArena(maxMemory), modules, compiled: {}, batch: kernel },
      ...{ sources: sourcesOf(own), order: own.modulus, bytes: own.bytes },
    });
    return { lists, kernel, isRight: computesRight(lists) };
  };
  if (faster) {
    const found = await openOn(faster).catch((error) => {
      if (backend === 'auto' && error instanceof EnvironmentError) return null;
      throw error;
    });
    if (found?.isRight) return found;
    if (backend !== 'auto')
      throw new EnvironmentError(
        `backend '${backend}': expected an engine that computes with it correctly, got another`,
      );
  }
  const portable = await openOn(PORTABLE);
  if (portable.isRight) return portable;
  throw new InputError(
    `createField: expected modules that multiply modulo ${own.modulus}, got others: generate ${own.name} again`,
  );
}

/** @param {FieldPage} own */
function sourcesOf({ name, generator, kernels }) {
  const sources = Object.entries(kernels).map(([kernel, { polynomials, lists }]) => [
    kernel,
    { polynomials: async () => ({ text: polynomials }), lists: async () => ({ text: lists }) },
  ]);
  return { name, generator, kernels: Object.fromEntries(sources) };
}

/**
 * Products, sums and encodings of elements near 0, near p and between.
 * @type {(lists: ScalarLists) => boolean}
 */
function computesRight(lists) {
  const { order, bytes: width } = lists;
  const values = Array.from({ length: SAMPLES }, (_, i) => {
    const spread = (order * BigInt(2 * i + 1)) / BigInt(2 * SAMPLES + 1);
    return i % 4 === 3 ? order - BigInt(i) : spread;
  });
  const others = values.map((value, i) => mod(value * value + BigInt(i), order));
  const lent = [1, 2, 3].map(() => lists.create(SAMPLES));
  const [x, y, z] = lent;
  const encoded = (/** @type {bigint[]} */ list) => {
    const bytes = new Uint8Array(width * SAMPLES);
    list.forEach((value, i) => bytes.set(toBytesLE(value, width), i * width));
    return bytes;
  };
  lists.readLE(x, encoded(values));
  lists.readLE(y, encoded(others));
  lists.multiply(z, x, y, SAMPLES);
  lists.add(z, z, x, SAMPLES);
  const found = lists.writeLE(z, SAMPLES);
  lent.forEach((list) => lists.free(list));
  return values.every((value, i) => {
    const expected = mod(value * others[i] + value, order);
    return fromBytesLE(found.subarray(i * width, (i + 1) * width)) === expected;
  });
}
