/**
 * A transform on all threads: the first levels of the tree of remainders here, which are sums and
 * differences, a block of what remains to each part, and its results interleaved.
 *
 * After k levels block b of 2^k holds the remainder modulo X^s − t_b², s = n/2^k, whose values are
 * the results at the indices ≡ r modulo 2^k for r, the bits of b reversed. The factors c^i of a
 * coset are left to the parts: lo_i·c^i + hi_i·c^(i + s) = c^i·(lo_i + c^s·hi_i).
 */
import { invert, power } from '../../math/modular.js';
import { runSteps } from '../../port/slices.js';
import { lending } from './products.js';
import { partSteps } from './transforms.js';

/** @import { Control, EngineParallel, Progress, TaskPart } from '../../port/engine.js' */
/** @import { ScalarList } from '../../port/polynomials.js' */
/** @import { ListTransfer } from '../../port/scalar-lists.js' */
/** @import { FieldParts } from './scalar-field.js' */
/** @import { ScalarRange } from './scalar-vector.js' */
/** @import { TransformPart } from './transforms.js' */

/** Elements of a transform that pays for messages: some 5 ms on the fma kernels. */
const FEWEST = 2 ** 14;

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
  const transfer = /** @type {ListTransfer} */ (lists.transfer);
  const own = lists.at(storage.list, start);
  const isAligned = start % lists.elements === 0;
  const list = isAligned ? own : lists.create(count);
  try {
    if (!isAligned) lists.move(list, own, count);
    await runSteps(levelSteps(field, list, count, parts, how), silent);
    /** @param {number} block @returns {TransformPart} */
    const workOf = (block) => {
      const first = reversedBits(block, parts);
      const back = invert(coset, order);
      return {
        ...{ count: size, block, inverse },
        before: inverse || coset === 1n ? null : { first: 1n, base: coset },
        after: inverse
          ? {
              first: (invert(BigInt(count), order) * power(back, BigInt(first), order)) % order,
              base: power(back, BigInt(parts), order),
            }
          : null,
      };
    };
    const tasks = Array.from({ length: parts }, (_, block) =>
      partOf(field, lists.at(list, block * size), workOf(block), partSteps),
    );
    const { parallel } = context.engine;
    const results = await /** @type {EngineParallel} */ (parallel).run('transform', tasks, control);
    const ordered = results.map((_, i) => results[reversedBits(i, parts)]);
    await runSteps(interleaveSteps(transfer, list, ordered, size), silent);
    // A prover's may be secret.
    for (const bytes of results) bytes.fill(0);
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
 * A part of a task, whose result is the list as it is in memory.
 * @template {{ count: number }} Work
 * @param {FieldParts} field
 * @param {ScalarList} list
 * @param {Work} work
 * @param {StepsOf<Work>} stepsOf
 * @returns {TaskPart}
 */
export function partOf(field, list, work, stepsOf) {
  const { lists } = field;
  const transfer = /** @type {ListTransfer} */ (lists.transfer);
  return {
    weight: work.count,
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
 * @param {FieldParts} field
 * @param {ScalarList} list
 * @param {number} count
 * @param {number} parts
 * @param {{ inverse: boolean, coset: bigint }} how
 * @returns {Generator<Progress, void, void>}
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
 * @param {ListTransfer} transfer
 * @param {ScalarList} list
 * @param {Uint8Array[]} parts element i of part q goes to i·parts + q
 * @param {number} size of a part
 * @returns {Generator<Progress, void, void>}
 */
function* interleaveSteps(transfer, list, parts, size) {
  for (let from = 0; from < size; from += COLUMNS) {
    transfer.interleave(list, parts, from, Math.min(size, from + COLUMNS));
    yield { phase: 'order', done: from, total: size };
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
   * @param {{ field: ListTransfer['source'], work: { count: number }, bytes: Uint8Array }} input
   * @param {{ run: <Result>(steps: Generator<Progress, Result, void>) => Promise<Result>,
   *   give: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array }} call
   */
  async ({ engine }, { field: source, work, bytes }, call) => {
    const field = /** @type {FieldParts} */ (await fieldOf(engine, source));
    const { lists } = field;
    const transfer = /** @type {ListTransfer} */ (lists.transfer);
    const list = lists.create(work.count);
    try {
      transfer.take(list, bytes);
      // A prover's may be secret.
      bytes.fill(0);
      await call.run(stepsOf(field, list, work));
      return call.give(transfer.bytes(list, work.count));
    } finally {
      lists.free(list);
    }
  };
