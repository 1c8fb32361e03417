/**
 * What the worst input of a call costs, next to a random one of the same size.
 *
 *   node test/fuzz/complexity.js [--backend auto] [--runs 5]
 *
 * Times are the least of the runs, which take turns; a ratio above 2 is marked. The inputs are
 * those that are known to be bad: a proof that there is no worse one this is not.
 */
import { parseArgs } from 'node:util';
import { createBanderwagon, createBls12381, createSecp256k1 } from '../../src/index.js';
import { ecdsaItems, schnorrItems } from '../protocols/signing.js';
import { outsiderOf } from '../hostile/outsider.js';

const { values } = parseArgs({
  options: {
    backend: { type: 'string', default: 'auto' },
    runs: { type: 'string', default: '5' },
  },
});
const options = { backend: /** @type {any} */ (values.backend) };
const bls = await createBls12381(options);
const secp = await createSecp256k1(options);
const bw = await createBanderwagon(options);

/** @typedef {Record<string, () => unknown>} Variants the first is the random one */
/** @type {Record<string, Variants>} */
const calls = {};

/** @param {() => unknown} call */
const tried = (call) => () => {
  try {
    return call();
  } catch (error) {
    return error;
  }
};

/** @param {any} group @param {number} n */
function sums(group, n) {
  const { order } = group;
  const points = group.randomPoints(n, 1);
  const random = group.randomScalars(n, 2);
  const same = group.points(Array.from({ length: n }, () => points.at(0)));
  const P = points.at(0);
  const opposite = group.points(Array.from({ length: n }, (_, i) => (i % 2 ? P : P.negate())));
  const all = (/** @type {bigint} */ k) => Array.from({ length: n }, () => k);
  calls[`${group.name}: msm of ${n}`] = {
    random: () => group.msm(points, random),
    'equal points': () => group.msm(same, random),
    'opposite points': () => group.msm(opposite, random),
    'equal points and scalars': () => group.msm(same, all(order / 3n)),
    'scalars order − 1': () => group.msm(points, all(order - 1n)),
    'scalars 2^256 − 1': () => group.msm(points, all(2n ** 256n - 1n)),
    'scalars 1': () => group.msm(points, all(1n)),
    'powers of two': () =>
      group.msm(
        points,
        Array.from({ length: n }, (_, i) => 1n << BigInt(i % 255)),
      ),
    'one long scalar': () =>
      group.msm(
        points,
        Array.from({ length: n }, (_, i) => (i ? BigInt(i & 255) : order - 2n)),
      ),
  };
}
const groups = [bls.G1, bls.G2, secp.group, bw.group];
for (const group of groups) for (const n of [200, 2000]) sums(group, n);

/** @param {any} group @param {number} n */
function decoding(group, n) {
  const good = group.randomPoints(n, 1).toBytes();
  const size = good.length / n;
  const bad = (/** @type {number} */ at, /** @type {Uint8Array} */ bytes) => {
    const list = good.slice();
    list.set(bytes, size * at);
    return tried(() => group.points(list));
  };
  const junk = good.slice(size, 2 * size).fill(0x11, size - 8);
  calls[`${group.name}: ${n} points decoded`] = {
    random: () => group.points(good).dispose(),
    'the last is no point': bad(n - 1, junk),
    'the first is no point': bad(0, junk),
    'all the same': () =>
      group.points(Buffer.concat(Array(n).fill(good.subarray(0, size)))).dispose(),
    ...(group === bls.G1 && {
      'the last is outside the group': bad(n - 1, outsiderOf(bls.G1).toBytes()),
    }),
  };
}
for (const group of groups) decoding(group, 2000);

const repeat = (/** @type {any[]} */ items) => Array.from({ length: 512 }, (_, i) => items[i % 32]);
for (const scheme of /** @type {const} */ (['schnorr', 'ecdsa'])) {
  const good = repeat(scheme === 'schnorr' ? schnorrItems(32) : ecdsaItems(32));
  const protocol = /** @type {any} */ (secp[scheme]);
  const break_ = (/** @type {any} */ item) =>
    scheme === 'schnorr'
      ? { ...item, message: Uint8Array.of(1) }
      : { ...item, hash: item.hash.map((b) => b ^ 1) };
  const one = (/** @type {any} */ { signature, message, hash, publicKey }) =>
    protocol.verify(signature, message ?? hash, publicKey);
  const broken = good.map(break_);
  calls[`${scheme}.verify of 512`] = {
    random: () => good.map(one),
    'all false': () => broken.map(one),
  };
  calls[`${scheme}.verifyBatch of 512`] = {
    random: () => protocol.verifyBatch(good),
    'the last is false': () => protocol.verifyBatch([...good.slice(1), broken[0]]),
    'all false': () => protocol.verifyBatch(broken),
  };
  const patterns = {
    one: 512,
    'every 64th': 64,
    'every 32nd': 32,
    'every 16th': 16,
    'every 8th': 8,
    'every second': 2,
    all: 1,
  };
  const find = (/** @type {(i: number) => boolean} */ isBad) => {
    const items = good.map((item, i) => (isBad(i) ? broken[i] : item));
    return () => protocol.findInvalid(items);
  };
  calls[`${scheme}.findInvalid of 512, next to single checks`] = {
    'one by one': () => good.map(one),
    ...Object.fromEntries(
      Object.entries(patterns).map(([name, step]) => [
        `${name} false`,
        find((i) => i % step === step - 1),
      ]),
    ),
    'first half false': find((i) => i < 256),
    'a first few false': find((i) => i < 20),
  };
}

/** Least time of each variant, in turns. @param {Variants} variants */
function measure(variants) {
  const best = Object.fromEntries(Object.keys(variants).map((name) => [name, Infinity]));
  for (let run = 0; run <= Number(values.runs); run++) {
    for (const [name, call] of Object.entries(variants)) {
      const began = performance.now();
      call();
      if (run > 0) best[name] = Math.min(best[name], performance.now() - began);
    }
  }
  return best;
}

console.log('| call | random, ms | worst input | ms | ratio |\n|---|---|---|---|---|');
for (const [call, variants] of Object.entries(calls)) {
  const [[, base], ...others] = Object.entries(measure(variants));
  const [name, worst] = others.reduce((a, b) => (b[1] > a[1] ? b : a));
  const ratio = worst / base;
  const shown = `${ratio.toFixed(2)}${ratio > 2 ? ' (!)' : ''}`;
  console.log(`| ${call} | ${base.toFixed(1)} | ${name} | ${worst.toFixed(1)} | ${shown} |`);
}
