/**
 * The sums run on a world: a curve's own scalar module, kernels that record, a memory, and formal
 * sums. A world is used for many sums, one after the other.
 */
import { readFileSync } from 'node:fs';
import { readScalarKernel } from '../../../src/engines/wasm/kernels/kernel.js';
import { runNow } from '../../../src/port/steps.js';
import { GuardedArena, Refused } from './arena.js';
import { Recorder } from './recorder.js';
import { Terms } from './terms.js';

/**
 * `pairs`, `squared`, `model`: what the batch kernel has; `same`: whether it is the single kernel,
 * too.
 * @typedef {{ pairs: boolean, squared: boolean, model: boolean, same: boolean }} Traits
 */

const memory = { limit: 2 ** 29 };

/** Bytes of a scalar. */
const SIZE = 32;

/**
 * @param {any} code from `load`
 * @param {any} curve its config
 * @param {Traits} traits
 * @param {GuardedArena} [arena] used before
 * @param {boolean} [emitted] whether digits and sort are those of the code, not the shipped ones
 */
export async function createWorld(
  code,
  curve,
  traits,
  arena = new GuardedArena(memory.limit),
  emitted = false,
) {
  arena.reset();
  const terms = new Terms(curve.order);
  const recorder = new Recorder(arena, terms, curve.endomorphism.lambda);
  const env = { env: { memory: arena.memory } };
  const shipped = readFileSync(
    new URL(`../../../src/generated/${curve.name}.scalar.wasm`, import.meta.url),
  );
  const scalars = (await WebAssembly.instantiate(shipped, env)).instance.exports;
  const scalarKernel = { ...readScalarKernel(/** @type {any} */ (scalars)) };
  if (emitted) {
    const { digits, sort_window: sortWindow } = /** @type {any} */ (
      await WebAssembly.instantiate(await code.steps.scalars(scalarKernel.partBytes), env)
    ).exports;
    Object.assign(scalarKernel, { digits, sortWindow });
  }
  const [batch, single] = [recorder.batch(traits), recorder.single(traits)];
  const { setInfinity, double, addAffine } = single;
  const kernel = { batchAdd: batch.batchAdd, setInfinity, double, addAffine };
  const steps = /** @type {any} */ (
    await WebAssembly.instantiate(await code.steps.points(batch.pointBytes), { ...env, kernel })
  ).exports;
  Object.assign(batch, { sumBuckets: steps.sum_buckets });
  Object.assign(single, { chain: steps.jacobian_chain });
  return new World(
    code,
    { arena, batch, single, scalarKernel, chains: code.chains, timings: {} },
    terms,
    recorder,
  );
}

export class World {
  /** @param {any} code @param {any} context @param {Terms} terms @param {Recorder} recorder */
  constructor(code, context, terms, recorder) {
    this.code = code;
    this.context = context;
    this.terms = terms;
    this.recorder = recorder;
  }

  /**
   * Writes n summands.
   * @param {number} n
   * @param {any} [form] in which; that of vectors if none is given
   * @returns {number} their address
   */
  summands(n, form = this.context.batch.vector) {
    const { arena, batch } = this.context;
    arena.reset();
    this.terms.clear();
    const points = arena.allocate(Math.max(1, n) * batch.pointBytes, 'points');
    for (let i = 0; i < n; i++)
      this.recorder.write(points + i * batch.pointBytes, form, this.terms.summand());
    return points;
  }

  /**
   * Refuses a sum that is not Σ k_i·P_i.
   * @param {bigint[]} scalars
   * @param {any} [plan] (problem) → plan; the cheapest where there is none
   * @param {any} [more] of the context
   */
  sum(scalars, plan, more = {}) {
    const points = this.summands(scalars.length);
    const steps = this.code.msmSteps(
      { ...this.context, ...more, ...(plan && { plan }) },
      points,
      scalars.length,
      bytesOf(scalars),
    );
    this.#require([run(steps)], scalars);
  }

  /** Refuses shares that do not add up. @param {bigint[]} scalars @param {any[]} shares */
  shares(scalars, shares) {
    const points = this.summands(scalars.length);
    const sums = shares.map((share) =>
      run(this.code.shareSteps(this.context, points, scalars.length, bytesOf(scalars), share)),
    );
    this.#require(sums, scalars);
  }

  /** Refuses multiples of one point that are others. @param {bigint[]} dlogs */
  multiples(dlogs) {
    const { arena, batch } = this.context;
    arena.reset();
    this.terms.clear();
    const target = arena.allocate(dlogs.length * batch.pointBytes, 'multiples');
    const { point } = batch;
    const writeGenerator = (/** @type {number} */ address) =>
      this.recorder.write(address, point, this.terms.summand());
    this.code.multiplesOfGenerator(arena, batch, {
      target,
      dlogs: BigUint64Array.from(dlogs),
      writeGenerator,
    });
    dlogs.forEach((dlog, i) => {
      const id = this.recorder.read(target + i * batch.pointBytes, point);
      const [found] = this.terms.coefficients(id, 1);
      if (found !== dlog) throw new Refused(`multiple ${i} is ${found}, not ${dlog}`);
    });
    this.#requireFreed();
  }

  /**
   * Refuses a reduction of buckets that is not Σ v·B_v, in each problem times its power of 2.
   * @param {Array<{ bit: number, bits: number, offset: number, limit: number }>} problems
   * @param {(bucket: number) => boolean} isFilled by number in the layout; never the first of one
   */
  reduction(problems, isFilled) {
    const { code, context, terms, recorder } = this;
    const { arena, batch } = context;
    const reduction = new code.Reduction(problems, batch);
    const count = problems.reduce((sum, { limit }) => sum + limit, 0);
    const points = this.summands(count, batch.point);
    const { block, at } = arena.allocateParts(
      {
        ...reduction.parts,
        buckets: 4 * count,
        sums: reduction.lastingSums * batch.pointBytes,
        scratch: code.accumulatorBytes(batch),
      },
      'reduction',
    );
    const weights = new Array(count).fill(0n);
    arena.i32.fill(0, at.buckets >> 2, (at.buckets >> 2) + count);
    for (const { bit, offset, limit } of problems)
      for (let v = 1; v < limit; v++) {
        if (!isFilled(offset + v)) continue;
        const negative = (offset + v) % 3 === 0;
        arena.i32[(at.buckets >> 2) + offset + v] =
          (points + (offset + v) * batch.pointBytes) | Number(negative);
        weights[offset + v] = BigInt(negative ? -v : v) << BigInt(bit);
      }
    const accumulator = new code.Accumulator(batch, arena, at.scratch, at.sums);
    const references = run(reduction.steps(accumulator, at.buckets, at));
    let total = 0;
    for (let bit = 0; bit < reduction.bits; bit++) {
      const reference = arena.i32[(references >> 2) + bit];
      if (reference === 0) continue;
      const id = recorder.read(reference & -2, batch.point);
      total = terms.sum(total, 1n, id, BigInt(reference & 1 ? -1 : 1) << BigInt(bit));
    }
    arena.free(block);
    this.#requireSum(total, weights);
  }

  /** @param {Uint8Array[]} results canonical points @param {bigint[]} scalars */
  #require(results, scalars) {
    const add = (/** @type {number} */ sum, /** @type {Uint8Array} */ bytes) =>
      this.terms.sum(sum, 1n, this.#sumIn(bytes), 1n);
    this.#requireSum(results.reduce(add, 0), scalars);
  }

  /** @param {number} total @param {bigint[]} scalars */
  #requireSum(total, scalars) {
    const n = scalars.length;
    const { order } = this.terms;
    this.terms.coefficients(total, n).forEach((found, i) => {
      const wanted = ((scalars[i] % order) + order) % order;
      if (found !== wanted)
        throw new Refused(`coefficient ${i} of ${n} is ${found}, not ${wanted}`);
    });
    this.#requireFreed();
  }

  /** The sum that canonical bytes stand for: of zeros, none. @param {Uint8Array} bytes */
  #sumIn(bytes) {
    if (bytes.every((byte) => byte === 0)) return 0;
    const { arena, single } = this.context;
    const at = arena.allocate(bytes.length, 'result');
    arena.u8.set(bytes, at);
    const id = this.recorder.read(at, single.canonical);
    arena.free(at);
    return id;
  }

  #requireFreed() {
    const { arena } = this.context;
    if (arena.blocks !== 1) throw new Refused(`${arena.blocks - 1} blocks are not freed`);
  }
}

/** More steps than any sum here takes: what does not end is refused. */
const MOST_STEPS = 1e6;

/** @param {Generator<any, any, any>} steps */
function run(steps) {
  let left = MOST_STEPS;
  const counted = (function* () {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      if (--left === 0) throw new Refused('the steps do not end');
      yield step.value;
    }
  })();
  return runNow(counted);
}

/** @param {bigint[]} scalars @returns {Uint8Array} little-endian */
function bytesOf(scalars) {
  const bytes = new Uint8Array(SIZE * scalars.length);
  scalars.forEach((scalar, i) => {
    const hex = scalar.toString(16).padStart(2 * SIZE, '0');
    bytes.set(Buffer.from(hex, 'hex').reverse(), i * SIZE);
  });
  return bytes;
}
