/** Asynchronous calls of instances, groups and bases. */
import {
  createBanderwagon,
  createBls12381,
  createBn254,
  createPasta,
  createSecp256k1,
} from '../../../src/index.js';

/** @import { Gaps } from './index.js' */

const FORMATS = {
  'bls12-381-g1': ['compressed', 'uncompressed', 'little-endian', 'montgomery-le'],
  'bls12-381-g2': ['compressed', 'uncompressed'],
  secp256k1: ['compressed', 'uncompressed'],
  banderwagon: ['compressed', 'uncompressed', 'uncompressed-le'],
};

const N = 2 ** 14;

/** Coordinates, many of them of few points. @param {any} group @param {number} n */
function coordinates(group, n) {
  const vector = group.randomPoints(64, 5);
  const few = Array.from({ length: 64 }, (_, i) => vector.at(i).toAffine());
  return Array.from({ length: n }, (_, i) => few[i % 64]);
}

/** @param {Promise<{ dispose: () => void }>} made */
const dropped = async (made) => (await made).dispose();

/** @param {any} group @param {string} name @param {string} format @returns {Gaps} */
const decodings = (group, name, format) => ({
  [`Group.pointsAsync, ${N} points of ${name}, ${format}`]: () => {
    const bytes = group.randomPoints(N, 1).toBytes(format);
    return () => dropped(group.pointsAsync(bytes, { format }));
  },
});

/** @param {any} group @param {string} name @returns {Gaps} */
const ofGroup = (group, name) => ({
  [`Group.msmAsync, ${N} points of ${name}`]: () => {
    const [points, scalars] = [group.randomPoints(N, 1), group.randomScalars(N, 2)];
    return () => group.msmAsync(points, scalars);
  },
  ...Object.assign({}, ...FORMATS[name].map((format) => decodings(group, name, format))),
  [`Group.pointsAsync, ${N} coordinates of ${name}`]: () => {
    const list = coordinates(group, N);
    return () => dropped(group.pointsAsync(list));
  },
  [`Group.fixedBasis, ${N} points of ${name} as bytes`]: () => {
    const bytes = group.randomPoints(N, 1).toBytes();
    return () => dropped(group.fixedBasis(bytes, { memory: 2 ** 25 }));
  },
});

/** @param {{ bls: any, secp: any, bw: any, options: any, log: number }} means @returns {Gaps} */
export function groupGaps({ bls, secp, bw, options, log }) {
  const { G1 } = bls;
  const long = 2 ** log;
  const many = () => [G1.randomPoints(long, 3), G1.randomScalars(long, 4)];
  const msm = `Group.msmAsync, ${long} points of bls12-381-g1`;
  const basis = (/** @type {number} */ memory) => async () => {
    const made = await G1.fixedBasis(G1.randomPoints(N, 1), { memory });
    const scalars = G1.randomScalars(N, 2);
    return () => made.msmAsync(scalars);
  };
  return {
    createBls12381: () => () => dropped(createBls12381(options)),
    createBn254: () => () => dropped(createBn254(options)),
    createPasta: () => () => dropped(createPasta(options)),
    'PairingFriendly.groth16': () => () => bls.groth16(),
    'Group.scalarField': () => () => G1.scalarField(),
    createSecp256k1: () => () => dropped(createSecp256k1(options)),
    createBanderwagon: () => () => dropped(createBanderwagon(options)),
    [msm]: () => {
      const [points, scalars] = many();
      return () => G1.msmAsync(points, scalars);
    },
    [`${msm}, scalars of 8 bits`]: () => {
      const [points, scalars] = many();
      const short = scalars.map((/** @type {number} */ byte, /** @type {number} */ i) =>
        i % 32 < 31 ? 0 : byte,
      );
      return () => G1.msmAsync(points, short);
    },
    [`${msm}, strict, little-endian`]: () => {
      const [points, scalars] = many();
      const le = scalars.slice();
      for (let i = 0; i < long; i++) le.subarray(32 * i, 32 * i + 32).reverse();
      return () => G1.msmAsync(points, le, { strict: true, endian: 'le' });
    },
    [`Group.msmAsync, ${N} points of bls12-381-g1 as bytes, bigints`]: () => {
      const bytes = G1.randomPoints(N, 1).toBytes();
      const numbers = Array.from({ length: N }, (_, i) => BigInt(i) ** 20n);
      return () => G1.msmAsync(bytes, numbers);
    },
    [`Group.msmAsync, ${N} points of bls12-381-g1 as bytes, one bad`]: () => {
      const bytes = G1.randomPoints(N, 1).toBytes().fill(255, 48, 96);
      const scalars = G1.randomScalars(N, 2);
      return () => G1.msmAsync(bytes, scalars).catch(() => {});
    },
    ...ofGroup(G1, 'bls12-381-g1'),
    ...ofGroup(bls.G2, 'bls12-381-g2'),
    ...ofGroup(secp.group, 'secp256k1'),
    ...ofGroup(bw.group, 'banderwagon'),
    [`Group.fixedBasis, ${N} points of bls12-381-g1`]: () => {
      const points = G1.randomPoints(N, 1);
      return () => dropped(G1.fixedBasis(points, { memory: 2 ** 25 }));
    },
    [`FixedBasis.msmAsync, ${N} points, table of 32 MiB`]: basis(2 ** 25),
    [`FixedBasis.msmAsync, ${N} points, no table`]: basis(0),
    [`FixedBasis.msmAsync, ${N} points, bigints and indices`]: async () => {
      const made = await G1.fixedBasis(G1.randomPoints(N, 1), { memory: 2 ** 25 });
      const numbers = Array.from({ length: N }, (_, i) => BigInt(i) ** 20n);
      const indices = numbers.map((_, i) => N - 1 - i);
      return () => made.msmAsync(numbers, { indices });
    },
  };
}
