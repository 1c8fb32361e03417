/**
 * Pairings, hashes to G2 and BLS signatures of @noble/curves and mcl-wasm: each call as its users
 * write it. Points are decoded beforehand, except where a task is to read them.
 */

import { bigintToBytes, bytesToBigint, chunks, concat, toHex } from '../bytes.js';

/** Bytes of an element of the prime field. */
const FIELD_BYTES = 48;

/**
 * A library's calls. Points come uncompressed for `pairing` and keys of a `committee`, and are
 * returned so by `hash`; keys and signatures of `verify` compressed, and are checked.
 * @typedef {object} PairingPeer
 * @property {(first: Uint8Array[], second: Uint8Array[]) => () => boolean} pairing whether a
 *   product is one
 * @property {(messages: Uint8Array[], tag: string) => { run: () => any[],
 *   read: (point: any) => Uint8Array }} [hash]
 * @property {(signatures: Uint8Array[], messages: Uint8Array[], keys: Uint8Array[], tag: string) =>
 *   () => boolean} [verify] one by one
 * @property {(signature: Uint8Array, message: Uint8Array, keys: Uint8Array[], tag: string) =>
 *   () => boolean} [committee]
 */

/**
 * By library; each takes a curve's name, and gives of BN254 its pairings alone.
 * @type {Record<string, (curve: string) => Promise<PairingPeer>>}
 */
export const pairingPeers = { noble: loadNoble, mcl: loadMcl };

/** @param {string} curve */
const isBn254 = (curve) => curve.startsWith('bn254');

/** @param {string} curve @returns {Promise<PairingPeer>} */
async function loadNoble(curve) {
  if (isBn254(curve)) return loadNobleBn254();
  const { bls12_381 } = await import('@noble/curves/bls12-381.js');
  const { G1, G2, longSignatures: scheme } = bls12_381;
  const [P, Q] = [G1.Point, G2.Point];
  return {
    pairing: (first, second) => {
      const pairs = first.map((bytes, i) => ({
        g1: P.fromBytes(bytes),
        g2: Q.fromBytes(second[i]),
      }));
      const { Fp12 } = bls12_381.fields;
      return () => Fp12.eql(bls12_381.pairingBatch(pairs), Fp12.ONE);
    },
    hash: (messages, DST) => ({
      run: () => messages.map((message) => G2.hashToCurve(message, { DST })),
      read: (point) => point.toBytes(false),
    }),
    verify: (signatures, messages, keys, tag) => () =>
      signatures.every((signature, i) =>
        scheme.verify(signature, scheme.hash(messages[i], tag), keys[i]),
      ),
    committee: (signature, message, encodings, tag) => {
      const keys = encodings.map((bytes) => P.fromBytes(bytes));
      return () =>
        scheme.verify(signature, scheme.hash(message, tag), scheme.aggregatePublicKeys(keys));
    },
  };
}

/**
 * @noble/curves reads no encodings of points of BN254.
 * @returns {Promise<PairingPeer>}
 */
async function loadNobleBn254() {
  const { bn254 } = await import('@noble/curves/bn254.js');
  const { Fp2, Fp12 } = bn254.fields;
  const numbers = (/** @type {Uint8Array} */ bytes) =>
    chunks(bytes, 32).map((element) => bytesToBigint(element, 'be'));
  return {
    pairing: (first, second) => {
      const pairs = first.map((bytes, i) => {
        const [x, y] = numbers(bytes);
        const [x1, x0, y1, y0] = numbers(second[i]);
        return {
          g1: bn254.G1.Point.fromAffine({ x, y }),
          g2: bn254.G2.Point.fromAffine({
            x: Fp2.create({ c0: x0, c1: x1 }),
            y: Fp2.create({ c0: y0, c1: y1 }),
          }),
        };
      });
      return () => Fp12.eql(bn254.pairingBatch(pairs), Fp12.ONE);
    },
  };
}

/** @param {string} curve @returns {Promise<PairingPeer>} */
async function loadMcl(curve) {
  const { default: mcl } = await import('mcl-wasm');
  // Ethereum's BN254 goes by the name of SNARKs.
  await mcl.init(isBn254(curve) ? mcl.BN_SNARK1 : mcl.BLS12_381);
  // The map of RFC 9380, whose default tag is that of Ethereum's signatures.
  if (!isBn254(curve)) mcl.setMapToMode(5);
  const size = isBn254(curve) ? 32 : FIELD_BYTES;
  const numbers = (/** @type {Uint8Array} */ bytes) => chunks(bytes, size).map(toHex);
  return {
    pairing: (first, second) => {
      const Ps = first.map((bytes) => {
        const [x, y] = numbers(bytes);
        const point = new mcl.G1();
        point.setStr(`1 ${x} ${y}`, 16);
        return point;
      });
      const Qs = second.map((bytes) => {
        const [x1, x0, y1, y0] = numbers(bytes);
        const point = new mcl.G2();
        point.setStr(`1 ${x0} ${x1} ${y0} ${y1}`, 16);
        return point;
      });
      return () => {
        let f = mcl.millerLoop(Ps[0], Qs[0]);
        for (let i = 1; i < Ps.length; i++) f = mcl.mul(f, mcl.millerLoop(Ps[i], Qs[i]));
        return mcl.finalExp(f).isOne();
      };
    },
    hash: (messages) => ({
      run: () => messages.map((message) => mcl.hashAndMapToG2(message)),
      read: (point) => {
        point.normalize();
        const [, x0, x1, y0, y1] = point.getStr(16).split(' ');
        const elements = [x1, x0, y1, y0].map((/** @type {string} */ text) => BigInt(`0x${text}`));
        return concat(elements.map((element) => bigintToBytes(element, FIELD_BYTES).reverse()));
      },
    }),
  };
}
