/** Arithmetic modulo a prime, for expectations. */

/** @param {bigint} value @param {bigint} m */
export const mod = (value, m) => ((value % m) + m) % m;

/** @param {bigint} base @param {bigint} exponent @param {bigint} m */
export function powerMod(base, exponent, m) {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % m;
    if (bit === '1') result = (result * base) % m;
  }
  return result;
}
