/**
 * Tasks of protocols on workers: parts that any worker takes, and parts on points that one worker
 * keeps, with what the task adds to them, such as tables.
 */
import { Shard } from './shards.js';

/** @import { Control, EngineTransfer, TaskPart, TaskPoints, VectorHandle } from '../port/engine.js' */
/** @import { Part } from './job.js' */
/** @import { Pool } from './pool.js' */
/** @import { Slot } from './slot.js' */

/** Points that a worker keeps for tasks; `epoch`: of the worker that was sent them. */
class Kept {
  #epoch = -1;

  /** @param {Slot} slot @param {TaskPoints} points */
  constructor(slot, { start, end }) {
    this.shard = new Shard(slot, start, end);
  }

  /** @param {TaskPoints} points */
  isOf({ start, end }) {
    return this.shard.start === start && this.shard.end === end;
  }

  /** @param {EngineTransfer} transfer @param {VectorHandle} handle */
  send(transfer, handle) {
    const { slot } = this.shard;
    if (this.#epoch !== slot.epoch) {
      this.#epoch = slot.epoch;
      // Not put to sleep: tables may follow.
      slot.tables++;
    }
    return this.shard.send(transfer, handle);
  }

  free() {
    const { slot } = this.shard;
    if (this.#epoch === slot.epoch && slot.isLive) slot.tables--;
    this.#epoch = -1;
    this.shard.free();
  }
}

/** The tasks of one engine. */
export class Tasks {
  #pool;
  #index;
  #transfer;
  /** @type {Map<VectorHandle, Map<Slot, Kept>>} */
  #kept = new Map();

  /** @param {{ pool: Pool, index: number, transfer: EngineTransfer }} parts */
  constructor({ pool, index, transfer }) {
    this.#pool = pool;
    this.#index = index;
    this.#transfer = transfer;
  }

  /**
   * @param {string} task
   * @param {readonly TaskPart[]} parts
   * @param {Control} control
   * @returns {Promise<any[]>}
   */
  run(task, parts, control) {
    const slots = this.#pool.slots.filter(({ state }) => state !== 'dead');
    return this.#pool.run(
      parts.map((part) => this.#partOf(task, part, slots)),
      control,
    );
  }

  /** @param {VectorHandle} handle whose points workers need not keep any longer */
  forget(handle) {
    for (const kept of this.#kept.get(handle)?.values() ?? []) kept.free();
    this.#kept.delete(handle);
  }

  /**
   * @param {string} task
   * @param {TaskPart} part
   * @param {readonly Slot[]} slots
   * @returns {Part}
   */
  #partOf(task, { weight, message, here, done, points }, slots) {
    const engine = this.#index;
    if (!points) {
      return {
        ...{ weight, here, done },
        send() {
          const { input, transfer } = message();
          return { message: { op: 'task', engine, task, input }, transfer };
        },
      };
    }
    const owner = slots[points.worker];
    /** @type {Kept | null} */
    let kept = null;
    return {
      ...{ weight, here, done, owner },
      send: (slot) => {
        const { input, transfer } = message();
        kept = slot === owner ? this.#keep(slot, points) : null;
        const stretch = kept ?? new Shard(slot, points.start, points.end);
        const { list, transfer: buffers } = stretch.send(this.#transfer, points.handle);
        const isKept = kept !== null;
        return {
          message: { op: 'task', engine, task, input, list, isKept },
          transfer: [...transfer, ...buffers],
        };
      },
      failed: () => kept?.free(),
    };
  }

  /**
   * The range of a list that a worker keeps; another takes the place of the last.
   * @param {Slot} slot
   * @param {TaskPoints} points
   * @returns {Kept}
   */
  #keep(slot, points) {
    const { handle } = points;
    const bySlot = this.#kept.get(handle) ?? new Map();
    this.#kept.set(handle, bySlot);
    let kept = bySlot.get(slot);
    if (!kept?.isOf(points)) {
      kept?.free();
      kept = new Kept(slot, points);
      bySlot.set(slot, kept);
    }
    return kept;
  }
}
