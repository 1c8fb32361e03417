/**
 * Counts the WebAssembly memory that is created in this worker. Imported before the library, which
 * has no interface for it.
 */

/** @type {WebAssembly.Memory[]} */
const memories = [];

WebAssembly.Memory = new Proxy(WebAssembly.Memory, {
  construct(target, [description]) {
    const memory = new target(description);
    memories.push(memory);
    return memory;
  },
});

/**
 * Remembers which memories are created while something opens.
 * @template T
 * @param {() => Promise<T>} open
 * @returns {Promise<{ opened: T, bytes: (instances: number) => number }>} `bytes`: the size now of
 *   those of the first of so many equal instances
 */
export async function countMemory(open) {
  const first = memories.length;
  const opened = await open();
  const own = memories.slice(first);
  const bytes = (/** @type {number} */ instances) =>
    own
      .slice(0, Math.ceil(own.length / instances))
      .reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  return { opened, bytes };
}
