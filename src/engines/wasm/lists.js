/**
 * Lists for asynchronous calls and the pool. Imported by the first of them. Points are exchanged in
 * the batch kernel's form, whose bytes do not depend on where a point stands.
 */

import { abilitiesOf, costOf, fullProblem, planMsm } from './msm/plan.js';
import { firstOutsideSubgroupSteps } from './subgroup/steps.js';
import { vectorOf } from './vectors.js';
import { decodeSteps } from './decode-steps.js';
import { planShares, shareSteps } from './msm/shares.js';

/** @import { EngineLists, Progress } from '../../port/engine.js' */
/** @import { Arena } from './kernels/arena.js' */
/** @import { FillVector, Membership } from './decode.js' */
/** @import { MsmContext } from './msm/msm.js' */
/** @import { VectorMemory } from './vectors.js' */

/**
 * The `EngineLists` of the port.
 * @param {MsmContext} context
 * @param {{ vectors: VectorMemory, fill: FillVector, membership: Membership,
 *   scalarBits: number }} lists `scalarBits`: of the order
 * @returns {EngineLists}
 */
export function listsOf(context, { vectors, fill, membership, scalarBits }) {
  const { arena, batch: kernel, prices } = context;
  const { pointBytes } = kernel;
  const problemOf = (/** @type {number} */ n) => fullProblem(abilitiesOf(context), n, scalarBits);
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
        return shareSteps(context, points, end - start, scalars, share);
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
 * @type {(arena: Arena) => Generator<Progress, void, void>}
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
