/**
 * What the answers should be, from an independent implementation (@noble/curves) and known discrete logarithms.
 */
import { normalizeZ } from '@noble/curves/abstract/curve.js';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { secp256k1 as nobleSecp256k1 } from '@noble/curves/secp256k1.js';
import { banderwagon } from '../../src/curves/banderwagon.js';
import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';
import { edwardsPoints } from './edwards-point.js';
import { concat, fromHex } from './hex.js';

/**
 * The oracle of one group.
 * @param {any} config
 * @param {any} NoblePoint the point class of @noble/curves
 * @param {{ sizes: { compressed: number, uncompressed: number }, prefix: string, infinity: string | null,
 *   compress?: (point: any) => Uint8Array, inList?: (point: any) => Uint8Array }} encoding
 *   of points: bytes, what stands before the coordinates, infinity in a list
 */
function createOracle({ name, order, p, endomorphism }, NoblePoint, encoding) {
  const { sizes, prefix, infinity } = encoding;
  const normalize = encoding.inList ? (_, points) => points : normalizeZ;

  /** @param {bigint} k any integer */
  const reduce = (k) => ((k % order) + order) % order;

  /** @param {bigint} k any integer */
  const nobleMultiple = (k) => NoblePoint.BASE.multiplyUnsafe(reduce(k));

  /**
   * The uncompressed encoding from the coordinates: `toBytes` would check the point again, a millisecond each.
   * @param {any} point of @noble/curves, with Z = 1
   */
  const inList = (point) => {
    if (encoding.inList) return encoding.inList(point);
    if (point.is0()) {
      if (infinity === null) throw new Error(`${name}: no list holds infinity`);
      return fromHex(infinity);
    }
    const { x, y } = point.toAffine();
    // The coefficients of an extension: the highest comes first.
    const values = [x, y].flatMap((value) =>
      typeof value === 'bigint' ? value : [value.c1, value.c0],
    );
    const digits = (4 * (sizes.uncompressed & -2)) / (2 * values.length);
    return fromHex(prefix + values.map((n) => n.toString(16).padStart(digits, '0')).join(''));
  };

  /** What was computed before: every backend asks for the same, and here a multiple takes milliseconds. */
  const multiples = new Map();
  const progressions = new Map();

  /**
   * The compressed encoding of [k]G.
   * @param {bigint} k any integer
   */
  const compressedMultiple = (k) => {
    const reduced = reduce(k);
    if (!multiples.has(reduced)) multiples.set(reduced, compress(nobleMultiple(reduced)));
    return multiples.get(reduced);
  };

  /** @param {any} point of @noble/curves */
  const compress = (point) => {
    if (encoding.compress) return encoding.compress(point);
    // SEC 1: @noble/curves has no encoding of infinity.
    return point.is0() && infinity === null ? new Uint8Array(1) : point.toBytes(true);
  };

  return {
    name,
    order,
    p,
    lambda: reduce(endomorphism.lambda),
    sizes,
    /** Whether flat bytes can hold infinity. */
    infinityInLists: infinity !== null,
    NoblePoint,
    reduce,
    nobleMultiple,
    compressedMultiple,

    /**
     * The compressed encoding of Σ scalar_i · [log_i]G.
     * @param {readonly bigint[]} logs
     * @param {readonly bigint[]} scalars
     */
    expectedMsm: (logs, scalars) =>
      compressedMultiple(logs.reduce((sum, log, i) => sum + log * scalars[i], 0n)),

    /**
     * The points [start + i·step]G for i = 0 … n − 1, uncompressed, back to back.
     * @param {bigint} start
     * @param {bigint} step
     * @param {number} n
     */
    progression(start, step, n) {
      const key = `${reduce(start)} ${reduce(step)}`;
      if (!progressions.has(key))
        progressions.set(key, { next: nobleMultiple(start), encodings: [] });
      const known = progressions.get(key);
      const difference = nobleMultiple(step);
      const points = [];
      for (let i = known.encodings.length; i < n; i++, known.next = known.next.add(difference)) {
        points.push(known.next);
      }
      known.encodings.push(...normalize(NoblePoint, points).map(inList));
      return concat(...known.encodings.slice(0, n));
    },

    /**
     * The points [log_i]G, uncompressed, back to back.
     * @param {readonly bigint[]} logs
     */
    pointsWithLogs: (logs) => concat(...normalize(NoblePoint, logs.map(nobleMultiple)).map(inList)),
  };
}

const g1 = createOracle(bls12381G1, bls12_381.G1.Point, {
  sizes: { compressed: 48, uncompressed: 96 },
  prefix: '',
  infinity: `40${'00'.repeat(95)}`,
});

const g2 = createOracle(bls12381G2, bls12_381.G2.Point, {
  sizes: { compressed: 96, uncompressed: 192 },
  prefix: '',
  infinity: `40${'00'.repeat(191)}`,
});

/** Banderwagon: its lists are of compressed encodings. */
function banderwagonOracle() {
  const { p, edwards, generator } = banderwagon;
  const NoblePoint = edwardsPoints({ p, ...edwards, Gx: generator.x, Gy: generator.y });
  const compress = (/** @type {any} */ point) => {
    const { x, y } = point.toAffine();
    const canonical = 2n * y > p || x === 0n ? x : p - x;
    return fromHex(canonical.toString(16).padStart(64, '0'));
  };
  return createOracle(banderwagon, NoblePoint, {
    sizes: { compressed: 32, uncompressed: 64 },
    prefix: '',
    infinity: '00'.repeat(32),
    compress,
    inList: compress,
  });
}

/** By the name of the group. */
export const oracles = {
  [g1.name]: g1,
  [g2.name]: g2,
  [banderwagon.name]: banderwagonOracle(),
  [secp256k1.name]: createOracle(secp256k1, nobleSecp256k1.Point, {
    sizes: { compressed: 33, uncompressed: 65 },
    prefix: '04',
    infinity: null,
  }),
};

// BLS12-381 G1, for tests of that group alone.
export const { order, p, reduce, nobleMultiple, compressedMultiple, expectedMsm } = g1;
export const { progression, pointsWithLogs, NoblePoint: NobleG1 } = g1;

/**
 * @param {bigint} n
 * @returns {Uint8Array} 32 bytes, big-endian
 */
export const scalarBytes = (n) =>
  new Uint8Array(Buffer.from(n.toString(16).padStart(64, '0'), 'hex'));

/**
 * @param {Uint8Array} bytes 32 per scalar, big-endian
 * @returns {bigint[]}
 */
export const scalarsFromBytes = (bytes) =>
  Array.from({ length: bytes.length / 32 }, (_, i) =>
    BigInt(`0x${Buffer.from(bytes.subarray(32 * i, 32 * i + 32)).toString('hex')}`),
  );
