/**
 * secp256k1 for bitcoinjs-lib, bip32 and ecpair: of the interface of tiny-secp256k1, every function
 * on public data.
 */
import { InputError, PointError } from '../errors.js';
import { childKeys } from './parts/extended-keys.js';

/** @import { Secp256k1 } from '../secp256k1.js' */

/** @param {unknown} value @param {number[]} lengths @returns {value is Uint8Array} */
const isBytes = (value, ...lengths) =>
  value instanceof Uint8Array && lengths.includes(value.length);

/** @param {Uint8Array} bytes */
const integerOf = (bytes) =>
  BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`);

/**
 * @param {unknown} value @param {number} length @param {string} what
 * @returns {Uint8Array}
 */
function bytesOf(value, length, what) {
  if (isBytes(value, length)) return value;
  throw new InputError(`Expected ${what}: ${length} bytes`);
}

/**
 * The functions that bitcoinjs-lib (`initEccLib`), bip32 and ecpair take, with tiny-secp256k1's
 * names, arguments and answers. Malformed arguments throw an `InputError`; hybrid keys are refused;
 * `verify` and `verifySchnorr` are false for r or s out of range, where tiny-secp256k1 throws. No
 * function takes a secret: bip32 and ecpair need `isPrivate`, `pointFromScalar`, `privateAdd` and
 * `sign` of another library, which they test when they are made.
 * @param {Secp256k1} secp
 * @example
 * import { bitcoinjs } from 'curvemill/adapters/bitcoinjs';
 * const ecc = bitcoinjs(await createSecp256k1());
 * initEccLib(ecc);
 * const keys = await ecc.deriveMany(xpub, 0, 1000);
 */
export function bitcoinjs(secp) {
  const { group, ecdsa, schnorr } = secp;
  /** @typedef {ReturnType<typeof group.point>} Point */
  /** @param {unknown} key @returns {Point} */
  const pointOf = (key) => {
    if (isBytes(key, 33, 65)) {
      const point = group.point(key);
      if (!point.isIdentity()) return point;
    }
    throw new InputError('Expected Point: 33 or 65 bytes of SEC 1');
  };
  /** @param {unknown} value @returns {bigint} */
  const tweakOf = (value) => {
    const tweak = integerOf(bytesOf(value, 32, 'Tweak'));
    if (tweak < group.order) return tweak;
    throw new InputError('Expected Tweak: below the order of the group');
  };
  /** The point of even y. @param {unknown} x @returns {Point} */
  const lift = (x) => group.point(Uint8Array.of(2, ...bytesOf(x, 32, 'Point')));
  /** @param {() => unknown} read @returns {boolean} false for no point */
  const isPointBy = (read) => {
    try {
      read();
      return true;
    } catch (error) {
      if (error instanceof PointError) return false;
      throw error;
    }
  };
  /** @param {Point} point @param {unknown} key as given @param {boolean} [compressed] */
  const encoded = (point, key, compressed = isBytes(key, 33)) =>
    point.toBytes(compressed ? 'compressed' : 'uncompressed');
  /** @param {Point} point @param {unknown} key @param {boolean} [compressed] */
  const orNull = (point, key, compressed) =>
    point.isIdentity() ? null : encoded(point, key, compressed);
  /** @param {unknown} x @param {unknown} tweak */
  const tweaked = (x, tweak) => {
    const t = tweakOf(tweak);
    return lift(x).add(group.generator.multiply(t));
  };
  /** @param {unknown} x @param {unknown} tweak */
  const xOnlyPointAddTweak = (x, tweak) => {
    const point = tweaked(x, tweak);
    if (point.isIdentity()) return null;
    const bytes = point.toBytes();
    return { parity: /** @type {0 | 1} */ (bytes[0] & 1), xOnlyPubkey: bytes.subarray(1) };
  };

  return {
    isPoint: (/** @type {unknown} */ p) => isBytes(p, 33, 65) && isPointBy(() => pointOf(p)),
    isPointCompressed: (/** @type {unknown} */ p) => isBytes(p, 33) && isPointBy(() => pointOf(p)),
    isXOnlyPoint: (/** @type {unknown} */ p) => isBytes(p, 32) && isPointBy(() => lift(p)),
    /** @param {Uint8Array} a @param {Uint8Array} b @param {boolean} [compressed] */
    pointAdd: (a, b, compressed) => orNull(pointOf(a).add(pointOf(b)), a, compressed),
    /** @param {Uint8Array} p @param {Uint8Array} tweak @param {boolean} [compressed] */
    pointAddScalar: (p, tweak, compressed) =>
      orNull(pointOf(p).add(group.generator.multiply(tweakOf(tweak))), p, compressed),
    /** @param {Uint8Array} p @param {Uint8Array} tweak @param {boolean} [compressed] */
    pointMultiply: (p, tweak, compressed) =>
      orNull(pointOf(p).multiply(tweakOf(tweak)), p, compressed),
    /** @param {Uint8Array} p @param {boolean} [compressed] */
    pointCompress: (p, compressed) => encoded(pointOf(p), p, compressed),
    /** @param {Uint8Array} p */
    xOnlyPointFromPoint: (p) => pointOf(p).toBytes().subarray(1),
    xOnlyPointAddTweak,
    /**
     * @param {Uint8Array} x
     * @param {Uint8Array} tweak
     * @param {Uint8Array} result
     * @param {0 | 1} [parity]
     */
    xOnlyPointAddTweakCheck(x, tweak, result, parity) {
      const expected = bytesOf(result, 32, 'Point');
      if (parity !== undefined && parity !== 0 && parity !== 1)
        throw new InputError('Expected Parity (1 | 0)');
      const found = xOnlyPointAddTweak(x, tweak);
      if (!found || (parity ?? found.parity) !== found.parity) return false;
      return found.xOnlyPubkey.every((byte, i) => byte === expected[i]);
    },
    /**
     * @param {Uint8Array} hash
     * @param {Uint8Array} key
     * @param {Uint8Array} signature
     * @param {boolean} [strict] refuses high s
     */
    verify: (hash, key, signature, strict = false) =>
      ecdsa.verify(signature, hash, key, { lowS: strict === true }),
    /** @param {Uint8Array} hash @param {Uint8Array} x @param {Uint8Array} signature */
    verifySchnorr: (hash, x, signature) => schnorr.verify(signature, bytesOf(hash, 32, 'Hash'), x),
    /**
     * @param {Uint8Array} hash
     * @param {Uint8Array} signature
     * @param {0 | 1 | 2 | 3} id
     * @param {boolean} [compressed]
     */
    recover: (hash, signature, id, compressed = false) =>
      ecdsa.recover(signature, id, hash)?.toBytes(compressed ? 'compressed' : 'uncompressed') ??
      null,
    /**
     * Public keys of an extended key's children, by BIP-32. An extended key that BIP-32 calls invalid
     * rejects with an `InputError` that says what is wrong with it.
     * @param {string} xpub base58, as `neutered().toBase58()` gives it; without `network` with a
     *   version of Bitcoin: xpub, ypub, Ypub, zpub, Zpub, tpub, upub, Upub, vpub, Vpub
     * @param {number} from index of the first, not hardened
     * @param {number} count
     * @param {{ bip32: { public: number, private: number } }} [network] with the versions of
     *   another currency, as bip32 takes it
     * @returns {Promise<(Uint8Array | null)[]>} 33 bytes each; null for an index without a key, of
     *   which there is one in 2^127
     */
    deriveMany: (xpub, from, count, network) => childKeys(secp, xpub, from, count, network),
  };
}
