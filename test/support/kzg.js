/** The recipes of the public KZG vectors: blobs, cells and proofs by name. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { bls12381G1 } from '../../src/curves/bls12-381.js';
import { fromBytesBE } from '../../src/math/modular.js';
import { compressedLagrange } from '../../src/protocols/kzg/setup/lagrange.js';
import { bytesOf, truthOf } from '../fuzz/kzg-oracle.js';
import { concat, fromHex } from './hex.js';
import { derived, sha256 } from './vectors.js';

/** @import { Find } from './vectors.js' */

const N = 4096;
const CELL = 2048;

/** @param {number} i */
const reversedBits = (i) =>
  parseInt(i.toString(2).padStart(12, '0').split('').reverse().join(''), 2);

/** @param {string} name */
const partOf = (name) =>
  new Uint8Array(
    readFileSync(new URL(`../../wasm-gen/trusted-setup/${name}.bin`, import.meta.url)),
  );

/** The ceremony's setup by name, in the published order. */
export const ceremony = () => ({
  g1Lagrange: compressedLagrange(partOf('ready-lagrange'), bls12381G1.p),
  g1Monomial: partOf('g1-monomial'),
  g2Monomial: partOf('g2-monomial'),
});

/** The Lagrange points in bit-reversed order, as blobs are. */
export function reversedLagrange() {
  const { g1Lagrange } = ceremony();
  const points = Array.from({ length: N }, (_, i) => {
    const at = 48 * reversedBits(i);
    return g1Lagrange.subarray(at, at + 48);
  });
  return concat(...points);
}

/**
 * Sets elements of 32 bytes.
 * @param {Uint8Array} bytes
 * @param {Array<[number, string]>} elements
 */
function set(bytes, elements = []) {
  for (const [index, element] of elements) bytes.set(fromHex(element), 32 * index);
  return bytes;
}

/** @param {Uint8Array} bytes @param {{ drop?: number, append?: string }} recipe */
const resized = (bytes, { drop = 0, append = '' }) =>
  concat(bytes.subarray(0, bytes.length - drop), fromHex(append));

/** @param {string} name @param {Find} find */
export function fileOf(name, find) {
  const bytes = find(`kzg/${name}`);
  if (!bytes) throw new Error(`kzg/${name}: expected a file of vectors, got none`);
  return bytes;
}

/** Blobs that were made, by recipe. @type {WeakMap<object, Uint8Array>} */
const made = new WeakMap();

/** A blob of its own. @param {any} recipe @param {Find} find */
export function blobOf(recipe, find) {
  const blob = made.get(recipe) ?? makeBlob(recipe, find);
  made.set(recipe, blob);
  return blob.slice();
}

/** @param {any} recipe @param {Find} find */
function makeBlob(recipe, find) {
  const { constant, sparse, bin, hash, count } = recipe;
  let blob = new Uint8Array(32 * N);
  if (bin !== undefined) blob = fileOf(bin, find);
  if (sparse !== undefined) set(blob, sparse);
  for (let i = 0; i < N; i++) {
    if (constant !== undefined) blob.set(fromHex(constant), 32 * i);
    if (count !== undefined) new DataView(blob.buffer).setBigUint64(32 * i + 24, BigInt(count + i));
    if (hash === undefined) continue;
    const index = new Uint8Array(4);
    new DataView(index.buffer).setUint32(0, i);
    const digest = createHash('sha256').update(hash, 'ascii').update(index).digest();
    blob.set(digest.subarray(1), 32 * i + 1);
  }
  return resized(set(blob, recipe.set), recipe);
}

/**
 * The 128 cells of a blob back to back, computed with BigInts: a blob says what they are, so files
 * of them would only repeat it. They must be the published ones.
 * @param {Uint8Array} blob
 * @param {string} path of the file that would have them
 */
export function derivedCells(blob, path) {
  const values = Array.from({ length: N }, (_, i) =>
    fromBytesBE(blob.subarray(32 * i, 32 * i + 32)),
  );
  const bytes = concat(...truthOf(values).cells.map(bytesOf));
  if (sha256(bytes) !== derived[path]?.sha256)
    throw new Error(`${path}: expected the published cells, got others`);
  return bytes;
}

/** Files of cells that were computed, by path. @type {Map<string, Uint8Array>} */
const computed = new Map();

/** Cells and proofs of the file of EIP-7594. @param {any} data @param {Find} find */
export function cellsOf(data, find) {
  const bytesOfCells = (/** @type {string} */ name) => {
    const { bin, constant } = data.cells[name];
    if (constant) return fromHex(constant.repeat(128 * 64));
    const path = `kzg/${bin}`;
    const bytes =
      find(path) ?? computed.get(path) ?? derivedCells(blobOf(data.blobs[name], find), path);
    computed.set(path, bytes);
    return bytes;
  };
  const all = (/** @type {string} */ name) => {
    const bytes = bytesOfCells(name);
    return Array.from({ length: 128 }, (_, k) => bytes.slice(CELL * k, CELL * (k + 1)));
  };
  const cell = (/** @type {any} */ recipe) => {
    if (Array.isArray(recipe)) return all(recipe[0])[recipe[1]];
    if (recipe.hex !== undefined) return fromHex(recipe.hex);
    const bytes = recipe.constant ? fromHex(recipe.constant.repeat(64)) : cell(recipe.cell);
    return resized(set(bytes, recipe.set), recipe);
  };
  const proofs = (/** @type {string} */ name) => {
    const given = data.cellProofs[name];
    const hex = typeof given === 'string' ? given : given.repeat.repeat(given.times);
    return Array.from({ length: 128 }, (_, k) => fromHex(hex.slice(96 * k, 96 * (k + 1))));
  };
  return {
    /** A list of cells of a case, with indices. @param {any} list @param {number[]} indices */
    list: (list, indices) =>
      Array.isArray(list) ? list.map(cell) : indices.map((k) => all(list.of)[k]),
    /** @param {any} list @param {number[]} [indices] all by default */
    proofs(list, indices = Array.from({ length: 128 }, (_, k) => k)) {
      // 128 proofs back to back.
      if (typeof list === 'string') {
        return indices.map((k) => fromHex(list.slice(96 * k, 96 * (k + 1))));
      }
      if (Array.isArray(list)) {
        return list.map((proof) =>
          typeof proof === 'string' ? fromHex(proof) : proofs(proof[0])[proof[1]],
        );
      }
      if (list.of) return indices.map((k) => proofs(list.of)[k]);
      return Array(list.times).fill(fromHex(list.repeat));
    },
  };
}
