/**
 * A capability of the port: transforms of lists of points, for protocols that divide polynomials in
 * the exponent. The same levels as those of scalars (polynomials.js), on points.
 */

/** @import { Progress, VectorHandle } from './engine.js' */

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
