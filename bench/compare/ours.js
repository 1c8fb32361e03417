/** This library as a contestant, through its public entries. */
import { bigintToBytes, bytesToBigint, concat } from '../../scripts/lib/bytes.js';
import { openCurve, wholeFormat } from '../../scripts/lib/curves.js';
import { openAdditions } from './additions.js';
import { openDouble } from './double.js';
import { readCount, readPoints, readPositions, readTerms, summary } from './formats.js';
import { PAIRING_KINDS } from './pairing-ours.js';

/** @import { Program, Task } from './host.js' */

const SYSTEM = 'curvemill';
const MIB = 2 ** 20;

/**
 * Opened curves by name and backend; null for a curve that this version lacks. Members are those of
 * the public interface; older versions may lack some.
 * @type {Map<string, any>}
 */
const opened = new Map();

/**
 * @param {string} curve
 * @param {string} backend
 * @returns {Promise<any>} instance, group and backend
 */
async function open(curve, backend) {
  const key = `${curve} ${backend}`;
  if (!opened.has(key)) {
    const settings = { backend, threads: 1 };
    opened.set(key, { ...(await openCurve(curve, settings)), curve, backend });
  }
  return opened.get(key);
}

/**
 * Tables of the Verkle basis by their limit in MiB, built once.
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

/**
 * @typedef {(open: any, input: Uint8Array<ArrayBuffer>,
 *   parameter: string) => Promise<Task | null> | Task | null} Load
 */

/**
 * Loaders by kind of task.
 * @type {Record<string, Load>}
 */
const KINDS = {
  ...PAIRING_KINDS,
  msm: ({ group }, input) => {
    const terms = readTerms(input);
    const format = wholeFormat(group);
    const points = group.points(terms.points, { check: false, format });
    const run = () => group.msm(points, terms.scalars);
    const encode = (/** @type {any} */ sum) => sum.toBytes(format);
    return { run, encode, dispose: () => points.dispose() };
  },
  ntt: async ({ group }, input) => {
    const field = await group.scalarField();
    const list = field.vector(readPoints(input));
    const run = () => {
      field.ntt(list);
      field.ntt(list, { inverse: true });
    };
    const encode = () => {
      const values = list.copy();
      field.ntt(values);
      const bytes = summary(values.toBytes());
      values.dispose();
      return bytes;
    };
    return { run, encode, dispose: () => list.dispose() };
  },
  naive: ({ group }, input) => {
    const terms = readTerms(input);
    const vector = group.points(terms.points, { check: false });
    const points = Array.from({ length: vector.length }, (_, i) => vector.at(i));
    vector.dispose();
    const scalars = points.map((_, i) =>
      bytesToBigint(terms.scalars.subarray(32 * i, 32 * (i + 1)), 'be'),
    );
    /** @param {any} sum @param {any} point @param {number} i */
    const addProduct = (sum, point, i) => sum.add(point.multiply(scalars[i]));
    return { run: () => points.reduce(addProduct, group.identity), encode: uncompressed };
  },
  additions: ({ backend }, input) => openAdditions(backend, input, readCount(input)),
  'with-generator': ({ backend }, input) => openDouble(backend, input),
  'single-additions': ({ backend }, input) => openAdditions(backend, input, 1),
  fixed: async ({ instance }, input, parameter) => {
    const mebibytes = Number(parameter);
    if (!tables.has(mebibytes)) tables.set(mebibytes, makeTable(instance, mebibytes));
    const { table, note } = await /** @type {Promise<{ table: any, note: string }>} */ (
      tables.get(mebibytes)
    );
    const { positions: indices, scalars } = readPositions(input);
    // Ends with a projective point, like go-ipa's function.
    // Commitments are bytes.
    const basis = table[Symbol.for('curvemill.basis')];
    const run = () => basis.msm(scalars, { indices, endian: 'le' });
    return { run, encode: (/** @type {any} */ sum) => sum.toBytes(), note };
  },
  serialize: ({ group }, input) => {
    const points = singlePoints(group, input);
    return { run: () => points.map((point) => point.toBytes()), encode: concat };
  },
  'serialize-batch': ({ group }, input) => {
    const points = group.points(readPoints(input));
    const run = () => points.toBytes('compressed');
    return { run, encode: (bytes) => bytes, dispose: () => points.dispose() };
  },
  deserialize: ({ group }, input) => {
    const encodings = pieces(readPoints(input));
    const run = () => encodings.map((bytes) => group.point(bytes));
    return { run, encode: (points) => concat(points.map(compressed)) };
  },
  'deserialize-batch': ({ group }, input) => decode(group, input, true, compressed),
  decode: ({ group }, input) => decode(group, input, true, uncompressed),
  'decode-trusted': ({ group }, input) => decode(group, input, false, uncompressed),
  map: ({ instance, group }, input) => {
    if (!instance.mapToScalarField) return null;
    const points = singlePoints(group, input);
    const run = () => points.map((point) => instance.mapToScalarField(point));
    return {
      run,
      encode: (values) =>
        concat(values.map((/** @type {bigint} */ value) => bigintToBytes(value, 32))),
    };
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
 * @returns {any[]} results of computations, like most points that are serialised
 */
function singlePoints(group, input) {
  return pieces(readPoints(input)).map((bytes) => {
    const point = group.point(bytes);
    return point.double().subtract(point);
  });
}

/**
 * Decodes a list; each run frees the result of the previous one.
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

/**
 * Backends by name; any other suffix after the @ of a system is a parameter of its task.
 */
const BACKENDS = ['auto', 'portable', 'fma', 'wide'];

/**
 * @param {string} engine
 * @param {string} backend for systems that name none
 * @returns {Program}
 */
export function createOurs(engine, backend) {
  /** @param {string} system such as curvemill, curvemill@16 or curvemill@portable */
  const read = (system) => {
    const [, parameter = ''] = system.split('@');
    return BACKENDS.includes(parameter)
      ? { backend: parameter, parameter: '' }
      : { backend, parameter };
  };
  return {
    describe: (system, curve) => {
      const found = opened.get(`${curve} ${read(system).backend}`);
      return { engine, backend: found?.instance.backend };
    },
    systems: () => ({ [SYSTEM]: 'this commit' }),
    load: async (system, task, input) => {
      const [kind, curve] = task.split('/');
      const { backend: chosen, parameter } = read(system);
      const found = await open(curve, chosen);
      return KINDS[kind](found, input, parameter);
    },
  };
}
