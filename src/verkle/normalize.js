/**
 * Projective points: x = X/Z and y = Y/Z. A fixed-base multiplication returns one: the inversion
 * costs as much as eight additions, and not every caller needs it.
 */
import { ResourceError } from '../errors.js';
import { fromProjective } from './projective.js';

/** @import { ElementEngine, Projective } from './engine/elements.js' */
/** @import { GroupContext } from '../group/context.js' */

/**
 * Normalizes with the engine while it lives and has working memory, otherwise with BigInts.
 * @param {GroupContext} context of an Edwards group
 * @param {Projective} projective
 * @returns {Uint8Array} the canonical point
 */
export function normalize(context, projective) {
  const elements = context.lifetime.ended
    ? null
    : /** @type {ElementEngine} */ (context.engine).elements;
  if (elements !== null) {
    try {
      return elements.normalize(projective);
    } catch (error) {
      if (!(error instanceof ResourceError)) throw error;
    }
  }
  return normalizeByDefinition(context, projective);
}

/** @type {(context: GroupContext, projective: Projective) => Uint8Array} */
function normalizeByDefinition({ config, field }, projective) {
  const { x, y } = fromProjective(config, projective);
  const bytes = new Uint8Array(2 * field.bytes);
  // (0, 1) and (0, −1): the identity.
  if (x === 0n) return bytes;
  // Of (x, y) and (−x, −y), the same element, the one with the larger y is canonical.
  const isCanonical = 2n * y > config.p;
  bytes.set(field.toBytes(isCanonical ? x : field.negate(x)));
  bytes.set(field.toBytes(isCanonical ? y : field.negate(y)), field.bytes);
  return bytes;
}
