/** Fields of a user's own, as `generateField` writes them. */
import { InputError } from '../errors.js';
import { power } from '../math/modular.js';
import { describe } from './describe.js';
import { ownOption } from './options.js';
import { PAGE_FORMAT } from './own-curve.js';

/** @import { FieldPage } from '../port/scalar-lists.js' */

/** Bits of a modulus. */
const [FEWEST_BITS, MOST_BITS] = [61, 768];

/** The kernels that have lists. */
const KERNELS = ['limbs30', 'fma'];

/**
 * The parts of a field's file, each read once. That the modulus is prime is not checked.
 * @param {unknown} given the default export of a file that `generateField` wrote, or its namespace
 * @returns {FieldPage}
 * @throws {InputError} anything else, or a file of another format
 */
export function readOwnField(given) {
  const page = ownOption(given, 'default') ?? given;
  const format = ownOption(page, 'format');
  const field = ownOption(page, 'field');
  if (format !== PAGE_FORMAT || field === undefined) {
    const other = format === undefined ? describe(page) : `format ${describe(format)}`;
    const got = format === PAGE_FORMAT ? 'that of a curve, for createCurve' : other;
    refuse(`a file that this version's generate --field wrote (format ${PAGE_FORMAT})`, got);
  }
  return { ...numbersOf(field), kernels: kernelsOf(ownOption(page, 'kernels')) };
}

/** @type {(expected: string, got: unknown) => never} */
function refuse(expected, got) {
  throw new InputError(`createField: expected ${expected}, got ${got}`);
}

/** @param {unknown} field */
function numbersOf(field) {
  const [name, modulus, generator, hasGenerator, bytes] = [
    ...['name', 'modulus', 'generator', 'hasGenerator', 'bytes'],
  ].map((member) => ownOption(field, member));
  if (typeof name !== 'string') return refuse('field.name as text', describe(name));
  if (typeof modulus !== 'bigint' || modulus % 2n !== 1n)
    return refuse('field.modulus as an odd bigint', describe(modulus));
  const bits = modulus > 0n ? modulus.toString(2).length : 0;
  if (bits < FEWEST_BITS || bits > MOST_BITS)
    return refuse(`field.modulus of ${FEWEST_BITS} to ${MOST_BITS} bits`, bits);
  if (bytes !== 8 * Math.ceil(bits / 64))
    return refuse(`field.bytes as ${8 * Math.ceil(bits / 64)}`, describe(bytes));
  if (
    typeof generator !== 'bigint' ||
    power(generator, (modulus - 1n) / 2n, modulus) !== modulus - 1n
  )
    return refuse('field.generator as a bigint that is no square', describe(generator));
  return { name, modulus, generator, hasGenerator: hasGenerator === true, bytes };
}

/** @param {unknown} kernels @returns {FieldPage['kernels']} */
function kernelsOf(kernels) {
  const found = KERNELS.flatMap((name) => {
    const own = ownOption(kernels, name);
    if (own === undefined) return [];
    const [polynomials, lists] = ['polynomials', 'lists'].map((kind) => ownOption(own, kind));
    if (typeof polynomials !== 'string' || typeof lists !== 'string')
      return refuse(`kernels.${name} as two texts`, describe(own));
    return [[name, { polynomials, lists }]];
  });
  if (found.length === 0 || found[0][0] !== KERNELS[0])
    return refuse(`kernels with ${KERNELS[0]}`, describe(kernels));
  return Object.fromEntries(found);
}
