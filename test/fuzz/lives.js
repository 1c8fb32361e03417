/**
 * An instance whose parts come and go while calls are under way: what a model of it needs to know.
 */
import { InputError } from '../../src/errors.js';
import { check } from './context.js';

/** @import { Random } from './random.js' */

/** @typedef {{ error: unknown }[]} Endings how a call may end but with its result */

/**
 * A call under way.
 * @typedef {{ promise: Promise<any>, may: Endings, isRight: (result: any) => unknown }} Pending
 */

const ABORTED = new Error('aborted');
const THROWN = new Error('thrown');

/** Ways to start an asynchronous call. */
export const STARTS = ['async', 'abort', 're-enter', 'throw'];

/** Wrong arguments: each call throws an InputError. @param {(() => unknown)[]} calls */
export function refuses(calls) {
  for (const call of calls) {
    try {
      call();
    } catch (error) {
      check(error instanceof InputError, `${error}`);
      continue;
    }
    check(false, 'accepted what is wrong');
  }
}

export class Lives {
  /** @type {Pending[]} */ pending = [];
  isOver = false;

  /** @param {any} instance */
  constructor(instance) {
    this.instance = instance;
  }

  /** Ends the instance, whatever is under way. */
  async close() {
    this.instance.dispose();
    await Promise.allSettled(this.pending.map(({ promise }) => promise));
  }

  /** Disposes of the instance, as the caller might at any time. */
  end() {
    this.instance.dispose();
    this.isOver = true;
    this.mayBeRefused();
  }

  /** Something is gone: what is under way may need it, but may never be wrong for it. */
  mayBeRefused() {
    for (const { may } of this.pending) may.push({ error: InputError });
  }

  /**
   * Refused exactly if the model says so.
   * @template T
   * @param {boolean} gone
   * @param {() => T} call
   * @returns {T | undefined}
   */
  expectUse(gone, call) {
    try {
      const result = call();
      check(!gone, 'used what is disposed of');
      return result;
    } catch (error) {
      check(gone && error instanceof InputError, `${error}`);
      return undefined;
    }
  }

  /**
   * The options of an asynchronous call, and how else it may end.
   * @param {string} op one of `STARTS`
   * @param {Random} random
   * @param {() => void} reenter called from a report of progress
   */
  optionsFor(op, random, reenter) {
    const control = new AbortController();
    /** @type {Endings} */
    const may = [];
    if (op === 'abort') {
      may.push({ error: ABORTED });
      if (random.chance(0.3)) control.abort(ABORTED);
      else setTimeout(() => control.abort(ABORTED), random.int(20));
    }
    if (op === 'throw') may.push({ error: THROWN });
    let calls = 0;
    const after = random.int(4);
    const onProgress = () => {
      if (calls++ !== after) return;
      if (op === 'throw') throw THROWN;
      if (op === 're-enter') reenter();
    };
    return { options: { signal: control.signal, onProgress }, may };
  }

  /** @param {Promise<any>} promise @param {Endings} may @param {Pending['isRight']} isRight */
  begin(promise, may, isRight) {
    promise.catch(() => {});
    this.pending.push({ promise, may, isRight });
  }

  /** Waits for all that is under way. */
  async settle() {
    while (this.pending.length > 0) {
      const { promise, may, isRight } = this.pending[0];
      try {
        isRight(await promise);
      } catch (error) {
        const isAllowed = may.some(
          (other) =>
            error === other.error || (other.error === InputError && error instanceof InputError),
        );
        if (!isAllowed) throw error;
      }
      this.pending.shift();
    }
  }
}
