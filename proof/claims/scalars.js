/**
 * Scalars split into parts, k = Σ λ^j·k_j modulo the order r of a group. λ is what the group's
 * endomorphism multiplies points by; its sources are those of the curves.
 */
import { Polynomial } from '../domain/polynomial.js';
import { shortVectors, wholeParts } from '../lattice.js';
import { Refused } from '../refused.js';
import { upTo } from './claim.js';
import { N256, P255, PALLAS, R254, SEEDS, VESTA } from './fields.js';
import { bytes } from './layouts.js';

/**
 * @import { Value } from '../domain/value.js'
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Layout } from './layouts.js'
 * @import { Region } from '../machine/memory.js'
 *
 * `bits`: magnitudes of parts are below 2^bits. `words` of 64 bits, and one of 32 for the sign.
 * @typedef {{ r: bigint, lambda: bigint, words: number, bits: number,
 *   basis?: bigint[][] }} Splitting
 */

/** The seeds of BLS12-381, with its sign, and of BN254. */
const [BLS, BN] = [-SEEDS.bls, SEEDS.u];

const LIMB = 29;

/** Short vectors of the lattices: as λ⁴ − λ² + 1 = 0 says, and those of BN curves. */
const BLS_BASIS = [
  [BLS, -1n, 0n, 0n],
  [0n, BLS, -1n, 0n],
  [0n, 0n, BLS, -1n],
  [1n, 0n, -1n, BLS],
];
const BN_BASIS = [
  [2n * BN, BN + 1n, -BN, BN],
  [BN, -BN, BN, 2n * BN + 1n],
  [BN + 1n, BN, BN, -2n * BN],
  [2n * BN + 1n, -BN, -BN - 1n, -BN],
];

/** By group. @type {ReadonlyMap<string, Splitting>} */
export const SPLITTINGS = new Map([
  ['bls12-381-g1', { r: P255, lambda: BLS ** 2n - 1n, words: 2, bits: 127 }],
  ['bls12-381-g2', { r: P255, lambda: BLS, words: 1, bits: 63, basis: BLS_BASIS }],
  [
    'bn254-g1',
    { r: R254, lambda: 36n * BN ** 3n + 18n * BN ** 2n + 6n * BN + 1n, words: 2, bits: 126 },
  ],
  ['bn254-g2', { r: R254, lambda: 6n * BN ** 2n, words: 1, bits: 64, basis: BN_BASIS }],
  [
    'pallas',
    {
      r: VESTA,
      lambda: BigInt('0x06819a58283e528e511db4d81cf70f5a0fed467d47c033af2aa9d2e050aa0e4f'),
      words: 2,
      bits: 127,
    },
  ],
  [
    'vesta',
    {
      r: PALLAS,
      lambda: BigInt('0x12ccca834acdba712caad5dc57aab1b01d1f8bd237ad31491dad5ebdfdfe4ab9'),
      words: 2,
      bits: 127,
    },
  ],
  [
    'secp256k1',
    {
      r: N256,
      lambda: BigInt('0x5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72'),
      words: 2,
      bits: 128,
    },
  ],
  [
    'banderwagon',
    {
      r: 0x1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e1n,
      lambda: 0x13b4f3dc4a39a493edf849562b38c72bcfc49db970a5056ed13d21408783df05n,
      words: 2,
      bits: 126,
    },
  ],
]);

/** @param {Splitting} one @param {number} count of scalars @param {number} index of this one */
function partsLayout({ lambda, words, bits, ...one }, count, index) {
  const { basis = shortVectors(one.r, lambda) } = one;
  const size = 8 * words + 4;
  const places = basis.map((_, j) => (count * j + index) * size);
  const cut = LIMB * Math.ceil((bits + 1) / LIMB);
  return /** @type {Layout} */ ({
    bytes: Math.max(...places) + size,
    kind: 'each',
    shape: `${places.length} parts`,
    writes: places.map((at) => [at, size]),
    place() {
      throw new Refused('parts of a scalar that are not known');
    },
    read({ memory, domain }, region, at) {
      /** @param {Region} from @param {number} start @param {number} n */
      const number = (from, start, n) =>
        Array.from({ length: n }, (_, i) =>
          memory
            .read(from, start + 8 * i, 8)
            .unsigned()
            .polynomial.shift(64 * i),
        ).reduce((sum, word) => sum.add(word));
      const parts = places.map((place) => {
        const sign = signedWord(memory.read(region, at + place + 8 * words, 4));
        // A sign that is known is that of the words, too.
        const known = sign.high - sign.low < 2n ? domain.constant(domain.decide(sign)) : sign;
        return number(region, at + place, words).add(known.polynomial.shift(64 * words));
      });
      const k = number(memory.named('source'), 32 * index, 4);
      const { wholes, most } = wholeParts(domain, parts, k, { basis, bits: cut, r: one.r });
      if (most >> BigInt(bits)) throw new Refused(`parts of ${most.toString(2).length} bits`);
      const sum = wholes.reduceRight((rest, whole) => rest.scale(lambda).add(whole));
      return [{ number: sum, low: 0n, high: 0n }];
    },
  });
}

/**
 * 32 bytes, whose bits are unknowns of their own where words and limbs begin.
 * @type {Layout}
 */
const scalarBytes = {
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
function signedBytes(size, bits, c) {
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
const digitLayout = (c, windows) => ({
  ...{ bytes: 4 * windows, kind: 'each', shape: `${windows} digits of ${c} bits` },
  place() {
    throw new Refused('digits that are not known');
  },
  read({ memory }, region, at) {
    const most = 1n << BigInt(c - 1);
    let number = new Polynomial();
    for (let j = 0; j < windows; j++) {
      const digit = signedWord(memory.read(region, at + 4 * j, 4));
      if (digit.low < -most || digit.high > most) throw new Refused(`digit ${j} is too large`);
      number = number.add(digit.polynomial.shift(c * j));
    }
    return [{ number, low: 0n, high: 0n }];
  },
});

/** Four bytes as a signed number. @param {Value} word as it was stored */
const signedWord = (word) =>
  (word.part?.isLow && word.part.split.bits === 32 ? word.part.split.of : word).window(
    -(1n << 31n),
    32,
  );

/**
 * One scalar at a time: of a list the claims say nothing but that.
 * @param {string} group
 * @param {Splitting | undefined} [one]
 * @returns {(name: string) => Claim[]}
 */
export function scalarClaims(group, one = SPLITTINGS.get(group)) {
  if (!one) return () => [];
  const field = /** @type {Field} */ ({ name: `scalars of ${group}`, p: one.r, R: 1n, most: 1n });
  const size = 8 * one.words + 4;
  const plain = { field, isDisjoint: true, isLazy: true };
  /** @type {Claim} */
  const split = {
    ...{ ...plain, name: 'split', params: ['target', 'source', 'count', 'report'] },
    title: `k = Σ λ^j·k_j modulo r, magnitudes of k_j below 2^${one.bits}; of one scalar`,
    inputs: [{ name: 'k', param: 'source', layout: scalarBytes, range: upTo(2n ** 256n - 1n) }],
    outputs: [
      {
        name: 'parts',
        param: 'target',
        layout: partsLayout(one, 1, 0),
        range: upTo(0n),
        formula: 'k',
      },
    ],
    flags: [0, 4].map((offset) => ({
      ...{ name: `report${offset}`, param: 'report', offset, isOutput: true },
    })),
    numbers: new Map([['count', 1n]]),
  };
  /** @param {number} c @returns {Claim} */
  const digits = (c) => {
    const windows = Math.ceil((one.bits + 1) / c);
    return {
      ...{
        ...plain,
        on: 'digits',
        name: 'digits',
        params: ['target', 'parts', 'count', 'c', 'windows'],
      },
      title: 'k = Σ d_j·2^(cj), −2^(c−1) ≤ d_j ≤ 2^(c−1), for each c from 2 to 24; of one scalar',
      inputs: [
        { name: 'k', param: 'parts', layout: signedBytes(size, one.bits, c), range: upTo(0n) },
      ],
      outputs: [
        {
          name: 'd',
          param: 'target',
          layout: digitLayout(c, windows),
          range: upTo(0n),
          formula: 'k',
        },
      ],
      numbers: new Map([
        ['count', 1n],
        ['c', BigInt(c)],
        ['windows', BigInt(windows)],
      ]),
    };
  };
  const claims = [split, ...Array.from({ length: 23 }, (_, i) => digits(i + 2))];
  return (name) => claims.filter((claim) => claim.name === name);
}
