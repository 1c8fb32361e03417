/** The calls of pairings, hashing to curves, and EIP-2537. */
import { outsiderOf } from '../../hostile/outsider.js';
import { tried } from './tried.js';
import { valueCalls } from './values.js';

/** @import { Calls } from './index.js' */

const of = (/** @type {number} */ n, /** @type {(i: number) => any} */ item) =>
  Array.from({ length: n }, (_, i) => item(i));

/** @param {any} instance @param {Calls} calls */
export function productCalls({ G1, G2, pairingCheck, constructor }, calls) {
  const n = 16;
  const [Ps, Qs] = [G1.randomPoints(n, 1), G2.randomPoints(n, 2)];
  const pairs = of(n, (i) => [Ps.at(i), Qs.at(i)]);
  calls[`${constructor.name}.pairingCheck, ${n} pairs`] = {
    random: () => pairingCheck(pairs),
    'equal pairs': () => pairingCheck(of(n, () => pairs[0])),
    'pairs that cancel': () =>
      pairingCheck(of(n, (i) => (i % 2 ? pairs[0] : [pairs[0][0].negate(), pairs[0][1]]))),
    'infinity in G2': () => pairingCheck(pairs.map(([P]) => [P, G2.identity])),
    'one point of G2': () => pairingCheck(pairs.map(([P]) => [P, Qs.at(0)])),
  };
}

/** @param {any} bls @param {Calls} calls */
function hashCalls(bls, calls) {
  for (const group of [bls.G1, bls.G2]) {
    const tag = { dst: 'QUUX-V01-CS02' };
    const random = crypto.getRandomValues(new Uint8Array(2 ** 16));
    const short = of(64, (i) => random.subarray(32 * i, 32 * i + 32));
    calls[`HashingGroup.hashToCurve, ${group.name}, 64 messages of 32 bytes`] = {
      random: () => short.map((message) => group.hashToCurve(message, tag)),
      zeros: () => short.map(() => group.hashToCurve(new Uint8Array(32), tag)),
      'a tag of 255 bytes': () =>
        short.map((message) => group.hashToCurve(message, { dst: 'x'.repeat(255) })),
    };
    calls[`HashingGroup.hashToCurve, ${group.name}, 64 KiB`] = {
      random: () => group.hashToCurve(random, tag),
      zeros: () => group.hashToCurve(new Uint8Array(2 ** 16), tag),
    };
  }
}

/** Points as the EIP encodes them. @param {any} group @param {any} points */
function eipPoints(group, points) {
  const bytes = points.toBytes('uncompressed');
  const elements = group.name.endsWith('g2') ? [1, 0, 3, 2] : [0, 1];
  const size = 48 * elements.length;
  return of(bytes.length / size, (i) => {
    const encoded = new Uint8Array(64 * elements.length);
    const point = bytes.slice(i * size, (i + 1) * size);
    if (point[0] & 0x40) return encoded;
    elements.forEach((from, to) =>
      encoded.set(point.subarray(48 * from, 48 * from + 48), 64 * to + 16),
    );
    return encoded;
  });
}

/** @param {any} bls @param {Calls} calls */
function eipCalls(bls, calls) {
  const { eip2537 } = bls;
  const n = 256;
  const concat = (/** @type {Uint8Array[]} */ parts) => new Uint8Array(Buffer.concat(parts));
  for (const [group, name] of [
    [bls.G1, 'g1'],
    [bls.G2, 'g2'],
  ]) {
    const points = group.randomPoints(n, 1);
    const encoded = eipPoints(group, points);
    const P = points.at(0);
    const opposite = eipPoints(group, group.points(of(n, (i) => (i % 2 ? P : P.negate()))));
    const [outside] = eipPoints(group, group.points([outsiderOf(group)], { check: false }));
    const scalars = group.randomScalars(n, 2);
    const random = of(n, (i) => scalars.subarray(32 * i, 32 * i + 32));
    const full = of(n, () => new Uint8Array(32).fill(255));
    const input = (/** @type {Uint8Array[]} */ list, /** @type {Uint8Array[]} */ ks) =>
      concat(list.flatMap((point, i) => [point, ks[i]]));
    const msm = (/** @type {Uint8Array} */ bytes) => tried(() => eip2537[`${name}Msm`](bytes));
    calls[`Eip2537.${name}Msm, ${n} points`] = {
      random: msm(input(encoded, random)),
      'opposite points': msm(input(opposite, random)),
      'scalars 2^256 − 1': msm(input(encoded, full)),
      'the last is outside the group': msm(input([...encoded.slice(1), outside], random)),
    };
    const add = (/** @type {Uint8Array} */ a, /** @type {Uint8Array} */ b) => {
      const both = concat([a, b]);
      return () => of(64, () => eip2537[`${name}Add`](both));
    };
    const none = new Uint8Array(encoded[0].length);
    calls[`Eip2537.${name}Add, 64 times`] = {
      random: add(encoded[0], encoded[1]),
      equal: add(encoded[0], encoded[0]),
      opposite: add(opposite[0], opposite[1]),
      infinity: add(none, none),
      'outside the group': add(outside, outside),
    };
    const size = name === 'g1' ? 64 : 128;
    const element = (/** @type {number} */ value) => new Uint8Array(size).fill(value, size - 32);
    const map = (/** @type {Uint8Array} */ bytes) => () =>
      of(64, () => eip2537[name === 'g1' ? 'mapFpToG1' : 'mapFp2ToG2'](bytes));
    calls[`Eip2537.${name === 'g1' ? 'mapFpToG1' : 'mapFp2ToG2'}, 64 times`] = {
      random: map(element(0x5a)),
      zero: map(element(0)),
      ones: map(element(255)),
    };
  }
  const k = 8;
  const Ps = eipPoints(bls.G1, bls.G1.randomPoints(k, 1));
  const Qs = eipPoints(bls.G2, bls.G2.randomPoints(k, 2));
  const [zeroP, zeroQ] = [new Uint8Array(128), new Uint8Array(256)];
  const check = (/** @type {(i: number) => Uint8Array[]} */ pair) => {
    const bytes = concat(of(k, pair).flat());
    return tried(() => eip2537.pairing(bytes));
  };
  const [out] = eipPoints(bls.G2, bls.G2.points([outsiderOf(bls.G2)], { check: false }));
  calls[`Eip2537.pairing, ${k} pairs`] = {
    random: check((i) => [Ps[i], Qs[i]]),
    'equal pairs': check(() => [Ps[0], Qs[0]]),
    infinity: check(() => [zeroP, zeroQ]),
    'infinity beside points': check((i) => [zeroP, Qs[i]]),
    'the last is outside the group': check((i) => [Ps[i], i === k - 1 ? out : Qs[i]]),
  };
}

/**
 * @param {{ bls: any }} instances
 * @param {Calls} calls
 */
export function pairingCalls({ bls }, calls) {
  productCalls(bls, calls);
  hashCalls(bls, calls);
  eipCalls(bls, calls);
  valueCalls(bls, calls);
}
