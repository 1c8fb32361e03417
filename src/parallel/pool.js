/**
 * Workers that compute parts of jobs. Each has its own memory; everything travels by messages, and
 * the caller's thread coordinates. A part is cut and sent when its worker is idle; jobs take turns,
 * part by part. Nothing waits for ever, and nothing awaits a worker's end.
 */
import { InputError, ResourceError } from '../errors.js';
import { Job } from './job.js';
import { unpackError } from './messages.js';
import { Slot } from './slot.js';
import { startWorker, waysToStart } from './start-worker.js';
import { deadline } from './waking.js';
import { Watchdog } from './watchdog.js';

/** @import { Control } from '../port/engine.js' */
/** @import { Part } from './job.js' */
/** @import { Answer } from './messages.js' */
/** @import { Port, StartOptions, Way } from './start-worker.js' */

/**
 * Limits, for tests. `startMs`: deadline of each way to start; `silentMs`: how long a computing
 * worker may say nothing; `idleMs`: when an idle worker is ended that has more than `idleScratch`
 * bytes of scratch memory, as wasm memory never shrinks.
 * @typedef {{ startMs: number, silentMs: number, idleMs: number, idleScratch: number }} Limits
 */

/** @type {Limits} */
export const LIMITS = {
  startMs: 10_000,
  silentMs: 20_000,
  idleMs: 1000,
  idleScratch: 2 ** 26,
};

/** A pool of one instance. */
export class Pool {
  /** @type {Slot[]} */
  slots;
  #open;
  #limits;
  #watchdog;
  /** @type {Way[]} the one that works, once it is known */
  #ways;
  /** @type {Set<Job>} in the order of their turns */
  #jobs = new Set();
  /**
   * Who answered last comes first. The caller's thread often runs where another worker answered
   * before, and a part for that one may take its processor away before it has sent the next.
   * @type {readonly Slot[]}
   */
  #order;
  #isEnded = false;
  #ids = 0;
  /**
   * Why there are fewer workers than asked for.
   * @type {string | undefined}
   */
  reason;

  /**
   * @param {number} threads at least 2
   * @param {Omit<StartOptions, 'startMs'>} start
   * @param {object} open the first message to each worker
   * @param {Limits} limits
   */
  constructor(threads, start, open, limits) {
    this.slots = Array.from({ length: threads }, (_, i) => new Slot(i));
    this.#order = this.slots;
    this.#open = open;
    this.#limits = limits;
    this.#ways = waysToStart({ ...start, startMs: limits.startMs });
    this.#watchdog = new Watchdog(this.slots, limits.silentMs, (slot) =>
      this.#bury(slot, `it said nothing for ${limits.silentMs} ms`),
    );
  }

  /** Starts the workers: the first finds the way for the others. Never rejects. */
  async start() {
    const [first, ...others] = this.slots;
    await this.#raise(first);
    if (first.state === 'dead') for (const slot of others) slot.state = 'dead';
    else await Promise.all(others.map((slot) => this.#raise(slot)));
  }

  /** Number of workers, sleeping ones included. */
  get threads() {
    return this.slots.filter(({ state }) => state !== 'dead').length;
  }

  /**
   * Runs the parts of a job.
   * @param {readonly Part[]} parts
   * @param {Control} control
   * @returns {Promise<any[]>} results in the order of the parts
   */
  run(parts, control) {
    if (control.signal?.aborted) return Promise.reject(control.signal.reason);
    if (this.#isEnded) return Promise.reject(disposed());
    const job = new Job(parts, control, (over) => this.#jobs.delete(over));
    this.#jobs.add(job);
    this.#dispatch();
    return job.promise;
  }

  /** Rejects all jobs and ends all workers, at once. Later calls do nothing. */
  dispose() {
    if (this.#isEnded) return;
    this.#isEnded = true;
    for (const job of [...this.#jobs]) job.reject(disposed());
    this.#watchdog.stop();
    for (const slot of this.slots) this.#end(slot);
  }

  /**
   * Starts a slot's worker.
   * @param {Slot} slot
   */
  async #raise(slot) {
    slot.state = 'starting';
    try {
      const { port, way } = await startWorker(this.#ways, this.#limits.startMs);
      this.#ways = [way];
      await this.#greet(port);
      if (this.#isEnded) return port.end();
      slot.port = port;
      slot.state = 'live';
      port.onMessage = (answer) => this.#answer(slot, answer);
      port.onDeath = (why) => this.#bury(slot, why);
      port.hold(false);
    } catch (error) {
      slot.state = 'dead';
      this.reason = error instanceof Error ? error.message : String(error);
    }
    this.#dispatch();
  }

  /**
   * Sends the first message, and waits for its answer.
   * @param {Port} port
   * @returns {Promise<void>}
   */
  async #greet(port) {
    const { startMs } = this.#limits;
    /** @type {(() => void) | undefined} */
    let callOff;
    try {
      await new Promise((resolve, reject) => {
        callOff = deadline(startMs, () => reject(new Error(`not open in ${startMs} ms`)));
        port.onMessage = ({ error }) => (error ? reject(unpackError(error)) : resolve(undefined));
        port.onDeath = (why) => reject(new Error(why));
        port.post({ ...this.#open, op: 'open', id: 0 });
      });
    } catch (error) {
      port.end();
      throw error;
    } finally {
      callOff?.();
    }
  }

  /** Gives idle workers parts, one of each job in turns. */
  #dispatch() {
    if (this.#isEnded) return;
    for (const slot of this.#order) {
      if (slot.isLive && !slot.call) this.#feed(slot);
    }
    const waiting = [...this.#jobs].filter(({ isWaiting }) => isWaiting);
    if (waiting.length === 0) return;
    for (const slot of this.slots) if (slot.state === 'asleep') void this.#raise(slot);
    if (this.slots.every(({ state }) => state === 'dead')) {
      for (const job of waiting) void job.runNextHere().then((did) => did && this.#dispatch());
    }
  }

  /** @param {Slot} slot an idle one */
  #feed(slot) {
    for (const job of this.#jobs) {
      const i = job.next(slot);
      if (i === undefined) continue;
      this.#jobs.delete(job);
      this.#jobs.add(job);
      this.#send(slot, job, i);
      return;
    }
  }

  /**
   * @param {Slot} slot
   * @param {Job} job
   * @param {number} i
   */
  #send(slot, job, i) {
    const id = ++this.#ids;
    const part = job.start(i, () => slot.call?.id === id && slot.tell({ cancel: id }));
    try {
      const sent = part.send(slot);
      if (sent === null) {
        void job.runHere(i).then(() => this.#dispatch());
        return;
      }
      slot.port?.post({ ...sent.message, id }, sent.transfer);
    } catch (error) {
      // No worker was asked, so the next part is nobody's turn.
      job.fail(i, error);
      queueMicrotask(() => this.#dispatch());
      return;
    }
    slot.call = { id, job, i };
    slot.silentMs = 0;
    clearTimeout(slot.timer);
    slot.port?.hold(true);
    this.#watchdog.start();
  }

  /**
   * @param {Slot} slot
   * @param {Answer} answer
   */
  #answer(slot, { id, share, result, error, scratch = 0 }) {
    const { call } = slot;
    if (id !== call?.id) return;
    slot.silentMs = 0;
    const { job, i } = call;
    if (share !== undefined) return job.progress(i, share);
    slot.scratch = scratch;
    this.#rest(slot);
    if (error === undefined) job.complete(i, result, slot);
    else this.#refused(job, i, slot, unpackError(error));
    this.#dispatch();
  }

  /**
   * A worker without memory is no reason to fail: the caller's thread has other memory.
   * @param {Job} job
   * @param {number} i
   * @param {Slot} slot
   * @param {Error} error
   */
  #refused(job, i, slot, error) {
    if (job.isOver) return;
    job.undo(i, slot);
    if (error instanceof ResourceError) void job.runHere(i).then(() => this.#dispatch());
    else job.fail(i, error);
  }

  /** @param {Slot} slot whose call is over */
  #rest(slot) {
    slot.call = null;
    this.#order = [slot, ...this.#order.filter((other) => other !== slot)];
    slot.port?.hold(false);
    if (slot.scratch <= this.#limits.idleScratch || slot.tables > 0) return;
    slot.timer = setTimeout(() => {
      if (slot.call || !slot.isLive) return;
      this.#end(slot);
      slot.state = 'asleep';
    }, this.#limits.idleMs);
    /** @type {any} */ (slot.timer).unref?.();
  }

  /**
   * @param {Slot} slot
   * @param {string} why its worker died
   */
  #bury(slot, why) {
    if (!slot.isLive || this.#isEnded) return;
    const { call } = slot;
    this.#end(slot);
    this.reason = `a worker ended: ${why}`;
    if (slot.replacements-- > 0) void this.#raise(slot);
    else slot.state = 'dead';
    call?.job.lose(call.i);
    this.#dispatch();
  }

  /** @param {Slot} slot */
  #end(slot) {
    slot.port?.end();
    clearTimeout(slot.timer);
    Object.assign(slot, { port: null, call: null, scratch: 0, tables: 0 });
    slot.epoch++;
  }
}

const disposed = () => new InputError('expected a living instance, got one disposed of meanwhile');
