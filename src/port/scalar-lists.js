/**
 * A capability of the port: lists of elements of a scalar field, for scalar fields and provers. The
 * members that it shares with `Polynomials` mean the same (./polynomials.js), alignment included:
 * lists start at even positions, and an operation may write one element past an odd `count`.
 * `inverse` stands for the inverse root of unity.
 */

/** @import { Blake2b, Progress } from './engine.js' */
/** @import { Polynomials, ScalarList } from './polynomials.js' */

/**
 * A sparse matrix in the engine: row i has the entries `starts[i]` to `starts[i + 1]`, pairs of a
 * column and the index of a value.
 * @typedef {{ readonly rows: number }} ScalarMatrix
 */

/**
 * Scalars in the memory of an engine, for a multi-scalar multiplication. `bytes`: a copy of those
 * from `start` to `end`, or of all, 32 little-endian each.
 * @typedef {{ readonly count: number,
 *   bytes: (start?: number, end?: number) => Uint8Array<ArrayBuffer> }} StoredScalars
 */

/**
 * Elements as they are in memory, for other threads of a group's instance. `source`: what opens the
 * lists there; it can be cloned. `bytes`: a copy of `count` elements from an even position, in
 * `into` if that is given, which has as many; `take` puts them back.
 * @typedef {{ source: { generator: bigint, modules: Record<string, WebAssembly.Module> },
 *   bytes: (list: ScalarList, count: number, into?: Uint8Array<ArrayBuffer>) =>
 *     Uint8Array<ArrayBuffer>,
 *   take: (list: ScalarList, bytes: Uint8Array) => void }} ListTransfer
 */

/**
 * A field of a user's own: a prime, a number that is no square, whether the config gave that as a
 * generator of the multiplicative group, bytes of an encoding, and the texts of modules by kernel.
 * @typedef {{ name: string, modulus: bigint, generator: bigint, hasGenerator: boolean,
 *   bytes: number,
 *   kernels: Record<string, { polynomials: string, lists: string }> }} FieldPage
 */

/**
 * @typedef {object} MoreOfLists
 * @property {bigint} order
 * @property {bigint} generator of the multiplicative group
 * @property {number} bytes of an encoding of an element: 32 in a group's field
 * @property {number} elements of a row: what `sum` and `dot` leave so many parts of
 * @property {number} elementBytes memory of an element
 * @property {(elements: number, purpose: string) => void} requireRoom throws a `ResourceError` if
 *   lists of so many elements cannot be created
 * @property {(z: ScalarList, x: ScalarList, count: number) => void} move copies `count` elements,
 *   from and to any positions, and writes no more
 * @property {(list: ScalarList, bytes: Uint8Array, c?: ScalarList) => void} readLE `bytes`
 *   each, little-endian, any value, times c, a constant
 * @property {(list: ScalarList, count: number, c?: ScalarList) => Uint8Array<ArrayBuffer>} writeLE
 *   canonical bytes, little-endian
 * @property {(z: ScalarList, x: ScalarList, y: ScalarList, count: number) => void} add z = x + y
 * @property {(z: ScalarList, x: ScalarList, y: ScalarList, count: number) => void} subtract
 *   z = x − y
 * @property {(z: ScalarList, x: ScalarList, y: ScalarList, count: number) => void} dot a row z
 *   gains Σ x_i·y_i, in `elements` parts; `count` a multiple of that
 * @property {(size: number, inverse?: boolean) => Generator<Progress, void, void>} tableSteps makes
 *   the table of roots for transforms of blocks that are part of `size` elements, or do nothing if
 *   there is one. It is kept
 * @property {number} blockSize of the largest block that `block` takes in about a millisecond
 * @property {1 | 2} levels that `columns` does
 * @property {(list: ScalarList, size: number, block: number, inverse?: boolean) => void} block the
 *   transform of a block from coefficients to values in bit-reversed order: `forward` down to 1
 * @property {(list: ScalarList, size: number, block: number, from: number, to: number,
 *     inverse?: boolean) => void} columns the first levels of that transform, for columns from …
 *   to, even ones, of size/2^levels
 * @property {(list: ScalarList, count: number, from: number, to: number) => void} reverse bit
 *   reversal of indices from … to of `reversals(count)`
 * @property {(count: number) => number} reversals
 * @property {(parts: { starts: Uint32Array, entries: Uint32Array }) => ScalarMatrix} matrix
 * @property {(matrix: ScalarMatrix) => void} freeMatrix
 * @property {(z: ScalarList, matrix: ScalarMatrix, values: ScalarList, w: ScalarList, from: number,
 *     to: number) => void} sparse z_i gains Σ values_v·w_j, for rows from … to; `values`, `w` whole
 *   lists. values_0 = 1 and values_1 = −1
 * @property {(() => Promise<Blake2b>) | null} blake2b the engine's hash, for ceremonies; null
 *   without WebAssembly, and in workers
 * @property {ListTransfer | null} transfer to other threads with the same kernel, where there are
 *   any
 * @property {(list: ScalarList, count: number) => StoredScalars} stored `count` elements, from any
 *   position; valid while they are
 */

/**
 * Opens lists, with tables of roots of their own: powers of the curve's generator, or of another
 * non-residue; in a worker, by the `source` of those of the caller's thread.
 * @typedef {(source?: Partial<ListTransfer['source']>) => Promise<ScalarLists>} OpenScalarLists
 */

/**
 * @typedef {Omit<Polynomials, 'size' | 'roots' | 'inverses' | 'sha256' | 'forward' | 'backward' |
 *   'read' | 'write'> & MoreOfLists} ScalarLists
 */

export {};
