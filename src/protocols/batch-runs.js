/**
 * Batches of signatures of an asynchronous call: in parts on workers, each with random coefficients
 * of its own; or in slices on the caller's thread. Imported by the first such call.
 */
import { readTask } from '../input/tasks.js';
import { LONG_COPY, runSteps } from '../port/slices.js';
import { cutRange } from '../port/ranges.js';
import { inSteps } from '../port/steps.js';

/** @import { Control, Progress } from '../port/engine.js' */
/** @import { BatchKind, BatchProtocol, Packing } from './batches.js' */

/** The name of the worker's task (src/worker.js). */
const TASK = 'batches';

/** Times as long as a valid item that the next may take where the last piece had invalid ones. */
const SEARCH_AGAIN = 1.5;

/** Parts of a feed for a worker, at least: what workers have done is known by the part. */
const FEED_PARTS = 8;

/**
 * @type {(protocol: BatchProtocol, kind: BatchKind | 'feed', batch: { list: Packing, how: object },
 *   options: { signal?: unknown, onProgress?: unknown }) => Promise<boolean | number[]>}
 */
export async function runBatch(protocol, kind, batch, options) {
  const task = readTask(options);
  const control = { ...task, lifetime: protocol.context.lifetime };
  const result = await runParts(protocol, kind, batch, control);
  // A call ends with a report, which may be what aborts it.
  if (task.signal?.aborted) throw task.signal.reason;
  return result;
}

/**
 * @type {(protocol: BatchProtocol, kind: BatchKind | 'feed', batch: { list: Packing, how: object },
 *   control: Control) => Promise<boolean | number[]>}
 */
async function runParts(protocol, kind, { list, how }, control) {
  const { context, task, part } = protocol;
  const { engine } = context;
  const workers = engine.parallel?.workers ?? 1;
  const [fewest, most] = part;
  const count = Math.min(
    Math.floor(list.length / fewest),
    Math.max(kind === 'feed' ? FEED_PARTS * workers : workers, Math.ceil(list.length / most)),
  );
  if (!engine.parallel || workers < 2 || count < 2) {
    const steps = batchSteps(protocol, kind, list.slice(), how);
    return runSteps(steps, { ...control, turnFirst: list.bytes > LONG_COPY });
  }
  const parts = cutRange({ start: 0, end: list.length }, Math.min(list.length, count));
  const results = await engine.parallel.run(
    TASK,
    parts.map(({ start, end }) => ({
      weight: end - start,
      message() {
        const { transfer, ...items } = list.part(start, end);
        const own = kind === 'feed' ? 'findInvalid' : kind;
        return { input: { task, kind: own, how, ...items }, transfer };
      },
      here: (own) => runSteps(batchSteps(protocol, kind, list.slice(start, end), how), own),
    })),
    control,
  );
  return kind === 'verify'
    ? results.every(Boolean)
    : results.flatMap((found, i) => found.map((/** @type {number} */ j) => parts[i].start + j));
}

/**
 * A batch for each step.
 * @param {Pick<BatchProtocol, 'equations' | 'prepare' | 'sizes'>} protocol
 * @param {BatchKind | 'feed'} kind
 * @param {any[]} items
 * @param {object} how
 * @returns {Generator<Progress, boolean | number[], void>} whether all are valid; or the
 *   indices of those that are not
 */
export function* batchSteps({ equations, prepare, sizes }, kind, items, how) {
  if (prepare) yield* prepare(items, how);
  if (kind === 'feed') return yield* feedSteps({ equations, sizes }, items, how);
  /** @type {number[]} */
  const invalid = [];
  let isValid = true;
  const check = (/** @type {number} */ start, /** @type {number} */ end) => {
    const some = items.slice(start, end);
    if (kind === 'verify') {
      isValid = equations.verify(some, how);
      return 1;
    }
    const found = equations.findInvalid(some, how);
    for (const i of found) invalid.push(start + i);
    // An attacker who orders the items may put valid ones first.
    return found.length > 0 ? SEARCH_AGAIN : sizes.search;
  };
  const { first, most } = sizes;
  for (const step of inSteps(items.length, { phase: 'signatures', first, most }, check)) {
    if (!isValid) return false;
    yield step;
  }
  return kind === 'verify' || invalid;
}

/**
 * Batches of a feed as large as those of valid items; where one fails, it is searched in smaller
 * ones, and so is the next.
 * @param {Pick<BatchProtocol, 'equations' | 'sizes'>} protocol
 * @param {any[]} items
 * @param {object} how
 * @returns {Generator<Progress, number[], void>} the indices of invalid items
 */
function* feedSteps({ equations, sizes }, items, how) {
  /** @type {number[]} */
  const invalid = [];
  // Two batches at least, so that progress does not leap from the beginning to the end.
  const half = Math.ceil(items.length / 2);
  const [first, most] = [Math.min(sizes.first, half), Math.min(sizes.most, half)];
  const sizesOf = { phase: 'signatures', first, most };
  let [start, isDoubtful] = [0, false];
  const verify = (/** @type {number} */ from, /** @type {number} */ to) => {
    start = from;
    isDoubtful ||= !equations.verify(items.slice(from, to), how);
  };
  for (const step of inSteps(items.length, sizesOf, verify)) {
    if (isDoubtful) {
      const found = invalid.length;
      const part = { equations, sizes, prepare: null };
      const steps = batchSteps(part, 'findInvalid', items.slice(start, step.done), how);
      for (let next = steps.next(); ; next = steps.next()) {
        if (next.done) {
          for (const i of /** @type {number[]} */ (next.value)) invalid.push(start + i);
          break;
        }
        yield { ...step, done: start + next.value.done };
      }
      isDoubtful = invalid.length > found;
    }
    yield step;
  }
  return invalid;
}
