/** The maps of EIP-2537 (MAP_FP_TO_G1, MAP_FP2_TO_G2), from bytes to a canonical point. */
import { InputError, PointError } from '../../errors.js';
import { isZero } from '../../input/bytes.js';
import { fromBytesBE } from '../../math/integers.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { EngineHashing } from '../../port/engine.js' */

/** Bytes of an encoded coefficient, big-endian, and its leading zero bytes. */
const ELEMENT = 64;
const PADDING = 16;

/**
 * @param {GroupContext} context of a group that hashes
 * @param {Uint8Array} bytes
 * @returns {Uint8Array} a canonical point of the group of prime order
 * @throws {InputError} another length
 * @throws {PointError} `'range'`: a coefficient not below p, or without the leading zero bytes
 */
export function mapElement({ field, config, engine }, bytes) {
  const size = field.degree * ELEMENT;
  if (bytes.length !== size) {
    throw new InputError(`input: expected an element of ${size} bytes, got ${bytes.length} bytes`);
  }
  for (let at = 0; at < size; at += ELEMENT) {
    if (!isZero(bytes, at, at + PADDING)) {
      throw rangeError(`field elements whose first ${PADDING} bytes are zero`);
    }
    if (fromBytesBE(bytes.subarray(at, at + ELEMENT)) >= config.p) {
      throw rangeError("an element below the field's prime");
    }
  }
  // An encoded coefficient is also one of uniform bytes, which are reduced.
  return /** @type {EngineHashing} */ (engine.hashing).map(bytes);
}

/** @param {string} expected */
const rangeError = (expected) => new PointError('range', undefined, { expected });
