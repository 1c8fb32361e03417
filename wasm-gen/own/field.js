/**
 * A field of a user's own: its config, read by own members and refused with the reason where it is
 * no prime field that the kernels compute right; its modules, and the two files that hold them.
 *
 * Not checked: that a given generator generates the whole group, as that takes the factors of p −
 * 1. It is no square, so that roots of unity of 2-power order are primitive.
 */
import { isSquare, nonResidue } from '../../src/math/modular.js';
import { KERNELS } from '../../src/engines/wasm/kernels/registry.js';
import { fieldModules } from '../curve-modules.js';
import { assemble } from '../emit/assemble.js';
import { encodeModule } from '../emit/module-text.js';
import { layOut, placed } from '../static-memory.js';
import { NAME, refuse } from './config.js';
import { PAGE_FORMAT, possible } from './page.js';
import { isPrime } from './primes.js';

/** @import { KernelName } from '../../src/engines/wasm/kernels/registry.js' */

/**
 * A prime field. `generator` of the multiplicative group: by default the smallest number that is no
 * square, from which roots of unity of 2-power orders are made.
 * @typedef {{ name: string, modulus: bigint, generator?: bigint }} OwnFieldConfig
 */

const MEMBERS = ['name', 'modulus', 'generator'];

/** Bits of the prime: limbs need some, and encodings end somewhere. */
const [FEWEST_BITS, MOST_BITS] = [61, 768];

/**
 * @param {unknown} given
 * @returns {{ name: string, order: bigint, generator: bigint, hasGenerator: boolean,
 *   bytes: number }} `bytes` of an encoding: whole words of 64 bits
 * @throws {RangeError} with the reason, if it is refused
 */
export function completedField(given) {
  if (given === null || typeof given !== 'object')
    refuse('a config, an object with name and modulus', given);
  const members = new Map(Object.entries(/** @type {object} */ (given)));
  for (const member of members.keys())
    if (!MEMBERS.includes(member)) refuse(`members among ${MEMBERS.join(', ')}`, member);
  const [name, order, generator] = MEMBERS.map((member) => members.get(member));
  if (typeof name !== 'string' || !NAME.test(name))
    refuse('a name of lower-case letters, digits and hyphens', name);
  if (typeof order !== 'bigint' || order < 1n) refuse('modulus as a positive bigint', order);
  const bits = order.toString(2).length;
  if (bits < FEWEST_BITS || bits > MOST_BITS)
    refuse(`a modulus of ${FEWEST_BITS} to ${MOST_BITS} bits`, bits);
  if (!isPrime(order)) refuse('a prime modulus', order);
  if (generator !== undefined) {
    if (typeof generator !== 'bigint' || generator < 2n || generator >= order)
      refuse('generator as a bigint from 2 to modulus − 1', generator);
    if (isSquare(generator, order)) refuse('a generator that is no square', generator);
  }
  const bytes = 8 * Math.ceil(bits / 64);
  const hasGenerator = generator !== undefined;
  return { name, order, generator: generator ?? nonResidue(order), hasGenerator, bytes };
}

/**
 * Everything of a field, as values.
 * @param {ReturnType<typeof completedField>} field
 * @param {readonly KernelName[]} wanted the portable one first
 * @param {boolean} isDemand whether a kernel that has no room for the prime is refused
 * @returns {Promise<{ page: Record<string, unknown>, kernels: KernelName[] }>}
 */
export async function fieldPageOf(field, wanted, isDemand) {
  const { name, order, generator, hasGenerator, bytes } = field;
  const config = { name, order, entry: { path: name } };
  const own = (/** @type {KernelName} */ kernel) => {
    const modules = fieldModules(config, kernel);
    if (modules.length > 0) return modules;
    const { backend } = KERNELS[kernel];
    throw new RangeError(`expected kernels portable and fma, got ${backend}`);
  };
  const kernels = possible(own, wanted, isDemand);
  const sources = kernels.flatMap((kernel) => fieldModules(config, kernel));
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const { name: module, emit } of placed(sources, layOut(sources)))
    texts.set(module, encodeModule(await assemble(module, emit().toWat())));
  const textsOf = (/** @type {KernelName} */ kernel) => ({
    polynomials: texts.get(`${name}.polynomials-${kernel}`),
    lists: texts.get(`${name}.lists-${kernel}`),
  });
  const page = {
    format: PAGE_FORMAT,
    field: { name, modulus: order, generator, hasGenerator, bytes },
    kernels: Object.fromEntries(kernels.map((kernel) => [kernel, textsOf(kernel)])),
  };
  return { page, kernels };
}
