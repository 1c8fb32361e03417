/**
 * How a field element stands in memory. An element is the number that its digits make, divided by
 * the field's R, modulo p (R is 1 where the kernel does not use Montgomery's form). Which layout,
 * with how many digits of how many bits, is claimed (claims/fields.js), and what that means is said
 * at each function here; that its code places and reads such numbers is the checker's (A7), as the
 * value of a formula is. The tests have code of their own for that (test/proof/concrete.js).
 */
import { Lane } from './double.js';
import { smaller } from './integers.js';
import { assume } from './number.js';
import { Polynomial } from './polynomial.js';
import { Refused } from './refused.js';

/**
 * @import { Domain, Value } from './number.js'
 * @import { Machine } from './machine/machine.js'
 * @import { Region } from './machine/memory.js'
 */

/**
 * Of the numbers that digits make: `least` to `most`. Of signed digits but the last: at most
 * `digit`/2^40 times half the radix in magnitude; less than that if `isBelow`, more than the
 * negative of it if `isAbove`. `isEven`: multiples of 2.
 * @typedef {{ least: bigint, most: bigint, digit?: bigint, isBelow?: boolean, isAbove?: boolean,
 *   isEven?: boolean }} Range
 *
 * One or two numbers, as digits: `each` independently, or one element with two coefficients.
 * @typedef {object} Layout
 * @property {number} bytes
 * @property {number} [stride] from the first coefficient to the second
 * @property {'each' | 'quadratic'} kind
 * @property {string} shape the same for digits of the same form
 * @property {{ word: number, bits: number }} [digit] of unsigned digits
 * @property {number} [lanes] numbers side by side
 * @property {Layout} [base] of several numbers, side by side or apart, and where they are
 * @property {number[]} [offsets]
 * @property {number} [w] bits of signed digits
 * @property {number[]} [places] of signed digits, from the least on, of one number
 * @property {[at: number, size: number][]} [writes] what is overwritten, if it is not all bytes
 * @property {(domain: Domain, range: Range) => Digits} [unknown] digits of one number
 * @property {(machine: Machine, region: Region, at: number, range: Range) => Polynomial[]} place
 *   unknown digits there; the numbers
 * @property {(machine: Machine, region: Region, at: number, range: Range) => Found[]} read
 * A number in memory; `isChecked`: in the claimed range, by the layout itself.
 * @typedef {{ number: Value, isChecked?: boolean }} Found
 * @typedef {{ number: Polynomial, digits: Value[] }} Digits
 */

/** Signed digits of at most half the radix. */
export const FULL_DIGIT = 1n << 40n;

/** Bounds of signed digits. @param {number} w @param {Range} range @returns {[bigint, bigint]} */
export function digitBounds(w, { digit = FULL_DIGIT, isBelow, isAbove }) {
  const most = (digit << BigInt(w - 1)) / FULL_DIGIT;
  return [isAbove ? 1n - most : -most, isBelow ? most - 1n : most];
}

/**
 * n unsigned digits of w bits, in words of 4 or 8 bytes, the least first. Their number is unique.
 * @param {{ w: number, n: number, word: 4 | 8, bytes: number }} shape @returns {Layout}
 */
export function limbs({ w, n, word, bytes }) {
  const full = 1n << BigInt(w);
  /** @param {Domain} domain @param {Range} range @returns {Digits} */
  const unknown = (domain, { least, most }) => {
    const digits = Array.from({ length: n }, (_, i) => {
      const rest = most >> BigInt(w * i);
      if (least === most) return domain.constant(i < n - 1 ? rest % full : rest);
      return domain.input(0n, i < n - 1 ? full - 1n : rest);
    });
    const number = digits.reduce(
      (sum, limb, i) => sum.add(limb.polynomial.shift(w * i)),
      new Polynomial(),
    );
    assume(domain, number, least, most);
    return { number, digits };
  };
  return {
    bytes,
    kind: 'each',
    digit: { word, bits: w },
    shape: `${n} words of ${word} bytes, ${w} bits`,
    unknown,
    place({ domain }, region, at, range) {
      const { number, digits } = unknown(domain, range);
      digits.forEach((limb, i) => region.set(at + word * i, word, limb));
      return [number];
    },
    read({ memory }, region, at) {
      const digits = Array.from({ length: n }, (_, i) => {
        const limb = memory.read(region, at + word * i, word).unsigned();
        if (i < n - 1 && limb.high >= full) limb.refine();
        if (i < n - 1 && limb.high >= full) throw new Refused(`digit ${i} may be ${limb.high}`);
        return limb;
      });
      return [{ number: numberOf(digits, w) }];
    },
  };
}

/** Σ d_i·2^(wi). @param {Value[]} digits @param {number} w */
export const numberOf = (digits, w) =>
  digits.map((digit, i) => digit.shift(w * i)).reduce((sum, one) => sum.add(one));

/** n words of 8 bytes, little-endian. @param {number} n @returns {Layout} */
export const bytes = (n) => limbs({ w: 64, n, word: 8, bytes: 8 * n });

/** The same bytes from the last to the first: big-endian. @param {number} n @returns {Layout} */
export function bigEndian(n) {
  const size = 8 * n;
  const places = Array.from({ length: size }, (_, i) => 8 * (size - 1 - i));
  return {
    ...bytes(n),
    unknown: undefined,
    shape: `${size} bytes, big-endian`,
    place({ domain }, region, at, { least, most }) {
      let number = new Polynomial();
      const words = Array.from({ length: n }, () => domain.constant(0n));
      places.forEach((place, i) => {
        const byte = domain.input(0n, smaller(255n, most >> BigInt(place)));
        number = number.add(byte.polynomial.shift(place));
        words[i >> 3] = words[i >> 3].add(byte.times(1n << BigInt(8 * (i % 8))));
      });
      words.forEach((word, i) => region.set(at + 8 * i, 8, word));
      assume(domain, number, least, most);
      return [number];
    },
    read({ memory }, region, at) {
      const bytesOf = places.map((_, i) => memory.read(region, at + i, 1).unsigned());
      return [{ number: numberOf(bytesOf.reverse(), 8) }];
    },
  };
}

/**
 * n signed digits of w bits, doubles, the least first; `stride` bytes apart, in `lanes` side by
 * side. Behind them may be `unused` doubles, of which nothing is known.
 * @param {{ w: number, n: number, stride: number, lanes: number, kind?: Layout['kind'],
 *   unused?: number }} shape
 * @returns {Layout}
 */
export function signedDigits({ w, n, stride, lanes, kind = 'each', unused = 0 }) {
  const offsets = Array.from({ length: lanes }, (_, lane) => 8 * lane);
  const places = Array.from({ length: n }, (_, i) => stride * i);
  /** @param {Domain} domain @param {Range} range @returns {Digits} */
  const unknown = (domain, range) => {
    const [smallest, largest] = digitBounds(w, range);
    // All digits but the last make at most this.
    let rest = 0n;
    for (let i = 0; i < n - 1; i++) rest += -smallest << BigInt(w * i);
    const limit = (range.most + rest) >> BigInt(w * (n - 1));
    // Digits below the radix that make 0 are all 0, from the least on.
    const isZero = range.least === 0n && range.most === 0n && largest >> BigInt(w) === 0n;
    const digits = places.map((_, i) => {
      const [a, b] = i < n - 1 ? [smallest, largest] : [-limit, limit];
      return isZero ? domain.constant(0n) : domain.input(a, b);
    });
    const number = sum(digits);
    assume(domain, number, range.least, range.most);
    return { number, digits };
  };
  /** @param {Value[]} doubles */
  const sum = (doubles) =>
    doubles.reduce((all, one, i) => all.add(one.polynomial.shift(w * i)), new Polynomial());
  return {
    bytes: stride * (n + unused - 1) + 8 * lanes,
    kind,
    w,
    shape: `${n} signed digits of ${w} bits`,
    lanes,
    ...(lanes > 1 ? { base: signedDigits({ w, n, stride, lanes: 1 }), offsets } : { places }),
    writes: Array.from({ length: n + unused }, (_, i) => [stride * i, 8 * lanes]),
    unknown,
    place({ domain }, region, at, range) {
      for (let i = n; i < n + unused; i++) region.set(at + stride * i, 8, new Lane(domain, {}));
      return offsets.map((offset) => {
        const { number, digits } = unknown(domain, range);
        digits.forEach((double, i) =>
          region.set(at + places[i] + offset, 8, new Lane(domain, { double })),
        );
        return number;
      });
    },
    read({ memory }, region, at, range) {
      const [smallest, largest] = digitBounds(w, range);
      return offsets.map((offset) => {
        const doubles = places.map((place, i) => {
          const content = memory.readLane(region, at + place + offset);
          if (!(content instanceof Lane)) throw new Refused('the digits of an element');
          const double = content.double();
          const isWide = () => double.low < smallest || double.high > largest;
          if (isWide()) double.refine();
          if (i < n - 1 && isWide())
            throw new Refused(`digit ${i} may lie in ${double.low} to ${double.high}`);
          if (!double.isInteger) throw new Refused(`digit ${i} may be no integer`);
          return double;
        });
        return { number: numberOf(doubles, w) };
      });
    },
  };
}

/**
 * Several elements side by side, as one of an extension.
 * @param {Layout} base
 * @param {number} stride
 * @returns {Layout}
 */
export function pair(base, stride) {
  const offsets = [0, stride];
  return {
    bytes: stride + base.bytes,
    stride,
    kind: 'quadratic',
    shape: `two of ${base.shape}`,
    ...{ base, offsets },
    place: (machine, region, at, range) =>
      offsets.flatMap((o) => base.place(machine, region, at + o, range)),
    read: (machine, region, at, range) =>
      offsets.flatMap((o) => base.read(machine, region, at + o, range)),
  };
}

/**
 * Elements on signed digits: a lane of rows, and a coordinate of a record, of coefficients.
 * @param {{ w: number, n: number }} field @param {boolean} isExtension
 */
export function shapes({ w, n }, isExtension) {
  const lane = signedDigits({ w, n, stride: 16, lanes: 1 });
  const digits = signedDigits({ w, n, stride: 8, lanes: 1, unused: n % 2 });
  if (!isExtension) return { lane, record: digits, coefficient: digits };
  return { lane: pair(lane, 16 * n), record: pair(digits, digits.bytes), coefficient: digits };
}

/**
 * n words, one for each place of digits of w bits, `stride` bytes apart: of at most `digit` in
 * magnitude.
 * @param {{ w: number, n: number, stride: number }} shape @returns {Layout}
 */
export function columns({ w, n, stride }) {
  return {
    bytes: stride * n,
    kind: 'each',
    shape: `${n} words in ${stride} bytes`,
    place({ domain }, region, at, { least, most, digit = 0n }) {
      let number = new Polynomial();
      for (let i = 0; i < n; i++) {
        const word = domain.input(-digit, digit);
        region.set(at + stride * i, 8, word);
        number = number.add(word.polynomial.shift(w * i));
      }
      assume(domain, number, least, most);
      return [number];
    },
    read({ memory }, region, at, { digit = 0n }) {
      const words = Array.from({ length: n }, (_, i) => {
        const word = memory.read(region, at + stride * i, 8).signed();
        if (word.low < -digit || word.high > digit) word.refine();
        if (word.low < -digit || word.high > digit) throw new Refused(`column ${i} is too large`);
        return word;
      });
      return [{ number: numberOf(words, w) }];
    },
  };
}
