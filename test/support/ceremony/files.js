/** Files of ceremonies that snarkjs has made, and changes of them. */
import { container, sectionsOf } from '../groth16/files.js';
import { concat } from '../hex.js';
import { readBytes } from '../vectors.js';

/** @typedef {Map<number, Uint8Array>} Bodies  of sections, by number */
/** @typedef {Uint8Array<ArrayBuffer>} Bytes */
/** @typedef {(bodies: Bodies) => void} Edit */

/** @param {string} text */
const ofBase64 = (text) => new Uint8Array(Buffer.from(text, 'base64'));

/** @type {(files: Record<string, string>) => any} */
const all = (files) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name, ofBase64(text)]));

/** @param {string} file */
const filesIn = (file) => JSON.parse(new TextDecoder().decode(readBytes(`groth16/${file}`)));

/**
 * `ptau`: 2^4 powers in Lagrange form; `larger`: 2^5, cut from 2^6.
 * @returns {{ r1cs: Bytes, ptau: Bytes, initial: Bytes, zkey: Bytes,
 *   larger: { ptau: Bytes, initial: Bytes, zkey: Bytes } }}
 */
export function madeBySnarkjs() {
  const { r1cs, ptau, initial, zkey, larger } = filesIn('ceremony.json');
  const parts = { ptau: larger.ptau, initial: larger.initial, zkey: larger.zkey };
  return { ...all({ r1cs, ptau, initial, zkey }), larger: all(parts) };
}

/**
 * The same over BLS12-381, of another circuit.
 * @returns {{ r1cs: Bytes, ptau: Bytes, initial: Bytes, zkey: Bytes }}
 */
export function madeOverBls12381() {
  const { r1cs, ptau, initial, zkey } = filesIn('ceremony-bls12-381.json');
  return all({ r1cs, ptau, initial, zkey });
}

/** The bodies of a file's sections, as copies. @param {Uint8Array} file @returns {Bodies} */
export const bodiesOf = (file) =>
  new Map(sectionsOf(file).map(({ id, start, end }) => [id, file.slice(start, end)]));

/** The body of a section. @type {(bodies: Bodies, id: number) => Uint8Array} */
export const bodyOf = (bodies, id) => /** @type {Uint8Array} */ (bodies.get(id));

/** A file with other bodies. @param {Uint8Array} file @param {Edit} edit */
export function edited(file, edit) {
  const bodies = bodiesOf(file);
  edit(bodies);
  const letters = String.fromCharCode(...file.subarray(0, 4));
  return container(letters, 1, [...bodies]);
}

/** @type {(id: number, at: number, bytes: ArrayLike<number>) => Edit} `at`: from the end if < 0 */
export const put = (id, at, bytes) => (bodies) => {
  const body = bodyOf(bodies, id);
  body.set(bytes, at < 0 ? body.length + at : at);
};

/** @type {(id: number, at: number) => Edit} */
export const flip = (id, at) => (bodies) => {
  const body = bodyOf(bodies, id);
  body[at < 0 ? body.length + at : at] ^= 1;
};

/** Items of so many bytes exchanged. @type {(id: number, size: number, i: number, j: number,
 *   start?: number) => Edit} */
export const swap =
  (id, size, i, j, start = 0) =>
  (bodies) => {
    const body = bodyOf(bodies, id);
    const [first, second] = [i, j].map((k) => start + size * k);
    const kept = body.slice(first, first + size);
    body.copyWithin(first, second, second + size);
    body.set(kept, second);
  };

/** @type {(id: number, length: number) => Edit} */
export const cut = (id, length) => (bodies) => bodies.set(id, bodyOf(bodies, id).slice(0, length));

/** @type {(id: number, ...parts: Uint8Array[]) => Edit} */
export const append =
  (id, ...parts) =>
  (bodies) =>
    bodies.set(id, concat(bodyOf(bodies, id), ...parts));

/** A stream of a file in pieces of some length. @param {Uint8Array} file @param {number} size */
export async function* streamOf(file, size) {
  for (let at = 0; at < file.length; at += size) yield file.slice(at, at + size);
}
