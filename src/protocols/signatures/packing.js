/**
 * Items of batches back to back, as they are read and as they travel: few arrays instead of three
 * an item, for which workers would wait.
 */
import { allocate, elementsOf } from '../../input/bytes.js';

/** Bytes that a field has room for at first. */
const FIRST_BYTES = 2 ** 12;

/**
 * A field of all items: bytes, and where each item's end.
 * @typedef {{ bytes: Uint8Array<ArrayBuffer>, ends: ArrayLike<number> }} Field
 */

/** A list of items that grows. Each has the same fields, which are bytes. */
export class Packing {
  /**
   * @param {Field[]} fields
   * @param {number} [length] number of items
   */
  constructor(fields, length = 0) {
    this.fields = fields;
    this.length = length;
  }

  /** An empty list of items with so many fields. @param {number} count */
  static empty(count) {
    return new Packing(
      Array.from({ length: count }, () => ({ bytes: allocate(FIRST_BYTES), ends: [] })),
    );
  }

  /**
   * Copies an item.
   * @param {ReadonlyArray<ArrayLike<number>>} fields bytes, or one byte in an array
   */
  add(fields) {
    fields.forEach((value, f) => {
      const field = this.fields[f];
      const at = startOf(field, this.length);
      const end = at + (elementsOf(value) ?? 1);
      if (end > field.bytes.length) {
        const larger = allocate(2 * end);
        larger.set(field.bytes);
        field.bytes = larger;
      }
      field.bytes.set(value, at);
      /** @type {number[]} */ (field.ends)[this.length] = end;
    });
    this.length++;
  }

  /**
   * Items of a range.
   * @param {number} [start]
   * @param {number} [end]
   * @returns {any[]} the fields of each, views of the bytes
   */
  slice(start = 0, end = this.length) {
    return Array.from({ length: end - start }, (_, i) =>
      this.fields.map((field) =>
        field.bytes.subarray(startOf(field, start + i), field.ends[start + i]),
      ),
    );
  }
}

/** Where an item of a field begins. @param {Field} field @param {number} item */
export const startOf = ({ ends }, item) => (item === 0 ? 0 : ends[item - 1]);
