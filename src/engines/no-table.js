/** `fixedTableSteps` of the BigInt engines: additions are so slow there that a table would take longer than it saves. */

/** @returns {Generator<never, null, void>} */
export function* noTable() {
  yield* [];
  return null;
}
