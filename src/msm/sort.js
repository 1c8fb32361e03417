/**
 * Counting sort: from the signed digits of all half-scalars to runs of references, one run for each bucket of each
 * window.
 */

/**
 * Where the points of the halves lie: half i < points stands for point i, half points + i for its image under the
 * endomorphism, half 2·points + i for the image of that, if scalars have so many parts. The images lie back to back.
 * @typedef {{ base: number, endomorphismBase: number, points: number, stride: number }} HalfAddresses
 */

/**
 * Yields the number of digits done after each window.
 * @param {(w: number) => Int32Array} digits of window w, one for each half; |digit| ≤ 2^(c−1)
 * @param {{ windows: number, c: number, halves: number }} shape
 * @param {HalfAddresses} addresses
 * @param {Int32Array} references gets the sorted references; as long as all digits
 * @param {Int32Array} starts gets the start of every bucket, windows × (2^(c−1) + 1) of them, and the end; bucket 0 of
 * a window is empty
 * @returns {Generator<number, void, void>}
 */
export function* sortDigits(digits, { windows, c, halves }, addresses, references, starts) {
  const buckets = 2 ** (c - 1) + 1;
  const next = new Int32Array(buckets);
  let total = 0;
  for (let w = 0; w < windows; w++) {
    const row = digits(w);
    total = countBuckets(row, next, starts, w * buckets, total);
    placeReferences(row, next, addresses, references);
    yield (w + 1) * halves;
  }
  starts[windows * buckets] = total;
}

/**
 * Sets the starts of a window's buckets, in `next` too; gives the end of the last.
 * @param {Int32Array} row
 * @param {Int32Array} next
 * @param {Int32Array} starts
 * @param {number} offset
 * @param {number} total
 */
function countBuckets(row, next, starts, offset, total) {
  next.fill(0);
  for (let i = 0; i < row.length; i++) next[Math.abs(row[i])]++;
  next[0] = 0;
  for (let v = 0; v < next.length; v++) {
    const count = next[v];
    next[v] = total;
    starts[offset + v] = total;
    total += count;
  }
  return total;
}

/**
 * @param {Int32Array} row
 * @param {Int32Array} next where each bucket's next reference goes
 * @param {HalfAddresses} addresses
 * @param {Int32Array} references
 */
function placeReferences(row, next, { base, endomorphismBase, points, stride }, references) {
  for (let from = 0; from < row.length; from += points) {
    const to = from + points;
    const first = from === 0 ? base : endomorphismBase + (from - points) * stride;
    for (let i = from, address = first; i < to; i++, address += stride) {
      const digit = row[i];
      if (digit > 0) references[next[digit]++] = address;
      else if (digit < 0) references[next[-digit]++] = address | 1;
    }
  }
}
