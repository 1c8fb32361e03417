/**
 * u1·G + u2·Q with the table of G that verification has. The public interface computes it only as
 * a part of signatures, so this file uses internals.
 */
import { createWasmEngines } from '../../src/engines/wasm/create.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';
import { curvePage } from '../../scripts/lib/curve-page.js';
import { readTerms } from './formats.js';

const COORDINATE = 32;
/** Sums before G has the table that is kept. */
const FIRST_SUMS = 40;

/**
 * @param {string} backend
 * @param {Uint8Array<ArrayBuffer>} input two points, of which the first is Q, and u2 and u1
 * @returns {Promise<import('./host.js').Task>}
 */
export async function openDouble(backend, input) {
  const page = await curvePage(secp256k1);
  const { engines } = await createWasmEngines([page], { backend: /** @type {any} */ (backend) });
  const { points, scalars } = readTerms(input);
  const double = engines[0].signatures?.doubleMultiplication();
  if (!double) throw new Error('secp256k1 has no signatures');
  const reversed = (/** @type {Uint8Array} */ bytes) => Uint8Array.from(bytes).reverse();
  const [x, y] = [1, 1 + COORDINATE].map((at) => reversed(points.slice(at, at + COORDINATE)));
  const affine = new Uint8Array([...x, ...y]);
  const [u2, u1] = [0, COORDINATE].map((at) => reversed(scalars.slice(at, at + COORDINATE)));
  const run = () => {
    double.setAffine(affine);
    double.combine(u1, u2);
  };
  for (let i = 0; i < FIRST_SUMS; i++) run();
  const encode = () => {
    const sum = double.toAffine();
    const [X, Y] = [0, COORDINATE].map((at) => reversed(sum.slice(at, at + COORDINATE)));
    return new Uint8Array([4, ...X, ...Y]);
  };
  return { run, encode };
}
