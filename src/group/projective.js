/**
 * Projective points: x = X/Z and y = Y/Z. A multiplication over fixed points ends with one, as the inversion takes as long as eight
 * additions, and not everybody needs it.
 */
import { ResourceError } from '../errors.js';
import { canonical, isIdentity } from '../reference/edwards.js';
import { invert, mod } from '../math/modular.js';

/** @import { Projective } from '../port/engine.js' */
/** @import { EdwardsCurve } from '../reference/edwards.js' */
/** @import { Context } from './context.js' */

/**
 * By the engine as long as it lives and has some memory to work in; by BigInts then.
 * @param {Context} context of an Edwards group
 * @param {Projective} projective
 * @returns {Uint8Array} the canonical point
 */
export function normalize(context, projective) {
  if (!context.lifetime.ended && context.engine.normalize) {
    try {
      return context.engine.normalize(projective);
    } catch (error) {
      if (!(error instanceof ResourceError)) throw error;
    }
  }
  return normalizeByDefinition(context, projective);
}

/**
 * @param {Context} context
 * @param {Projective} projective
 * @returns {Uint8Array}
 */
function normalizeByDefinition({ config, field, fieldBytes }, projective) {
  const size = projective.length / 3;
  const digitBits = Math.ceil((8 * fieldBytes) / size);
  const [X, Y, Z] = [0, 1, 2].map((i) =>
    projective.slice(i * size, (i + 1) * size).reduceRight((sum, number) => {
      const digit = digitBits === 32 ? BigInt.asUintN(32, BigInt(number)) : BigInt(number);
      return (sum << BigInt(digitBits)) + digit;
    }, 0n),
  );
  const inverse = invert(mod(Z, config.p), config.p);
  const point = { x: mod(X * inverse, config.p), y: mod(Y * inverse, config.p) };
  const bytes = new Uint8Array(2 * fieldBytes);
  if (isIdentity(point)) return bytes;
  const { x, y } = canonical(/** @type {EdwardsCurve} */ (config), point);
  bytes.set(field.toBytes(x));
  bytes.set(field.toBytes(y), fieldBytes);
  return bytes;
}
