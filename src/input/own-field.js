/** Fields of a user's own, as `generateField` writes them. */
import { InputError } from '../errors.js';
import { describe } from './describe.js';
import { ownOption } from './options.js';
import { PAGE_FORMAT } from './own-curve.js';

/** @import { FieldPage } from '../port/scalar-lists.js' */

/**
 * @param {unknown} given the default export of a file that `generateField` wrote, or its namespace
 * @returns {FieldPage} its parts, each read once
 * @throws {InputError} anything else, or a file of another format
 */
export function readOwnField(given) {
  const page = ownOption(given, 'default') ?? given;
  const format = ownOption(page, 'format');
  const [field, kernels] = ['field', 'kernels'].map((name) => ownOption(page, name));
  if (format !== PAGE_FORMAT || !isObject(field) || !isObject(kernels)) {
    const got = format === undefined ? describe(page) : `one of format ${describe(format)}`;
    const what = format === PAGE_FORMAT ? 'one without: a curve is opened by createCurve' : got;
    throw new InputError(
      `createField: expected a field that this version's generate --field wrote (format ${PAGE_FORMAT}), got ${what}`,
    );
  }
  const [name, modulus, generator, bytes] = ['name', 'modulus', 'generator', 'bytes'].map(
    (member) => /** @type {any} */ (ownOption(field, member)),
  );
  return { name, modulus, generator, bytes, kernels: /** @type {any} */ (kernels) };
}

/** @type {(value: unknown) => boolean} */
const isObject = (value) => typeof value === 'object' && value !== null;
