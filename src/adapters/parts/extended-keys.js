/**
 * Public keys of the children of an extended public key: BIP-32, "Public parent key → public child
 * key" (https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki). Everything in the extended
 * key is checked, by the rules of the invalid keys in its test vectors.
 */
import { EnvironmentError, InputError, PointError } from '../../errors.js';
import { readFields } from '../../input/items.js';
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
 * Versions of Bitcoin's networks, public and private: BIP-32, and SLIP-132 for the addresses of
 * BIP-49 and BIP-84 (https://github.com/satoshilabs/slips/blob/master/slip-0132.md).
 */
const VERSIONS = [
  [0x0488b21e, 0x0488ade4], // xpub, xprv
  [0x049d7cb2, 0x049d7878], // ypub, yprv
  [0x0295b43f, 0x0295b005], // Ypub, Yprv
  [0x04b24746, 0x04b2430c], // zpub, zprv
  [0x02aa7ed3, 0x02aa7a99], // Zpub, Zprv
  [0x043587cf, 0x04358394], // tpub, tprv
  [0x044a5262, 0x044a4e28], // upub, uprv
  [0x024289ef, 0x024285b5], // Upub, Uprv
  [0x045f1cf6, 0x045f18bc], // vpub, vprv
  [0x02575483, 0x02575048], // Vpub, Vprv
];

/**
 * A network of bitcoinjs-lib or bip32, for versions of other currencies.
 * @typedef {{ bip32: { public: number, private: number } }} Network
 */

/** @type {(got: string, options?: ErrorOptions) => never} */
function refuse(got, options) {
  throw new InputError(`xpub: expected an extended public key in base58, got ${got}`, options);
}

/** The bytes of an extended key, without the checksum. @type {(text: unknown) => Uint8Array} */
function decodeBase58Check(text) {
  if (typeof text !== 'string' || text.length > 120 || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) {
    return refuse('something else');
  }
  let value = 0n;
  for (const digit of text) value = value * 58n + BigInt(DIGITS.indexOf(digit));
  const hex = value.toString(16);
  // Each leading digit of value 0 stands for a leading byte of value 0, and no version begins so.
  const length = (text.match(/^1*/)?.[0].length ?? 0) + Math.ceil(hex.length / 2);
  const all = KEY_BYTES + CHECK_BYTES;
  if (length !== all) return refuse(`${length} bytes instead of ${all}`);
  const digits = hex.padStart(2 * all, '0').match(/../g) ?? [];
  const bytes = Uint8Array.from(digits, (byte) => parseInt(byte, 16));
  const [key, check] = [bytes.subarray(0, KEY_BYTES), bytes.subarray(KEY_BYTES)];
  const digest = sha256([sha256([key])]);
  if (check.some((byte, i) => byte !== digest[i])) return refuse('a wrong checksum');
  return key;
}

/** @param {unknown} network @returns {number[][]} versions, public and private */
function versionsOf(network) {
  if (network === undefined) return VERSIONS;
  const { bip32 } = readFields(network, ['bip32'], 'network');
  const own = readFields(bip32, ['public', 'private'], 'network.bip32');
  const pair = [own.public, own.private];
  if (pair.some((version) => !Number.isInteger(version))) {
    throw new InputError('network: expected { bip32: { public, private } }, got something else');
  }
  return [/** @type {number[]} */ (pair)];
}

/**
 * The chain code and the public key of an extended key: 4 bytes of version, one of depth, 4 of the
 * parent's fingerprint, 4 of index, 32 of chain code, 33 of key.
 * @type {(secp: Secp256k1, xpub: unknown,
 *   network: unknown) => { chainCode: Uint8Array<ArrayBuffer>, publicKey: Uint8Array }}
 */
function readExtendedKey({ group }, xpub, network) {
  const versions = versionsOf(network);
  const bytes = decodeBase58Check(xpub);
  const view = new DataView(bytes.buffer);
  const version = view.getUint32(0);
  if (versions.some(([, own]) => own === version)) return refuse('an extended private key');
  if (!versions.some(([own]) => own === version)) {
    return refuse(`the unknown version 0x${version.toString(16).padStart(8, '0')}`);
  }
  const [depth, fingerprint, index] = [bytes[4], view.getUint32(5), view.getUint32(9)];
  if (depth === 0 && fingerprint !== 0)
    return refuse('a master key with the fingerprint of a parent');
  if (depth === 0 && index !== 0) return refuse('a master key with an index');
  const publicKey = bytes.subarray(45);
  if (publicKey[0] === 0) return refuse('a private key under the version of public ones');
  if (publicKey[0] !== 2 && publicKey[0] !== 3) {
    return refuse(`a key that begins with 0x${publicKey[0].toString(16).padStart(2, '0')}`);
  }
  try {
    group.point(publicKey);
  } catch (cause) {
    if (cause instanceof PointError)
      return refuse('a key that is no point of the curve', { cause });
    throw cause;
  }
  return { chainCode: new Uint8Array(bytes.subarray(13, 45)), publicKey };
}

/** @param {unknown} value */
const isIndex = (value) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= HARDENED;

/**
 * @param {Secp256k1} secp
 * @param {unknown} xpub
 * @param {unknown} from index of the first child
 * @param {unknown} count
 * @param {unknown} network
 * @returns {Promise<(Uint8Array | null)[]>} 33 bytes each, or null for an index without a key
 * @throws {InputError} no valid extended public key, or indices that are hardened
 */
export async function childKeys(secp, xpub, from, count, network) {
  const { chainCode, publicKey } = readExtendedKey(secp, xpub, network);
  const [first, n] = /** @type {number[]} */ ([from, count]);
  if (![from, count].every(isIndex) || first + n > HARDENED) {
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
