/**
 * The map of a Banderwagon element to its scalar field: x/y as an integer below p, modulo the order. It tells elements
 * apart (up to the reduction), and is what a commitment commits to when it is itself committed to.
 */
import { InputError } from '../../errors.js';
import { foreignError } from '../../group/context.js';
import { contextOf } from '../../group/group.js';
import { describe } from '../../input/options.js';
import { PointVector, vectorParts } from '../../group/point-vector.js';
import { readPoint } from '../../group/point.js';

/** @import { Context } from '../../group/context.js' */
/** @import { Group } from '../../group/group.js' */

/**
 * @param {Group} group
 * @param {unknown} point a `Point` of the group
 * @returns {Uint8Array<ArrayBuffer>} 32 bytes, little-endian, below the order
 * @throws {InputError} something else, or a disposed instance
 */
export function mapToScalar(group, point) {
  const context = contextOf(group);
  const { engine } = context;
  const affine = readPoint(point, context, 'point');
  context.lifetime.check();
  if (engine.mapToScalar) return engine.mapToScalar(affine);
  const handle = engine.fromAffine(affine);
  try {
    return scalars(context, handle, 0, 1);
  } finally {
    engine.free(handle);
  }
}

/**
 * @param {Group} group
 * @param {unknown} vector a `PointVector` of the group
 * @returns {Uint8Array<ArrayBuffer>} 32 bytes an element, little-endian
 * @throws {InputError} something else, or a disposed vector or instance
 */
export function mapToScalars(group, vector) {
  const context = contextOf(group);
  context.lifetime.check();
  if (!(vector instanceof PointVector)) {
    throw new InputError(`vector: expected a PointVector, got ${describe(vector)}`);
  }
  const parts = vectorParts(vector);
  if (parts.context !== context) {
    throw foreignError('vector', 'PointVector', context, parts.context);
  }
  return scalars(context, parts.storage.handle, parts.start, parts.end);
}

/**
 * @param {Context} context
 * @param {import('../../port/engine.js').VectorHandle} handle
 * @param {number} start
 * @param {number} end
 */
function scalars({ engine }, handle, start, end) {
  const { mapToScalars: map } = engine;
  if (map === undefined) throw new RangeError('expected a group with a map to its scalar field');
  return map.call(engine, handle, start, end);
}
