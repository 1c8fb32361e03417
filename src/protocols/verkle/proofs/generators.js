/**
 * The generators of proofs: the basis G_0 … G_255, and Q for inner products, the
 * generator of the group.
 */
import { sumOf } from '../../../group/fixed-basis.js';
import { Point } from '../../../group/point.js';
import { vectorParts } from '../../../group/point-vector.js';
import { readScalars } from '../../../input/scalars.js';

/** @import { Progress } from '../../../port/engine.js' */
/** @import { FixedBasis } from '../../../group/fixed-basis.js' */
/** @import { Group } from '../../../group/group.js' */
/** @import { PointVector } from '../../../group/point-vector.js' */

/** Multi-scalar multiplications over the basis, Q and other points. */
export class Generators {
  #group;
  #basis;
  #inner;

  /**
   * @param {Group} group
   * @param {FixedBasis} basis G
   * @param {FixedBasis} inner Q alone
   */
  constructor(group, basis, inner) {
    this.#group = group;
    this.#basis = basis;
    this.#inner = inner;
  }

  /**
   * Σ scalar_i·G_position_i + factor·Q + `plus`.
   * @param {readonly bigint[]} scalars
   * @param {ArrayLike<number>} positions of the scalars, all different
   * @param {{ factor?: bigint, plus?: Point }} [more]
   * @returns {Point}
   */
  sum(scalars, positions, more) {
    const { factor = 0n, plus } = { factor: 0n, plus: undefined, ...more };
    const onQ = factor === 0n ? plus : sumOf(this.#inner, this.#bytes([factor]), [0], plus);
    return sumOf(this.#basis, this.#bytes(scalars), positions, onQ);
  }

  /**
   * Σ scalar_i·point_i.
   * @param {PointVector} points
   * @param {readonly bigint[]} scalars
   * @returns {Point}
   */
  msm(points, scalars) {
    return this.#group.msm(points, scalars);
  }

  /**
   * `msm` in steps.
   * @param {PointVector} points at least one
   * @param {readonly bigint[]} scalars
   * @returns {Generator<Progress, Point, void>}
   */
  *msmSteps(points, scalars) {
    const { context, storage, start, end } = vectorParts(points);
    const { handle } = storage;
    const sum = yield* context.engine.msmSteps(handle, start, end, this.#bytes(scalars));
    return new Point(context, sum);
  }

  /** @param {readonly bigint[]} scalars @returns {Uint8Array} */
  #bytes(scalars) {
    return readScalars(scalars, { endian: 'le', strict: false, order: this.#group.order });
  }
}
