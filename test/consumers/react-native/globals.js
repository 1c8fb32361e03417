/**
 * Globals that an app has, from today's Hermes (`atob`) and from the polyfill
 * `react-native-get-random-values` (`crypto`), and the Hermes of npm lacks.
 */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

globalThis.atob = (text) => {
  let [bits, count, decoded] = [0, 0, ''];
  for (const digit of text.replace(/=+$/, '')) {
    bits = ((bits << 6) | DIGITS.indexOf(digit)) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    decoded += String.fromCharCode((bits >> count) & 255);
  }
  return decoded;
};

globalThis.crypto = {
  getRandomValues(list) {
    const bytes = new Uint8Array(list.buffer, list.byteOffset, list.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(256 * Math.random());
    return list;
  },
};
