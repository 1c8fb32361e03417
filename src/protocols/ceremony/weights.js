/** Random weights of sums: independent ones, and geometric series in their Lagrange form. */
import { SCALAR_BYTES, mod } from '../../math/integers.js';
import { invert, power } from '../../math/modular.js';
import { fillRandom } from '../../port/random.js';

/** @import { ScalarField } from '../../group/scalars/scalar-field.js' */
/** @import { ScalarVector } from '../../group/scalars/scalar-vector.js' */

/** Bytes of an independent weight, of which two bits are left out: 126 bits. */
const [BYTES, TOP] = [16, 0x3f];

/** Weights of a series in a step: a few milliseconds. Even, as operations take two at a time. */
const STEP = 2 ** 12;

/** Weights drawn at once: what the platform gives. */
export const DRAWN = 2 ** 12;

/**
 * Independent weights of 126 bits. A sum of false equations is right with a probability of 2^−126;
 * sums in G1 take half the time of those with full-size scalars.
 * @param {number} count at most `DRAWN`
 * @returns {Uint8Array} 32 bytes little-endian each
 */
export function drawnWeights(count) {
  const drawn = fillRandom(new Uint8Array(BYTES * count));
  const weights = new Uint8Array(SCALAR_BYTES * count);
  for (let i = 0; i < count; i++) {
    weights.set(drawn.subarray(BYTES * i, BYTES * (i + 1)), SCALAR_BYTES * i);
    weights[SCALAR_BYTES * i + BYTES - 1] &= TOP;
  }
  return weights;
}

/**
 * c_j for j from … to, such that Σ_j c_j·L_j(X) = Σ_i ratio^i·X^i for all i < count: the values at
 * the powers of the root of the polynomial with the coefficients ratio^i, in closed form,
 *
 *     c_j = (ratio^count − 1)/(ratio·root^j − 1),
 *
 * less ratio^(count − 1)·root^(−j) where the last coefficient is left out.
 * @param {ScalarField} Fr
 * @param {{ ratio: bigint, root: bigint, count: number, isShort: boolean }} series `root`: of
 *   order `count`, to which power the ratio is not 1
 * @param {number} from
 * @param {number} to
 * @returns {Generator<undefined, ScalarVector, void>}
 */
export function* geometricSteps(Fr, { ratio, root, count, isShort }, from, to) {
  const r = Fr.order;
  const n = to - from;
  const first = power(root, BigInt(from), r);
  const whole = power(ratio, BigInt(count), r);
  const last = mod(-power(ratio, BigInt(count - 1), r) * invert(first, r), r);
  const values = Fr.powers(root, n);
  const inverses = Fr.powers(invert(root, r), n);
  for (let i = 0; i < n; i += STEP) {
    const own = values.slice(i, Math.min(n, i + STEP));
    const out = { out: own };
    const ones = Fr.powers(1n, own.length);
    Fr.scale(own, ratio * first, out);
    Fr.subtract(own, ones, out);
    ones.dispose();
    Fr.inverse(own, out);
    Fr.scale(own, whole - 1n, out);
    if (isShort) {
      const open = inverses.slice(i, i + own.length);
      Fr.add(own, Fr.scale(open, last, { out: open }), out);
    }
    yield;
  }
  inverses.dispose();
  return values;
}
