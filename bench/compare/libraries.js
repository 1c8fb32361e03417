/**
 * JavaScript libraries as contestants, in Node and in a page. Libraries that are not
 * installed are left out.
 */
import { bigintToBytes, bytesToBigint, chunks, concat } from '../../scripts/lib/bytes.js';
import { loadPeer, peerNames, peerVersion } from '../../scripts/lib/peers/index.js';
import { readTerms } from './formats.js';
import { loadPairingTask } from './pairing-libraries.js';

/** @import { Affine } from '../../scripts/lib/peers/index.js' */
/** @import { Program, Task } from './host.js' */

const SCALAR_BYTES = 32;
/** The work of `loadPeer` for each task. @type {Record<string, 'msm' | 'oneByOne'>} */
const WORKS = { msm: 'msm', naive: 'oneByOne' };

/**
 * Encodings by curve: bytes before the coordinates, bytes of a field element, field elements
 * in a coordinate.
 * @type {Record<string, { prefix: number[], bytes: number, degree: 1 | 2 }>}
 */
const ENCODINGS = {
  'bls12-381-g1': { prefix: [], bytes: 48, degree: 1 },
  'bls12-381-g2': { prefix: [], bytes: 48, degree: 2 },
  'bn254-g1': { prefix: [], bytes: 32, degree: 1 },
  'bn254-g2': { prefix: [], bytes: 32, degree: 2 },
  secp256k1: { prefix: [4], bytes: 32, degree: 1 },
};

/**
 * @param {string} system
 * @param {string} task
 * @param {Uint8Array<ArrayBuffer>} input
 * @returns {Promise<Task | null>}
 */
async function load(system, task, input) {
  const [kind, curve] = task.split('/');
  const work = WORKS[kind];
  const peer = work && (await loadPeer(system, curve, work));
  if (!peer) return loadPairingTask(system, task, input);
  const encoding = ENCODINGS[curve];
  const { points, scalars } = readTerms(input);
  const size = encoding.prefix.length + 2 * encoding.degree * encoding.bytes;
  const decoded = chunks(points, size).map((bytes) => decode(bytes, encoding));
  const numbers = chunks(scalars, SCALAR_BYTES).map((bytes) => bytesToBigint(bytes, 'be'));
  const { run, read } = peer.prepare(decoded, numbers);
  return { run, encode: (result) => encode(read(result), encoding) };
}

/**
 * @param {Uint8Array} point
 * @param {typeof ENCODINGS[string]} encoding
 * @returns {Affine}
 */
function decode(point, { prefix, bytes, degree }) {
  const elements = chunks(point.subarray(prefix.length), bytes).map((piece) =>
    bytesToBigint(piece, 'be'),
  );
  if (degree === 1) return { x: elements[0], y: elements[1] };
  const [x1, x0, y1, y0] = elements;
  return { x: { c0: x0, c1: x1 }, y: { c0: y0, c1: y1 } };
}

/**
 * @param {Affine} point
 * @param {typeof ENCODINGS[string]} encoding
 * @returns {Uint8Array}
 */
function encode(point, { prefix, bytes }) {
  if (!point) throw new Error('expected a finite sum');
  const elements = [point.x, point.y].flatMap((coordinate) =>
    typeof coordinate === 'bigint' ? [coordinate] : [coordinate.c1, coordinate.c0],
  );
  const parts = elements.map((element) => bigintToBytes(element, bytes).reverse());
  return concat([Uint8Array.from(prefix), ...parts]);
}

/**
 * @param {string} engine
 * @returns {Program}
 */
export function createLibraries(engine) {
  const versions = peerNames.map((name) => [name, peerVersion(name)]);
  return {
    describe: () => ({ engine }),
    systems: () => Object.fromEntries(versions.filter(([, version]) => version)),
    load,
  };
}
