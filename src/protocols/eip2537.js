/**
 * The precompiles of EIP-2537 over BLS12-381: sums, multi-scalar multiplications, pairings, and
 * maps, in the encodings of the EIP (https://eips.ethereum.org/EIPS/eip-2537, "Fine points and
 * encoding of base elements" and "ABI for operations").
 *
 * A field element is 64 bytes big-endian, the first 16 zero, with a value below p; an element
 * c0 + c1·u is c0 then c1; a point is x then y, infinity is all zero; a scalar is 32 bytes
 * big-endian, any value. Every point must be on its curve; the operands of a multiplication must be
 * in the group of prime order, those of a sum need not. Gas is not counted. Loaded with
 * instances that hash or pair.
 */
import { InputError, PointError } from '../errors.js';
import { provideMethods } from '../group/objects.js';
import { allocate, copyReversed, isZero, readBytes } from '../input/bytes.js';
import { contextOf } from '../group/group.js';
import { fromBytesBE } from '../math/integers.js';
import { runNow } from '../port/steps.js';

/** @import { GroupContext } from '../group/context.js' */
/** @import { Group } from '../group/group.js' */
/** @import { PairingContext } from './pairing/pairing.js' */

/** Bytes of an encoded prime field element, its leading zero bytes, and of a scalar or answer. */
const ELEMENT = 64;
const PADDING = 16;
const SCALAR = 32;

/** Every point is checked by itself. */
const MEMBERS = { curve: true, subgroup: /** @type {const} */ ('each') };

/**
 * The operations, bytes in and bytes out. They throw where the precompile fails.
 */
export class Eip2537 {
  #groups;
  #pairing;

  /**
   * Internal: an instance has one.
   * @param {{ readonly G1: Group<any>, readonly G2: Group<any> }} groups of the instance. A missing
   *   one throws when an operation reads it
   * @param {PairingContext} [pairing] of an instance with pairings
   */
  constructor(groups, pairing) {
    provideMethods(this);
    this.#groups = groups;
    this.#pairing = pairing;
  }

  /**
   * BLS12_G1ADD: the sum of two points.
   * @param {Uint8Array} input 256 bytes: two points
   * @returns {Uint8Array<ArrayBuffer>} 128 bytes
   * @throws {InputError} not bytes, or of another length; an instance without the group
   * @throws {PointError} with the `index` of the point: `'range'` or `'not-on-curve'`
   */
  g1Add(input) {
    return add(contextOf(this.#groups.G1), input);
  }

  /**
   * BLS12_G1MSM: the sum of the products of points and scalars.
   * @param {Uint8Array} input at least one pair of 160 bytes: a point and a scalar
   * @returns {Uint8Array<ArrayBuffer>} 128 bytes
   * @throws {InputError} not bytes, or a length that is not a positive multiple of 160; an instance
   *   without the group
   * @throws {PointError} with the `index` of the pair: `'range'`, `'not-on-curve'` or
   *   `'not-in-subgroup'`
   */
  g1Msm(input) {
    return msm(contextOf(this.#groups.G1), input);
  }

  /**
   * BLS12_G2ADD: the sum of two points.
   * @param {Uint8Array} input 512 bytes: two points
   * @returns {Uint8Array<ArrayBuffer>} 256 bytes
   * @throws {InputError} not bytes, or of another length; an instance without the group
   * @throws {PointError} with the `index` of the point: `'range'` or `'not-on-curve'`
   */
  g2Add(input) {
    return add(contextOf(this.#groups.G2), input);
  }

  /**
   * BLS12_G2MSM: the sum of the products of points and scalars.
   * @param {Uint8Array} input at least one pair of 288 bytes: a point and a scalar
   * @returns {Uint8Array<ArrayBuffer>} 256 bytes
   * @throws {InputError} not bytes, or a length that is not a positive multiple of 288; an instance
   *   without the group
   * @throws {PointError} with the `index` of the pair: `'range'`, `'not-on-curve'` or
   *   `'not-in-subgroup'`
   */
  g2Msm(input) {
    return msm(contextOf(this.#groups.G2), input);
  }

  /**
   * BLS12_PAIRING_CHECK: whether the product of the pairings is one. All points are checked, those
   * beside infinity too.
   * @param {Uint8Array} input at least one pair of 384 bytes: a point of G1 and a point of G2
   * @returns {Uint8Array<ArrayBuffer>} 32 bytes: 1 or 0, big-endian
   * @throws {InputError} not bytes, or a length that is not a positive multiple of 384; an instance
   *   without pairings
   * @throws {PointError} with the `index` of the pair: `'range'`, `'not-on-curve'` or
   *   `'not-in-subgroup'`
   */
  pairing(input) {
    if (!this.#pairing) {
      throw new InputError(
        'eip2537.pairing: expected an instance created with pairings: true, got one without',
      );
    }
    return check(this.#pairing, input);
  }

  /**
   * BLS12_MAP_FP_TO_G1: the point of a field element.
   * @param {Uint8Array} input 64 bytes: an element of Fp
   * @returns {Uint8Array<ArrayBuffer>} 128 bytes
   * @throws {InputError} not bytes, or of another length; an instance without the group, or one
   *   that does not hash
   * @throws {PointError} `'range'`: an element not below p, or without the leading zero bytes
   */
  mapFpToG1(input) {
    return map(contextOf(this.#groups.G1), input);
  }

  /**
   * BLS12_MAP_FP2_TO_G2: the point of an element of Fp².
   * @param {Uint8Array} input 128 bytes: c0, then c1
   * @returns {Uint8Array<ArrayBuffer>} 256 bytes
   * @throws {InputError} not bytes, or of another length; an instance without the group, or one
   *   that does not hash
   * @throws {PointError} `'range'`: an element not below p, or without the leading zero bytes
   */
  mapFp2ToG2(input) {
    return map(contextOf(this.#groups.G2), input);
  }
}

/** Bytes of an encoded point. @type {(context: GroupContext) => number} */
const pointSize = ({ field }) => 2 * field.degree * ELEMENT;

/** @type {(context: GroupContext, input: unknown) => Uint8Array<ArrayBuffer>} */
function add(context, input) {
  const bytes = readBytes(input, 'input');
  const size = pointSize(context);
  if (bytes.length !== 2 * size) {
    throw new InputError(`input: expected two points of ${size} bytes, got ${bytes.length} bytes`);
  }
  const affine = readPoints(context, bytes, size, 2);
  const { engine } = context;
  engine.free(engine.decode({ affine }, { curve: true, subgroup: false }));
  const half = affine.length / 2;
  return writePoint(context, engine.add(affine.subarray(0, half), affine.subarray(half)));
}

/**
 * One or more pairs of a size.
 * @param {unknown} input
 * @param {number} size in bytes
 * @returns {{ bytes: Uint8Array, n: number }}
 */
function readPairs(input, size) {
  const bytes = readBytes(input, 'input');
  const n = bytes.length / size;
  if (n === 0 || !Number.isInteger(n)) {
    throw new InputError(
      `input: expected one or more pairs of ${size} bytes, got ${bytes.length} bytes`,
    );
  }
  return { bytes, n };
}

/** @type {(context: GroupContext, input: unknown) => Uint8Array<ArrayBuffer>} */
function msm(context, input) {
  const size = pointSize(context);
  const pair = size + SCALAR;
  const { bytes, n } = readPairs(input, pair);
  const scalars = allocate(n * SCALAR);
  for (let i = 0; i < n; i++) copyReversed(bytes, i * pair + size, scalars, i * SCALAR, SCALAR);
  const affine = readPoints(context, bytes, pair, n);
  const { engine } = context;
  const handle = engine.decode({ affine }, MEMBERS);
  try {
    return writePoint(context, runNow(engine.msmSteps(handle, 0, n, scalars)));
  } finally {
    engine.free(handle);
  }
}

/**
 * Every point is tested one by one, whatever it is paired with: a consensus rule has no probability
 * of error.
 * @type {(context: PairingContext, input: unknown) => Uint8Array<ArrayBuffer>}
 */
function check({ g1, g2, pairings }, input) {
  const [first, second] = [pointSize(g1), pointSize(g2)];
  const { bytes, n } = readPairs(input, first + second);
  const [Ps, Qs] = [
    { context: g1, from: 0 },
    { context: g2, from: first },
  ].map(({ context, from }) => {
    const affine = readPoints(context, bytes.subarray(from), first + second, n);
    const { engine, field } = context;
    engine.free(engine.decode({ affine }, MEMBERS));
    const size = 2 * field.bytes;
    return Array.from({ length: n }, (_, i) => affine.subarray(i * size, (i + 1) * size));
  });
  const word = new Uint8Array(SCALAR);
  word[SCALAR - 1] = Number(pairings.check(Ps.map((P, i) => [P, Qs[i]])));
  return word;
}

/** @type {(context: GroupContext, input: unknown) => Uint8Array<ArrayBuffer>} */
function map(context, input) {
  const { engine, field, config } = context;
  if (engine.hashing === null) {
    throw new InputError(
      'eip2537: expected an instance created with hashing: true, got one without',
    );
  }
  const bytes = readBytes(input, 'input');
  const size = field.degree * ELEMENT;
  if (bytes.length !== size) {
    throw new InputError(`input: expected an element of ${size} bytes, got ${bytes.length} bytes`);
  }
  for (let at = 0; at < size; at += ELEMENT) {
    requirePadding(bytes, at);
    if (fromBytesBE(bytes.subarray(at, at + ELEMENT)) >= config.p) {
      throw new PointError('range', undefined, { expected: "an element below the field's prime" });
    }
  }
  // An encoded coefficient is also one of uniform bytes, which are reduced.
  return writePoint(context, engine.hashing.map(bytes));
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at the start of an element
 * @param {number} [index] of its point
 */
function requirePadding(bytes, at, index) {
  if (isZero(bytes, at, at + PADDING)) return;
  const expected = `field elements whose first ${PADDING} bytes are zero`;
  throw new PointError('range', index, { expected });
}

/**
 * @param {GroupContext} context
 * @param {Uint8Array} bytes
 * @param {number} stride from one point to the next
 * @param {number} n
 * @returns {Uint8Array<ArrayBuffer>} canonical points, coordinates in range
 */
function readPoints({ field }, bytes, stride, n) {
  const elements = 2 * field.degree;
  const size = field.bytes / field.degree;
  const affine = allocate(n * elements * size);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < elements; j++) {
      const from = i * stride + j * ELEMENT;
      requirePadding(bytes, from, i);
      copyReversed(bytes, from + PADDING, affine, (i * elements + j) * size, size);
    }
  }
  return affine;
}

/**
 * @param {GroupContext} context
 * @param {Uint8Array} affine a canonical point
 */
function writePoint({ field }, affine) {
  const elements = 2 * field.degree;
  const size = field.bytes / field.degree;
  const bytes = new Uint8Array(elements * ELEMENT);
  for (let j = 0; j < elements; j++)
    copyReversed(affine, j * size, bytes, j * ELEMENT + PADDING, size);
  return bytes;
}
