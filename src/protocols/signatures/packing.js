/** Parsed items of batches as they travel: back to back. */

/**
 * Parsed items of one protocol.
 * @typedef {Record<string, any>[]} Items
 */

/**
 * The bytes of an item: the fields that are packed.
 * @type {Record<string, readonly string[]>}
 */
const FIELDS = {
  schnorr: ['signature', 'message', 'publicKey'],
  ecdsa: ['signature', 'recoveryId', 'hash', 'key'],
};

/**
 * Items back to back: for each field its bytes, and where each item's end.
 * @typedef {{ count: number, bytes: Uint8Array<ArrayBuffer>[], ends: Uint32Array<ArrayBuffer>[] }}
 *   PackedItems
 */

/**
 * @param {string} protocol
 * @param {Items} items whose fields are bytes, or one number below 256
 * @returns {PackedItems}
 */
export function packItems(protocol, items) {
  const count = items.length;
  const ends = FIELDS[protocol].map((field) => {
    let end = 0;
    return Uint32Array.from(items, (item) => (end += item[field].length ?? 1));
  });
  const bytes = FIELDS[protocol].map((field, f) => {
    const all = new Uint8Array(count === 0 ? 0 : ends[f][count - 1]);
    items.forEach((item, i) => {
      const value = item[field];
      const start = i === 0 ? 0 : ends[f][i - 1];
      if (typeof value === 'number') all[start] = value;
      else all.set(value, start);
    });
    return all;
  });
  return { count, bytes, ends };
}

/**
 * @param {string} protocol
 * @param {PackedItems} packed
 * @returns {Items}
 */
export function unpackItems(protocol, { count, bytes, ends }) {
  const fields = FIELDS[protocol];
  return Array.from({ length: count }, (_, i) =>
    Object.fromEntries(
      fields.map((field, f) => {
        const value = bytes[f].subarray(i === 0 ? 0 : ends[f][i - 1], ends[f][i]);
        return [field, field === 'recoveryId' ? value[0] : value];
      }),
    ),
  );
}
