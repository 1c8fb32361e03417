/** Primality, for tests that make primes. */

import { power } from '../../src/math/modular.js';

/**
 * Miller and Rabin, to the first primes as bases: right for all that is not made to deceive it.
 * @param {bigint} n odd, above 41
 */
export function isPrime(n) {
  let [odd, twos] = [n - 1n, 0];
  for (; (odd & 1n) === 0n; odd >>= 1n) twos++;
  return [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n].every((base) => {
    let value = power(base, odd, n);
    if (value === 1n || value === n - 1n) return true;
    for (let i = 1; i < twos; i++) {
      value = (value * value) % n;
      if (value === n - 1n) return true;
    }
    return false;
  });
}
