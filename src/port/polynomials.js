/**
 * A capability of the port: polynomials over the scalars of a group. For protocols that evaluate
 * and interpolate, on lists of integers modulo the group's order.
 *
 * Lists stay in the engine; an operation covers a whole list, or `count` elements of each operand
 * from its start. Rows of a kernel hold two elements, so operands start at even positions, and an
 * operation may also write one element past an odd `count`. A *constant* is an element anywhere.
 * The order of values at roots of unity, and blocks: wasm-gen/polynomial/transforms.js.
 *
 * A capability of the port: transforms of lists of points, for protocols that divide polynomials in
 * the exponent. The same levels as those of scalars (polynomials.js), on points.
 */

/** @import { Progress, Sha256, VectorHandle } from './engine.js' */

/**
 * Elements of a list, from a position on.
 * @typedef {{ readonly length: number }} ScalarList
 */

/**
 * @typedef {object} Polynomials
 * @property {number} size of the domain
 * @property {(length: number) => ScalarList} create zeros
 * @property {(list: ScalarList) => void} free a list that `create` returned
 * @property {(list: ScalarList, position: number) => ScalarList} at the rest from a position
 * @property {(list: ScalarList, bytes: Uint8Array, c?: ScalarList) => number} read 32 bytes
 *   big-endian each, times c, a constant: −1, or the index of the first that is not below the order
 * @property {(list: ScalarList, count: number) => Uint8Array<ArrayBuffer>} write the same bytes
 * @property {Sha256 | null} sha256 the engine's hash, for challenges; null without WebAssembly or
 *   where the runtime refuses its module
 * @property {() => void} dispose frees the tables of roots; lists are freed one by one
 * @property {(z: ScalarList, c: ScalarList) => void} put copies one element, both anywhere
 * @property {(z: ScalarList, x: ScalarList, count: number) => void} copy
 * @property {(z: ScalarList, count: number) => void} clear zeros
 * @property {ScalarList} roots t_b = ω^(bit reversal of b), half as many as the domain has points
 * @property {ScalarList} inverses 1/t_b
 * @property {(list: ScalarList, count: number, least: number, block: number) => void} forward
 *   levels from one block of `count` coefficients down to blocks of `least`
 * @property {(list: ScalarList, count: number, least: number, block: number) => void} backward the
 *   reverse, times count/least
 * @property {(z: ScalarList, x: ScalarList, y: ScalarList, count: number) => void} multiply z = xy
 * @property {(z: ScalarList, x: ScalarList, c: ScalarList, count: number) => void} scale z = c·x, c
 *   a constant
 * @property {(z: ScalarList, x: ScalarList, c: ScalarList, count: number) => void} accumulate
 *   z = z + c·x, c a constant
 * @property {(z: ScalarList, x: ScalarList, w: ScalarList, count: number) => void} fold
 *   z_i = (x_2i + x_2i+1) + (x_2i − x_2i+1)·w_i; `z` may be `x`
 * @property {(z: ScalarList, d: ScalarList, t: ScalarList, c: ScalarList, count: number) => void}
 *   split z_2i = (c + t_i)·d_i, z_2i+1 = (c − t_i)·d_i for `count` elements of d; c a constant
 * @property {(z: ScalarList, x: ScalarList, d: ScalarList, c: ScalarList, count: number) => void}
 *   quotient z = (c − x)·d, c a constant
 */

/**
 * Opens the capability: `root` is a primitive root of unity of order `size`, a power of two.
 * @typedef {(domain: { root: bigint, size: number }) => Promise<Polynomials>} OpenPolynomials
 */

/**
 * Levels of the first `count` points of a list, in place: from blocks of `most` points, by default
 * all, to blocks of `least`, or backward. `roots`: the table t_b, or its inverses for a transform
 * backward. `first`, by default 0: where the points stand in a longer transform whose blocks they
 * are, a multiple of `most`; at least (first + count)/(2·least) roots.
 * @typedef {{ count: number, least: number, roots: readonly bigint[], most?: number,
 *   first?: number }} PointLevels
 */

/**
 * @typedef {(handle: VectorHandle, levels: PointLevels) => Generator<Progress, void, void>}
 *   Transform
 */

/**
 * `forward`: low ± t_b·high. `backward`: low + high and (low − high)·t_b, without a division by
 * count/least.
 * @typedef {{ forward: Transform, backward: Transform }} PointTransforms
 */

export {};
