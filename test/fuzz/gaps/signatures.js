/** Asynchronous calls that verify signatures. */
import { blsItems } from '../../protocols/bls-items.js';
import { ecdsaItems, schnorrItems } from '../../protocols/signing.js';

/** @import { Gaps } from './index.js' */

/** @template T @param {readonly T[]} items @param {number} n @returns {T[]} */
const repeat = (items, n) => Array.from({ length: n }, (_, i) => items[i % items.length]);

/**
 * @param {string} name of the class
 * @param {any} protocol
 * @param {() => { good: any[], bad: any[] }} items
 * @returns {Gaps}
 */
const ofScheme = (name, protocol, items) => ({
  [`${name}.verifyBatchAsync`]: () => {
    const { good } = items();
    return () => protocol.verifyBatchAsync(good);
  },
  [`${name}.verifyBatchAsync, all broken`]: () => {
    const { bad } = items();
    return () => protocol.verifyBatchAsync(bad);
  },
  [`${name}.findInvalidAsync, every third broken`]: () => {
    const { good, bad } = items();
    const mixed = good.map((item, i) => (i % 3 ? item : bad[i]));
    return () => protocol.findInvalidAsync(mixed);
  },
  [`${name}.verifyFeedAsync, every third broken`]: () => {
    const { good, bad } = items();
    const mixed = good.map((item, i) => (i % 3 ? item : bad[i]));
    return () => protocol.verifyFeedAsync(mixed);
  },
  [`${name}.findInvalidAsync, half broken`]: () => {
    const { good, bad } = items();
    const half = good.map((item, i) => (i < good.length / 2 ? item : bad[i]));
    return () => protocol.findInvalidAsync(half);
  },
});

/** @param {{ bls: any, secp: any }} means @returns {Gaps} */
export function signatureGaps({ bls, secp }) {
  const schnorr = () => {
    const good = repeat(schnorrItems(40), 4000);
    return { good, bad: good.map((item) => ({ ...item, message: new Uint8Array(1) })) };
  };
  const ecdsa = () => {
    const good = repeat(ecdsaItems(40), 4000);
    return { good, bad: good.map((item) => ({ ...item, hash: new Uint8Array(32).fill(1) })) };
  };
  const ofBls = (/** @type {'minPk' | 'minSig'} */ name) => () => {
    const items = blsItems(bls, name, 40);
    const broken = items.map((item, i) => ({ ...item, message: items[(i + 1) % 40].message }));
    return { good: repeat(items, 400), bad: repeat(broken, 400) };
  };
  const long = () => {
    const message = new Uint8Array(2 ** 22);
    const items = blsItems(bls, 'minPk', 4).map((item) => ({ ...item, message }));
    return () => bls.minPk.verifyBatchAsync(items);
  };
  const swaps = (/** @type {Gaps} */ gaps, /** @type {string} */ name) =>
    Object.fromEntries(Object.entries(gaps).map(([key, call]) => [`${key}, ${name}`, call]));
  return {
    ...swaps(ofScheme('Schnorr', secp.schnorr, schnorr), '4000'),
    ...swaps(ofScheme('Ecdsa', secp.ecdsa, ecdsa), '4000'),
    ...swaps(ofScheme('BlsSignatures', bls.minPk, ofBls('minPk')), 'minPk, 400'),
    ...swaps(ofScheme('BlsSignatures', bls.minSig, ofBls('minSig')), 'minSig, 400'),
    'BlsSignatures.verifyBatchAsync, 4 messages of 4 MiB': long,
    'Secp256k1.xOnly': () => () => secp.xOnly(),
  };
}
