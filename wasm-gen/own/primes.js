/** Primality, as configs claim it. */
import { power } from '../../src/math/modular.js';

/** Of these bases a composite number that nobody made to deceive them passes none in practice. */
const BASES = [
  ...[2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n, 43n, 47n, 53n, 59n, 61n],
  ...[67n, 71n, 73n, 79n, 83n, 89n, 97n, 101n, 103n, 107n, 109n, 113n, 127n, 131n, 137n, 139n],
];

/** Miller and Rabin, to the first 34 primes as bases. @type {(n: bigint) => boolean} */
export function isPrime(n) {
  if (n < 2n) return false;
  for (const base of BASES) if (n % base === 0n) return n === base;
  let [odd, twos] = [n - 1n, 0];
  for (; (odd & 1n) === 0n; odd >>= 1n) twos++;
  return BASES.every((base) => {
    let value = power(base, odd, n);
    if (value === 1n || value === n - 1n) return true;
    for (let i = 1; i < twos; i++) {
      value = (value * value) % n;
      if (value === n - 1n) return true;
    }
    return false;
  });
}
