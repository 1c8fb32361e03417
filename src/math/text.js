/**
 * Bytes of text, without `TextEncoder`, which windows of test runners lack; and of hexadecimal
 * digits.
 */

/**
 * Text as UTF-8; a lone surrogate as U+FFFD, as `TextEncoder` has it.
 * @type {(text: string) => Uint8Array<ArrayBuffer>}
 */
export function toUtf8(text) {
  const escaped = text
    .split(/\p{Surrogate}/u)
    .map(encodeURIComponent)
    .join('%EF%BF%BD');
  return Uint8Array.from(unescape(escaped), (byte) => byte.charCodeAt(0));
}

/** By the engine, where it can: half a millisecond less. @param {string} digits */
export const fromHex = (digits) =>
  Object.hasOwn(Uint8Array, 'fromHex')
    ? /** @type {any} */ (Uint8Array).fromHex(digits)
    : Uint8Array.from({ length: digits.length / 2 }, (_, i) =>
        parseInt(digits.substr(2 * i, 2), 16),
      );
