/**
 * The precompiles of EIP-2537 over BLS12-381: sums, and multi-scalar multiplications, in the encodings of the EIP
 * (https://eips.ethereum.org/EIPS/eip-2537, "Fine points and encoding of base elements" and "ABI for operations").
 *
 * A field element is 64 bytes big-endian, of which the first 16 are zero, and below p; an element c0 + c1·u is c0 then c1;
 * a point is x then y, infinity is all zero; a scalar is 32 bytes big-endian, any value. Every point must be on its
 * curve; the operands of a multiplication must be in the group of prime order, those of a sum need not.
 * Gas is not counted.
 */
import { InputError, PointError } from '../errors.js';
import { allocate, copyReversed, isZero, readBytes } from '../input/bytes.js';
import { runNow } from '../port/steps.js';
import { contextOf } from '../group/group.js';

/** @import { VectorHandle } from '../port/engine.js' */
/** @import { Context } from '../group/context.js' */
/** @import { Group } from '../group/group.js' */

/** Bytes of an encoded element of the prime field, how many of them are zero, bytes of a scalar. */
const ELEMENT = 64;
const PADDING = 16;
const SCALAR = 32;

/** The four operations. Each takes bytes and gives bytes; what a precompile would fail on is an error. */
export class Eip2537 {
  #groups;

  /**
   * Not for users: an instance has one.
   * @param {{ readonly G1: Group<any>, readonly G2: Group<any> }} groups those of the instance. One that it lacks throws when it is
   *   read, which is when an operation needs it
   */
  constructor(groups) {
    this.#groups = groups;
  }

  /**
   * BLS12_G1ADD: the sum of two points.
   * @param {Uint8Array} input 256 bytes: two points
   * @returns {Uint8Array<ArrayBuffer>} 128 bytes
   * @throws {InputError} no bytes, or of another length; an instance without the group
   * @throws {PointError} with the `index` of the point: `'range'` or `'not-on-curve'`
   */
  g1Add(input) {
    return add(contextOf(this.#groups.G1), input);
  }

  /**
   * BLS12_G1MSM: the sum of the products of points and scalars.
   * @param {Uint8Array} input at least one pair of 160 bytes: a point and a scalar
   * @returns {Uint8Array<ArrayBuffer>} 128 bytes
   * @throws {InputError} no bytes, none of them, or no multiple of 160; an instance without the group
   * @throws {PointError} with the `index` of the pair: `'range'`, `'not-on-curve'` or `'not-in-subgroup'`
   */
  g1Msm(input) {
    return msm(contextOf(this.#groups.G1), input);
  }

  /**
   * BLS12_G2ADD: the sum of two points.
   * @param {Uint8Array} input 512 bytes: two points
   * @returns {Uint8Array<ArrayBuffer>} 256 bytes
   * @throws {InputError} no bytes, or of another length; an instance without the group
   * @throws {PointError} with the `index` of the point: `'range'` or `'not-on-curve'`
   */
  g2Add(input) {
    return add(contextOf(this.#groups.G2), input);
  }

  /**
   * BLS12_G2MSM: the sum of the products of points and scalars.
   * @param {Uint8Array} input at least one pair of 288 bytes: a point and a scalar
   * @returns {Uint8Array<ArrayBuffer>} 256 bytes
   * @throws {InputError} no bytes, none of them, or no multiple of 288; an instance without the group
   * @throws {PointError} with the `index` of the pair: `'range'`, `'not-on-curve'` or `'not-in-subgroup'`
   */
  g2Msm(input) {
    return msm(contextOf(this.#groups.G2), input);
  }
}

/** Bytes of an encoded point. @param {Context} context */
const pointSize = ({ field }) => 2 * field.degree * ELEMENT;

/**
 * @param {Context} context
 * @param {unknown} input
 */
function add(context, input) {
  const bytes = readBytes(input, 'input');
  const size = pointSize(context);
  if (bytes.length !== 2 * size) {
    throw new InputError(`input: expected two points of ${size} bytes, got ${bytes.length} bytes`);
  }
  const affine = readPoints(context, bytes, size, 2);
  return withPoints(context, affine, ({ engine }, handle) => {
    engine.checkOnCurve(handle);
    const half = affine.length / 2;
    return engine.add(affine.subarray(0, half), affine.subarray(half));
  });
}

/**
 * @param {Context} context
 * @param {unknown} input
 */
function msm(context, input) {
  const bytes = readBytes(input, 'input');
  const size = pointSize(context);
  const pair = size + SCALAR;
  const n = bytes.length / pair;
  if (n === 0 || !Number.isInteger(n)) {
    throw new InputError(
      `input: expected one or more pairs of ${pair} bytes, got ${bytes.length} bytes`,
    );
  }
  const scalars = allocate(n * SCALAR);
  for (let i = 0; i < n; i++) copyReversed(bytes, i * pair + size, scalars, i * SCALAR, SCALAR);
  const affine = readPoints(context, bytes, pair, n);
  return withPoints(context, affine, ({ engine }, handle) => {
    engine.checkOnCurve(handle);
    engine.checkSubgroup(handle);
    return runNow(engine.msmSteps(handle, 0, n, scalars));
  });
}

/**
 * Decodes canonical points for a computation, whose result it encodes.
 * @param {Context} context
 * @param {Uint8Array} affine
 * @param {(context: Context, handle: VectorHandle) => Uint8Array} compute
 */
function withPoints(context, affine, compute) {
  const { engine } = context;
  const handle = engine.fromAffine(affine);
  try {
    return writePoint(context, compute(context, handle));
  } finally {
    engine.free(handle);
  }
}

/**
 * @param {Context} context
 * @param {Uint8Array} bytes
 * @param {number} stride from one point to the next
 * @param {number} n
 * @returns {Uint8Array<ArrayBuffer>} canonical points, if their coordinates are in range
 */
function readPoints({ field }, bytes, stride, n) {
  const elements = 2 * field.degree;
  const size = field.bytes / field.degree;
  const affine = allocate(n * elements * size);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < elements; j++) {
      const from = i * stride + j * ELEMENT;
      if (!isZero(bytes, from, from + PADDING)) {
        throw new PointError('range', i, {
          expected: `field elements whose first ${PADDING} bytes are zero`,
        });
      }
      copyReversed(bytes, from + PADDING, affine, (i * elements + j) * size, size);
    }
  }
  return affine;
}

/**
 * @param {Context} context
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
