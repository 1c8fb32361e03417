/**
 * Workers keep ranges of lists, with what tasks add to them, such as tables. A worker gets points
 * when a task first needs them, and keeps them until the list is forgotten. The caller's thread has
 * all of them, so that nothing is lost with a worker.
 */

import { cutRange } from '../port/ranges.js';

/** @import { Control, EngineTransfer, TaskPart, TaskPoints, VectorHandle } from '../port/engine.js' */
/** @import { Part } from './job.js' */
/** @import { List } from './messages.js' */
/** @import { Pool, PoolWorker } from './pool.js' */
/** @import { Range } from '../port/ranges.js' */

/** Ranges that a worker lacks, by what it keeps. @typedef {Map<number, Range[]>} Missing */

/** Bytes of points that are sent at once: a millisecond to copy. */
const FILL_BYTES = 2 ** 20;

let ids = 0;

/** A range of a list that a worker keeps. */
export class Resident {
  #id = ++ids;

  /**
   * @param {PoolWorker} worker
   * @param {Range} range
   */
  constructor(worker, { start, end }) {
    this.worker = worker;
    this.start = start;
    this.end = end;
  }

  /** Whether the worker has anything of it. */
  get isKept() {
    return this.worker.kept.has(this.#id);
  }

  /** The ranges that the worker lacks. */
  get missing() {
    return this.worker.kept.get(this.#id) ?? [{ start: this.start, end: this.end }];
  }

  /** Notes that the worker has the points of a range. @type {(range: Range) => void} */
  note(range) {
    const left = this.missing.flatMap((own) => without(own, range));
    this.worker.kept.set(this.#id, left);
  }

  /**
   * A range, as the worker finds it in what it keeps from now on.
   * @param {Range} range
   * @returns {List} without points
   */
  list({ start, end }) {
    this.worker.kept.set(this.#id, this.missing);
    const own = { start: start - this.start, end: end - this.start };
    return { id: this.#id, length: this.end - this.start, ...own, fill: [] };
  }

  free() {
    if (this.worker.kept.delete(this.#id)) this.worker.tell({ op: 'free', list: this.#id });
  }
}

/** Everything that workers keep for one engine. */
export class Residency {
  #pool;
  #engine;
  #transfer;
  /** By the list, or by what has a range of it of its own. @type {Map<object, Resident[]>} */
  #kept = new Map();

  /**
   * @param {Pool} pool
   * @param {number} engine its index in the instance
   * @param {EngineTransfer} transfer
   */
  constructor(pool, engine, transfer) {
    this.#pool = pool;
    this.#engine = engine;
    this.#transfer = transfer;
  }

  /** Finds who keeps a list. @type {(key: object) => readonly Resident[]} */
  of(key) {
    return this.#kept.get(key) ?? [];
  }

  /**
   * Divides a list among workers.
   * @param {VectorHandle} handle
   * @param {readonly PoolWorker[]} workers
   * @param {boolean} isWhole whether each is to keep all of it
   * @returns {readonly Resident[]}
   */
  divide(handle, workers, isWhole) {
    const whole = { start: 0, end: handle.length };
    const residents = cutRange(whole, workers.length).map(
      (range, i) => new Resident(workers[i], isWhole ? whole : range),
    );
    this.#kept.set(handle, residents);
    return residents;
  }

  /** Frees what workers keep of a list. @type {(key: object) => void} */
  forget(key) {
    for (const resident of this.of(key)) resident.free();
    this.#kept.delete(key);
  }

  /**
   * Runs a task on parts of which some take points. Points that a worker lacks are sent along; what
   * would keep the caller's thread for longer than a frame is sent ahead, part by part, each when
   * the worker has taken the one before.
   * @param {string} task
   * @param {readonly TaskPart[]} parts
   * @param {Control} control
   * @returns {Promise<any[]>} results in order
   */
  async run(task, parts, control) {
    const { living } = this.#pool;
    /** @type {Part[]} */
    const fills = [];
    const placed = parts.map((part) => {
      if (!Object.hasOwn(part, 'points') || !part.points) return part;
      // Absent members are not looked up in prototypes.
      const points = /** @type {TaskPoints} */ ({ __proto__: null, ...part.points });
      const owner = living[points.worker ?? -1];
      fills.push(...this.#fillsOf(points, owner));
      return this.#withPoints(part, points, owner);
    });
    const engine = this.#engine;
    if (fills.length > 0) {
      await this.#pool.run({ engine, task: undefined }, fills, {
        ...control,
        onProgress: undefined,
      });
    }
    return this.#pool.run({ engine, task }, placed, control);
  }

  /**
   * A part that a worker gets with its points.
   * @type {(part: TaskPart, points: TaskPoints, owner: PoolWorker | undefined) =>
   *   Part & Required<Pick<Part, 'listFor'>>}
   */
  #withPoints(part, points, owner) {
    /** @type {Resident | null} */
    let resident = null;
    return {
      ...part,
      owner,
      listFor: (worker) => {
        resident = this.#residentOf(points, worker, worker === owner);
        return points.needsKept && !resident?.isKept ? null : this.#listOf(points, resident);
      },
      failed: () => resident?.free(),
    };
  }

  /**
   * The parts of a job that brings its owner what a part needs and that one lacks; none for what
   * fits into the message of the part. Nothing depends on them: what has not arrived is sent with
   * the part.
   * @type {(points: TaskPoints, owner: PoolWorker | undefined) => Part[]}
   */
  #fillsOf(points, owner) {
    if (!owner || points.needsKept) return [];
    const { start, end, kept = { start, end } } = points;
    const most = Math.ceil(FILL_BYTES / this.#transfer.pointBytes);
    const missing = this.#find(points, owner)?.missing ?? [kept];
    return missing.flatMap((range) => {
      const lacked = overlap(range, points);
      const n = lacked.end - lacked.start;
      if (n <= most) return [];
      return cutRange(lacked, Math.ceil(n / most)).map((lackedPart) => {
        const message = () => ({ input: {}, transfer: [] });
        const here = () => undefined;
        const weight = lackedPart.end - lackedPart.start;
        const fill = { ...points, ...lackedPart, kept };
        const part = this.#withPoints({ weight, message, here }, fill, owner);
        return { ...part, listFor: (worker) => (worker === owner ? part.listFor(worker) : null) };
      });
    });
  }

  /**
   * @param {TaskPoints} points
   * @param {PoolWorker} worker
   * @returns {Resident | undefined} the range, if the worker keeps that one of the list
   */
  #find({ handle, key = handle, start, end, kept = { start, end } }, worker) {
    const isOf = (/** @type {Resident} */ own) =>
      own.worker === worker && own.start === kept.start && own.end === kept.end;
    return this.of(key).find(isOf);
  }

  /**
   * The range that a worker keeps for a task. The owner keeps it from now on, instead of another.
   * @param {TaskPoints} points
   * @param {PoolWorker} worker
   * @param {boolean} isOwner
   * @returns {Resident | null} null: the points are lent to it
   */
  #residentOf(points, worker, isOwner) {
    const found = this.#find(points, worker);
    if (found || !isOwner || points.needsKept) return found ?? null;
    const { handle, key = handle, start, end, kept = { start, end } } = points;
    const others = this.of(key).filter((own) => own.worker !== worker || void own.free());
    const resident = new Resident(worker, kept);
    this.#kept.set(key, [...others, resident]);
    return resident;
  }

  /**
   * The points of a task, with those that the worker lacks.
   * @type {(points: TaskPoints, resident: Resident | null) => List}
   */
  #listOf({ handle, start, end }, resident) {
    const range = { start, end };
    const length = end - start;
    const missing = resident?.missing ?? [range];
    const list = resident?.list(range) ?? { length, start: 0, end: length, fill: [] };
    for (const lacked of missing.map((own) => overlap(own, range))) {
      if (lacked.start >= lacked.end) continue;
      const bytes = this.#transfer.read(handle, lacked.start, lacked.end);
      list.fill.push({ at: lacked.start - (resident ?? range).start, bytes });
    }
    resident?.note(range);
    return list;
  }
}

/** @param {Range} a @param {Range} b @returns {Range} of length 0 or less if they share nothing */
const overlap = (a, b) => ({ start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) });

/** @param {Range} range @param {Range} taken @returns {Range[]} what is left */
function without({ start, end }, taken) {
  if (taken.end <= start || end <= taken.start) return [{ start, end }];
  return [
    { start, end: taken.start },
    { start: taken.end, end },
  ].filter((left) => left.start < left.end);
}
