/**
 * The port's `EngineParallel`: sums, lists and tables on the workers of a pool.
 */

import { SCALAR_BYTES } from '../math/integers.js';
import { runSteps } from '../port/slices.js';
import { decodeOnWorkers } from './decoding.js';
import { areLong, cutFor, LARGEST_SUM } from './plan.js';
import { Residency } from './residency.js';
import { tableOnWorkers } from './tables.js';
import { cutRange } from '../port/ranges.js';

/** @import { Engine, EngineLists, EngineParallel, EngineTransfer, SumShare, TaskPart, VectorHandle } from '../port/engine.js' */
/** @import { Range } from '../port/ranges.js' */
/** @import { Cut } from './plan.js' */
/** @import { Pool } from './pool.js' */
/** @import { Resident } from './residency.js' */

/** A slice is summed where its points are, unless a worker had this much more than others. */
const UNEVEN = 1.3;

/**
 * An engine whose work is shared out. `index`: in its instance.
 * @typedef {{ pool: Pool, engine: Engine, index: number, lists: EngineLists,
 *   transfer: EngineTransfer }} Shared
 */

/**
 * A part of a sum: a range of the points, or with `share` some windows of all scalars; and who
 * keeps them, if anybody.
 * @typedef {Range & { resident: Resident | null, share: SumShare | null }} SumPart
 */

/**
 * The capability of one engine.
 * @param {Shared & { cutOf?: (n: number, workers: number) => Cut }} shared `cutOf`, for tests,
 *   overrides how sums of n points are cut
 * @returns {EngineParallel}
 */
export function createParallel({ cutOf: forced, ...shared }) {
  const { pool, engine, index, transfer } = shared;
  const residency = new Residency(pool, index, transfer);
  const whole = remembering(transfer.msmMilliseconds);
  const plans = remembering(transfer.planShares);
  const cuts = remembering((n, workers) =>
    cutFor(n, workers, { whole, share: (points, count) => plans(points, count).milliseconds }),
  );
  /** @type {(n: number) => Cut} */
  const cutOf = (n) => (forced ?? cuts)(n, pool.living.length);

  /** @type {(handle: VectorHandle, range: Range, scalars: Uint8Array) => SumPart[]} */
  const cut = (handle, range, scalars) => {
    const { living } = pool;
    const { workers, byWindows } = cutOf(range.end - range.start);
    if (workers < 2) return [];
    let residents = residency.of(handle);
    if (residents.length === 0) {
      const { workers: most, byWindows: isWhole } = cutOf(handle.length);
      residents = residency.divide(handle, living.slice(0, most), isWhole);
    }
    const alive = residents.filter(({ worker }) => living.includes(worker));
    const isWhole = residents.every(({ start, end }) => end - start === handle.length);
    if (!isWhole) return byRanges(alive, range, workers);
    const count = Math.min(workers, alive.length);
    const isLong = byWindows && count > 1 && areLong(scalars);
    const { shares } = isLong ? plans(range.end - range.start, count) : { shares: [] };
    return shares.length > 0
      ? shares.map((share, i) => ({ ...range, share, resident: alive[i] }))
      : cutRange(range, count).map((own, i) => ({ ...own, share: null, resident: alive[i] }));
  };

  return {
    get workers() {
      return pool.living.length;
    },

    async msm(handle, start, end, scalars, control) {
      const parts = cut(handle, { start, end }, scalars);
      if (parts.length < 2) return runSteps(engine.msmSteps(handle, start, end, scalars), control);
      const { living } = pool;
      /** @type {(part: SumPart) => TaskPart} */
      const sumTask = ({ start: from, end: to, resident, share }) => {
        const own = scalars.subarray((from - start) * SCALAR_BYTES, (to - start) * SCALAR_BYTES);
        const keeping = resident && { worker: living.indexOf(resident.worker), kept: resident };
        return {
          weight: (to - from) / (share ? parts.length : 1),
          message() {
            const bytes = own.slice();
            return { input: { scalars: bytes, share }, transfer: [bytes.buffer] };
          },
          here: (ownControl) =>
            runSteps(
              share
                ? transfer.shareSteps(handle, from, to, own, share)
                : engine.msmSteps(handle, from, to, own),
              ownControl,
            ),
          points: { handle, start: from, end: to, ...keeping },
        };
      };
      const sums = await residency.run('sum', parts.map(sumTask), control);
      return sums.reduce((sum, point) => engine.add(sum, point));
    },

    async decode(encoded, control) {
      const { workers, byWindows } = cutOf(encoded.length);
      const keep = { isKept: workers > 1, isWhole: workers > 1 && byWindows };
      return decodeOnWorkers({ ...shared, residency, keep }, encoded, control);
    },

    async fixedTable(handle, start, end, memory, table, control) {
      return tableOnWorkers(
        { ...shared, residency },
        { handle, start, end },
        memory,
        table,
        control,
      );
    },

    forget: (handle) => residency.forget(handle),

    overwrite() {
      const message = { op: 'run', engine: index, task: 'overwrite', input: {} };
      for (const worker of pool.living) worker.tell(message);
    },

    run: (task, parts, control) =>
      parts.some((part) => Object.hasOwn(part, 'points') && part.points)
        ? residency.run(task, parts, control)
        : pool.run({ engine: index, task }, parts, control),
  };
}

/**
 * Parts of a range of a list that is divided among the workers.
 * @param {readonly Resident[]} residents
 * @param {Range} range
 * @param {number} k workers
 * @returns {SumPart[]}
 */
function byRanges(residents, { start, end }, k) {
  const n = end - start;
  const kept = residents
    .map((resident) => ({
      ...{ resident, share: null },
      start: Math.max(start, resident.start),
      end: Math.min(end, resident.end),
    }))
    .filter((part) => part.start < part.end);
  const lengths = kept.map((part) => part.end - part.start);
  const isCovered = lengths.reduce((sum, length) => sum + length, 0) === n;
  const parts =
    isCovered && Math.max(...lengths) <= UNEVEN * Math.ceil(n / k)
      ? kept
      : cutRange({ start, end }, k).map((own) => ({ ...own, resident: null, share: null }));
  return parts.flatMap((part) =>
    cutRange(part, Math.ceil((part.end - part.start) / LARGEST_SUM)).map((own) => ({
      ...part,
      ...own,
    })),
  );
}

/** How many results of a planning function are remembered. */
const REMEMBERED = 4096;

/**
 * @template Result
 * @param {(n: number, workers: number) => Result} plan
 * @returns {(n: number, workers?: number) => Result} the same, which remembers its results
 */
function remembering(plan) {
  /** @type {Map<string, Result>} */
  const known = new Map();
  return (n, workers = 1) => {
    const key = `${n} ${workers}`;
    const result = known.get(key) ?? plan(n, workers);
    if (known.size > REMEMBERED) known.clear();
    known.set(key, result);
    return result;
  };
}
