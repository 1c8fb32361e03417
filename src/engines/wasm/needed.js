/** The files that an instance needs where a runtime compiles no bytes, for the option `modules`. */
import { EnvironmentError } from '../../errors.js';

/** @import { PairingPage } from './pairings.js' */

/**
 * Names the files in an error of a runtime that compiles nothing.
 * @param {unknown} error of opening these
 * @param {readonly { data: { name: string }, hashing?: unknown }[]} curves
 * @param {(() => Promise<PairingPage>) | undefined} pairings
 * @returns {Promise<unknown>} the error to throw
 */
export async function withNeeded(error, curves, pairings) {
  if (!(error instanceof EnvironmentError) || !(error.cause instanceof WebAssembly.CompileError))
    return error;
  const files = curves.flatMap(({ data: { name }, hashing }) => [
    ...[`${name}.limbs30`, `${name}.scalar`],
    ...(hashing ? [`${name}.map.limbs30`] : []),
  ]);
  if (curves.some(({ hashing }) => hashing)) files.push('sha256');
  const note = async (/** @type {{ name: string }} */ { name }) => {
    files.push(name);
    throw error;
  };
  const first = /** @type {any} */ ({ batch: { name: 'limbs30' } });
  await pairings?.().then(
    (page) => page.open(first, note).catch(() => {}),
    () => {},
  );
  const names = files.map((file) => `${file}.wasm`).join(', ');
  return new EnvironmentError(`${error.message}. Files for modules: ${names}`, {
    cause: error.cause,
  });
}
