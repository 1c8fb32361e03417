/**
 * Lists of a field of a user's own, on the fastest kernel of its page for which the engine has the
 * features. Its products are compared with BigInt.
 */
import { EnvironmentError, InputError, ResourceError } from '../../errors.js';
import { fromBytesLE, mod } from '../../math/modular.js';
import { createArena } from './create.js';
import { mayCompile } from './kernels/compile.js';
import { KERNELS, PORTABLE, mayRun } from './kernels/registry.js';
import { encodedLE, open } from './scalar-lists.js';

/** @import { FieldPage, ScalarLists } from '../../port/scalar-lists.js' */
/** @import { KernelName } from './kernels/registry.js' */
/** @import { ScalarSources } from './polynomials.js' */

/** Products that are compared: each takes all digits. */
const SAMPLES = 16;

/**
 * @param {FieldPage} own
 * @param {{ sources: ScalarSources, backend: string, maxMemory?: number,
 *   modules?: Record<string, WebAssembly.Module> }} options
 * @returns {Promise<{ lists: ScalarLists, kernel: KernelName }>}
 * @throws {EnvironmentError} the runtime forbids WebAssembly or lacks the kernel asked for
 * @throws {InputError} the page's modules compute something else
 */
export async function openOwnField(own, { sources, backend, maxMemory, modules }) {
  const [faster] = /** @type {KernelName[]} */ (Object.keys(own.kernels)).filter(
    (name) => name !== PORTABLE,
  );
  const wanted = faster && [KERNELS[faster].backend, 'auto'].includes(backend) ? faster : PORTABLE;
  if (backend !== 'auto' && KERNELS[wanted].backend !== backend)
    throw new EnvironmentError(
      `backend '${backend}': expected a field generated with that kernel, got ${Object.keys(own.kernels)}`,
    );
  if (backend !== 'auto' && !mayRun(wanted))
    throw new EnvironmentError(
      `backend '${backend}': expected an engine with ${KERNELS[wanted].feature?.needs}, got one without`,
    );
  const kernel = /** @type {KernelName} */ (mayRun(wanted) ? wanted : PORTABLE);
  const parts = {
    ...{ arena: createArena(maxMemory), modules, compiled: {}, batch: kernel },
    ...{ sources, order: own.modulus, bytes: own.bytes },
  };
  const lists = await opened(own, () => open(parts));
  if (computesRight(lists)) return { lists, kernel };
  throw wrongModules(own);
}

/** @param {FieldPage} own @param {unknown} [cause] */
const wrongModules = ({ name }, cause) =>
  new InputError(
    `createField: expected modules that compute modulo the field's modulus, got others: generate ${name} again`,
    { cause },
  );

/**
 * Opens modules. Where this engine compiles any, an error is the page's fault.
 * @template Result
 * @param {FieldPage} own
 * @param {() => Promise<Result>} open
 * @returns {Promise<Result>}
 */
async function opened(own, open) {
  try {
    return await open();
  } catch (cause) {
    if (cause instanceof ResourceError || !(await mayCompile())) throw cause;
    throw wrongModules(own, cause);
  }
}

/**
 * Products, sums and encodings of elements near 0, near p and between; false also where modules
 * lack a function, or trap.
 * @type {(lists: ScalarLists) => boolean}
 */
function computesRight(lists) {
  try {
    return samplesAgree(lists);
  } catch (error) {
    if (error instanceof ResourceError) throw error;
    return false;
  }
}

/** @type {(lists: ScalarLists) => boolean} */
function samplesAgree(lists) {
  const { order, bytes: width, elementBytes } = lists;
  if (!Number.isInteger(elementBytes)) return false;
  const values = Array.from({ length: SAMPLES }, (_, i) => {
    const spread = (order * BigInt(2 * i + 1)) / BigInt(2 * SAMPLES + 1);
    return i % 4 === 3 ? order - BigInt(i) : spread;
  });
  const others = values.map((value, i) => mod(value * value + BigInt(i), order));
  const lent = [1, 2, 3].map(() => lists.create(SAMPLES));
  const [x, y, z] = lent;
  lists.readLE(x, encodedLE(values, width));
  lists.readLE(y, encodedLE(others, width));
  lists.multiply(z, x, y, SAMPLES);
  lists.add(z, z, x, SAMPLES);
  const found = lists.writeLE(z, SAMPLES);
  lent.forEach((list) => lists.free(list));
  return values.every((value, i) => {
    const expected = mod(value * others[i] + value, order);
    return fromBytesLE(found.subarray(i * width, (i + 1) * width)) === expected;
  });
}
