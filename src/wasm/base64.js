/** Base64 to bytes: by the platform where it can (2025 and later), else by a plain loop. */

/**
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function decodeBase64(text) {
  const platform = /** @type {{ fromBase64?: (text: string) => Uint8Array<ArrayBuffer> }} */ (
    /** @type {unknown} */ (Uint8Array)
  );
  if (platform.fromBase64) return platform.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
