/** Prices of sums over window tables, per batch kernel. */

/**
 * Nanoseconds per step of a sum over window tables, and per call. With one part of the scalars per
 * lane, `alone` is the extra cost of an entry added to one lane only, beyond its share of a paired
 * addition; `image` is the cost of the endomorphism.
 * @typedef {{ additions: number, doublings: number, calls: number, alone: number,
 *   image: number }} WindowTablePrices
 */

/**
 * Nanoseconds of a sum in extended coordinates (docs/decisions/15-combs.md). With fma, an addition
 * takes 173 if its entry is cached, 190 including the recoding of its digit; a doubling acts on one
 * of two sums.
 * @type {Record<string, WindowTablePrices>}
 */
const WINDOW_TABLE_PRICES = {
  limbs30: { additions: 530, doublings: 510, calls: 4500, alone: 0, image: 0 },
  // As much less than limbs30 as its batched additions (wasm-gen/kernel-prices.js).
  wide64: { additions: 244, doublings: 235, calls: 4500, alone: 0, image: 0 },
  fma: { additions: 190, doublings: 300, calls: 900, alone: 80, image: 350 },
};

/**
 * Prices of a sum in extended coordinates.
 * @param {string} batch
 */
export const windowTablePricesOf = (batch) => WINDOW_TABLE_PRICES[batch];
