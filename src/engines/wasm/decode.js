/**
 * Decoding and validation of points: bytes to points in wasm memory. Lists and single points take
 * the same steps; a list is decoded by the batch kernel, in chunks.
 *
 * The subgroup checks of an engine's lists. The code of the random sums is a part of its own, which
 * arrives later: until then, or if it does not arrive, every point is checked.
 */

import { PointError } from '../../errors.js';
import { betterOf } from './kernels/registry.js';
import { prepareRoots } from './kernels/roots.js';
import { runNow } from '../../port/steps.js';

/** @import { Engine, PointChecks, PointSource } from '../../port/engine.js' */
/** @import { Arena } from './kernels/arena.js' */
/** @import { BatchKernel, PointKernel, SingleKernel } from './kernels/kernel.js' */
/** @import { VectorMemory, WasmVector } from './vectors.js' */
/** @import { CheckParts, FirstOutsideBySums } from './subgroup/check.js' */

/**
 * Decodes a source that has as many points as the vector.
 * @typedef {(vector: WasmVector, source: PointSource, checks: PointChecks) => void} FillVector
 */

/**
 * Members that are absent are not looked for in `Object.prototype`, which a program may extend.
 * @template T
 * @param {T} object
 * @returns {T}
 */
const ownOf = (object) => Object.assign(Object.create(null), object);

/**
 * The decoding members of an engine.
 * @param {Arena} arena
 * @param {{ batch: BatchKernel, single: SingleKernel }} kernels
 * @param {VectorMemory} vectors of the batch kernel
 * @param {Membership} membership of its lists
 * @returns {Pick<Engine, 'decode' | 'decodeOne'> & { fill: FillVector }}
 */
export function decodingMembers(arena, { batch, single }, vectors, membership) {
  const { fieldBytes } = batch;
  const affineBytes = 2 * fieldBytes;

  const check = (
    /** @type {PointKernel} */ kernel,
    /** @type {number} */ points,
    /** @type {number} */ count,
    /** @type {PointChecks} */ checks,
  ) => {
    const { curve, verify, subgroup } = ownOf(checks);
    const off = curve ? kernel.firstOffCurve(points, count) : -1;
    if (off >= 0) throw new PointError('not-on-curve', off);
    verify?.();
    const outside = membership.firstOutsideSubgroup(kernel, points, count, subgroup);
    if (outside >= 0) throw new PointError('not-in-subgroup', outside);
  };

  const readAffine = (
    /** @type {PointKernel} */ kernel,
    /** @type {Uint8Array | undefined} */ factor,
    /** @type {number} */ target,
    /** @type {number} */ buffer,
    /** @type {number} */ first,
    /** @type {number} */ count,
  ) => {
    const at = factor ? buffer + count * affineBytes : 0;
    if (factor) arena.u8.set(factor, at);
    const bad = kernel.fromAffineBytes(target, buffer, count, at);
    if (bad >= 0) throw new PointError('range', first + bad);
  };

  /** @type {FillVector} */
  const fill = (vector, source, checks) => {
    const { xs, signs, affine, factor } = ownOf(source);
    const { address, length } = vector;
    const lifted = signs ? signs.length : 0;
    if (signs) {
      vectors.fill(vector, 0, lifted, fieldBytes + 1, (target, buffer, first, count) => {
        const end = first + count;
        arena.u8.set(xs.subarray(first * fieldBytes, end * fieldBytes), buffer);
        arena.u8.set(signs.subarray(first, end), buffer + count * fieldBytes);
        liftX(arena, batch, { target, buffer, first, count });
      });
    }
    if (affine) {
      vectors.fill(vector, lifted, length, affineBytes, (target, buffer, first, count) => {
        const from = (first - lifted) * affineBytes;
        arena.u8.set(affine.subarray(from, from + count * affineBytes), buffer);
        readAffine(batch, factor, target, buffer, first, count);
      });
    }
    check(batch, address, length, checks);
  };

  return {
    fill,

    decode(source, checks) {
      const { signs, affine } = ownOf(source);
      const length = (signs?.length ?? 0) + (affine?.length ?? 0) / affineBytes;
      return vectors.create(length, (vector) => fill(vector, source, checks));
    },

    decodeOne(source, checks) {
      const { xs, signs, affine, factor } = ownOf(source);
      // Square roots of one point too.
      const kernel = affine ? single : betterOf({ single, batch });
      const { model, pointBytes } = kernel;
      return arena.borrow(2 * affineBytes + pointBytes, (buffer) => {
        const { u8 } = arena;
        const point = buffer + 2 * affineBytes;
        if (signs) {
          u8.set(xs, buffer);
          u8[buffer + fieldBytes] = signs[0];
        } else {
          u8.set(affine, buffer);
        }
        if (signs) liftX(arena, kernel, { target: point, buffer, first: 0, count: 1 });
        else readAffine(kernel, factor, point, buffer, 0, 1);
        check(kernel, point, 1, checks);
        const toBytes = model?.toCanonicalBytes ?? kernel.toAffineBytes;
        toBytes(buffer, point, 1);
        return arena.u8.slice(buffer, buffer + affineBytes);
      });
    },
  };
}

/**
 * Lifts points from x-coordinates followed by sign bytes. Where only the root 0 is there, the sign
 * 1 names none.
 * @param {Arena} arena
 * @param {PointKernel} kernel
 * @param {{ target: number, buffer: number, first: number, count: number }} list `buffer`: its
 *   bytes; `first`: index of the first in the list, for errors
 */
function liftX(arena, kernel, { target, buffer, first, count }) {
  const { decompress, fieldBytes } = kernel;
  prepareRoots(arena, kernel);
  const signs = buffer + count * fieldBytes;
  const bad = decompress(target, buffer, signs, count);
  if (bad < 0) return;
  const i = bad >> 1;
  const { u8 } = arena;
  const isSigned = u8[signs + i] === 1;
  u8[signs + i] = 0;
  if (isSigned && decompress(target, buffer + i * fieldBytes, signs + i, 1) < 0)
    throw new PointError('flags', first + i, { got: 'the sign of another root, where y is 0' });
  throw liftError(bad & 1, first + i);
}

/**
 * @param {number} isOffCurve 1, or 0 for an x out of range
 * @param {number} index
 */
export function liftError(isOffCurve, index) {
  return new PointError(isOffCurve ? 'not-on-curve' : 'range', index);
}

/** The code of the sums. @typedef {{ firstOutsideBySums: FirstOutsideBySums }} Sums */

/**
 * Loads it.
 * @typedef {() => Sums | Promise<Sums>} LoadSums
 */

/** Checks lists for the subgroup, by sums once they are loaded. */
export class Membership {
  /** Set once the sums are loaded. @type {FirstOutsideBySums | undefined} */
  bySums;

  /**
   * @param {CheckParts} parts
   * @param {LoadSums} [load] of a curve with the trait
   */
  constructor(parts, load) {
    this.parts = parts;
    /** Settles when the sums are loaded, or cannot be; never rejects. @type {Promise<void>} */
    this.ready = (async () => {
      this.bySums = (await load?.())?.firstOutsideBySums;
    })().catch(() => {});
  }

  /**
   * The index of the first point outside the subgroup, or −1; of a single point, exact. In steps:
   * ./steps.js.
   * @param {PointKernel} kernel the batch kernel, if there are several points
   * @param {number} points address of points on the curve
   * @param {number} count
   * @param {PointChecks['subgroup']} how
   * @returns {number}
   * @throws {import('../../errors.js').ResourceError} if memory does not suffice for the sums
   */
  firstOutsideSubgroup({ subgroup }, points, count, how) {
    const { parts, bySums } = this;
    if (bySums && how === true && count > 1) return runNow(bySums(parts, points, count));
    return how && subgroup ? subgroup.firstOutside(points, count) : -1;
  }
}
