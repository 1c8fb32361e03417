/**
 * Expected results, from an independent implementation (@noble/curves) and known discrete
 * logarithms.
 */
import { normalizeZ } from '@noble/curves/abstract/curve.js';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bn254 } from '@noble/curves/bn254.js';
import { weierstrass } from '@noble/curves/abstract/weierstrass.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { curves } from '../../src/curves/index.js';
import { coordinatesOf } from '../../src/math/coordinates.js';
import { mod } from '../../src/math/modular.js';
import { edwardsPoints } from '../verkle/edwards-point.js';
import { concat, fromHex } from './hex.js';

/**
 * The oracle of one group.
 * @param {any} config
 * @param {any} NoblePoint the point class of @noble/curves
 * @param {{ sizes: { compressed: number, uncompressed: number }, prefix: string, infinity: string |
 *   null, compress?: (point: any) => Uint8Array, inList?: (point: any) => Uint8Array }} encoding of
 *   points: bytes, what stands before the coordinates, infinity in a list
 */
function createOracle({ name, order, p, endomorphism }, NoblePoint, encoding) {
  const { sizes, prefix, infinity } = encoding;
  const normalize = encoding.inList ? (_, points) => points : normalizeZ;

  /** @param {bigint} k any integer */
  const reduce = (k) => mod(k, order);

  /** @param {bigint} k any integer */
  const nobleMultiple = (k) => NoblePoint.BASE.multiplyUnsafe(reduce(k));

  /**
   * The uncompressed encoding from the coordinates: `toBytes` would check the point again, a
   * millisecond each.
   * @param {any} point of @noble/curves, with Z = 1
   */
  const inList = (point) => {
    if (encoding.inList) return encoding.inList(point);
    if (point.is0()) {
      if (infinity === null) throw new Error(`${name}: no list holds infinity`);
      return fromHex(infinity);
    }
    const { x, y } = point.toAffine();
    const size = (sizes.uncompressed & -2) / 2;
    return fromHex(prefix + hexOf(x, size) + hexOf(y, size));
  };

  /**
   * Multiples computed so far: every backend asks for the same ones, and each takes milliseconds
   * here.
   */
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
    lambda: reduce(endomorphism?.lambda ?? 0n),
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

/** Coefficients of a coordinate, the highest first. @param {any} value */
const coefficients = (value) => (typeof value === 'bigint' ? [value] : [value.c1, value.c0]);

/**
 * @param {any} value a coordinate
 * @param {number} bytes
 */
function hexOf(value, bytes) {
  const parts = coefficients(value);
  return parts.map((n) => n.toString(16).padStart((2 * bytes) / parts.length, '0')).join('');
}

/**
 * Point classes with constants of their own; another curve's is made of the numbers of its config.
 */
const NOBLE_POINTS = {
  'bls12-381-g1': bls12_381.G1.Point,
  'bls12-381-g2': bls12_381.G2.Point,
  'bn254-g1': bn254.G1.Point,
  'bn254-g2': bn254.G2.Point,
  secp256k1: secp256k1.Point,
};

/** @param {any} config of a curve over a prime field */
function pointClassOf(config) {
  if (NOBLE_POINTS[config.name]) return NOBLE_POINTS[config.name];
  const { p, order, cofactor, a, b, edwards, generator } = config;
  const { x: Gx, y: Gy } = generator;
  return edwards
    ? edwardsPoints({ p, ...edwards, Gx, Gy })
    : weierstrass({ p, n: order, h: cofactor, a, b, Gx, Gy });
}

/** Flags of compressed points, by curve: smaller y, larger y, infinity. */
const FLAGS = { zcash: [0x80, 0xa0, 0xc0], eip197: [0x80, 0xc0, 0x40] };

/** Encodings by the names of `encodingOf`. `bytes`: size of a coordinate. */
const ENCODINGS = {
  zcash: (field) => flagged(field, FLAGS.zcash, '40'),
  eip197: (field) => flagged(field, FLAGS.eip197, '00'),
  sec1: ({ bytes }) => ({
    sizes: { compressed: 1 + bytes, uncompressed: 1 + 2 * bytes },
    prefix: '04',
    infinity: null,
  }),
  /** Its lists are of compressed encodings, too: there are no others. */
  pasta({ bytes }) {
    const compress = (/** @type {any} */ point) => {
      if (point.is0()) return new Uint8Array(bytes);
      const { x, y } = point.toAffine();
      const encoding = fromHex(hexOf(x, bytes)).reverse();
      encoding[bytes - 1] |= y & 1n ? 0x80 : 0;
      return encoding;
    };
    return {
      sizes: { compressed: bytes, uncompressed: bytes },
      prefix: '',
      infinity: '00'.repeat(bytes),
      compress,
      inList: compress,
    };
  },
  /** Its lists are of compressed encodings. */
  banderwagon({ bytes, p }) {
    const compress = (/** @type {any} */ point) => {
      const { x, y } = point.toAffine();
      const canonical = 2n * y > p || x === 0n ? x : p - x;
      return fromHex(canonical.toString(16).padStart(2 * bytes, '0'));
    };
    return {
      sizes: { compressed: bytes, uncompressed: 2 * bytes },
      prefix: '',
      infinity: '00'.repeat(bytes),
      compress,
      inList: compress,
    };
  },
};

/**
 * @param {{ bytes: number, p: bigint }} field
 * @param {number[]} flags of compressed points
 * @param {string} head of infinity, uncompressed
 */
function flagged({ bytes, p }, [smaller, larger, infinity], head) {
  return {
    sizes: { compressed: bytes, uncompressed: 2 * bytes },
    prefix: '',
    infinity: head + '00'.repeat(2 * bytes - 1),
    /** From coordinates: `toBytes` asks for the group first, which is most of an answer's time. */
    compress(/** @type {any} */ point) {
      const encoding = new Uint8Array(bytes);
      encoding[0] = infinity;
      if (point.is0()) return encoding;
      const { x, y } = point.toAffine();
      encoding.set(fromHex(hexOf(x, bytes)));
      const highest = coefficients(y).find((c) => c !== 0n) ?? 0n;
      encoding[0] |= 2n * highest > p ? larger : smaller;
      return encoding;
    },
  };
}

/**
 * Which encoding the points of a curve have.
 * @param {{ entry: { path: string } }} config
 * @returns {'zcash' | 'eip197' | 'pasta' | 'sec1' | 'banderwagon'}
 */
export const encodingOf = ({ entry: { path } }) => ENCODING_NAMES[path];

const ENCODING_NAMES = {
  'bls12-381': 'zcash',
  bn254: 'eip197',
  pasta: 'pasta',
  secp256k1: 'sec1',
  banderwagon: 'banderwagon',
};

/** By the name of the group. */
export const oracles = Object.fromEntries(
  curves.map((config) => {
    const encoding = ENCODINGS[encodingOf(config)]({
      p: config.p,
      bytes: coordinatesOf(config).bytes,
    });
    return [config.name, createOracle(config, pointClassOf(config), encoding)];
  }),
);

const g1 = oracles['bls12-381-g1'];

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
