/**
 * BLS12_PAIRING_CHECK of EIP-2537. Every point is tested one by one, whatever it is paired with: a
 * consensus rule has no probability of error.
 */
import { InputError } from '../../errors.js';
import { readBytes } from '../../input/bytes.js';
import { pointSize, readPoints } from '../eip2537.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { PairingContext } from './pairing.js' */

/** Bytes of the answer, 0 or 1. */
const WORD = 32;

/**
 * @param {PairingContext} context
 * @param {unknown} input
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function pairingPrecompile({ g1, g2, pairings }, input) {
  const bytes = readBytes(input, 'input');
  const [first, second] = [pointSize(g1), pointSize(g2)];
  const size = first + second;
  const n = bytes.length / size;
  if (n === 0 || !Number.isInteger(n)) {
    throw new InputError(
      `input: expected one or more pairs of ${size} bytes, got ${bytes.length} bytes`,
    );
  }
  const place = { stride: size, n };
  const Ps = checkedPoints(g1, bytes, place);
  const Qs = checkedPoints(g2, bytes.subarray(first), place);
  const word = new Uint8Array(WORD);
  word[WORD - 1] = Number(pairings.check(Ps.map((P, i) => [P, Qs[i]])));
  return word;
}

/**
 * @param {GroupContext} context
 * @param {Uint8Array} bytes
 * @param {{ stride: number, n: number }} place
 * @returns {Uint8Array[]} canonical points
 */
function checkedPoints(context, bytes, { stride, n }) {
  const affine = readPoints(context, bytes, stride, n);
  const { engine, field } = context;
  engine.free(engine.decode({ affine }, { curve: true, subgroup: 'each' }));
  const size = 2 * field.bytes;
  return Array.from({ length: n }, (_, i) => affine.subarray(i * size, (i + 1) * size));
}
