/**
 * Public keys of the children of an extended public key: BIP-32, "Public parent key → public child
 * key" (https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki).
 */
import { EnvironmentError, InputError } from '../../errors.js';
import { sha256 } from '../../protocols/sha256.js';

/** @import { Secp256k1 } from '../../secp256k1.js' */

const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Bytes of an extended key, and of its checksum. */
const [KEY_BYTES, CHECK_BYTES] = [78, 4];

/** Children from here on are hardened: they need the secret key. */
const HARDENED = 2 ** 31;

/** HMACs at a time. */
const PIECE = 256;

/**
 * The chain code and the public key of an extended key.
 * @param {unknown} xpub
 * @returns {{ chainCode: Uint8Array<ArrayBuffer>, publicKey: Uint8Array }}
 */
function readExtendedKey(xpub) {
  const expected = 'xpub: expected an extended public key in base58';
  if (typeof xpub !== 'string' || xpub.length > 120 || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(xpub))
    throw new InputError(`${expected}, got something else`);
  let value = 0n;
  for (const digit of xpub) value = value * 58n + BigInt(DIGITS.indexOf(digit));
  const all = KEY_BYTES + CHECK_BYTES;
  const hex = value.toString(16).padStart(2 * all, '0');
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
  const [key, check] = [bytes.subarray(0, KEY_BYTES), bytes.subarray(KEY_BYTES)];
  const digest = sha256([sha256([key])]);
  if (bytes.length !== all || check.some((byte, i) => byte !== digest[i]))
    throw new InputError(`${expected}, got one with a wrong checksum or length`);
  if (key[45] !== 2 && key[45] !== 3) throw new InputError(`${expected}, got a secret one`);
  return { chainCode: new Uint8Array(key.subarray(13, 45)), publicKey: key.subarray(45) };
}

/**
 * @param {Secp256k1} secp
 * @param {unknown} xpub
 * @param {unknown} from index of the first child
 * @param {unknown} count
 * @returns {Promise<(Uint8Array | null)[]>} 33 bytes each, or null for an index without a key
 * @throws {InputError} no extended public key, or indices that are hardened
 */
export async function childKeys(secp, xpub, from, count) {
  const { chainCode, publicKey } = readExtendedKey(xpub);
  const [first, n] = [Number(from), Number(count)];
  if (![first, n, first + n].every((x) => Number.isInteger(x) && x >= 0 && x <= HARDENED)) {
    const got = `${String(from)} and ${String(count)}`;
    throw new InputError(`from, count: expected indices below 2^31, got ${got}`);
  }
  const [xOnly, hmac] = await Promise.all([secp.xOnly(), hmacSha512(chainCode)]);
  /** @type {(Uint8Array | null)[]} */
  const keys = [];
  for (let start = 0; start < n; start += PIECE) {
    const length = Math.min(PIECE, n - start);
    const hashes = await Promise.all(
      Array.from({ length }, (_, i) => {
        const data = new Uint8Array(37);
        data.set(publicKey);
        new DataView(data.buffer).setUint32(33, first + start + i);
        return hmac(data);
      }),
    );
    const tweaks = hashes.map((hash) => hash.subarray(0, 32));
    keys.push(...xOnly.tweakMany(publicKey, tweaks));
  }
  return keys;
}

/**
 * @param {Uint8Array<ArrayBuffer>} key
 * @returns {Promise<(data: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>>}
 */
async function hmacSha512(key) {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) throw new EnvironmentError('expected crypto.subtle (a secure context), got none');
  const algorithm = { name: 'HMAC', hash: 'SHA-512' };
  const secret = await subtle.importKey('raw', key, algorithm, false, ['sign']);
  return async (data) => new Uint8Array(await subtle.sign('HMAC', secret, data));
}
