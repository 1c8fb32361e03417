/**
 * Workers that compute parts of jobs. Each has its own memory; everything travels by messages, and
 * the caller's thread coordinates. A part is cut and sent when its worker is idle; jobs take turns,
 * part by part. Nothing waits for ever, and nothing awaits a worker's end.
 */
import { InputError, ResourceError } from '../errors.js';
import { Job } from './job.js';
import { unpackError } from './messages.js';
import { everyWhile } from './runtime.js';
import { startWorker, waysToStart } from './start-worker.js';

/** @import { Control } from '../port/engine.js' */
/** @import { Entry, Part, TaskCall } from './job.js' */
/** @import { Answer } from './messages.js' */
/** @import { Missing } from './residency.js' */
/** @import { Port, StartOptions, Way } from './start-worker.js' */

/**
 * Limits, for tests. `startMs`: deadline of each way to start; `silentMs`: how long a computing
 * worker may say nothing.
 * @typedef {{ startMs: number, silentMs: number }} Limits
 */

/** @type {Limits} */
export const LIMITS = { startMs: 10_000, silentMs: 20_000 };

/** How many times as long as others a worker may say nothing whose part makes no reports. */
const PATIENCE = 30;

/** How often a worker that dies is followed by another. */
const REPLACEMENTS = 1;

/** A worker of the pool, or the one that has taken its place. The pool alone changes it. */
export class PoolWorker {
  /** @type {'starting' | 'live' | 'dead'} */
  state = 'starting';
  /** @type {Port | null} while it lives */
  port = null;
  /** @type {{ id: number, job: Job, entry: Entry } | null} what it computes */
  call = null;
  /** Ranges of lists that it keeps, by number, and what it lacks of them. @type {Missing} */
  kept = new Map();
  replacements = REPLACEMENTS;
  /** Milliseconds since it was last heard of, while it computes. */
  silentMs = 0;

  get isLive() {
    return this.state === 'live';
  }

  /** Tells it something that has no answer. @type {(message: object) => void} */
  tell(message) {
    this.port?.post(message);
  }
}

/** A pool of one instance. */
export class Pool {
  /** @type {PoolWorker[]} */
  workers;
  #open;
  #limits;
  /** @type {Way[]} the one that works, once it is known */
  #ways;
  /** @type {Set<Job>} in the order of their turns */
  #jobs = new Set();
  /**
   * The worker that answered last comes first. The caller's thread often runs on the processor of a
   * worker that answered earlier: giving that worker a part first may suspend the caller before it
   * has sent the next part.
   * @type {readonly PoolWorker[]}
   */
  #order;
  /** Looks at the workers while some compute. @type {{ end: () => void } | undefined} */
  #watch;
  #isEnded = false;
  #ids = 0;
  /**
   * Why there are fewer workers than asked for.
   * @type {string | undefined}
   */
  reason;

  /**
   * @param {number} threads at least 2
   * @param {StartOptions} start
   * @param {object} open the first message to each worker
   * @param {Limits} limits
   */
  constructor(threads, start, open, limits) {
    this.workers = Array.from({ length: threads }, () => new PoolWorker());
    this.#order = this.workers;
    this.#open = open;
    this.#limits = limits;
    this.#ways = waysToStart(start);
  }

  /** Starts the workers: the first finds the way for the others. Never rejects. */
  async start() {
    const [first, ...others] = this.workers;
    await this.#raise(first);
    if (first.state === 'dead') for (const worker of others) worker.state = 'dead';
    else await Promise.all(others.map((worker) => this.#raise(worker)));
  }

  /** Workers that live, or start. */
  get living() {
    return this.workers.filter(({ state }) => state !== 'dead');
  }

  /**
   * Runs a task on every part of a job.
   * @param {TaskCall} call
   * @param {readonly Part[]} parts
   * @param {Control} control
   * @returns {Promise<any[]>} results in the order of the parts
   */
  run(call, parts, control) {
    if (control.signal?.aborted) return Promise.reject(control.signal.reason);
    if (this.#isEnded) return Promise.reject(disposed());
    const job = new Job(call, parts, control, (over) => this.#jobs.delete(over));
    // Adding the listener may run code that aborts the signal.
    if (!job.isOver) this.#jobs.add(job);
    this.#dispatch();
    return job.promise;
  }

  /** Rejects all jobs and ends all workers, at once. Later calls do nothing. */
  dispose() {
    if (this.#isEnded) return;
    this.#isEnded = true;
    for (const job of [...this.#jobs]) job.reject(disposed());
    this.#watch?.end();
    for (const worker of this.workers) this.#end(worker);
  }

  /** @param {PoolWorker} worker that is to start */
  async #raise(worker) {
    worker.state = 'starting';
    try {
      const { port, way } = await startWorker(this.#ways, this.#open, this.#limits.startMs);
      this.#ways = [way];
      if (this.#isEnded) return port.end();
      worker.port = port;
      worker.state = 'live';
      port.onMessage = (answer) => this.#answer(worker, answer);
      port.onDeath = (why) => this.#bury(worker, why);
      port.hold(false);
    } catch (error) {
      worker.state = 'dead';
      this.reason = error instanceof Error ? error.message : String(error);
    }
    this.#dispatch();
  }

  /** Gives idle workers parts. Where all are dead, the caller's thread computes. */
  #dispatch() {
    if (this.#isEnded) return;
    for (const worker of this.#order) {
      while (worker.isLive && !worker.call && this.#feed(worker));
    }
    if (this.living.length > 0) return;
    for (const job of [...this.#jobs]) {
      void job.runNextHere().then((did) => did && this.#dispatch());
    }
  }

  /**
   * Gives a worker a part, one of each job in turns.
   * @param {PoolWorker} worker an idle one
   * @returns {boolean} whether there was one
   */
  #feed(worker) {
    for (const job of this.#jobs) {
      const entry = job.next(worker);
      if (!entry) continue;
      this.#jobs.delete(job);
      this.#jobs.add(job);
      this.#send(worker, job, entry);
      return true;
    }
    return false;
  }

  /** @type {(worker: PoolWorker, job: Job, entry: Entry) => void} */
  #send(worker, job, entry) {
    const id = ++this.#ids;
    job.start(entry, () => worker.call?.id === id && worker.tell({ cancel: id }));
    try {
      const list = entry.part.listFor?.(worker);
      if (list === null) return void job.recompute(entry);
      const { input, transfer } = entry.part.message();
      const points = (list?.fill ?? []).map(({ bytes }) => bytes.buffer);
      worker.port?.post({ op: 'run', ...job.call, input, list, id }, [...transfer, ...points]);
    } catch (error) {
      // The points that listFor noted have not arrived.
      entry.part.failed?.(worker);
      return job.fail(entry, error);
    }
    worker.call = { id, job, entry };
    worker.silentMs = 0;
    worker.port?.hold(true);
    if (this.#watch) return;
    const { end, timer } = everyWhile(this.#limits.silentMs, (elapsed) => this.#look(elapsed));
    timer.unref?.();
    this.#watch = { end };
  }

  /**
   * No page hears of a worker that somebody else ended, or that loops.
   * @param {number} elapsed milliseconds
   */
  #look(elapsed) {
    const { silentMs } = this.#limits;
    const busy = this.workers.filter(({ call }) => call);
    if (busy.length === 0) {
      this.#watch?.end();
      this.#watch = undefined;
    }
    for (const worker of busy) {
      worker.silentMs += elapsed;
      const limit = worker.call?.entry.part.isSilent ? PATIENCE * silentMs : silentMs;
      if (worker.silentMs > limit) this.#bury(worker, `it said nothing for ${limit} ms`);
    }
  }

  /** @type {(worker: PoolWorker, answer: Answer) => void} */
  #answer(worker, { id, progress, result, error }) {
    const { call } = worker;
    if (!call || id !== call.id) return;
    worker.silentMs = 0;
    const { job, entry } = call;
    if (progress !== undefined) return job.progress(entry, progress);
    worker.call = null;
    this.#order = [worker, ...this.#order.filter((other) => other !== worker)];
    worker.port?.hold(false);
    if (error === undefined) job.complete(entry, result, worker);
    else this.#refused(job, entry, worker, unpackError(error));
    this.#dispatch();
  }

  /** @type {(job: Job, entry: Entry, worker: PoolWorker, error: Error) => void} */
  #refused(job, entry, worker, error) {
    const isOfMemory = error instanceof ResourceError;
    // A call that was given up fails, too, but its points have arrived.
    if (isOfMemory || entry.state === 'running') entry.part.failed?.(worker);
    if (isOfMemory) void job.recompute(entry);
    else job.fail(entry, error);
  }

  /**
   * @param {PoolWorker} worker
   * @param {string} why it died
   */
  #bury(worker, why) {
    if (!worker.isLive || this.#isEnded) return;
    const { call } = worker;
    this.#end(worker);
    this.reason = `a worker ended: ${why}`;
    if (worker.replacements-- > 0) void this.#raise(worker);
    else worker.state = 'dead';
    if (call) void call.job.recompute(call.entry);
    this.#dispatch();
  }

  /** @type {(worker: PoolWorker) => void} */
  #end(worker) {
    worker.port?.end();
    Object.assign(worker, { port: null, call: null, kept: new Map() });
  }
}

const disposed = () => new InputError('expected a living instance, got one disposed of meanwhile');
