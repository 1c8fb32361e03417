/** Allocates from a module's share of static memory, in multiples of a vector. */

/**
 * @param {string} name for the error message
 * @param {number} base
 * @param {number} end
 * @returns {(bytes: number) => number}
 */
export function staticMemory(name, base, end) {
  let next = base;
  return (bytes) => {
    const address = next;
    next += Math.ceil(bytes / 16) * 16;
    if (next > end) throw new RangeError(`${name}: static memory ends at ${end}, needs ${next}`);
    return address;
  };
}
