/**
 * A call of a user, in parts. It knows which parts wait, run and are done, sums up their progress,
 * and settles once: with all results, or with the error of the first part that has one.
 */
import { Pace } from '../port/progress.js';

/** @import { Control } from '../port/engine.js' */
/** @import { List } from './messages.js' */
/** @import { PoolWorker } from './pool.js' */

/**
 * A part of a job. The functions are called when it runs, so that nothing is copied before.
 * @typedef {object} Part
 * @property {number} weight of the work
 * @property {PoolWorker} [owner] who keeps its points: others take it only if that one is not up
 * @property {boolean} [isMovable] whether others may also take it while its owner is busy
 * @property {boolean} [isSilent] whether it may compute for minutes without a report
 * @property {() => { input: object, transfer: ArrayBuffer[] }} message the input of the worker's
 *   task, and what is transferred
 * @property {(worker: PoolWorker) => List | null | undefined} [listFor] the points that the worker
 *   works on; null: it lacks what the part needs, so the part is computed on the caller's thread
 * @property {(control: Control) => unknown} here computes the same result on the caller's thread
 * @property {(result: any, worker: PoolWorker | null) => unknown} [done] takes the answer, and
 *   gives the result
 * @property {(result: any) => void} [dropped] takes an answer for which nobody waits any longer
 * @property {(worker: PoolWorker) => void} [failed] undoes what `listFor` noted
 */

/**
 * The call of workers for a job: a task, of the engine with that index in its instance. Without a
 * task they only take the points.
 * @typedef {{ engine: number, task: string | undefined }} TaskCall
 */

/**
 * A part and its progress. `out`: its result is no longer needed.
 * @typedef {{ part: Part, index: number, state: 'waiting' | 'running' | 'done' | 'out',
 *   progress: number, result: unknown, stop: () => void }} Entry
 */

/** The parts of one call, and its promise. */
export class Job {
  /** @type {Entry[]} */
  #entries;
  #control;
  #onOver;
  #total;
  /** @type {{ index: number, error: unknown } | null} the first part that failed */
  #bad = null;
  #reported = 0;
  #pace = new Pace();
  /** For parts on the caller's thread. */
  #here = new AbortController();
  #isBusyHere = false;
  #isOver = false;
  /** @type {(results: any[]) => void} */
  #resolve = () => {};
  /** @type {(error: unknown) => void} */
  #reject = () => {};
  #abort;

  /**
   * @param {TaskCall} call
   * @param {readonly Part[]} parts at least one
   * @param {Control} control
   * @param {(job: Job) => void} onOver called once, when the promise settles
   */
  constructor(call, parts, control, onOver) {
    this.call = call;
    this.#entries = parts.map((part, index) => ({
      // Absent members are not looked up in prototypes.
      part: /** @type {Part} */ ({ __proto__: null, ...part }),
      ...{ index, state: 'waiting', progress: 0, result: undefined },
      stop: () => {},
    }));
    this.#control = control;
    this.#onOver = onOver;
    this.#total = parts.reduce((sum, { weight }) => sum + weight, 0);
    /** @type {Promise<any[]>} */
    this.promise = new Promise((resolve, reject) => {
      [this.#resolve, this.#reject] = [resolve, reject];
    });
    // Its caller may have gone.
    this.promise.catch(() => {});
    const { signal } = control;
    this.#abort = () => this.reject(signal?.reason);
    signal?.addEventListener('abort', this.#abort, { once: true });
  }

  /** Whether the promise has settled. */
  get isOver() {
    return this.#isOver;
  }

  /** @param {Entry['state']} state */
  #all(state) {
    return this.#entries.filter((entry) => entry.state === state);
  }

  /**
   * The part for an idle worker: one of its own, or one whose owner is not up, or the last one of a
   * busy worker.
   * @type {(worker: PoolWorker) => Entry | undefined}
   */
  next(worker) {
    const waiting = this.#all('waiting');
    return (
      waiting.find(({ part }) => part.owner === worker) ??
      waiting.find(({ part }) => !part.owner?.isLive) ??
      waiting.filter(({ part }) => part.isMovable && part.owner?.call).at(-1)
    );
  }

  /**
   * @param {Entry} entry that waited
   * @param {() => void} stop tells whoever computes it that nobody waits any longer
   */
  start(entry, stop) {
    entry.state = 'running';
    entry.stop = stop;
  }

  /**
   * Computes the next waiting part on the caller's thread, unless one is being computed there.
   * @returns {Promise<boolean>} whether it did: then the next one may be
   */
  async runNextHere() {
    const [entry] = this.#all('waiting');
    if (!entry || this.#isBusyHere) return false;
    this.#isBusyHere = true;
    await this.runHere(entry);
    this.#isBusyHere = false;
    return true;
  }

  /** Computes a part on the caller's thread. @type {(entry: Entry) => Promise<void>} */
  async runHere(entry) {
    this.start(entry, () => {});
    const { lifetime } = this.#control;
    const onProgress = (/** @type {{ done: number, total: number }} */ { done, total }) =>
      this.progress(entry, done / total);
    try {
      const { signal } = this.#here;
      this.complete(entry, await entry.part.here({ signal, onProgress, lifetime }), null);
    } catch (error) {
      this.fail(entry, error);
    }
  }

  /**
   * A part's worker died, or has no memory for it: the caller's thread has its own.
   * @type {(entry: Entry) => Promise<void>}
   */
  async recompute(entry) {
    if (entry.state !== 'running') return;
    entry.progress = 0;
    await this.runHere(entry);
  }

  /**
   * @param {Entry} entry
   * @param {number} progress of the part, from 0 to 1
   */
  progress(entry, progress) {
    if (this.#isOver) return;
    entry.progress = Math.max(entry.progress, progress);
    const { onProgress } = this.#control;
    if (!onProgress) return;
    const sum = this.#entries.reduce((all, own) => all + own.part.weight * own.progress, 0);
    // 100 % comes once, at the end.
    const done = Math.max(this.#reported, Math.min(this.#total - 1, Math.floor(sum)));
    if (!this.#pace.isDue(done / this.#total)) return;
    this.#reported = done;
    try {
      onProgress({ phase: 'parts', done, total: this.#total });
      this.#control.lifetime.check();
    } catch (error) {
      this.reject(error);
    }
  }

  /**
   * @param {Entry} entry
   * @param {unknown} answer
   * @param {PoolWorker | null} worker that computed it
   */
  complete(entry, answer, worker) {
    const { done, dropped } = entry.part;
    if (entry.state !== 'running') return dropped?.(answer);
    try {
      entry.result = done ? done(answer, worker) : answer;
    } catch (error) {
      this.fail(entry, error);
      return;
    }
    entry.state = 'done';
    this.progress(entry, 1);
    this.#settleIfDone();
  }

  /**
   * A part's error waits for the parts before it: one of these may have another.
   * @type {(entry: Entry, error: unknown) => void}
   */
  fail(entry, error) {
    if (entry.state !== 'running') return;
    this.#bad = { index: entry.index, error };
    this.#drop(this.#entries.slice(entry.index));
    this.#settleIfDone();
  }

  /** @type {(error: unknown) => void} */
  reject(error) {
    if (this.#isOver) return;
    this.#end();
    this.#reject(error);
  }

  #settleIfDone() {
    if (this.#isOver) return;
    const awaited = this.#entries.slice(0, this.#bad?.index);
    if (awaited.some(({ state }) => state !== 'done')) return;
    if (this.#bad) return this.reject(this.#bad.error);
    try {
      this.#control.onProgress?.({ phase: 'done', done: this.#total, total: this.#total });
    } catch (error) {
      this.reject(error);
    }
    // The report may have disposed of the instance.
    if (this.#isOver) return;
    this.#end();
    this.#resolve(this.#entries.map(({ result }) => result));
  }

  /** @type {(entries: readonly Entry[]) => void} */
  #drop(entries) {
    for (const entry of entries) {
      const { state } = entry;
      if (state !== 'done') entry.state = 'out';
      if (state === 'running') entry.stop();
    }
  }

  #end() {
    this.#isOver = true;
    this.#control.signal?.removeEventListener('abort', this.#abort);
    this.#drop(this.#entries);
    this.#here.abort();
    this.#onOver(this);
  }
}
