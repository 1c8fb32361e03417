/**
 * A call of a user, in parts. It knows which parts wait, run and are done, sums up their progress,
 * and settles once: with all results, or with the error of the first part that has one.
 */
import { REPORT_MS } from '../port/slices.js';
import { now } from '../port/steps.js';

/** @import { Control } from '../port/engine.js' */
/** @import { Slot } from './slot.js' */

/**
 * A part of a job. The functions are called when it runs, so that nothing is copied before.
 * @typedef {object} Part
 * @property {number} weight its share of the work
 * @property {Slot} [owner] whose worker has its points
 * @property {boolean} [isBound] whether the part waits for its owner as long as that may live
 * @property {boolean} [isMovable] whether another worker may take it while its owner is busy
 * @property {(slot: Slot) => { message: object, transfer: ArrayBuffer[] } | null} send null: the
 *   worker lacks what the part needs, so it is computed on the caller's thread
 * @property {(control: Control) => unknown} here computes the same result on the caller's thread
 * @property {(result: any, slot: Slot | null) => unknown} [done] takes what the worker answers
 * @property {(slot: Slot) => void} [failed] undoes what `send` noted
 */

/** How often a part may lose its worker before it is computed on the caller's thread. */
const LOSSES = 2;

/** The parts of one call, and its promise. */
export class Job {
  #parts;
  #control;
  #onOver;
  /** @type {any[]} */
  #results = [];
  /** @type {number[]} from 0 to 1 */
  #shares;
  /** @type {boolean[]} */
  #isDone;
  #left;
  /** @type {{ index: number, error: unknown } | null} the first part that failed */
  #bad = null;
  /** @type {Map<number, () => void>} parts that run, and how to stop them */
  #running = new Map();
  /** @type {number[]} indices, ascending but for those that lost their worker */
  #waiting;
  /** @type {number[]} */
  #losses;
  #total;
  #reported = { done: 0, time: -Infinity };
  #here = new AbortController();
  #isOver = false;
  #isHere = false;
  /** @type {(results: any[]) => void} */
  #resolve = () => {};
  /** @type {(error: unknown) => void} */
  #reject = () => {};
  #abort;

  /**
   * @param {readonly Part[]} parts at least one
   * @param {Control} control
   * @param {(job: Job) => void} onOver called once, when the promise settles
   */
  constructor(parts, control, onOver) {
    this.#parts = parts;
    this.#control = control;
    this.#onOver = onOver;
    this.#shares = parts.map(() => 0);
    this.#losses = parts.map(() => 0);
    this.#isDone = parts.map(() => false);
    this.#left = parts.length;
    this.#waiting = [...parts.keys()];
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

  /** Whether parts wait for a worker. */
  get isWaiting() {
    return this.#waiting.length > 0;
  }

  /**
   * The part for an idle worker: one of its own, or one that nobody alive owns, or the last one of
   * a busy worker.
   * @param {Slot} slot
   * @returns {number | undefined}
   */
  next(slot) {
    const ownerOf = (/** @type {number} */ i) => this.#parts[i].owner;
    const isFree = (/** @type {number} */ i) =>
      this.#parts[i].isBound ? ownerOf(i)?.state === 'dead' : !ownerOf(i)?.isLive;
    return (
      this.#waiting.find((i) => ownerOf(i) === slot) ??
      this.#waiting.find(isFree) ??
      this.#waiting.filter((i) => this.#parts[i].isMovable && ownerOf(i)?.call).at(-1)
    );
  }

  /**
   * Takes a part out of those that wait.
   * @param {number} i
   * @param {() => void} stop
   * @returns {Part}
   */
  start(i, stop) {
    this.#waiting = this.#waiting.filter((other) => other !== i);
    this.#running.set(i, stop);
    return this.#parts[i];
  }

  /**
   * Computes the next waiting part on the caller's thread, unless one is being computed there.
   * @returns {Promise<boolean>} whether it did: then the next one may be
   */
  async runNextHere() {
    const [i] = this.#waiting;
    if (i === undefined || this.#isHere) return false;
    this.#isHere = true;
    await this.runHere(i);
    this.#isHere = false;
    return true;
  }

  /** Computes a part on the caller's thread. @param {number} i @returns {Promise<void>} */
  async runHere(i) {
    const part = this.start(i, () => {});
    const { lifetime } = this.#control;
    try {
      const { signal } = this.#here;
      const onProgress = (/** @type {{ done: number, total: number }} */ { done, total }) =>
        this.progress(i, done / total);
      this.complete(i, await part.here({ signal, onProgress, lifetime }), null);
    } catch (error) {
      this.fail(i, error);
    }
  }

  /** A part failed on a worker, and may be tried elsewhere. @param {number} i @param {Slot} slot */
  undo(i, slot) {
    this.#parts[i].failed?.(slot);
  }

  /** A part's worker died: it waits again. @param {number} i */
  lose(i) {
    if (this.#isOver) return;
    this.#running.delete(i);
    this.#shares[i] = 0;
    if (this.#bad && i > this.#bad.index) return;
    if (++this.#losses[i] < LOSSES) this.#waiting.unshift(i);
    else void this.runHere(i);
  }

  /**
   * @param {number} i
   * @param {number} share of the part, from 0 to 1
   */
  progress(i, share) {
    if (this.#isOver) return;
    this.#shares[i] = Math.max(this.#shares[i], share);
    const { onProgress } = this.#control;
    if (!onProgress || now() - this.#reported.time < REPORT_MS) return;
    const sum = this.#parts.reduce((all, { weight }, j) => all + weight * this.#shares[j], 0);
    // 100 % comes once, at the end.
    const done = Math.max(this.#reported.done, Math.min(this.#total - 1, Math.floor(sum)));
    this.#reported = { done, time: now() };
    try {
      onProgress({ phase: 'parts', done, total: this.#total });
      this.#control.lifetime.check();
    } catch (error) {
      this.reject(error);
    }
  }

  /**
   * @param {number} i
   * @param {unknown} answer
   * @param {Slot | null} slot whose worker computed it
   */
  complete(i, answer, slot) {
    if (this.#isOver || !this.#running.delete(i)) return;
    const { done } = this.#parts[i];
    try {
      this.#results[i] = done ? done(answer, slot) : answer;
    } catch (error) {
      this.fail(i, error);
      return;
    }
    this.#isDone[i] = true;
    this.#left--;
    this.progress(i, 1);
    this.#settleIfDone();
  }

  /**
   * A part's error waits for the parts before it: one of these may have another.
   * @param {number} i
   * @param {unknown} error
   */
  fail(i, error) {
    if (this.#isOver) return;
    this.#running.delete(i);
    if (this.#bad && this.#bad.index < i) return;
    this.#bad = { index: i, error };
    this.#waiting = this.#waiting.filter((other) => other < i);
    for (const [other, stop] of this.#running) if (other > i) stop();
    this.#settleIfDone();
  }

  /** @param {unknown} error */
  reject(error) {
    if (this.#isOver) return;
    this.#end();
    this.#reject(error);
  }

  #settleIfDone() {
    if (this.#isOver) return;
    if (this.#bad) {
      const { index, error } = this.#bad;
      if (this.#isDone.slice(0, index).every(Boolean)) this.reject(error);
    } else if (this.#left === 0) {
      try {
        this.#control.onProgress?.({ phase: 'done', done: this.#total, total: this.#total });
      } catch (error) {
        this.reject(error);
      }
      // The report may have disposed of the instance.
      if (this.#isOver) return;
      this.#end();
      this.#resolve(this.#results);
    }
  }

  #end() {
    this.#isOver = true;
    this.#control.signal?.removeEventListener('abort', this.#abort);
    this.#waiting = [];
    this.#here.abort();
    for (const stop of this.#running.values()) stop();
    this.#running.clear();
    this.#onOver(this);
  }
}
