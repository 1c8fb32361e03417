/** What differs between runtimes and is asked of them, not imported. */

/**
 * A module of Node, Bun and Deno, without an import that bundlers would trip over.
 * @param {string} name
 * @returns {any}
 */
export function builtin(name) {
  const { process } = /** @type {{ process?: { getBuiltinModule?: (name: string) => any } }} */ (
    globalThis
  );
  return process?.getBuiltinModule?.(name);
}
