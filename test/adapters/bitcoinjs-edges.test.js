/**
 * Every function of the adapter bitcoinjs beside tiny-secp256k1's own, over a grid of valid,
 * malformed and edge arguments: the same values, and errors for the same calls. What differs is
 * listed here and in docs/adapters.md.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bitcoinjs } from '../../src/adapters/bitcoinjs.js';
import { createSecp256k1 } from '../../src/secp256k1.js';
import { concat, fromHex, toHex } from '../support/hex.js';
import { describeHost, modules } from './hosts.js';

const NAME = 'tiny-secp256k1';
const PRIME = 2n ** 256n - 2n ** 32n - 977n;
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** @param {bigint} n */
const word = (n) => fromHex(n.toString(16).padStart(64, '0'));

/** Around every bound; 5 and p − n − 1 are no x of a point. */
const WORDS = [0n, 1n, 2n, 5n, ORDER - 1n, ORDER, PRIME - ORDER - 1n, PRIME - ORDER, PRIME - 1n]
  .concat(PRIME, 2n ** 256n - 1n)
  .map(word);

/** In place of bytes, or bytes of a length that nothing has. */
const ODD = [undefined, null, '02ab', 7, [2], new Uint8Array(), new Uint8Array(31)];

/**
 * A copy of tiny-secp256k1 with a memory of its own: each error that its module throws leaves the
 * stack lower, until valid calls fail.
 */
function freshHost() {
  const require = createRequire(join(modules, NAME, 'index.js'));
  for (const path of Object.keys(require.cache)) {
    if (path.includes(NAME)) delete require.cache[path];
  }
  return require(NAME);
}

/** The value of a call as text, or that it throws. @param {() => any} call */
function outcomeOf(call) {
  try {
    const value = call();
    if (value?.xOnlyPubkey) return `${toHex(value.xOnlyPubkey)} ${value.parity}`;
    return value instanceof Uint8Array ? toHex(value) : String(value);
  } catch {
    return 'throws';
  }
}

describeHost('every function of tiny-secp256k1 on edge arguments', [NAME], () => {
  let secp, ecc, tiny, compared, differences;
  beforeAll(async () => {
    secp = await createSecp256k1();
    ecc = bitcoinjs(secp);
  });
  beforeEach(() => {
    tiny = freshHost();
    [compared, differences] = [0, []];
  });
  afterAll(() => secp?.dispose());

  /** @param {string} name @param {unknown[]} args */
  const both = (name, args) => {
    if (++compared % 200 === 0) tiny = freshHost();
    return [ecc, tiny].map((library) => outcomeOf(() => library[name](...args)));
  };
  /** @param {string} name @param {unknown[]} args */
  const same = (name, ...args) => {
    const [ours, theirs] = both(name, args);
    if (ours === theirs) return;
    const text = args.map((arg) => (arg instanceof Uint8Array ? toHex(arg) : String(arg)));
    differences.push(`${name}(${text}): expected ${theirs}, got ${ours}`);
  };

  const keysOf = () => {
    const [G, U] = [true, false].map((compressed) => tiny.pointFromScalar(word(1n), compressed));
    return [
      ...[G, U, concat(Uint8Array.of(3), G.slice(1)), tiny.pointFromScalar(word(2n), false)],
      ...WORDS.map((x) => concat(Uint8Array.of(2), x)),
      ...[concat(U.slice(0, 64), Uint8Array.of(U[64] ^ 1)), concat(Uint8Array.of(4), G.slice(1))],
      ...[concat(Uint8Array.of(5), G.slice(1)), new Uint8Array(33), new Uint8Array(65).fill(4)],
      ...ODD,
    ];
  };
  /** Every r and s at the bounds, and two valid signatures. */
  const signaturesOf = () => {
    const [ecdsa, schnorr] = [tiny.sign(word(9n), word(1n)), tiny.signSchnorr(word(9n), word(1n))];
    const all = [...WORDS, ecdsa.slice(0, 32)];
    const high = concat(ecdsa.slice(0, 32), word(ORDER - BigInt(`0x${toHex(ecdsa.slice(32))}`)));
    const edges = all.flatMap((r) => WORDS.map((s) => concat(r, s)));
    return [ecdsa, high, schnorr, new Uint8Array(64).fill(1), ...edges, ...ODD];
  };

  it('agrees on points', () => {
    const keys = keysOf();
    for (const key of [...keys, ...WORDS]) {
      for (const name of ['isPoint', 'isPointCompressed', 'isXOnlyPoint', 'xOnlyPointFromPoint'])
        same(name, key);
      for (const flag of [undefined, true, false]) same('pointCompress', key, flag);
      for (const tweak of [...WORDS, ...ODD]) {
        for (const flag of [undefined, true]) same('pointAddScalar', key, tweak, flag);
        same('pointMultiply', key, tweak);
      }
      for (const other of keys) same('pointAdd', key, other);
    }
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(2000);
  });

  it('agrees on points by x alone', () => {
    const G = tiny.xOnlyPointFromScalar(word(1n));
    for (const x of [G, ...WORDS, ...ODD]) {
      for (const tweak of [...WORDS, ...ODD]) {
        same('xOnlyPointAddTweak', x, tweak);
        const found = outcomeOf(() => tiny.xOnlyPointAddTweak(x, tweak));
        const results = [G, word(ORDER), undefined, new Uint8Array(33)];
        if (/^\w{64} /.test(found)) results.push(fromHex(found.slice(0, 64)));
        if (found === 'null') results.shift(); // the sum is infinity: below
        for (const result of results)
          for (const parity of [undefined, 0, 1, 2, null])
            same('xOnlyPointAddTweakCheck', x, tweak, result, parity);
      }
    }
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(2000);
  });

  it('agrees on signatures', () => {
    const G = tiny.pointFromScalar(word(1n));
    const keys = [G, tiny.pointFromScalar(word(1n), false), keysOf()[7], ...ODD.slice(0, 2)];
    for (const signature of signaturesOf()) {
      const parts = signature instanceof Uint8Array && signature.length === 64;
      const [r, s] = parts
        ? [signature.slice(0, 32), signature.slice(32)].map((part) => BigInt(`0x${toHex(part)}`))
        : [0n, 0n];
      for (const hash of [word(9n), word(ORDER), new Uint8Array(31), undefined]) {
        for (const key of keys) {
          // Listed below.
          if (r >= ORDER || s >= ORDER) continue;
          for (const strict of [undefined, true]) same('verify', hash, key, signature, strict);
        }
        for (const x of [G.slice(1), WORDS[3], WORDS[0], undefined])
          same('verifySchnorr', hash, x, signature);
        for (const id of [0, 1, 2, 3, 4, -1])
          for (const flag of [undefined, true]) same('recover', hash, signature, id, flag);
      }
    }
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(5000);
  });

  it('differs where docs/adapters.md says so', () => {
    const [G, hash] = [tiny.pointFromScalar(word(1n)), word(9n)];
    const U = tiny.pointFromScalar(word(1n), false);
    const signature = tiny.sign(hash, word(1n));
    // By the contract of the adapter.
    for (const [r, s] of [
      [ORDER, 1n],
      [1n, ORDER],
    ])
      expect(both('verify', [hash, G, concat(word(r), word(s))])).toEqual(['false', 'throws']);
    const hybrid = concat(Uint8Array.of(6 + (U[64] & 1)), U.slice(1));
    expect(both('isPoint', [hybrid])).toEqual(['false', 'true']);
    expect(both('pointCompress', [hybrid, true])).toEqual(['throws', toHex(G)]);
    expect(both('verify', [hash, hybrid, signature])).toEqual(['throws', 'true']);
    // Infinity: it compares the point as it was.
    const args = [G.slice(1), word(ORDER - 1n), G.slice(1)];
    expect(both('xOnlyPointAddTweakCheck', args)).toEqual(['false', 'true']);
    // Numbers that it rounds.
    for (const id of [undefined, '1', 1.5]) {
      const [ours, theirs] = both('recover', [hash, signature, id, true]);
      expect([ours, theirs.slice(0, 1)]).toEqual(['throws', '0']);
    }
  });
});
