/**
 * ECDSA signatures in DER (ITU-T X.690; SEQUENCE of two INTEGERs, RFC 3279 section 2.2.3), strict
 * as in BIP-66: exactly one encoding per signature is accepted.
 */
import { readBytes } from '../../input/bytes.js';
import { InputError } from '../../errors.js';
import { SCALAR_BYTES } from '../../math/integers.js';

const SEQUENCE = 0x30;
const INTEGER = 0x02;
/** 30 len 02 01 r 02 01 s; and 33 bytes for each of r and s. */
const [SHORTEST, LONGEST] = [8, 72];

/**
 * r and s of a DER signature, each below 2^256. `verify` checks that they are in range.
 * @param {unknown} der
 * @returns {Uint8Array<ArrayBuffer>} 64 bytes, r ‖ s big-endian
 * @throws {InputError} not bytes, or not the DER of two non-negative integers below 2^256: wrong
 *   tags or lengths, lengths in the long form, bytes left over, negative integers, needless leading
 *   zeros
 */
export function signatureFromDer(der) {
  const bytes = readBytes(der, 'signature');
  const { length } = bytes;
  if (length < SHORTEST || length > LONGEST) {
    throw refusal(`${SHORTEST} to ${LONGEST} bytes`, `${length}`);
  }
  if (bytes[0] !== SEQUENCE) throw refusal('a SEQUENCE (0x30)', byteAt(bytes, 0));
  if (bytes[1] !== length - 2) {
    throw refusal(`the length ${length - 2} at byte 1`, byteAt(bytes, 1));
  }
  const signature = new Uint8Array(2 * SCALAR_BYTES);
  const middle = readInteger(bytes, 2, signature.subarray(0, SCALAR_BYTES));
  const end = readInteger(bytes, middle, signature.subarray(SCALAR_BYTES));
  if (end !== length) throw refusal('two INTEGERs', `${length - end} more bytes`);
  return signature;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at of the tag
 * @param {Uint8Array} target gets the integer, big-endian, zeros in front
 * @returns {number} where the integer ends
 */
function readInteger(bytes, at, target) {
  if (bytes[at] !== INTEGER) throw refusal(`an INTEGER (0x02) at byte ${at}`, byteAt(bytes, at));
  const length = bytes[at + 1];
  const start = at + 2;
  const end = start + length;
  if (!(length > 0 && end <= bytes.length)) {
    throw refusal(`the length of an INTEGER at byte ${at + 1}`, byteAt(bytes, at + 1));
  }
  const [first, second] = [bytes[start], bytes[start + 1]];
  if (first >= 0x80) throw refusal(`no negative INTEGER at byte ${start}`, byteAt(bytes, start));
  if (first === 0 && length > 1 && second < 0x80) {
    throw refusal(`no needless zero at byte ${start}`, byteAt(bytes, start));
  }
  const digits = bytes.subarray(first === 0 ? start + 1 : start, end);
  if (digits.length > target.length) {
    throw refusal(`an INTEGER below 2^256 at byte ${start}`, `${digits.length} bytes`);
  }
  target.set(digits, target.length - digits.length);
  return end;
}

/** @type {(bytes: Uint8Array, at: number) => string} */
function byteAt(bytes, at) {
  return at < bytes.length ? `0x${bytes[at].toString(16).padStart(2, '0')}` : 'the end';
}

/** @param {string} expected @param {string} got */
function refusal(expected, got) {
  return new InputError(`signature (DER): expected ${expected}, got ${got}`);
}
