/** Hexadecimal to bytes: by the platform where it can (2025 and later), else by a plain loop. */

/**
 * @param {string} text pairs of digits, as generated: not checked
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function decodeHex(text) {
  const platform = /** @type {{ fromHex?: (text: string) => Uint8Array<ArrayBuffer> }} */ (
    /** @type {unknown} */ (Uint8Array)
  );
  if (platform.fromHex) return platform.fromHex(text);
  const bytes = new Uint8Array(text.length >> 1);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = (digit(text.charCodeAt(2 * i)) << 4) | digit(text.charCodeAt(2 * i + 1));
  }
  return bytes;
}

/**
 * The value of a digit, 0–9 or a–f, by its character code: letters have codes from 0x61 on.
 * @param {number} code
 */
const digit = (code) => code - (code > 0x39 ? 0x57 : 0x30);
