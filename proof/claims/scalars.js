/**
 * Scalars split into parts, k = Σ λ^j·k_j modulo the order r of a group. λ is what the group's
 * endomorphism multiplies points by; its sources are those of the curves. Claims are of one scalar
 * at a time: of a list they say nothing but that.
 */
import { digitLayout, partsLayout, scalarBytes, signedBytes } from '../kernel/scalar-layouts.js';
import { upTo } from './claim.js';
import { N256, P255, PALLAS, R254, SEEDS, VESTA } from './fields.js';
import { byName, readerOfAll } from './notation.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Splitting } from '../kernel/scalar-layouts.js'
 */

/** The seeds of BLS12-381, with its sign, and of BN254. */
const [x, u] = [-SEEDS.bls, SEEDS.u];

/** By group: as λ⁴ − λ² + 1 = 0 says, and of BN curves. */
const BASES = {
  bls: [
    [x, -1n, 0n, 0n],
    [0n, x, -1n, 0n],
    [0n, 0n, x, -1n],
    [1n, 0n, -1n, x],
  ],
  bn: [
    [2n * u, u + 1n, -u, u],
    [u, -u, u, 2n * u + 1n],
    [u + 1n, u, u, -2n * u],
    [2n * u + 1n, -u, -u - 1n, -u],
  ],
};

/** Two parts. @param {bigint} r @param {number} bits @param {bigint} lambda */
const two = (r, bits, lambda) => ({ r, lambda, words: 2, bits });
/** Four. @param {bigint} r @param {number} bits @param {bigint} lambda @param {bigint[][]} basis */
const four = (r, bits, lambda, basis) => ({ r, lambda, words: 1, bits, basis });

const BANDERWAGON = 0x1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e1n;

// prettier-ignore
/** By group. @type {ReadonlyMap<string, Splitting>} */
export const SPLITTINGS = new Map(/** @type {[string, Splitting][]} */ ([
  ['bls12-381-g1', two(P255, 127, x ** 2n - 1n)],
  ['bls12-381-g2', four(P255, 63, x, BASES.bls)],
  ['bn254-g1', two(R254, 126, 36n * u ** 3n + 18n * u ** 2n + 6n * u + 1n)],
  ['bn254-g2', four(R254, 64, 6n * u ** 2n, BASES.bn)],
  ['pallas', two(VESTA, 127,
    0x06819a58283e528e511db4d81cf70f5a0fed467d47c033af2aa9d2e050aa0e4fn)],
  ['vesta', two(PALLAS, 127,
    0x12ccca834acdba712caad5dc57aab1b01d1f8bd237ad31491dad5ebdfdfe4ab9n)],
  ['secp256k1', two(N256, 128,
    0x5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72n)],
  ['banderwagon', two(BANDERWAGON, 126,
    0x13b4f3dc4a39a493edf849562b38c72bcfc49db970a5056ed13d21408783df05n)],
]));

/**
 * @param {string} group
 * @param {Splitting | undefined} [one]
 * @returns {(name: string) => Claim[]}
 */
export function scalarClaims(group, one = SPLITTINGS.get(group)) {
  if (!one) return () => [];
  const field = /** @type {Field} */ ({ name: `scalars of ${group}`, p: one.r, R: 1n, most: 1n });
  const range = upTo(0n);
  const more = { isDisjoint: true, isLazy: true };
  const split = readerOfAll({
    ...{ field, more },
    types: {
      scalar: { layout: scalarBytes, range: upTo(2n ** 256n - 1n) },
      parts: { layout: partsLayout(one), range },
    },
  })(`
    split(target, source, count = 1, report) ${SPLIT} below 2^${one.bits}; of one scalar
      in source: k ~scalar
      out target: parts ~parts = k
      flags out report0 at report, out report4 at report+4b`);
  const digits = Array.from({ length: 23 }, (_, i) => {
    const c = i + 2;
    const windows = Math.ceil((one.bits + 1) / c);
    const part = { layout: signedBytes(8 * one.words + 4, one.bits, c), range };
    const types = { part, digits: { layout: digitLayout(c, windows), range } };
    return readerOfAll({ field, more, types })(`
      digits(target, parts, count = 1, c = ${c}, windows = ${windows}) ${DIGITS}
        digits
        in parts: k ~part
        out target: d ~digits = k`);
  });
  return byName([...split, ...digits.flat()]);
}

const SPLIT = 'k = Σ λ^j·k_j modulo r, magnitudes of k_j';
const DIGITS = 'k = Σ d_j·2^(cj), −2^(c−1) ≤ d_j ≤ 2^(c−1), for each c from 2 to 24; of one scalar';
