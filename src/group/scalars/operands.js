/**
 * The arguments of a scalar field's operations, and where their results go.
 */
import { InputError } from '../../errors.js';
import { describe } from '../../input/describe.js';
import { readOptions } from '../../input/options.js';
import { mod } from '../../math/integers.js';
import { lending } from './products.js';
import { aligned, readScalarVector, vectorOf } from './scalar-vector.js';

/** @import { ScalarList } from '../../port/polynomials.js' */
/** @import { FieldParts } from './scalar-field.js' */
/** @import { ScalarRange, ScalarVector } from './scalar-vector.js' */

/**
 * Two operands of the same length.
 * @type {(field: FieldParts, a: unknown, b: unknown) => [ScalarRange, ScalarRange]}
 */
export function readPair(field, a, b) {
  const x = readScalarVector(a, field, 'a');
  const y = readScalarVector(b, field, 'b');
  const [n, m] = [x.end - x.start, y.end - y.start];
  if (n !== m) throw new InputError(`b: expected as many elements as a (${n}), got ${m}`);
  return [x, y];
}

/**
 * Where the result goes, read before the operands: to read options runs the caller's code, which
 * may change or dispose of these.
 * @param {unknown} options
 * @param {string} name of the call
 * @returns {unknown} `out`
 */
export const readOut = (options, name) => readOptions(options, ['out'], name).out;

/**
 * Computes into `out`, or into a new vector.
 * @param {FieldParts} field
 * @param {unknown} out from `readOut`
 * @param {ScalarRange[]} operands of the result's length
 * @param {(z: ScalarList, operands: ScalarList[]) => void} compute z may be an operand
 * @returns {ScalarVector}
 */
export function computeInto(field, out, operands, compute) {
  const n = operands[0].end - operands[0].start;
  const withOperands = (/** @type {ScalarList} */ z) =>
    aligned(operands[0], (x) => {
      const [, other] = operands;
      if (!other) compute(z, [x]);
      else aligned(other, (y) => compute(z, [x, y]));
    });
  if (out === undefined) return madeVector(field, n, withOperands);
  const { storage, start, end } = readTarget(field, out, operands);
  const { lists } = field;
  const own = lists.at(storage.list, start);
  // An operation may write one element past an odd number.
  const isWhole = n % lists.elements === 0 || end === storage.length;
  if (start % lists.elements === 0 && isWhole) withOperands(own);
  else {
    lending(field, n, (result) => {
      withOperands(result);
      lists.move(own, result, n);
    });
  }
  return /** @type {ScalarVector} */ (out);
}

/** @type {(field: FieldParts, out: unknown, operands: ScalarRange[]) => ScalarRange} */
function readTarget(field, out, operands) {
  const target = readScalarVector(out, field, 'out');
  const { storage, start, end } = target;
  const [{ start: first, end: last }] = operands;
  if (end - start !== last - first) {
    throw new InputError(
      `out: expected as many elements as the operands (${last - first}), got ${end - start}`,
    );
  }
  for (const operand of operands) {
    const isSame = operand.storage === storage && operand.start !== start;
    if (isSame && operand.start < end && start < operand.end)
      throw new InputError('out: expected an operand itself, or no part of one, got an overlap');
  }
  return target;
}

/**
 * A new vector, freed if filling it fails.
 * @param {FieldParts} field
 * @param {number} n
 * @param {(list: ScalarList) => void} fill
 */
export function madeVector(field, n, fill) {
  const { lists, context } = field;
  context.lifetime.check();
  const list = lists.create(n);
  try {
    fill(list);
  } catch (error) {
    lists.free(list);
    throw error;
  }
  return vectorOf(field, list, n);
}

/**
 * Reads the arguments of a transform.
 * @param {FieldParts} field
 * @param {unknown} v
 * @param {Record<string, unknown>} options
 */
export function readTransform(field, v, { inverse = false, coset = 1n }) {
  if (typeof inverse !== 'boolean')
    throw new InputError(`inverse: expected true or false, got ${describe(inverse)}`);
  const factor = readElement(field, coset, 'coset');
  if (factor === 0n)
    throw new InputError(
      `coset: expected one that is not 0 modulo the order, got ${describe(coset)}`,
    );
  const range = readScalarVector(v, field, 'v');
  const twoAdicity = twoAdicityOf(field.order);
  const n = range.end - range.start;
  if (n === 0 || 2 ** Math.round(Math.log2(n)) !== n || Math.log2(n) > twoAdicity) {
    throw new InputError(
      `v: expected a power of two of elements, at most 2^${twoAdicity}, got ${n}`,
    );
  }
  return { range, how: { inverse, coset: factor } };
}

/**
 * @param {FieldParts} field
 * @param {unknown} value
 * @param {string} what
 * @returns {bigint} reduced
 */
export function readElement(field, value, what) {
  if (typeof value !== 'bigint')
    throw new InputError(`${what}: expected a bigint, got ${describe(value)}`);
  return mod(value, field.order);
}

/** The largest k such that 2^k divides the order less one. @type {(order: bigint) => number} */
export function twoAdicityOf(order) {
  let k = 0;
  while (((order - 1n) >> BigInt(k)) % 2n === 0n) k++;
  return k;
}
