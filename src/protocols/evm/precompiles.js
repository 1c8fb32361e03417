/**
 * The precompiles of EIP-196 and EIP-197: sums, multiples and pairings, in the encodings of these
 * (https://eips.ethereum.org/EIPS/eip-196, https://eips.ethereum.org/EIPS/eip-197, "Encoding"):
 * the group's `uncompressed` format, coordinates of 32 bytes big-endian below p, x then y, c1
 * before c0, infinity all zero. Gas is not counted. Loaded with instances that pair.
 *
 * Short input of sums and multiples is continued with zeros, and what follows the input is
 * ignored, as clients do it.
 */
import { InputError } from '../../errors.js';
import { provideMethods } from '../../group/objects.js';
import { allocate, readBytes } from '../../input/bytes.js';
import { fromBytesBE, mod } from '../../math/integers.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { PairingContext } from '../pairing/pairing.js' */

/** Bytes of a scalar, and of the answer of a check. */
const WORD = 32;

/** Every point is checked by itself: a consensus rule has no probability of error. */
const MEMBERS = { curve: true, subgroup: /** @type {const} */ ('each') };

/**
 * The operations, bytes in and bytes out. They throw where the precompile fails.
 */
export class Evm {
  #pairing;

  /**
   * Internal: an instance has one.
   * @param {PairingContext} pairing
   */
  constructor(pairing) {
    provideMethods(this);
    this.#pairing = pairing;
  }

  /**
   * ECADD, the precompile 0x06: the sum of two points of G1.
   * @param {Uint8Array} input 128 bytes: two points. Missing bytes are zero, further ones ignored
   * @returns {Uint8Array<ArrayBuffer>} 64 bytes
   * @throws {InputError} not bytes, or a disposed instance
   * @throws {PointError} with the `index` of the point: `'range'` or `'not-on-curve'`
   * @example
   * bn.evm.ecAdd(callData);   // a contract's 128 bytes
   */
  ecAdd(input) {
    const context = this.#pairing.g1;
    const size = sizeOf(context);
    const affine = readPoints(context, padded(input, 2 * size));
    const sum = context.engine.add(affine.subarray(0, size), affine.subarray(size));
    return formatOf(context).encode(sum);
  }

  /**
   * ECMUL, the precompile 0x07: a multiple of a point of G1.
   * @param {Uint8Array} input 96 bytes: a point, and a scalar of any value, big-endian. Missing
   *   bytes are zero, further ones ignored
   * @returns {Uint8Array<ArrayBuffer>} 64 bytes
   * @throws {InputError} not bytes, or a disposed instance
   * @throws {PointError} with the `index` 0: `'range'` or `'not-on-curve'`
   */
  ecMul(input) {
    const context = this.#pairing.g1;
    const size = sizeOf(context);
    const bytes = padded(input, size + WORD);
    const affine = readPoints(context, bytes.subarray(0, size));
    const scalar = mod(fromBytesBE(bytes.subarray(size)), context.config.order);
    return formatOf(context).encode(context.engine.multiply(affine, scalar));
  }

  /**
   * ECPAIRING, the precompile 0x08: whether the product of the pairings is one. All points are
   * checked, those beside infinity too.
   * @param {Uint8Array} input any number of pairs of 192 bytes: a point of G1 and a point of G2
   * @returns {Uint8Array<ArrayBuffer>} 32 bytes: 1 or 0, big-endian; 1 for no pairs
   * @throws {InputError} not bytes, or a length that is no multiple of 192; a disposed instance
   * @throws {PointError} with the `index` of the pair: `'range'`, `'not-on-curve'` or
   *   `'not-in-subgroup'`
   */
  ecPairing(input) {
    const { g1, g2, pairings } = this.#pairing;
    const [first, second] = [sizeOf(g1), sizeOf(g2)];
    const pair = first + second;
    const bytes = readBytes(input, 'input');
    const n = bytes.length / pair;
    if (!Number.isInteger(n)) {
      throw new InputError(`input: expected pairs of ${pair} bytes, got ${bytes.length} bytes`);
    }
    const gather = (/** @type {number} */ from, /** @type {number} */ size) => {
      const points = allocate(n * size);
      for (let i = 0; i < n; i++) {
        const at = i * pair + from;
        points.set(bytes.subarray(at, at + size), i * size);
      }
      return points;
    };
    const Ps = readPoints(g1, gather(0, first));
    const Qs = readPoints(g2, gather(first, second));
    const word = new Uint8Array(WORD);
    word[WORD - 1] = Number(
      pairings.check(
        Array.from({ length: n }, (_, i) => [
          Ps.subarray(i * first, (i + 1) * first),
          Qs.subarray(i * second, (i + 1) * second),
        ]),
      ),
    );
    return word;
  }
}

/** @param {GroupContext} context */
const formatOf = ({ encoding }) => encoding.formats.uncompressed;

/** Bytes of a point, encoded or canonical. @type {(context: GroupContext) => number} */
const sizeOf = (context) => formatOf(context).size;

/**
 * The first bytes of the input, continued with zeros.
 * @type {(input: unknown, size: number) => Uint8Array<ArrayBuffer>}
 */
function padded(input, size) {
  const bytes = readBytes(input, 'input');
  const whole = new Uint8Array(size);
  whole.set(bytes.subarray(0, size));
  return whole;
}

/**
 * @param {GroupContext} context
 * @param {Uint8Array} bytes encodings
 * @returns {Uint8Array} canonical points of the group
 * @throws {PointError} with the index of the first bad point
 */
function readPoints(context, bytes) {
  if (bytes.length === 0) return bytes;
  const { affine } = /** @type {{ affine: Uint8Array }} */ (formatOf(context).decode(bytes));
  const { engine } = context;
  engine.free(engine.decode({ affine }, MEMBERS));
  return affine;
}
