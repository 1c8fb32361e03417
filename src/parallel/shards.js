/**
 * Which worker keeps which points of a list. The caller's thread has all of them; a worker gets its
 * share with the first sum that needs it, and keeps it until the list is freed.
 */

import { ranges } from './plan.js';

/** @import { EngineTransfer, VectorHandle } from '../port/engine.js' */
/** @import { Slot } from './slot.js' */

/** Points that a worker does not have yet. @typedef {{ start: number, end: number }} Range */

let ids = 0;

/** A range of a list, and the worker that keeps it. */
export class Shard {
  /** The worker's list. */
  id = ++ids;
  #epoch = -1;
  /** @type {Range[]} */
  #missing = [];

  /**
   * @param {Slot} slot
   * @param {number} start
   * @param {number} end
   */
  constructor(slot, start, end) {
    this.slot = slot;
    this.start = start;
    this.end = end;
  }

  get #isKept() {
    return this.#epoch === this.slot.epoch && this.slot.isLive;
  }

  /**
   * Notes that the worker has the points of a range, or all from now on.
   * @param {number} [start]
   * @param {number} [end]
   */
  note(start = this.start, end = this.end) {
    if (!this.#isKept) this.#missing = [{ start: this.start, end: this.end }];
    this.#epoch = this.slot.epoch;
    this.#missing = this.#missing.flatMap((range) => without(range, start, end));
  }

  /** The ranges that the worker lacks. @returns {readonly Range[]} */
  get missing() {
    return this.#isKept ? this.#missing : [{ start: this.start, end: this.end }];
  }

  /** Frees the worker's points. */
  free() {
    if (this.#isKept) this.slot.tell({ op: 'free', vector: this.id });
    this.#epoch = -1;
  }

  /**
   * Describes the worker's list, and those points of a range, by default all, that it lacks.
   * @param {EngineTransfer} transfer
   * @param {VectorHandle} handle the whole list
   * @param {number} [from]
   * @param {number} [to]
   * @returns {{ list: object, transfer: ArrayBuffer[] }}
   */
  send(transfer, handle, from = this.start, to = this.end) {
    const fill = this.missing
      .map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, to) }))
      .filter(({ start, end }) => start < end)
      .map(({ start, end }) => ({
        at: start - this.start,
        bytes: transfer.read(handle, start, end),
      }));
    this.note(from, to);
    return {
      list: { vector: this.id, length: this.end - this.start, fill },
      transfer: fill.map(({ bytes }) => bytes.buffer),
    };
  }
}

/**
 * @param {Range} range
 * @param {number} start
 * @param {number} end
 * @returns {Range[]} the range without those from `start` to `end`
 */
function without(range, start, end) {
  if (end <= range.start || start >= range.end) return [range];
  return [
    { start: range.start, end: start },
    { start: end, end: range.end },
  ].filter((left) => left.start < left.end);
}

/**
 * The shares of a list that workers keep: each a stretch of it, or each the whole.
 * @typedef {{ isWhole: boolean, shards: Shard[] }} Shards
 */

/**
 * @param {readonly Slot[]} slots
 * @param {number} length of the list, at least as many points as slots
 * @param {boolean} isWhole
 * @returns {Shard[]}
 */
export const shardsFor = (slots, length, isWhole) =>
  ranges(0, length, slots.length).map(({ start, end }, i) =>
    isWhole ? new Shard(slots[i], 0, length) : new Shard(slots[i], start, end),
  );
