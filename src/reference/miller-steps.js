/**
 * The steps of Miller's loop of an optimal ate pairing, and its lines' shape: what the families of
 * curves and the types of twists differ in.
 *
 * Symbols: x the seed; T the running multiple of Q, from T = Q; π the p-th power map of the curve,
 * taken to the twist; f_(n,Q) Miller's function.
 *   bls12: f_(x,Q). The digits of the loop are the bits of |x|.
 *   bn: f_(s,Q) for s = 6x + 2, times the lines of T + π(Q) for T = [s]Q and of that sum − π²(Q)
 *     (Vercauteren, ePrint 2008/096). The digits are 0, 1 and −1, few of them not 0.
 * If x < 0, the loop runs to |x| or |s|, and the result is conjugated. As the line through −T and R
 * is the conjugate of that through T and −R, up to the sign, the points that are added at the end
 * are −π(Q) and π²(Q) then.
 *
 * Sources: Aranha et al., ePrint 2010/526 (loop, negative seeds).
 */

/** A step that doubles T. */
export const DOUBLE = 0;

/** Bits of a step that adds to T: Q, after Q became π(Q) for good, or −Q for this step. */
export const ADD = 1;
export const NEGATED = 2;
export const FROBENIUS = 4;

/** @param {bigint} seed @returns {number[]} */
export const bls12Steps = (seed) =>
  [...abs(seed).toString(2).slice(1)].flatMap((bit) => (bit === '1' ? [DOUBLE, ADD] : DOUBLE));

/**
 * After a step with FROBENIUS, a NEGATED Q stays so.
 * @param {bigint} seed
 * @returns {number[]}
 */
export function bnSteps(seed) {
  const steps = signedDigits(abs(6n * seed + 2n)).flatMap((digit) =>
    digit === 0 ? DOUBLE : [DOUBLE, digit > 0 ? ADD : ADD + NEGATED],
  );
  const first = ADD + FROBENIUS + (seed < 0n ? NEGATED : 0);
  return [...steps, first, ADD + FROBENIUS + NEGATED];
}

/** @param {bigint} value */
const abs = (value) => (value < 0n ? -value : value);

/**
 * The digits of the non-adjacent form below the top one, highest first. Where that form is longer
 * than the binary one, its 1, 0, −1 at the top become 1, 1.
 * @param {bigint} n positive
 */
function signedDigits(n) {
  // 3n has a bit that n has not where a digit is 1, the reverse where it is −1.
  const [triple, once] = [3n * n, n].map((value) => value.toString(2));
  const padded = once.padStart(triple.length, '0');
  const digits = [...triple].map((bit, i) => Number(bit) - Number(padded[i])).slice(0, -1);
  if (digits.length > once.length) digits.splice(0, 3, 1, 1);
  return digits.slice(1);
}
