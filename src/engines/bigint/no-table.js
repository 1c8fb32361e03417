/**
 * `fixedTableSteps` of the BigInt engines, which build no tables: their additions are slow, so a
 * table would take more time than it saves.
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
