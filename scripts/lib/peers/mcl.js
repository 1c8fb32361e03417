import mcl from 'mcl-wasm';

/** @import { Affine, Coordinate, Prepare } from './index.js' */

/**
 * `mulVec` copies its inputs to the wasm stack (a point of G1 and a scalar are 176 bytes, of
 * G2 320) and throws beyond 1 MiB: longer sums are cut into pieces and added up.
 */
const PIECE = { G1: 4096, G2: 2048 };

/**
 * `mcl-wasm`: the C++ library mcl compiled to WebAssembly. The timed call includes the copy of its
 * inputs into wasm memory, as in any use.
 * @returns {Promise<Prepare>}
 */
export async function loadBls12381G1() {
  return load('G1');
}

/** @returns {Promise<Prepare>} */
export async function loadBls12381G2() {
  return load('G2');
}

/**
 * @param {'G1' | 'G2'} group
 * @returns {Promise<Prepare>}
 */
async function load(group) {
  await mcl.init(mcl.BLS12_381);
  return (points, scalars) => {
    const decoded = points.map((point) => decode(group, point));
    const reduced = scalars.map((scalar) => {
      const element = new mcl.Fr();
      element.setStr(scalar.toString(16), 16);
      return element;
    });
    return { run: () => msm(group, decoded, reduced), read };
  };
}

/**
 * @param {'G1' | 'G2'} group
 * @param {any[]} points
 * @param {import('mcl-wasm').Fr[]} scalars
 * @returns {any} a point
 */
function msm(group, points, scalars) {
  const size = PIECE[group];
  /** @type {any} */
  let sum = new mcl[group]();
  for (let i = 0; i < points.length; i += size) {
    const piece = mcl.mulVec(points.slice(i, i + size), scalars.slice(i, i + size));
    sum = mcl.add(sum, piece);
  }
  return sum;
}

/**
 * @param {'G1' | 'G2'} group
 * @param {Affine} point
 */
function decode(group, point) {
  const decoded = new mcl[group]();
  const words = point && [point.x, point.y].flatMap(elements).map((value) => value.toString(16));
  decoded.setStr(words ? `1 ${words.join(' ')}` : '0', 16);
  // mulVec expects z = 1; setStr may leave another representative of the same point.
  decoded.normalize();
  return decoded;
}

/** @param {Coordinate} coordinate */
function elements(coordinate) {
  return typeof coordinate === 'bigint' ? [coordinate] : [coordinate.c0, coordinate.c1];
}

/**
 * @param {any} point
 * @returns {Affine}
 */
function read(point) {
  if (point.isZero()) return null;
  const values = point.getStr(16).split(' ').slice(1).map(parse);
  if (values.length === 2) return { x: values[0], y: values[1] };
  return { x: { c0: values[0], c1: values[1] }, y: { c0: values[2], c1: values[3] } };
}

/** @param {string} hex */
function parse(hex) {
  return BigInt(`0x${hex}`);
}
