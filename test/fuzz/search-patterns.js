/**
 * Costs of `findInvalid` next to single checks, whichever items are invalid: tens of thousands of
 * patterns in a model whose prices are measured, half of them changes of the worst so far; then the
 * worst few are measured themselves.
 *
 *   node test/fuzz/search-patterns.js [--backend auto] [--patterns 25000] [--seed 1]
 *     [--only schnorr,ecdsa,minPk,minSig]
 *
 * A single check is one, a batch of n what it takes on this machine, the least of several runs.
 */
import { parseArgs } from 'node:util';
import { createBls12381, createSecp256k1 } from '../../src/index.js';
import { findInvalid } from '../../src/protocols/signatures/batch.js';
import { blsItems } from '../protocols/bls-items.js';
import { ecdsaItems, schnorrItems } from '../protocols/signing.js';
import { Random } from './random.js';

const { values } = parseArgs({
  options: {
    backend: { type: 'string', default: 'auto' },
    patterns: { type: 'string', default: '25000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: 'schnorr,ecdsa,minPk,minSig' },
  },
});
const options = { backend: /** @type {any} */ (values.backend) };
const [bls, secp] = await Promise.all([createBls12381(options), createSecp256k1(options)]);

/** Items, those of them that are false, and the smallest batch of each scheme. */
const SCHEMES = {
  schnorr: () => {
    const good = repeated(schnorrItems(32), 512);
    const bad = good.map((item) => ({ ...item, message: Uint8Array.of(1) }));
    const one = (/** @type {any} */ of) =>
      secp.schnorr.verify(of.signature, of.message, of.publicKey);
    return { protocol: secp.schnorr, good, bad, one, smallest: 4 };
  },
  ecdsa: () => {
    const good = repeated(ecdsaItems(32), 512);
    const bad = good.map((item) => ({ ...item, hash: item.hash.map((byte) => byte ^ 1) }));
    const one = (/** @type {any} */ of) => secp.ecdsa.verify(of.signature, of.hash, of.publicKey);
    return { protocol: secp.ecdsa, good, bad, one, smallest: 8 };
  },
  minPk: () => blsScheme('minPk'),
  minSig: () => blsScheme('minSig'),
};

/** @param {any[]} items @param {number} n */
const repeated = (items, n) => Array.from({ length: n }, (_, i) => items[i % items.length]);

/** @param {'minPk' | 'minSig'} name */
function blsScheme(name) {
  const good = blsItems(bls, name, 96);
  const bad = good.map((item, i) => ({ ...item, signature: good[(i + 1) % 96].signature }));
  const one = (/** @type {any} */ of) => bls[name].verify(of.signature, of.message, of.publicKey);
  return { protocol: bls[name], good, bad, one, smallest: 2 };
}

/** Milliseconds of runs, of which the least counts. */
const RUNS_MS = 250;

/** @param {() => unknown} call */
function leastOf(call) {
  let least = Infinity;
  const start = performance.now();
  for (let i = 0; i < 3 || performance.now() - start < RUNS_MS; i++) {
    const began = performance.now();
    call();
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

/**
 * The price of a batch of n items, between those that are measured.
 * @param {[number, number][]} at
 */
const priceOf = (at) => (/** @type {number} */ n) => {
  const next = Math.max(
    1,
    at.findIndex(([size]) => size >= n),
  );
  const [[a, low], [b, high]] = [at[next - 1], at[next]];
  return low + ((high - low) * (n - a)) / (b - a);
};

/** Which items are invalid. @param {Random} random @param {number} n @returns {boolean[]} */
function patternOf(random, n) {
  const kind = random.int(4);
  const share = (random.word() / 2 ** 32) ** 3;
  const [step, at] = [1 + random.size(n), random.int(n)];
  const list = Array.from({ length: n }, (_, i) => {
    if (kind === 0) return random.chance(share);
    if (kind === 1) return i % step === at % step;
    return kind === 2 ? i < at && i % (1 + (step & 3)) === 0 : false;
  });
  if (kind === 3)
    for (let i = 0; i < n;) {
      const length = 2 ** random.int(8);
      const dense = random.chance(0.5) ? share : 0;
      for (const end = i + length; i < end; i++) if (i < n) list[i] = random.chance(dense);
    }
  return list;
}

/** @param {Random} random @param {boolean[]} pattern */
function changed(random, pattern) {
  const list = [...pattern];
  const [at, length] = [random.int(list.length), 1 + random.size(list.length / 4)];
  if (random.chance(0.5)) list[at] = !list[at];
  else list.fill(random.chance(0.5), at, at + length);
  return list;
}

console.log('| scheme | items | patterns | worst in the model | the same, measured |');
console.log('|---|---|---|---|---|');
for (const name of values.only.split(',')) {
  const { protocol, good, bad, one, smallest } = SCHEMES[name]();
  const n = good.length;
  const single = leastOf(() => good.forEach(one)) / n;
  const sizes = [smallest, 8, 16, 32, 64, n].filter((size, i, all) => !i || size > all[i - 1]);
  const prices = /** @type {[number, number][]} */ (
    sizes.map((size) => {
      const batch = good.slice(0, size);
      return [size, leastOf(() => protocol.verifyBatch(batch)) / single];
    })
  );
  const price = priceOf(prices);
  const random = new Random(`${values.seed} ${name}`);
  /** @param {boolean[]} invalid */
  const workOf = (invalid) => {
    let work = 0;
    const holds = (/** @type {boolean} */ isBad) => (work++, !isBad);
    findInvalid(invalid, smallest, holds, (items) => {
      work += price(items.length);
      return !items.includes(true);
    });
    return work / n;
  };
  /** @type {{ pattern: boolean[], work: number }[]} */
  let worst = [];
  for (let i = 0; i < Number(values.patterns); i++) {
    const from = worst.length > 0 && i % 2 ? random.pick(worst).pattern : null;
    const pattern = from ? changed(random, from) : patternOf(random, n);
    const work = workOf(pattern);
    if (worst.length < 5 || work > worst[4].work)
      worst = [...worst, { pattern, work }].sort((a, b) => b.work - a.work).slice(0, 5);
  }
  const measured = worst.map(({ pattern }) => {
    const items = good.map((item, i) => (pattern[i] ? bad[i] : item));
    const expected = pattern.flatMap((isBad, i) => (isBad ? i : []));
    if (String(protocol.findInvalid(items)) !== String(expected)) throw new Error('a wrong answer');
    return leastOf(() => protocol.findInvalid(items)) / (single * n);
  });
  const most = Math.max(...measured);
  console.log(
    `| ${name} | ${n} | ${values.patterns} | ${worst[0].work.toFixed(2)} | ${most.toFixed(2)} |`,
  );
  if (most > 2) process.exitCode = 1;
}
