/**
 * The map of a Banderwagon element to its scalar field: x/y as an integer below p, modulo the
 * order. It is injective up to the reduction; a tree node commits to the images of its
 * children's commitments.
 */
import { contextOf } from '../../group/group.js';
import { readVector } from '../../group/point-vector.js';
import { readPoint } from '../../group/point.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { EngineElements } from '../../port/engine.js' */
/** @import { Group } from '../../group/group.js' */

/**
 * @param {Group} group
 * @param {unknown} point a `Point` of the group
 * @returns {Uint8Array<ArrayBuffer>} 32 bytes, little-endian, below the order
 * @throws {InputError} any other value, or a disposed instance
 */
export function mapToScalar(group, point) {
  const context = contextOf(group);
  const affine = readPoint(point, context, 'point');
  context.lifetime.check();
  return elementsOf(context).mapToScalar(affine);
}

/**
 * @param {Group} group
 * @param {unknown} vector a `PointVector` of the group
 * @returns {Uint8Array<ArrayBuffer>} 32 bytes per element, little-endian
 * @throws {InputError} any other value, or a disposed vector or instance
 */
export function mapToScalars(group, vector) {
  const context = contextOf(group);
  context.lifetime.check();
  const parts = readVector(vector, context, 'vector');
  return elementsOf(context).mapToScalars(parts.storage.handle, parts.start, parts.end);
}

/** @param {GroupContext} context of a group of elements */
const elementsOf = ({ engine }) => /** @type {EngineElements} */ (engine.elements);
