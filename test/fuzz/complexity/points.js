/** The calls of single points, and what is made of a few: tables, signatures in DER. */
import { ecdsaItems } from '../../protocols/signing.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hasOutsiders, outsiderOf } from '../../hostile/outsider.js';
import { tried } from './tried.js';

/** @import { Calls, Instances } from './index.js' */

const TIMES = 64;
const times = (/** @type {(i: number) => any} */ call) => () => {
  for (let i = 0; i < TIMES; i++) call(i);
};

/** @param {any} group @param {Calls} calls */
function decodingOne(group, calls) {
  const points = group.randomPoints(TIMES, 3);
  const encoded = Array.from({ length: TIMES }, (_, i) => points.at(i).toBytes());
  const one = (/** @type {any} */ bytes, /** @type {any} */ how = undefined) =>
    times(tried(() => group.point(bytes, how)));
  const junk = encoded[0].slice().fill(0x11, encoded[0].length - 8);
  const coordinates = points.at(0).toAffine();
  const off = { ...coordinates, x: coordinates.y };
  calls[`Group.point, ${group.name}, ${TIMES} times`] = {
    random: times((i) => group.point(encoded[i])),
    'the same': one(encoded[0]),
    'no point': one(junk),
    'all bits': one(encoded[0].slice().fill(255)),
    infinity: one(group.identity.toBytes()),
    uncompressed: one(points.at(1).toBytes('uncompressed'), { format: 'uncompressed' }),
    coordinates: one(coordinates),
    'coordinates off the curve': one(off),
    'a byte too long': one(new Uint8Array(encoded[0].length + 1).fill(2)),
    ...(hasOutsiders(group) && {
      'outside the group': one(outsiderOf(group).toBytes()),
    }),
  };
  if (!hasOutsiders(group)) return;
  const outside = outsiderOf(group).toBytes();
  const ask = (/** @type {(i: number) => Uint8Array} */ bytes) =>
    times((i) => group.point(bytes(i), { check: false }).isInSubgroup());
  calls[`Point.isInSubgroup, ${group.name}, ${TIMES} times, with decoding`] = {
    random: ask((i) => encoded[i]),
    'outside the group': ask(() => outside),
    infinity: ask(() => group.identity.toBytes()),
  };
}

/** @param {any} group @param {Calls} calls */
function arithmetic(group, calls) {
  const points = group.randomPoints(TIMES + 1, 4);
  const list = Array.from({ length: TIMES + 1 }, (_, i) => points.at(i));
  const [P, Q] = [list[0], list[0].negate()];
  const O = group.identity;
  /** @type {{ order: bigint }} */
  const { order } = group;
  const row = (/** @type {string} */ name, /** @type {any} */ variants) => {
    calls[`Point.${name}, ${group.name}, ${TIMES} times`] = variants;
  };
  const again = list.map((point) => group.point(point.toBytes()));
  row('equals', {
    random: times((i) => list[i].equals(again[i])),
    'the same': times(() => P.equals(P)),
    infinity: times(() => O.equals(O)),
    another: times(() => P.equals(Q)),
  });
  for (const name of ['add', 'subtract']) {
    row(name, {
      random: times((i) => list[i][name](list[i + 1])),
      equal: times(() => P[name](P)),
      opposite: times(() => P[name](Q)),
      infinity: times(() => O[name](O)),
      'infinity and a point': times(() => O[name](P)),
    });
  }
  for (const name of ['double', 'negate', 'toBytes', 'toHex', 'toAffine', 'isIdentity']) {
    row(name, {
      random: times((i) => list[i][name]()),
      'the same': times(() => P[name]()),
      infinity: times(() => O[name]()),
    });
  }
  const scalars = Array.from({ length: TIMES }, (_, i) => (order * BigInt(3 * i + 1)) / 199n);
  row('multiply', {
    random: times((i) => list[i].multiply(scalars[i])),
    'order − 1': times((i) => list[i].multiply(order - 1n)),
    '2^256 − 1': times((i) => list[i].multiply(2n ** 256n - 1n)),
    negative: times((i) => list[i].multiply(-scalars[i])),
    'by 1': times((i) => list[i].multiply(1n)),
    infinity: times((i) => O.multiply(scalars[i])),
  });
  const infinite = group.points(Array.from({ length: TIMES }, () => O));
  calls[`PointVector.at, ${group.name}, ${TIMES} times`] = {
    random: times((i) => points.at(i)),
    infinity: times((i) => infinite.at(i)),
  };
  calls[`PointVector.slice, ${group.name}, ${TIMES} times`] = {
    random: times((i) => points.slice(0, i)),
    empty: times((i) => points.slice(i, i)),
  };
}

/** Tables, from lists of points. @param {any} group @param {number} n @param {Calls} calls */
function tables(group, n, calls) {
  const points = group.randomPoints(n, 5);
  const P = points.at(0);
  const all = (/** @type {(i: number) => any} */ point) =>
    group.points(Array.from({ length: n }, (_, i) => point(i)));
  const make = (/** @type {any} */ list) => async () =>
    (await group.fixedBasis(list, { memory: 2 ** 22 })).dispose();
  calls[`Group.fixedBasis, ${group.name}, ${n} points`] = {
    random: make(points),
    equal: make(all(() => P)),
    opposite: make(all((i) => (i % 2 ? P : P.negate()))),
    infinity: make(all(() => group.identity)),
  };
}

/** @param {any} ecdsa @param {Calls} calls */
function derCalls(ecdsa, calls) {
  const good = ecdsaItems(TIMES).map(({ signature }) =>
    secp256k1.Signature.fromBytes(signature).toBytes('der'),
  );
  const { length } = good[0];
  const changed = (/** @type {number} */ at, /** @type {number} */ byte) => {
    const bytes = good[0].with(at, byte);
    return times(tried(() => ecdsa.signatureFromDer(bytes)));
  };
  const large = new Uint8Array(2 ** 16).fill(0x30);
  const long = Uint8Array.of(0x30, 0x81, length - 2, ...good[0].subarray(2));
  calls[`Ecdsa.signatureFromDer, ${TIMES} times`] = {
    random: times((i) => ecdsa.signatureFromDer(good[i])),
    'another tag': changed(0, 0x31),
    'another length': changed(1, length),
    'the length in the long form': times(tried(() => ecdsa.signatureFromDer(long))),
    'an endless INTEGER': changed(3, 0xff),
    'a negative s': changed(6 + good[0][3], 0xff),
    'another tag of s': changed(4 + good[0][3], 3),
    zeros: times(tried(() => ecdsa.signatureFromDer(new Uint8Array(length)))),
    '64 KiB': times(tried(() => ecdsa.signatureFromDer(large))),
  };
}

/**
 * @param {Instances} instances
 * @param {Calls} calls
 */
export function pointCalls({ bls, secp, bw, bn }, calls) {
  for (const group of [bls.G1, bls.G2, secp.group, bw.group, bn.G1, bn.G2]) {
    decodingOne(group, calls);
    arithmetic(group, calls);
    tables(group, 256, calls);
  }
  derCalls(secp.ecdsa, calls);
  const { group } = bw;
  const points = group.randomPoints(TIMES, 6);
  const same = group.points(Array.from({ length: TIMES }, () => group.identity));
  calls[`Banderwagon.mapToScalarField, ${TIMES} times`] = {
    random: times((i) => bw.mapToScalarField(points.at(i))),
    infinity: times(() => bw.mapToScalarField(group.identity)),
  };
  calls[`Banderwagon.mapToScalarFieldBatch, ${TIMES} points`] = {
    random: () => bw.mapToScalarFieldBatch(points),
    infinity: () => bw.mapToScalarFieldBatch(same),
  };
}
