/**
 * A transform on all threads: the first levels of the tree of remainders here, which are sums and
 * differences, then a block of what remains to each thread, of which this one is one; and the order
 * of all at the end, so that nothing but whole blocks is copied.
 *
 * After k levels block b of 2^k holds the remainder modulo X^s − t_b², s = n/2^k, whose values are
 * the results at the indices ≡ r modulo 2^k for r, the bits of b reversed. The factors c^i of a
 * coset are left to the parts: lo_i·c^i + hi_i·c^(i + s) = c^i·(lo_i + c^s·hi_i).
 */
import { invert, power } from '../../math/modular.js';
import { runSteps } from '../../port/slices.js';
import { lending } from './products.js';
import { partSteps, reverseSteps } from './transforms.js';

/** @import { Control, EngineParallel, Progress, TaskPart } from '../../port/engine.js' */
/** @import { ScalarList } from '../../port/polynomials.js' */
/** @import { ListTransfer } from '../../port/scalar-lists.js' */
/** @import { FieldParts } from './scalar-field.js' */
/** @import { ScalarRange } from './scalar-vector.js' */
/** @import { TransformPart } from './transforms.js' */

/** The fewest elements for which threads help: some 10 ms on the fma kernels. */
const FEWEST = 2 ** 15;

/** Parts: more would leave more levels to this thread. */
const MOST = 8;

/** Columns of a step. */
const COLUMNS = 2 ** 12;

/**
 * @param {number} count of elements
 * @param {EngineParallel | null} parallel
 * @returns {number} a power of two of parts; 1: not worth it
 */
export function partsOf(count, parallel) {
  const workers = parallel?.workers ?? 1;
  if (workers < 2 || count < FEWEST) return 1;
  return Math.min(MOST, 2 ** Math.floor(Math.log2(workers)));
}

/** @param {number} i @param {number} count a power of two */
function reversedBits(i, count) {
  let reversed = 0;
  for (let bit = 1; bit < count; bit *= 2) reversed = 2 * reversed + (i & bit ? 1 : 0);
  return reversed;
}

/**
 * @param {FieldParts} field
 * @param {ScalarRange} range of a power of two of elements
 * @param {{ inverse: boolean, coset: bigint }} how
 * @param {number} parts a power of two above 1
 * @param {Control} control
 */
export async function transformInParts(field, { storage, start, end }, how, parts, control) {
  const { lists, order, context } = field;
  const { inverse, coset } = how;
  const count = end - start;
  const size = count / parts;
  const silent = { ...control, onProgress: undefined };
  const own = lists.at(storage.list, start);
  const isAligned = start % lists.elements === 0;
  const list = isAligned ? own : lists.create(count);
  try {
    if (!isAligned) lists.move(list, own, count);
    await runSteps(levelSteps(field, list, count, parts, how), silent);
    const back = inverse ? invert(coset, order) : 1n;
    /** @type {(block: number) => TransformPart} */
    const workOf = (block) => {
      const first = power(back, BigInt(reversedBits(block, parts)), order);
      return {
        ...{ count: size, block, inverse },
        before: inverse || coset === 1n ? null : { first: 1n, base: coset },
        after: inverse
          ? {
              first: (invert(BigInt(count), order) * first) % order,
              base: power(back, BigInt(parts), order),
            }
          : null,
      };
    };
    const shares = Array.from({ length: parts }, (_, block) => ({
      list: lists.at(list, block * size),
      work: workOf(block),
    }));
    const [{ work }, ...others] = shares;
    const here = () => runSteps(partSteps(field, list, work), silent);
    await runShares(
      field,
      { task: 'transform', stepsOf: partSteps, shares: others },
      here,
      control,
    );
    await runSteps(reverseSteps(lists, list, count), silent);
    if (!isAligned) lists.move(own, list, count);
  } finally {
    // After the disposal of the instance there is no memory.
    if (!isAligned && !context.lifetime.ended) lists.free(list);
  }
}

/**
 * Work on a list in place, by which a worker knows what to do.
 * @template {{ count: number }} Work
 * @typedef {(field: FieldParts, list: ScalarList, work: Work) => Generator<Progress, void, void>}
 *   StepsOf
 */

/**
 * Work of a task of workers on some lists, and what this thread does meanwhile.
 * @template {{ count: number }} Work
 * @param {FieldParts} field
 * @param {{ task: string, stepsOf: StepsOf<Work>,
 *   shares: Array<{ list: ScalarList, work: Work }> }} what
 * @param {() => Promise<unknown>} here called when the workers have what they work on
 * @param {Control} control
 */
export async function runShares(field, { task, stepsOf, shares }, here, control) {
  const { lists, context } = field;
  const transfer = /** @type {ListTransfer} */ (lists.transfer);
  const parallel = /** @type {EngineParallel} */ (context.engine.parallel);
  /** All that came back. @type {Uint8Array[]} */
  const answers = [];
  const parts = shares.map(({ list, work }) => ({
    ...transformPart(field, list, work, stepsOf),
    done(/** @type {Uint8Array} */ bytes) {
      answers.push(bytes);
      return bytes;
    },
  }));
  const ended = await Promise.allSettled([parallel.run(task, parts, control), here()]);
  try {
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
    const [{ value: results }] = /** @type {[PromiseFulfilledResult<Uint8Array[]>]} */ (
      /** @type {unknown} */ (ended)
    );
    results.forEach((bytes, i) => transfer.take(shares[i].list, bytes));
  } finally {
    // A prover's may be secret, and another share, or this thread's work, may have failed.
    for (const bytes of answers) bytes.fill(0);
  }
}

/**
 * A part of a task, whose result is the list as it is in memory.
 * @template {{ count: number }} Work
 * @param {FieldParts} field
 * @param {ScalarList} list
 * @param {Work} work
 * @param {StepsOf<Work>} stepsOf
 * @returns {TaskPart}
 */
function transformPart(field, list, work, stepsOf) {
  const transfer = /** @type {ListTransfer} */ (field.lists.transfer);
  return {
    weight: work.count,
    dropped: (bytes) => bytes.fill(0),
    message() {
      const bytes = transfer.bytes(list, work.count);
      const input = { field: transfer.source, work, bytes };
      return { input, transfer: [bytes.buffer] };
    },
    async here(control) {
      await runSteps(stepsOf(field, list, work), control);
      return transfer.bytes(list, work.count);
    },
  };
}

/**
 * The first levels.
 * @type {(field: FieldParts, list: ScalarList, count: number, parts: number,
 *   how: { inverse: boolean, coset: bigint }) => Generator<Progress, void, void>}
 */
function* levelSteps({ lists, order, constant }, list, count, parts, { inverse, coset }) {
  const shift = inverse ? 1n : coset;
  const root = (/** @type {number} */ block, /** @type {number} */ blocks) =>
    // t_b = ω^(the bits of b reversed) for ω of order 2·blocks.
    power(
      lists.generator,
      ((order - 1n) / BigInt(2 * blocks)) *
        BigInt(inverse ? 2 * blocks - reversedBits(block, blocks) : reversedBits(block, blocks)),
      order,
    );
  for (let [size, blocks] = [count, 1]; blocks < parts; size /= 2, blocks *= 2) {
    const half = size / 2;
    for (let block = 0; block < blocks; block++) {
      const factor = (root(block, blocks) * power(shift, BigInt(half), order)) % order;
      for (let at = 0; at < half; at += COLUMNS) {
        const columns = Math.min(COLUMNS, half - at);
        const [low, high] = [0, half].map((from) => lists.at(list, block * size + from + at));
        lending({ lists }, columns, (sum) => {
          if (factor !== 1n) constant(factor, (c) => lists.scale(high, high, c, columns));
          lists.add(sum, low, high, columns);
          lists.subtract(high, low, high, columns);
          lists.copy(low, sum, columns);
        });
        yield { phase: 'transform', done: at, total: half };
      }
    }
  }
}

/**
 * The task of a worker.
 * @param {(engine: any, source: ListTransfer['source']) => Promise<Omit<FieldParts, 'context'>>}
 *   fieldOf
 * @param {StepsOf<any>} stepsOf
 */
export const listTask =
  (fieldOf, stepsOf) =>
  /**
   * @param {{ engine: object }} place
   * @param {{ field: ListTransfer['source'], work: { count: number },
   *   bytes: Uint8Array<ArrayBuffer> }} input
   * @param {{ run: <Result>(steps: Generator<Progress, Result, void>) => Promise<Result>,
   *   give: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array }} call
   */
  async ({ engine }, { field: source, work, bytes }, call) => {
    const field = /** @type {FieldParts} */ (await fieldOf(engine, source));
    const { lists } = field;
    const transfer = /** @type {ListTransfer} */ (lists.transfer);
    const list = lists.create(work.count);
    let isDone = false;
    try {
      transfer.take(list, bytes);
      await call.run(stepsOf(field, list, work));
      isDone = true;
      // Over what came: new memory costs more than the copy.
      return call.give(transfer.bytes(list, work.count, bytes));
    } finally {
      // A prover's may be secret.
      if (!isDone) bytes.fill(0);
      lists.free(list);
    }
  };
