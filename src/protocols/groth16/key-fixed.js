/** Points of a key that proofs and verification take one by one: all are checked. */
import { PointError } from '../../errors.js';
import { isZero } from '../../input/bytes.js';
import { ContentError } from './content-error.js';
import { refuseForgeable } from './forgeable.js';
import { FORMAT, wrongPoint } from './key-points.js';
import { FIXED_POINTS } from './zkey-header.js';
import { CHECKED } from '../../port/point-checks.js';

/** @import { Curve } from './curve.js' */
/** @import { FixedName, Header } from './zkey-header.js' */

/** The points of G2 that show whether anyone has contributed to a key. */
const OF_G2 = /** @type {const} */ ([
  ['β', 'beta2'],
  ['γ', 'gamma2'],
  ['δ', 'delta2'],
]);

/**
 * The points of the header, of their groups and finite: with infinity among them π_C is not
 * blinded, or anybody's proof is valid.
 * @param {Header} header
 * @param {Curve} curve
 * @param {boolean} insecure whether keys are taken by which anybody can forge
 * @returns {Map<FixedName, Uint8Array>} canonical
 * @throws {InputError}
 */
export function fixedPointsOf({ points }, curve, insecure) {
  const { g1, g2 } = curve;
  /** @type {Map<FixedName, Uint8Array>} */
  const fixed = new Map(
    FIXED_POINTS.map(([name, degree]) => {
      const { engine, formats } = degree === 1 ? g1 : g2;
      const encoded = /** @type {Uint8Array} */ (points.get(name));
      const where = `zkey: section 2 (header): ${name}`;
      if (isZero(encoded, 0, encoded.length)) {
        throw new ContentError(`${where}: expected a finite point, got infinity`);
      }
      try {
        return [name, engine.decodeOne(formats[FORMAT].decode(encoded), CHECKED)];
      } catch (error) {
        throw error instanceof PointError ? wrongPoint(error, where) : error;
      }
    }),
  );
  if (!insecure) {
    const named = OF_G2.map(
      ([letter, name]) =>
        /** @type {const} */ ([letter, /** @type {Uint8Array} */ (fixed.get(name))]),
    );
    refuseForgeable(named, 'zkey: section 2 (header)', curve);
  }
  return fixed;
}

/**
 * The points of the public signals.
 * @param {Uint8Array} body of IC
 * @param {string} name of the section
 * @param {Curve} curve
 * @returns {Uint8Array} canonical
 * @throws {InputError}
 */
export function publicPointsOf(body, name, { g1 }) {
  const { engine, formats } = g1;
  try {
    const handle = engine.decode(formats[FORMAT].decode(body), CHECKED);
    const points = engine.toAffine(handle, 0, handle.length);
    engine.free(handle);
    return points;
  } catch (error) {
    throw error instanceof PointError ? wrongPoint(error, `zkey: ${name}`, error.index) : error;
  }
}
