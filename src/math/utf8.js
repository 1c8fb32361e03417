/** UTF-8 without `TextEncoder`, which windows of test runners lack. */

/**
 * Text as UTF-8; a lone surrogate as U+FFFD, as `TextEncoder` has it.
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function toUtf8(text) {
  const escaped = text
    .split(/\p{Surrogate}/u)
    .map(encodeURIComponent)
    .join('%EF%BF%BD');
  return Uint8Array.from(unescape(escaped), (byte) => byte.charCodeAt(0));
}
