/**
 * How scalars, their parts and their digits stand in memory, and what they are read as. In the
 * claims (claims/scalars.js) these are `k` of 32 bytes, Σ λ^j·k_j of parts that are words and a
 * sign word each, in two's complement, and Σ d_j·2^(cj) of digits that are words.
 */
import { larger } from './integers.js';
import { bytes, numberOf } from './layouts.js';
import { Refused } from './refused.js';

/**
 * @import { Value } from './number.js'
 * @import { Layout } from './layouts.js'
 * @import { Region } from './machine/memory.js'
 *
 * `bits`: magnitudes of parts are below 2^bits. `words` of 64 bits, and one of 32 for the sign.
 * `basis`: short vectors v with Σ λ^j·v_j = 0 modulo r, of which nothing need be believed.
 * @typedef {{ r: bigint, lambda: bigint, words: number, bits: number,
 *   basis?: bigint[][] }} Splitting
 */

const LIMB = 29;

/**
 * The parts of one scalar: the number is Σ λ^j·k_j modulo r, and magnitudes are below 2^bits.
 * @param {Splitting} one @returns {Layout}
 */
export function partsLayout({ lambda, words, bits, basis, r }) {
  const size = 8 * words + 4;
  const places = Array.from({ length: basis?.length ?? 2 }, (_, j) => j * size);
  const cut = LIMB * Math.ceil((bits + 1) / LIMB);
  return /** @type {Layout} */ ({
    bytes: places.length * size,
    writes: places.map((at) => [at, size]),
    kind: 'each',
    shape: `${places.length} parts`,
    place() {
      throw new Refused('parts of a scalar that are not known');
    },
    read({ memory, domain }, region, at) {
      /** @param {Region} from @param {number} start @param {number} n */
      const number = (from, start, n) =>
        numberOf(
          Array.from({ length: n }, (_, i) => memory.read(from, start + 8 * i, 8).unsigned()),
          64,
        );
      const parts = places.map((place) => {
        const sign = signedWord(memory.read(region, at + place + 8 * words, 4));
        // A sign that is known is that of the words, too.
        const known = sign.high - sign.low < 2n ? domain.constant(domain.decide(sign)) : sign;
        return number(region, at + place, words).add(known.shift(64 * words));
      });
      const k = number(memory.named('source'), 0, 4);
      const forms = parts.map(({ polynomial }) => polynomial);
      const found = domain.propose('parts', domain, forms, k.polynomial, {
        lambda,
        basis,
        bits: cut,
        r,
      });
      const wholes = parts.map((part, j) => {
        const whole = part.asWhole(found.wholes[j], cut, found.steps);
        const most = larger(-whole.low, whole.high);
        if (most >> BigInt(bits)) throw new Refused(`parts of ${most.toString(2).length} bits`);
        return whole;
      });
      const sum = wholes.reduceRight((rest, whole) => rest.times(lambda).add(whole));
      return [{ number: sum, isChecked: true }];
    },
  });
}

/**
 * 32 bytes, whose bits are unknowns of their own where words and limbs begin.
 * @type {Layout}
 */
export const scalarBytes = {
  ...bytes(4),
  place({ domain }, region, at) {
    const starts = Array.from({ length: 256 }, (_, i) => i).filter(
      (i) => i % 64 === 0 || i % LIMB === 0,
    );
    const words = Array.from({ length: 4 }, () => domain.constant(0n));
    const pieces = starts.map((start, i) => {
      const piece = domain.input(0n, (1n << BigInt((starts[i + 1] ?? 256) - start)) - 1n);
      words[start >> 6] = words[start >> 6].add(piece.times(1n << BigInt(start % 64)));
      return piece.polynomial.shift(start);
    });
    words.forEach((word, i) => region.set(at + 8 * i, 8, word));
    return [pieces.reduce((sum, piece) => sum.add(piece))];
  },
};

/**
 * A number of either sign below 2^bits in magnitude, in two's complement; in bytes whose bits are
 * unknowns of their own where windows of c bits begin.
 * @param {number} size bytes @param {number} bits @param {number} c @returns {Layout}
 */
export function signedBytes(size, bits, c) {
  const starts = Array.from({ length: bits }, (_, i) => i).filter(
    (i) => i % 8 === 0 || i % c === 0 || (i + 1) % c === 0,
  );
  return {
    ...{ bytes: size, kind: 'each', shape: `${size} bytes, two's complement` },
    place({ domain }, region, at) {
      const sign = domain.input(0n, 1n);
      const all = Array.from({ length: size }, () => domain.constant(0n));
      const add = (/** @type {Value} */ piece, /** @type {number} */ start) => {
        const byte = start >> 3;
        all[byte] = all[byte].add(piece.times(1n << BigInt(start % 8)));
      };
      let number = sign.polynomial.scale(-1n << BigInt(bits));
      starts.forEach((start, i) => {
        const end = starts[i + 1] ?? bits;
        const piece = domain.input(0n, (1n << BigInt(end - start)) - 1n);
        number = number.add(piece.polynomial.shift(start));
        add(piece, start);
      });
      for (let i = bits; i < 8 * size; i++) add(sign, i);
      all.forEach((byte, i) => region.set(at + i, 1, byte));
      return [number];
    },
    read() {
      throw new Refused('bytes of a scalar that are read');
    },
  };
}

/** @param {number} c @param {number} windows @returns {Layout} */
export const digitLayout = (c, windows) => ({
  ...{ bytes: 4 * windows, kind: 'each', shape: `${windows} digits of ${c} bits` },
  place() {
    throw new Refused('digits that are not known');
  },
  read({ memory }, region, at) {
    const most = 1n << BigInt(c - 1);
    const digits = Array.from({ length: windows }, (_, j) => {
      const digit = signedWord(memory.read(region, at + 4 * j, 4));
      if (digit.low < -most || digit.high > most) throw new Refused(`digit ${j} is too large`);
      return digit;
    });
    return [{ number: numberOf(digits, c), isChecked: true }];
  },
});

/** Four bytes as a signed number. @param {Value} word as it was stored */
const signedWord = (word) =>
  (word.part?.isLow && word.part.split.bits === 32 ? word.part.split.of : word).window(
    -(1n << 31n),
    32,
  );
