/** URLs from callers. */
import { readingOf } from './lists.js';

/**
 * The text of a URL, of this realm or another: the class of jsdom is one of its own.
 * @param {unknown} value
 * @param {string} what the argument, for messages
 * @returns {string | undefined} undefined for what is neither a `URL` nor text
 */
export function readUrl(value, what) {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  return readingOf(what, undefined, () =>
    Object.prototype.toString.call(value) === '[object URL]'
      ? String(/** @type {URL} */ (value).href)
      : undefined,
  );
}
