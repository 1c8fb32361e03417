/**
 * secp256k1 for bitcoinjs-lib, bip32 and ecpair: of the interface of tiny-secp256k1, every function
 * on public data.
 */
import { InputError, PointError } from '../errors.js';
import { elementsOf, hexOf, isBytes, readBytesOf, sameBytes } from '../input/bytes.js';
import { childKeys } from './parts/extended-keys.js';
import { readInstance } from './parts/instances.js';

/** @import { Secp256k1 } from '../secp256k1.js' */

/** Of the coordinates; r + n is one for recovery ids 2 and 3. */
const PRIME = 2n ** 256n - 2n ** 32n - 977n;

/** @param {Uint8Array} bytes */
const integerOf = (bytes) => BigInt(`0x${hexOf(bytes)}`);

/** @param {unknown} value @param {number[]} lengths */
const isOf = (value, ...lengths) => isBytes(value) && lengths.includes(Number(elementsOf(value)));

/**
 * The functions that bitcoinjs-lib (`initEccLib`), bip32 and ecpair take, with tiny-secp256k1's
 * names, arguments and answers. Arguments for which tiny-secp256k1 throws throw an `InputError` or
 * a `PointError`, except in `verify`, which is false for r or s not below the order; hybrid keys
 * are refused. No function takes a secret: bip32 and ecpair need `isPrivate`, `pointFromScalar`,
 * `privateAdd` and `sign` of another library, which they test when they are made.
 * @param {Secp256k1} secp
 * @example
 * import { bitcoinjs } from 'curvemill/adapters/bitcoinjs';
 * const ecc = bitcoinjs(await createSecp256k1());
 * initEccLib(ecc);
 * const keys = await ecc.deriveMany(xpub, 0, 1000);
 */
export function bitcoinjs(secp) {
  const { group, ecdsa, schnorr } = readInstance(secp, ['ecdsa', 'schnorr'], 'createSecp256k1');
  /** @typedef {ReturnType<typeof group.point>} Point */
  /** @param {unknown} key @returns {Point} */
  const pointOf = (key) => group.point(readBytesOf(key, [33, 65], 'point'));
  /** @param {unknown} value @returns {bigint} */
  const tweakOf = (value) => {
    const tweak = integerOf(readBytesOf(value, [32], 'tweak'));
    if (tweak < group.order) return tweak;
    throw new InputError('tweak: expected less than the order of the group, got another');
  };
  /** The point of even y. @param {unknown} x @returns {Point} */
  const lift = (x) => group.point(Uint8Array.of(2, ...readBytesOf(x, [32], 'x')));
  /** A signature whose r and s are below the order. @param {unknown} value */
  const signatureOf = (value) => {
    const bytes = readBytesOf(value, [64], 'signature');
    const [r, s] = [bytes.subarray(0, 32), bytes.subarray(32)].map(integerOf);
    if (r < group.order && s < group.order) return { bytes, r, s };
    throw new InputError('signature: expected r and s below the order of the group, got others');
  };
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
  const encoded = (point, key, compressed = isOf(key, 33)) =>
    point.toBytes(compressed ? 'compressed' : 'uncompressed');
  /** @param {Point} point @param {unknown} key @param {boolean} [compressed] */
  const orNull = (point, key, compressed) =>
    point.isIdentity() ? null : encoded(point, key, compressed);
  /** @param {unknown} x @param {unknown} tweak */
  const xOnlyPointAddTweak = (x, tweak) => {
    const point = lift(x).add(group.generator.multiply(tweakOf(tweak)));
    if (point.isIdentity()) return null;
    const bytes = point.toBytes();
    return { parity: /** @type {0 | 1} */ (bytes[0] & 1), xOnlyPubkey: bytes.subarray(1) };
  };

  return {
    isPoint: (/** @type {unknown} */ p) => isOf(p, 33, 65) && isPointBy(() => pointOf(p)),
    isPointCompressed: (/** @type {unknown} */ p) => isOf(p, 33) && isPointBy(() => pointOf(p)),
    isXOnlyPoint: (/** @type {unknown} */ p) => isOf(p, 32) && isPointBy(() => lift(p)),
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
      const expected = readBytesOf(result, [32], 'result');
      if (parity !== undefined && parity !== 0 && parity !== 1)
        throw new InputError('parity: expected 0 or 1, got another value');
      const found = xOnlyPointAddTweak(x, tweak);
      if (!found || (parity ?? found.parity) !== found.parity) return false;
      return sameBytes(found.xOnlyPubkey, expected);
    },
    /**
     * @param {Uint8Array} hash
     * @param {Uint8Array} key
     * @param {Uint8Array} signature
     * @param {boolean} [strict] refuses high s
     */
    verify(hash, key, signature, strict = false) {
      const [bytes, point] = [readBytesOf(signature, [64], 'signature'), pointOf(key)];
      return ecdsa.verify(bytes, hash, point, { lowS: strict === true });
    },
    /** @param {Uint8Array} hash @param {Uint8Array} x @param {Uint8Array} signature */
    verifySchnorr(hash, x, signature) {
      const { bytes } = signatureOf(signature);
      const key = lift(x).toBytes().subarray(1);
      return schnorr.verify(bytes, readBytesOf(hash, [32], 'hash'), key);
    },
    /**
     * @param {Uint8Array} hash
     * @param {Uint8Array} signature
     * @param {0 | 1 | 2 | 3} id
     * @param {boolean} [compressed]
     */
    recover(hash, signature, id, compressed = false) {
      const { bytes, r, s } = signatureOf(signature);
      if (s === 0n || (id >= 2 && r + group.order >= PRIME))
        throw new InputError('signature: expected r and s of a point and of the id, got others');
      lift(bytes.subarray(0, 32));
      const point = ecdsa.recover(bytes, id, hash);
      return point?.toBytes(compressed ? 'compressed' : 'uncompressed') ?? null;
    },
    /**
     * Public keys of an extended key's children, by BIP-32. An extended key that is invalid rejects
     * with an `InputError` that says what is wrong with it.
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
