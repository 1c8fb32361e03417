/**
 * Projective points: x = X/Z and y = Y/Z, of the field's bytes each, little-endian and below p. A multiplication over
 * fixed points ends with one, as the inversion takes as long as eight additions, and not everybody needs it.
 */
import { ResourceError } from '../errors.js';
import { canonical, isIdentity } from '../reference/edwards.js';
import { invert, mod } from '../reference/modular.js';

/** @import { EdwardsCurve } from '../reference/edwards.js' */
/** @import { Context } from './context.js' */

/**
 * By the engine as long as it lives and has some memory to work in; by BigInts then.
 * @param {Context} context of an Edwards group
 * @param {Uint8Array} bytes X, Y
 * @param {Uint8Array} z
 * @returns {Uint8Array} the canonical point
 */
export function normalize(context, bytes, z) {
  if (!context.lifetime.ended && context.engine.normalize) {
    try {
      return context.engine.normalize(bytes, z);
    } catch (error) {
      if (!(error instanceof ResourceError)) throw error;
    }
  }
  return normalizeByDefinition(context, bytes, z);
}

/**
 * @param {Context} context
 * @param {Uint8Array} projective X, Y
 * @param {Uint8Array} z
 * @returns {Uint8Array}
 */
function normalizeByDefinition({ config, field, fieldBytes }, projective, z) {
  const [X, Y] = [0, 1].map((i) =>
    field.fromBytes(projective.subarray(i * fieldBytes, (i + 1) * fieldBytes)),
  );
  const Z = field.fromBytes(z);
  const inverse = invert(Z, config.p);
  const point = { x: mod(X * inverse, config.p), y: mod(Y * inverse, config.p) };
  const bytes = new Uint8Array(2 * fieldBytes);
  if (isIdentity(point)) return bytes;
  const { x, y } = canonical(/** @type {EdwardsCurve} */ (config), point);
  bytes.set(field.toBytes(x));
  bytes.set(field.toBytes(y), fieldBytes);
  return bytes;
}
