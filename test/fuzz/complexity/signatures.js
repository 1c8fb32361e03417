/** The calls that verify signatures: ECDSA, BIP-340 and BLS. */
import { blsItems } from '../../protocols/bls-items.js';
import { ecdsaItems, schnorrItems } from '../../protocols/signing.js';

/** @import { Calls } from './index.js' */

const repeat = (/** @type {any[]} */ items, /** @type {number} */ n) =>
  Array.from({ length: n }, (_, i) => items[i % items.length]);

/** Items of a search that are invalid: every so many. */
const PATTERNS = {
  one: Infinity,
  'every 64th': 64,
  'every 32nd': 32,
  'every 16th': 16,
  'every 8th': 8,
  'every second': 2,
  all: 1,
};

/**
 * @typedef {{ name: (method: string) => string, protocol: any, good: any[], broken: any[],
 *   one: (item: any) => unknown }} Scheme
 */

/** @param {Scheme} scheme @param {Calls} calls */
export function scheme({ name, protocol, good, broken, one }, calls) {
  const n = good.length;
  calls[`${name('verify')}, ${n} times`] = {
    random: () => good.map(one),
    'all false': () => broken.map(one),
  };
  calls[`${name('verifyBatch')}, ${n} items`] = {
    random: () => protocol.verifyBatch(good),
    'the last is false': () => protocol.verifyBatch([...good.slice(1), broken[0]]),
    'all false': () => protocol.verifyBatch(broken),
    'all the same': () => protocol.verifyBatch(repeat([good[0]], n)),
  };
  const find = (/** @type {(i: number) => boolean} */ isBad) => {
    const items = good.map((item, i) => (isBad(i) ? broken[i] : item));
    return () => protocol.findInvalid(items);
  };
  calls[`${name('findInvalid')}, ${n} items, next to single checks`] = {
    'one by one': () => good.map(one),
    ...Object.fromEntries(
      Object.entries(PATTERNS).map(([pattern, step]) => [
        `${pattern} false`,
        find((i) => (step === Infinity ? i === 0 : i % step === step - 1)),
      ]),
    ),
    'first half false': find((i) => i < n / 2),
    'second half false': find((i) => i >= n / 2),
    'a first few false': find((i) => i < 20),
  };
}

/**
 * @param {any} bls
 * @param {'minPk' | 'minSig'} name
 * @param {number} n
 * @param {Calls} calls
 */
function blsScheme(bls, name, n, calls) {
  const good = blsItems(bls, name, n);
  const broken = good.map((each, i) => ({ ...each, signature: good[(i + 1) % n].signature }));
  const protocol = bls[name];
  const one = (/** @type {any} */ { signature, message, publicKey }) =>
    protocol.verify(signature, message, publicKey);
  const named = (/** @type {string} */ method) => `BlsSignatures.${method}, ${name}`;
  scheme({ name: named, protocol, good, broken, one }, calls);

  const shared = blsItems(bls, name, n, () => 0);
  const { message } = shared[0];
  const sum = protocol.aggregateSignatures(shared.map(({ signature }) => signature)).toBytes();
  const list = shared.map(({ publicKey }) => publicKey);
  const same = repeat([list[0]], n);
  calls[`${named('fastAggregateVerify')}, ${n} keys`] = {
    random: () => protocol.fastAggregateVerify(sum, message, list),
    'a false signature': () => protocol.fastAggregateVerify(good[1].signature, message, list),
    'equal keys': () => protocol.fastAggregateVerify(sum, message, same),
  };
  calls[`${named('aggregateVerify')}, ${n} keys`] = {
    random: () =>
      protocol.aggregateVerify(
        sum,
        good.map((each) => each.message),
        list,
      ),
    'equal messages': () => protocol.aggregateVerify(sum, repeat([message], n), list),
    'equal keys': () =>
      protocol.aggregateVerify(
        sum,
        good.map((each) => each.message),
        same,
      ),
  };
}

/**
 * @param {{ bls: any, secp: any }} instances
 * @param {Calls} calls
 */
export function signatureCalls({ bls, secp }, calls) {
  const schnorr = repeat(schnorrItems(32), 512);
  scheme(
    {
      name: (method) => `Schnorr.${method}`,
      protocol: secp.schnorr,
      good: schnorr,
      broken: schnorr.map((item) => ({ ...item, message: Uint8Array.of(1) })),
      one: ({ signature, message, publicKey }) =>
        secp.schnorr.verify(signature, message, publicKey),
    },
    calls,
  );
  const ecdsa = repeat(ecdsaItems(32), 512);
  const changed = (/** @type {Uint8Array} */ hash) => hash.map((byte) => byte ^ 1);
  scheme(
    {
      name: (method) => `Ecdsa.${method}`,
      protocol: secp.ecdsa,
      good: ecdsa,
      broken: ecdsa.map((item) => ({ ...item, hash: changed(item.hash) })),
      one: ({ signature, hash, publicKey }) => secp.ecdsa.verify(signature, hash, publicKey),
    },
    calls,
  );
  calls['Ecdsa.recover, 512 times'] = {
    random: () =>
      ecdsa.map(({ signature, recoveryId, hash }) =>
        secp.ecdsa.recover(signature, recoveryId, hash),
      ),
    'other hashes': () =>
      ecdsa.map(({ signature, recoveryId, hash }) =>
        secp.ecdsa.recover(signature, recoveryId, changed(hash)),
      ),
  };
  for (const name of /** @type {const} */ (['minPk', 'minSig'])) blsScheme(bls, name, 64, calls);
}
