/** Curves of a user's own, as `generate` writes them, and their encodings. */
import { InputError } from '../errors.js';
import { describe } from './describe.js';
import { readingOf } from './lists.js';
import { ownOption, readInteger } from './options.js';

/** The format of the files that this version reads. */
export const PAGE_FORMAT = 2;

/**
 * The parts of a curve's file, each read once.
 * @typedef {{ data: any, config: any, sample: any, kernels: Record<string, any>, scalars: any }}
 *   OwnParts
 */

/**
 * A user's functions, for coordinates E: numbers, or `{ c0, c1 }`. `decode` gives undefined for
 * bytes that are no encoding, null for infinity.
 * @template [E=bigint]
 * @typedef {{ size: number,
 *   decode: (bytes: Uint8Array) => { x: E, y: E } | null | undefined,
 *   encode(point: { x: E, y: E } | null): Uint8Array }} EncodingPair
 */

/**
 * @param {unknown} given the default export of a file that `generate` wrote, or its namespace
 * @returns {OwnParts}
 * @throws {InputError} anything else, or a file of another format
 */
export function readOwnCurve(given) {
  const page = ownOption(given, 'default') ?? given;
  const format = ownOption(page, 'format');
  if (format !== PAGE_FORMAT) {
    const got = format === undefined ? describe(page) : `one of format ${describe(format)}`;
    throw new InputError(
      `createCurve: expected a curve that this version's generate wrote (format ${PAGE_FORMAT}), got ${got}`,
    );
  }
  const [data, config, sample, kernels] = ['data', 'config', 'sample', 'kernels'].map((name) => {
    const value = ownOption(page, name);
    if (typeof value === 'object' && value !== null) return value;
    throw new InputError(`createCurve: expected a curve with ${name}, got ${describe(value)}`);
  });
  return { data, config, sample, kernels, scalars: ownOption(page, 'scalars') };
}

/**
 * @type {(encoding: unknown) => 'sec1' | 'zcash' | EncodingPair<any> | undefined}
 * @throws {InputError} anything else
 */
export function readEncoding(encoding) {
  if (encoding === undefined || encoding === 'sec1' || encoding === 'zcash') return encoding;
  const words = "'sec1', 'zcash' or { size, decode, encode }";
  if (typeof encoding !== 'object' || encoding === null)
    throw new InputError(`encoding: expected ${words}, got ${describe(encoding)}`);
  return readingOf('encoding', undefined, () => {
    const [size, decode, encode] = ['size', 'decode', 'encode'].map((name) =>
      ownOption(encoding, name),
    );
    for (const [name, value] of Object.entries({ decode, encode }))
      if (typeof value !== 'function')
        throw new InputError(`encoding.${name}: expected a function, got ${describe(value)}`);
    return { size: readInteger(size, 1, 1024, 'encoding.size'), decode, encode };
  });
}
