/** The operations of the tab of signatures: verification over secp256k1, single and in batches. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { createSecp256k1 } from 'curvemill/secp256k1';
import { loadChosen } from './operations.js';
import { OURS } from './settings.js';

const SINGLES = 16;
const BATCH = 256;

/**
 * @typedef {{ hash: Uint8Array, signature: Uint8Array, recoveryId: number, publicKey: Uint8Array,
 *   bip340: Uint8Array, xOnly: Uint8Array }} Signed
 * @typedef {{ ecdsa: (signed: Signed) => boolean, bip340: (signed: Signed) => boolean,
 *   batches?: { ecdsa: (all: Signed[]) => boolean, bip340: (all: Signed[]) => boolean } }} Verifier
 */

/** @type {Record<string, () => Promise<Verifier>>} */
const VERIFIERS = {
  [OURS]: async () => {
    const { ecdsa, schnorr: ours } = await createSecp256k1();
    const feedOf = (/** @type {Signed[]} */ all) =>
      all.map(({ bip340, hash, xOnly }) => ({
        ...{ signature: bip340, message: hash, publicKey: xOnly },
      }));
    return {
      ecdsa: ({ signature, hash, publicKey }) => ecdsa.verify(signature, hash, publicKey),
      bip340: ({ bip340, hash, xOnly }) => ours.verify(bip340, hash, xOnly),
      batches: {
        ecdsa: (all) => ecdsa.verifyBatch(all),
        bip340: (all) => ours.verifyBatch(feedOf(all)),
      },
    };
  },
  noble: async () => ({
    ecdsa: ({ signature, hash, publicKey }) =>
      secp256k1.verify(signature, hash, publicKey, { prehash: false }),
    bip340: ({ bip340, hash, xOnly }) => schnorr.verify(bip340, hash, xOnly),
  }),
  'tiny-secp256k1': async () => {
    const tiny = await import('tiny-secp256k1');
    return {
      ecdsa: ({ signature, hash, publicKey }) => tiny.verify(hash, publicKey, signature),
      bip340: ({ bip340, hash, xOnly }) => tiny.verifySchnorr(hash, xOnly, bip340),
    };
  },
};

/** @type {import('./operations.js').Prepare} */
export async function prepareSignatures({ libraries }, listener) {
  const loaded = await loadChosen(VERIFIERS, libraries, listener);
  listener.progress('signing');
  const all = Array.from({ length: BATCH }, (_, i) => sign(i));
  const some = all.slice(0, SINGLES);
  const kinds = /** @type {const} */ ({ ecdsa: 'ECDSA', bip340: 'BIP-340' });
  return loaded.flatMap(([name, verifier]) =>
    /** @type {(keyof typeof kinds)[]} */ (Object.keys(kinds)).flatMap((kind) => {
      const { [kind]: verify, batches } = verifier;
      const single = {
        ...{ kind, name, operation: kinds[kind], count: SINGLES },
        run: () => some.every(verify),
      };
      if (!batches) return [single];
      const batch = {
        ...{ kind, name: `${name}, batch of ${BATCH}`, operation: kinds[kind], count: BATCH },
        run: () => batches[kind](all),
      };
      return [single, batch];
    }),
  );
}

/**
 * @param {number} i below 256
 * @returns {Signed}
 */
function sign(i) {
  const secret = new Uint8Array(32).fill(1 + (i % 8));
  const hash = new Uint8Array(32).fill(i);
  const recovered = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' });
  const publicKey = secp256k1.getPublicKey(secret);
  return {
    ...{ hash, publicKey, xOnly: publicKey.subarray(1) },
    signature: recovered.subarray(1),
    recoveryId: recovered[0],
    bip340: schnorr.sign(hash, secret, new Uint8Array(32)),
  };
}
