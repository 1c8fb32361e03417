/**
 * `fixedTableSteps` of the BigInt engines, which build no tables: their additions are so slow that
 * a table would cost more time than it saves.
 */

/** @returns {Promise<Generator<never, null, void>>} */
export async function noTable() {
  return steps();
}

/** @returns {Generator<never, null, void>} */
function* steps() {
  yield* [];
  return null;
}
