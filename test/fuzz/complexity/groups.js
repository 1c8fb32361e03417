/** The calls of groups: sums, decoding, encoding, and tables of fixed points. */
import { hasOutsiders, outsiderOf } from '../../hostile/outsider.js';
import { tried } from './tried.js';

/** @import { Calls, Instances } from './index.js' */

/** @param {any} group @param {number} n @param {Calls} calls */
function sums(group, n, calls) {
  const { order } = group;
  const points = group.randomPoints(n, 1);
  const random = group.randomScalars(n, 2);
  const same = group.points(Array.from({ length: n }, () => points.at(0)));
  const P = points.at(0);
  const opposite = group.points(Array.from({ length: n }, (_, i) => (i % 2 ? P : P.negate())));
  const all = (/** @type {bigint} */ k) => Array.from({ length: n }, () => k);
  calls[`Group.msm, ${group.name}, ${n} points`] = {
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

/** @param {any} group @param {number} n @param {Calls} calls */
function additions(group, n, calls) {
  const [a, b] = [group.randomPoints(n, 1), group.randomPoints(n, 2)];
  const negated = group.points(Array.from({ length: n }, (_, i) => a.at(i).negate()));
  const identities = group.points(Array.from({ length: n }, () => group.identity));
  const P = group.points(Array.from({ length: n }, () => a.at(0)));
  for (const name of /** @type {const} */ (['add', 'subtract'])) {
    calls[`Group.${name}, ${group.name}, ${n} points`] = {
      random: () => group[name](a, b).dispose(),
      'equal points': () => group[name](a, a).dispose(),
      'opposite points': () => group[name](a, negated).dispose(),
      'one point': () => group[name](P, P).dispose(),
      infinity: () => group[name](identities, identities).dispose(),
      'infinity on one side': () => group[name](a, identities).dispose(),
    };
  }
}

/** @param {any} group @param {number} n @param {Calls} calls */
function decoding(group, n, calls) {
  const good = group.randomPoints(n, 1).toBytes();
  const size = good.length / n;
  const bad = (/** @type {number} */ at, /** @type {Uint8Array} */ bytes) => {
    const list = good.slice();
    list.set(bytes, size * at);
    return tried(() => group.points(list));
  };
  const junk = good.slice(size, 2 * size).fill(0x11, size - 8);
  calls[`Group.points, ${group.name}, ${n} points`] = {
    random: () => group.points(good).dispose(),
    'the last is no point': bad(n - 1, junk),
    'the first is no point': bad(0, junk),
    'all the same': () =>
      group.points(Buffer.concat(Array(n).fill(good.subarray(0, size)))).dispose(),
    ...(hasOutsiders(group) && {
      'the last is outside the group': bad(n - 1, outsiderOf(group).toBytes()),
      'the middle one is outside the group': bad(n >> 1, outsiderOf(group).toBytes()),
      'one in three quarters is outside the group': bad((3 * n) >> 2, outsiderOf(group).toBytes()),
    }),
  };
}

/** @param {any} group @param {number} n @param {Calls} calls */
function encoding(group, n, calls) {
  const points = group.randomPoints(n, 1);
  const all = (/** @type {any} */ point) => group.points(Array.from({ length: n }, () => point));
  const [same, none] = [all(points.at(0)), all(group.identity)];
  const name = group.name === 'secp256k1' ? 'little-endian' : undefined;
  calls[`PointVector.toBytes, ${group.name}, ${n} points`] = {
    random: () => points.toBytes(name),
    'all the same': () => same.toBytes(name),
    infinity: () => none.toBytes(name),
  };
}

/** @param {any} group @param {number} n @param {Calls} calls */
async function fixed(group, n, calls) {
  const points = group.randomPoints(n, 1);
  const P = points.at(0);
  const tables = await Promise.all(
    [points, Array.from({ length: n }, (_, i) => (i % 2 ? P : P.negate()))].map((list) =>
      group.fixedBasis(list, { memory: 2 ** 23 }),
    ),
  );
  const random = group.randomScalars(n, 2);
  const all = (/** @type {bigint} */ k) => Array.from({ length: n }, () => k);
  calls[`FixedBasis.msm, ${group.name}, ${n} points`] = {
    random: () => tables[0].msm(random),
    'opposite points': () => tables[1].msm(random),
    'opposite points, equal scalars': () => tables[1].msm(all(group.order / 3n)),
    'equal scalars': () => tables[0].msm(all(group.order / 3n)),
    'scalars order − 1': () => tables[0].msm(all(group.order - 1n)),
    'scalars 2^256 − 1': () => tables[0].msm(all(2n ** 256n - 1n)),
    'positions backwards': () =>
      tables[0].msm(random, { indices: Array.from({ length: n }, (_, i) => n - 1 - i) }),
  };
}

/**
 * @param {Instances} instances
 * @param {Calls} calls
 */
export async function groupCalls({ bls, secp, bw, bn, pasta }, calls) {
  const groups = [bls.G1, bls.G2, secp.group, bw.group, bn.G1, bn.G2, pasta.pallas];
  for (const group of groups) for (const n of [200, 2000]) sums(group, n, calls);
  for (const group of groups) for (const n of [200, 700, 2000]) decoding(group, n, calls);
  for (const group of groups) for (const n of [200, 2000]) additions(group, n, calls);
  for (const group of groups) encoding(group, 2000, calls);
  for (const group of groups) await fixed(group, 256, calls);
}
