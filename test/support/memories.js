/** The WebAssembly memories of an instance, for tests that look for secrets or count bytes. */

/**
 * @template Instance
 * @param {() => Promise<Instance>} create
 * @returns {Promise<{ instance: Instance, memories: WebAssembly.Memory[] }>}
 */
export async function withMemories(create) {
  const { Memory } = WebAssembly;
  /** @type {WebAssembly.Memory[]} */
  const memories = [];
  WebAssembly.Memory = class extends Memory {
    /** @param {WebAssembly.MemoryDescriptor} descriptor */
    constructor(descriptor) {
      super(descriptor);
      memories.push(this);
    }
  };
  try {
    return { instance: await create(), memories };
  } finally {
    WebAssembly.Memory = Memory;
  }
}
