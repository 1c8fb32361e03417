/** UTF-8 without `TextEncoder`, which windows of test runners lack. */

/**
 * Writes text as UTF-8; a lone surrogate as U+FFFD, as `TextEncoder` does.
 * @param {string} text
 * @param {Uint8Array} bytes three for each unit of the text are enough
 * @param {number} at where they begin
 * @returns {number} where they end
 */
export function writeUtf8(text, bytes, at) {
  for (let i = 0; i < text.length; i++) {
    let code = text.charCodeAt(i);
    if (code < 0x80) {
      bytes[at++] = code;
      continue;
    }
    if (code >= 0xd800 && code < 0xe000) {
      const pair = /** @type {number} */ (text.codePointAt(i));
      if (pair > 0xffff) i++;
      code = pair > 0xffff ? pair : 0xfffd;
    }
    if (code < 0x800) bytes[at++] = 0xc0 | (code >> 6);
    else {
      if (code < 0x10000) bytes[at++] = 0xe0 | (code >> 12);
      else {
        bytes[at++] = 0xf0 | (code >> 18);
        bytes[at++] = 0x80 | ((code >> 12) & 63);
      }
      bytes[at++] = 0x80 | ((code >> 6) & 63);
    }
    bytes[at++] = 0x80 | (code & 63);
  }
  return at;
}

/**
 * Text as UTF-8.
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function toUtf8(text) {
  const bytes = new Uint8Array(3 * text.length);
  return bytes.slice(0, writeUtf8(text, bytes, 0));
}
