/** The recipes of the public KZG vectors: blobs, cells and proofs by name. */
import { createHash } from 'node:crypto';
import { concat, fromHex } from './hex.js';
import { readBytes } from './vectors.js';

const N = 4096;
const CELL = 2048;

/** @param {number} i */
const reversedBits = (i) =>
  parseInt(i.toString(2).padStart(12, '0').split('').reverse().join(''), 2);

/** The ceremony's setup by name, in the published order. */
export function ceremony() {
  const reversed = readBytes('kzg/g1-lagrange-brp.bin');
  const points = Array.from({ length: N }, (_, i) => {
    const at = 48 * reversedBits(i);
    return reversed.subarray(at, at + 48);
  });
  return {
    g1Lagrange: concat(...points),
    g1Monomial: readBytes('kzg/g1-monomial.bin'),
    g2Monomial: readBytes('kzg/g2-monomial.bin'),
  };
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

/** @param {any} recipe of a blob */
export function blobOf(recipe) {
  const { constant, sparse, bin, hash, count } = recipe;
  let blob = new Uint8Array(32 * N);
  if (bin !== undefined) blob = readBytes(`kzg/${bin}`);
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

/** Cells and proofs of the file of EIP-7594. @param {any} data */
export function cellsOf(data) {
  const all = (/** @type {string} */ name) => {
    const { bin, constant } = data.cells[name];
    const bytes = bin ? readBytes(`kzg/${bin}`) : fromHex(constant.repeat(128 * 64));
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
