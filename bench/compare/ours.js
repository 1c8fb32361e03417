/**
 * This library as a contestant, through its public entries.
 *
 * Usage: node ours.js [BACKEND]
 */
import { isUsageError } from '../../scripts/lib/cli.js';
import { openCurve } from '../../scripts/lib/curves.js';
import { describeEngine } from '../../scripts/lib/device.js';
import { openAdditions } from './additions.js';
import { readCount, readPoints, readPositions, readTerms } from './formats.js';
import { serve } from './host.js';

/** @import { Task } from './host.js' */

const SYSTEM = 'curvemill';
const MIB = 2 ** 20;

const [backend = 'auto'] = process.argv.slice(2);

/**
 * The curves that were opened; null stands for one that this version does not have. Their members are those of the public
 * interface, of which some may not be there yet.
 *
 * @type {Map<string, any>}
 */
const opened = new Map();

/**
 * @param {string} curve
 * @returns {Promise<any>} instance and group, or null
 */
async function open(curve) {
  if (!opened.has(curve)) {
    const settings = { backend, threads: 1 };
    opened.set(
      curve,
      await openCurve(curve, settings).catch((error) => {
        if (isUsageError(error)) return null;
        throw error;
      }),
    );
  }
  return opened.get(curve);
}

/**
 * Tables of the Verkle basis, by mebibytes allowed: made once.
 *
 * @type {Map<number, Promise<{ table: any, note: string }>>}
 */
const tables = new Map();

/**
 * @param {any} instance of Banderwagon
 * @param {number} mebibytes
 */
async function makeTable(instance, mebibytes) {
  const start = performance.now();
  const table = await instance.verkle({ memory: mebibytes * MIB });
  const milliseconds = Math.round(performance.now() - start);
  return { table, note: `bytes=${table.bytes} ms=${milliseconds}` };
}

/** @typedef {(open: any, input: Uint8Array<ArrayBuffer>, parameter: string) => Promise<Task | null> | Task | null} Load */

/**
 * What each kind of task does.
 *
 * @type {Record<string, Load>}
 */
const KINDS = {
  msm: ({ group }, input) => {
    const terms = readTerms(input);
    const points = group.points(terms.points, { check: false });
    const run = () => group.msm(points, terms.scalars);
    return { run, encode: uncompressed, dispose: () => points.dispose() };
  },
  naive: ({ group }, input) => {
    const terms = readTerms(input);
    const vector = group.points(terms.points, { check: false });
    const points = Array.from({ length: vector.length }, (_, i) => vector.at(i));
    vector.dispose();
    const scalars = points.map((_, i) => bigEndian(terms.scalars.subarray(32 * i, 32 * (i + 1))));
    /** @param {any} sum @param {any} point @param {number} i */
    const addProduct = (sum, point, i) => sum.add(point.multiply(scalars[i]));
    return { run: () => points.reduce(addProduct, group.identity), encode: uncompressed };
  },
  additions: (_, input) => openAdditions(backend, input, readCount(input)),
  'single-additions': (_, input) => openAdditions(backend, input, 1),
  fixed: async ({ instance }, input, parameter) => {
    const mebibytes = Number(parameter);
    if (!tables.has(mebibytes)) tables.set(mebibytes, makeTable(instance, mebibytes));
    const { table, note } = await /** @type {Promise<{ table: any, note: string }>} */ (
      tables.get(mebibytes)
    );
    const { positions: indices, scalars } = readPositions(input);
    const entries = Array.from(indices, (index, i) => [
      index,
      scalars.subarray(32 * i, 32 * (i + 1)),
    ]);
    const encode = (/** @type {any} */ sum) => table.serializeCommitment(sum);
    return { run: () => table.commitSparse(entries), encode, note };
  },
  serialize: ({ group }, input) => {
    const points = singlePoints(group, input);
    return { run: () => points.map((point) => point.toBytes()), encode: Buffer.concat };
  },
  'serialize-batch': ({ group }, input) => {
    const points = group.points(readPoints(input));
    const run = () => points.toBytes('compressed');
    return { run, encode: (bytes) => bytes, dispose: () => points.dispose() };
  },
  deserialize: ({ group }, input) => {
    const encodings = pieces(readPoints(input));
    const run = () => encodings.map((bytes) => group.point(bytes));
    return { run, encode: (points) => Buffer.concat(points.map(compressed)) };
  },
  'deserialize-batch': ({ group }, input) => decode(group, input, true, compressed),
  decode: ({ group }, input) => decode(group, input, true, uncompressed),
  'decode-trusted': ({ group }, input) => decode(group, input, false, uncompressed),
  map: ({ instance, group }, input) => {
    if (!instance.mapToScalarField) return null;
    const points = singlePoints(group, input);
    const run = () => points.map((point) => instance.mapToScalarField(point));
    return { run, encode: (values) => Buffer.concat(values.map(littleEndian)) };
  },
  'map-batch': ({ instance, group }, input) => {
    if (!instance.mapToScalarFieldBatch) return null;
    const points = group.points(readPoints(input));
    const run = () => instance.mapToScalarFieldBatch(points);
    return { run, encode: (bytes) => bytes, dispose: () => points.dispose() };
  },
};

/**
 * @param {any} group
 * @param {Uint8Array<ArrayBuffer>} input
 * @returns {any[]} results of computations, as what is serialised mostly is
 */
function singlePoints(group, input) {
  return pieces(readPoints(input)).map((bytes) => {
    const point = group.point(bytes);
    return point.double().subtract(point);
  });
}

/**
 * Decodes a list; each run frees what the last one made.
 *
 * @param {any} group
 * @param {Uint8Array<ArrayBuffer>} input
 * @param {boolean} check
 * @param {(points: any) => Uint8Array} encode
 * @returns {Task}
 */
function decode(group, input, check, encode) {
  const bytes = readPoints(input);
  /** @type {any} */
  let last;
  const run = () => {
    last?.dispose();
    return (last = group.points(bytes, { check }));
  };
  return { run, encode, dispose: () => last?.dispose() };
}

/** @param {Uint8Array} bytes */
function pieces(bytes) {
  return Array.from({ length: bytes.length / 32 }, (_, i) => bytes.subarray(32 * i, 32 * (i + 1)));
}

/** @param {any} point */
function uncompressed(point) {
  return point.toBytes('uncompressed');
}

/** @param {any} point */
function compressed(point) {
  return point.toBytes('compressed');
}

/** @param {Uint8Array} bytes */
function bigEndian(bytes) {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

/** @param {bigint} value */
function littleEndian(value) {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
}

await serve({
  describe: () => ({
    engine: describeEngine(),
    backends: Object.fromEntries(
      [...opened].filter(([, open]) => open).map(([curve, open]) => [curve, open.instance.backend]),
    ),
  }),
  systems: () => ({ [SYSTEM]: 'this commit' }),
  load: async (system, task, input) => {
    const [kind, curve] = task.split('/');
    const [, parameter = ''] = system.split('@');
    const found = await open(curve);
    return found ? await KINDS[kind](found, input, parameter) : null;
  },
});
