/**
 * Lists for asynchronous calls and the pool. Imported by the first of them. Points are
 * exchanged in the batch kernel's form, whose bytes do not depend on where a point stands.
 *
 * Decoding of a list in steps of a few milliseconds. The subgroup is checked at the end, over the
 * whole list. The error is that of the first bad point, so it does not depend on how the list is
 * cut.
 *
 * Shares of one sum, by windows: every share has all points and scalars, and some windows of their
 * digits; the shares add up to the sum. Half of the points need nearly as many buckets in every
 * window as all of them, whose reduction makes two halves cost a tenth more than the whole. Shares
 * by windows repeat no bucket, only the splitting of scalars and the images under the endomorphism.
 *
 * Symbols: c bits per window; W windows; b bits of the largest part of a scalar.
 */

import { abilitiesOf, costOf, fullProblem, planMsm } from './msm/plan.js';
import { firstOutsideSubgroupSteps } from './subgroup/steps.js';
import { vectorOf, WasmVector } from './vectors.js';
import { PointError } from '../../errors.js';
import { firstError } from '../../port/point-errors.js';
import { now, reporting } from '../../port/steps.js';
import { msmSteps } from './msm/msm.js';
import { bucketPlan, windowsFor } from './msm/work.js';

/** @import { EngineLists, EncodedPoints, Progress, SumShare, SumShares, VectorHandle } from '../../port/engine.js' */
/** @import { Arena } from './kernels/arena.js' */
/** @import { FillVector, Membership } from './decode.js' */
/** @import { Machine } from './msm/msm.js' */
/** @import { VectorMemory } from './vectors.js' */
/** @import { BatchKernel } from './kernels/kernel.js' */
/** @import { AllPrices, Problem } from './msm/plan.js' */

/**
 * The `EngineLists` of the port.
 * @param {Machine} machine
 * @param {{ vectors: VectorMemory, fill: FillVector, membership: Membership,
 *   scalarBits: number }} lists `scalarBits`: of the order
 * @returns {EngineLists}
 */
export function listsOf(machine, { vectors, fill, membership, scalarBits }) {
  const { arena, batch: kernel, prices } = machine;
  const { pointBytes } = kernel;
  const problemOf = (/** @type {number} */ n) => fullProblem(abilitiesOf(machine), n, scalarBits);
  return {
    decodeSteps: (encoded) => decodeSteps({ vectors, fill, kernel, membership }, encoded),
    transfer: {
      pointBytes,
      hasSums: membership.bySums !== undefined,
      create: (length) => vectors.create(length, () => {}),
      read(handle, start, end) {
        const { address } = vectorOf(handle);
        return arena.u8.slice(address + start * pointBytes, address + end * pointBytes);
      },
      write(handle, start, bytes) {
        arena.u8.set(bytes, vectorOf(handle).address + start * pointBytes);
      },
      overwriteSteps: () => overwriteSteps(arena),
      msmMilliseconds(n) {
        if (n === 0) return 0;
        return costOf(planMsm(problemOf(n), prices).work, prices) / 1e6;
      },
      planShares: (n, count) => planShares(problemOf(n), prices, count),
      shareSteps(handle, start, end, scalars, share) {
        const points = vectorOf(handle).address + start * pointBytes;
        return shareSteps(machine, points, end - start, scalars, share);
      },
      outsideSteps(handle, shares) {
        const { address, length } = vectorOf(handle);
        return firstOutsideSubgroupSteps(membership, address, length, true, shares);
      },
    },
  };
}

/** Bytes overwritten in a step: under a millisecond. */
const OVERWRITTEN = 2 ** 22;

/**
 * Overwrites memory that is free, which may hold what it was used for.
 * @param {Arena} arena
 * @returns {Generator<Progress, void, void>}
 */
function* overwriteSteps(arena) {
  const total = arena.memory.buffer.byteLength;
  for (let at = 0; at < total; at += OVERWRITTEN) {
    // Read anew: other work may have taken memory between two steps.
    for (const { start, end } of [...arena.gaps, { start: arena.used, end: total }]) {
      const [from, to] = [Math.max(at, start), Math.min(at + OVERWRITTEN, end)];
      if (from < to) arena.u8.fill(0, from, to);
    }
    yield { phase: 'memory', done: at, total };
  }
}

/**
 * The parts of an engine that this needs.
 * @typedef {{ vectors: VectorMemory, fill: FillVector, kernel: BatchKernel,
 *   membership: Membership }} Decoder
 */

/** Points of the first step, and of the largest. A point takes 5 µs to 1 ms. */
const [FIRST, LARGEST] = [8, 1024];

/** Milliseconds that a step should take. */
const PIECE_MS = 4;

/**
 * Closing the generator frees the list.
 * @param {Decoder} decoder
 * @param {EncodedPoints} encoded
 * @returns {Generator<Progress, VectorHandle, void>}
 */
export function* decodeSteps(decoder, encoded) {
  const { vectors, kernel, membership } = decoder;
  const { length: n, subgroup } = encoded;
  const vector = vectors.create(n, () => {});
  // A checked point counts twice: read, and in the subgroup.
  const total = subgroup && kernel.subgroup ? 2 * n : n;
  const checkSubgroup = (/** @type {number} */ count) =>
    reporting(firstOutsideSubgroupSteps(membership, vector.address, count, subgroup), (step) => ({
      phase: step.phase,
      done: n + Math.floor((n * step.done) / step.total),
      total,
    }));
  let isDone = false;
  try {
    try {
      for (const done of readSteps(decoder, vector, encoded))
        yield { phase: 'points', done, total };
    } catch (error) {
      if (!(error instanceof PointError)) throw error;
      // Points before it may be outside the subgroup.
      throwIfOutside(yield* checkSubgroup(error.index ?? 0));
      throw error;
    }
    throwIfOutside(yield* checkSubgroup(n));
    isDone = true;
    return vector;
  } finally {
    if (!isDone) vectors.free(vector);
  }
}

/** @param {number} index of a point outside the subgroup, or −1 */
function throwIfOutside(index) {
  if (index >= 0) throw new PointError('not-in-subgroup', index);
}

/**
 * Reads the points, and checks them but for the subgroup.
 * @param {Decoder} decoder
 * @param {WasmVector} vector
 * @param {EncodedPoints} encoded
 * @returns {Generator<number, void, void>} yields the number of points that are read
 * @throws {PointError} of the first point that has an error, but for the subgroup
 */
function* readSteps({ fill, kernel }, { address, length: n }, encoded) {
  const read = (/** @type {number} */ start, /** @type {number} */ end) => {
    const { source, checks } = encoded.part(start, end);
    const target = new WasmVector(address + start * kernel.pointBytes, end - start);
    fill(target, source, { ...checks, subgroup: false });
  };
  let size = FIRST;
  for (let start = 0; start < n;) {
    const end = Math.min(n, start + size);
    const began = now();
    try {
      read(start, end);
    } catch (error) {
      if (!(error instanceof PointError)) throw error;
      throw firstError(error, start, end, (i) => read(i, i + 1));
    }
    const perPoint = (now() - began) / (end - start);
    const wanted = Math.round(PIECE_MS / Math.max(perPoint, PIECE_MS / LARGEST));
    // Even, for kernels that take points by twos. The first steps run before optimization.
    size = Math.min(4 * size, Math.max(2, wanted & ~1));
    start = end;
    yield end;
  }
}

const [MIN_C, MAX_C] = [4, 16];

/**
 * The shares whose costliest is cheapest.
 * @param {Problem} problem with full-length scalars
 * @param {AllPrices} prices
 * @param {number} count of shares, at least 2
 * @returns {SumShares}
 */
export function planShares(problem, prices, count) {
  /** @type {SumShares} */
  let best = { shares: [], milliseconds: Infinity };
  for (let c = MIN_C; c <= MAX_C; c++) {
    const windows = windowsFor(problem.bits, c);
    if (windows < count) break;
    const shares = Array.from({ length: count }, (_, i) => ({
      c,
      first: Math.floor((windows * i) / count),
      // The top windows of longer scalars belong to the last share.
      end: i < count - 1 ? Math.floor((windows * (i + 1)) / count) : null,
    }));
    // The others have no more windows, and fewer doublings.
    const longest = shares.slice(0, -1).reduce((a, b) => (lengthOf(b) >= lengthOf(a) ? b : a));
    const costs = [longest, shares[count - 1]].map((share) => costOfShare(problem, prices, share));
    const milliseconds = Math.max(...costs) / 1e6;
    if (milliseconds < best.milliseconds) best = { shares, milliseconds };
  }
  return best;
}

/** Windows of a share that is not the last. @param {SumShare} share */
const lengthOf = ({ first, end }) => Number(end) - first;

/**
 * @param {Problem} problem
 * @param {AllPrices} prices
 * @param {SumShare} share
 * @returns {number} nanoseconds
 */
function costOfShare(problem, prices, { c, first, end }) {
  // So many bits have as many windows, and the top one is full unless it is that of the problem.
  const bits = end === null ? Math.max(1, problem.bits - first * c) : (end - first) * c - 1;
  const { work } = bucketPlan({ ...problem, bits }, c);
  return costOf({ ...work, bits: work.bits + first * c }, prices);
}

/**
 * The steps of a share, as `msmSteps`. Nothing is planned here that the shares have to agree on:
 * they fit together wherever each is computed.
 * @param {Machine} machine
 * @param {number} points address of n affine points
 * @param {number} n
 * @param {Uint8Array} scalars n × 32 bytes little-endian, any value
 * @param {SumShare} share
 * @returns {Generator<Progress, Uint8Array, void>} its sum, a canonical point
 */
export function shareSteps(machine, points, n, scalars, { c, first, end }) {
  /** @param {Problem} problem */
  const plan = (problem) => {
    // Short scalars have nothing in high windows; one window of zeros is still computed.
    const top = Math.min(windowsFor(problem.bits, c), end ?? Infinity);
    return { ...bucketPlan(problem, c), windows: Math.max(1, top - first), first };
  };
  return msmSteps({ ...machine, plan }, points, n, scalars);
}
