/**
 * Projective points: x = X/Z and y = Y/Z. A multiplication of fixed points returns one: the
 * inversion costs as much as eight additions, and not every caller needs it.
 */

import { ResourceError } from '../../errors.js';
import { byteLength, invert, mod } from '../../math/modular.js';
import { elementsOf } from './elements.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { EngineParts } from '../../engines/wasm/engine.js' */
/** @import { ElementEngine, Projective } from './elements.js' */

/**
 * Normalizes with the kernel while its instance lives and has working memory, otherwise with
 * BigInts. A point may outlive its instance: the kernel's memory is reached through the context,
 * which drops it then.
 * @type {(context: GroupContext, projective: Projective) => Uint8Array}
 */
export function normalize(context, projective) {
  if (context.lifetime.ended) return normalizeByDefinition(context, projective);
  const { parts } = /** @type {ElementEngine} */ (context.engine).elements;
  const { arena, batch } = /** @type {EngineParts} */ (parts);
  const { fieldBytes, pointBytes } = batch;
  const { limbsIn, extended, toCanonicalBytes } = elementsOf(batch);
  try {
    return arena.borrow(pointBytes + 8 * projective.length, (point) => {
      const buffer = point + pointBytes;
      const memory = limbsIn(arena);
      memory.set(projective, buffer / memory.BYTES_PER_ELEMENT);
      extended.toAffine(point, buffer);
      toCanonicalBytes(buffer, point, 1);
      return arena.u8.slice(buffer, buffer + 2 * fieldBytes);
    });
  } catch (error) {
    if (error instanceof ResourceError) return normalizeByDefinition(context, projective);
    throw error;
  }
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

/** @type {(curve: { readonly p: bigint }, projective: Projective) => { x: bigint, y: bigint }} */
function fromProjective({ p }, projective) {
  const size = projective.length / 3;
  const limbBits = Math.ceil((8 * byteLength(p)) / size);
  const [X, Y, Z] = [0, 1, 2].map((i) =>
    projective.slice(i * size, (i + 1) * size).reduceRight((sum, number) => {
      const limb = limbBits === 32 ? BigInt.asUintN(32, BigInt(number)) : BigInt(number);
      return (sum << BigInt(limbBits)) + limb;
    }, 0n),
  );
  const inverse = invert(mod(Z, p), p);
  return { x: mod(X * inverse, p), y: mod(Y * inverse, p) };
}
