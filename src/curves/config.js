/**
 * Types of a curve's config, from which everything else is derived.
 */

/**
 * A curve's public entry: `curvemill/PATH`, its creator, and the instance's member that is the
 * group. Curves of one entry share an instance and its memory. `eager`: the kernel that another
 * entry, `curvemill/PATH/eager`, imports statically.
 * @typedef {{ readonly path: string, readonly creator: string, readonly member: string,
 *   readonly eager?: string }} Entry
 */

/**
 * Capabilities that only some curves have, stated explicitly and not inferred from other members.
 *
 * - `signatures`: protocols verify signatures over the curve: the modules have arithmetic modulo
 *   the order and compare the x of a Jacobian point;
 * - `subgroup`: some points of the curve are not in the group: kernels have a subgroup check;
 * - `subgroupSums`: random sums of points tell whether any of them is not in the group: the
 *   cofactor is odd, and lists are added as points of the curve itself;
 * - `polynomials`: protocols compute with polynomials over the scalars: there are modules for lists
 *   of scalars, and the order less one has a high power of two;
 * - `chains`: the kernels with tables of odd multiples, for chains over a few points. If `fma` is
 *   listed, that kernel also has chains over one point.
 * @typedef {{ readonly signatures: boolean, readonly subgroup: boolean,
 *   readonly subgroupSums: boolean, readonly polynomials: boolean,
 *   readonly chains: readonly string[] }} Traits
 */

/**
 * The pairing of a group over Fp², the twist, with its partner over Fp; the twist's config states
 * it. `family`: `'bls12'` or `'bn'`; `seed`: the family's parameter, which gives the loop and the
 * final exponentiation; `xi`: the element ξ of Fp², neither a square nor a cube, with
 * Fp⁶ = Fp²[v]/(v³ − ξ) and Fp¹² = Fp⁶[w]/(w² − v); `twist`: `'M'` for y² = x³ + bξ, `'D'` for
 * y² = x³ + b/ξ, where b is the partner's.
 * @typedef {{ readonly family: string, readonly seed: bigint,
 *   readonly xi: { readonly c0: bigint, readonly c1: bigint }, readonly twist: string }} Pairing
 */

/**
 * Hashing to the group by RFC 9380: the simplified SWU map with the non-square `z` into the curve
 * y² = x³ + ax + b, with ab ≠ 0, then an isogeny to the group's curve, then `multiplier`, h_eff.
 * `kernel`: the x of a point of odd order ℓ, whose multiples are the isogeny's kernel. The isogeny:
 * Vélu's, (X, Y), as (X/d², Y/d³) for the `divisor` d. `endomorphism`: integers c_i with
 * Σ [c_i]ψ^i = [multiplier] for the curve's endomorphism ψ, or null.
 * @template [E=any]
 * @typedef {{ readonly a: E, readonly b: E, readonly z: E, readonly kernel: E,
 *   readonly divisor: bigint, readonly multiplier: bigint,
 *   readonly endomorphism: readonly bigint[] | null }} Hashing
 */

/**
 * A basis of Pedersen commitments: x = SHA-256(seed ‖ i as 8 bytes, big-endian) mod p for i = 0, 1,
 * …, keeping the first `length` that are valid encodings. `kept`: bit i is set if candidate i is
 * one. `sha256`: hash of their compressed encodings back to back.
 * @typedef {{ readonly seed: string, readonly length: number, readonly kept: bigint,
 *   readonly sha256: string }} Crs
 */

/**
 * The part of a config that every page downloads; the build writes it to src/generated/curves/.
 * @typedef {{
 *   readonly name: string,
 *   readonly p: bigint,
 *   readonly extension?: { readonly nonResidue: bigint },
 *   readonly edwards?: { readonly a: bigint, readonly d: bigint },
 *   readonly order: bigint,
 *   readonly generator: { readonly x: any, readonly y: any },
 *   readonly crs?: Crs,
 *   readonly traits: Traits,
 * }} CurveData
 */

/**
 * A curve whose scalars are a field with transforms states `scalarGenerator`: a generator of the
 * multiplicative group modulo the order, that of other libraries. Of curves of one entry and
 * order, one has the trait `polynomials`, and its modules serve all.
 */

/**
 * Facts of ceremonies over a pairing's curves. `firstChallenges`: by power less one, the hash that
 * a ceremony of 2^power powers begins with, hexadecimal: BLAKE2b-512 of the hash of nothing and of
 * all points, which are generators; for the largest power they are more than 100 GB. `cofactors`:
 * of G1 and G2.
 * @typedef {{ readonly firstChallenges: readonly string[],
 *   readonly cofactors: readonly [bigint, bigint] }} CeremonyConstants
 */

export {};
