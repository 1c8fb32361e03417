/** The words of messages. */

const LONG = 10n ** 1000n;

/** Describes a value in a few words, for messages. @type {(value: unknown) => string} */
export function describe(value) {
  if (value === null || value === undefined) return String(value);
  switch (typeof value) {
    case 'string':
      return value.length > 40 ? `a string of ${value.length} characters` : `'${value}'`;
    case 'bigint': {
      // To write a long one takes time that grows with the square of its length.
      if (value >= LONG || value <= -LONG) return 'a bigint of more than 1000 digits';
      const text = String(value);
      return text.length > 40 ? `a bigint of ${text.length} digits` : `${text}n`;
    }
    case 'function':
      return 'a function';
    case 'object':
      // An object's own description is not trusted: reading it may throw or give no string.
      try {
        if (Array.isArray(value)) return `an array of length ${String(value.length)}`;
        return `an object (${String(Object.getPrototypeOf(value).constructor.name)})`;
      } catch {
        return 'an object (Object)';
      }
    default:
      return String(value);
  }
}

/**
 * The name of an argument in messages. Built only for an error, since lists have many items.
 * @param {string} what
 * @param {number} [index] in a list
 */
export const nameOf = (what, index) => (index === undefined ? what : `${what} at index ${index}`);
