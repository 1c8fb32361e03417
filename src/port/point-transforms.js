/**
 * A capability of the port: transforms of lists of points, for protocols that divide polynomials in
 * the exponent. The same levels as those of scalars (polynomials.js), on points.
 */

/** @import { Progress, VectorHandle } from './engine.js' */

/**
 * Levels of blocks of `count` points from the start of a list, in place, backward where `least`
 * grows to `count`. `roots`: the table t_b, or its inverses for a transform backward, at least
 * count/(2·least) of them.
 * @typedef {{ count: number, least: number, roots: readonly bigint[] }} PointLevels
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
