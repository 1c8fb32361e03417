/** Modules of the runtime, asked for and not imported, as runtimes differ. */

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
