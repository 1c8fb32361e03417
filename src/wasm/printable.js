/**
 * Bytes as printable ASCII, for wasm inside of JavaScript: one character for each of the bytes that kernels mostly consist of,
 * two for the others. A server's compression then sees bytes where they are and finds what repeats, in a window of 32 kB, as
 * well as in the wasm itself; two hexadecimal digits a byte take a tenth more, and base64 a third, once compressed.
 */

/** Characters from the space to the tilde, without the two that a string in single quotes would escape. */
const DIGITS = 93;
const [FIRST, QUOTE, BACKSLASH] = [0x20, 0x27, 0x5c];

/** Bytes of one character: the most frequent ones of all kernels. Any others would do, only worse. */
const FREQUENT =
  '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d303435' +
  '36373e404142505f6065696a6c70747c7d7e7f8083848586878890a0b0bfc0c8cdced0e0f0f1f4fcfdff';

const SINGLES = FREQUENT.length / 2;

/** All bytes: the frequent ones, then the others. A number above the first group is written by an escape and a digit. */
function bytesInOrder() {
  const frequent = Array.from({ length: SINGLES }, (_, i) =>
    parseInt(FREQUENT.slice(2 * i, 2 * i + 2), 16),
  );
  return [...new Set([...frequent, ...Array(256).keys()])];
}

/**
 * @param {Uint8Array} bytes
 * @returns {string} without quotes and backslashes
 */
export function encodePrintable(bytes) {
  const order = bytesInOrder();
  const character = (/** @type {number} */ digit) => {
    const code = digit + FIRST;
    const skipsBoth = code + 1 >= BACKSLASH;
    return String.fromCharCode(code + (skipsBoth ? 2 : code >= QUOTE ? 1 : 0));
  };
  const texts = order.map((_, i) => {
    if (i < SINGLES) return character(i);
    const rest = i - SINGLES;
    return character(SINGLES + Math.floor(rest / DIGITS)) + character(rest % DIGITS);
  });
  const textOf = new Map(order.map((byte, i) => [byte, texts[i]]));
  return Array.from(bytes, (byte) => textOf.get(byte)).join('');
}

/**
 * @param {string} text as encoded: not checked
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function decodePrintable(text) {
  const order = bytesInOrder();
  const digit = (/** @type {number} */ at) => {
    const code = text.charCodeAt(at);
    return code - FIRST - (code > BACKSLASH ? 2 : code > QUOTE ? 1 : 0);
  };
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const first = digit(i);
    const isFrequent = first < SINGLES;
    bytes[length++] = order[isFrequent ? first : SINGLES + (first - SINGLES) * DIGITS + digit(++i)];
  }
  return bytes.slice(0, length);
}
