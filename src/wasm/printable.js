/**
 * Bytes as printable ASCII, for wasm inside of JavaScript: one character for each of the bytes that kernels mostly consist of,
 * two for the others. A server's compression then sees bytes where they are and finds what repeats, in a window of 32 kB, as
 * well as in the wasm itself; two hexadecimal digits a byte take a tenth more, and base64 a third, once compressed.
 *
 * Of the 89 printable characters that need no escape in JavaScript, whatever the quotes, nor in HTML, 87 are digits and two
 * are marks. Each of the 87 most frequent bytes is a digit, in their order; the others are a mark and a digit.
 */

/** A bit for each of the most frequent bytes of the modules. If the modules change, it is as right, and a little longer. */
const FREQUENT = 0xb00300010001400100010011000101f9f0181e2000010007c1b11fffffffffffn;

const DIGITS = 87;

/** Codes of the digits and then of the marks, which are the highest. */
const codes = () =>
  Uint8Array.from({ length: 95 }, (_, i) => 32 + i).filter(
    (code) => !'"\'\\`$<'.includes(String.fromCharCode(code)),
  );

/** All bytes by value: digits, then what the first mark and a digit say, then the second. */
function bytesByValue() {
  const isFrequent = (/** @type {number} */ byte) => (FREQUENT >> BigInt(byte)) & 1n;
  const bytes = Array.from({ length: 256 }, (_, i) => i);
  return [
    ...bytes.filter((byte) => isFrequent(byte)),
    ...bytes.filter((byte) => !isFrequent(byte)),
  ];
}

/**
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function encodePrintable(bytes) {
  const characters = Array.from(codes(), (code) => String.fromCharCode(code));
  const marks = ['', ...characters.slice(DIGITS)];
  /** @type {string[]} */
  const texts = [];
  bytesByValue().forEach((byte, value) => {
    texts[byte] = marks[Math.floor(value / DIGITS)] + characters[value % DIGITS];
  });
  return Array.from(bytes, (byte) => texts[byte]).join('');
}

/**
 * @param {string} text as encoded: not checked
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function decodePrintable(text) {
  const values = bytesByValue();
  const all = codes();
  /** Bytes by the code of the digit: alone, after the first mark, after the second. */
  const [alone, first, second] = [0, 1, 2].map((mark) => {
    const table = new Uint8Array(128);
    for (let i = 0; i < DIGITS; i++) table[all[i]] = values[mark * DIGITS + i];
    return table;
  });
  const [firstMark, secondMark] = all.slice(DIGITS);
  // This loop runs once for each module, before any engine has compiled it: the less it says, the better. Bytes are
  // fewer than characters, so that they can take their place.
  const bytes = new TextEncoder().encode(text);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const code = bytes[i];
    if (code < firstMark) bytes[length++] = alone[code];
    else bytes[length++] = (code === secondMark ? second : first)[bytes[++i]];
  }
  return bytes.slice(0, length);
}
