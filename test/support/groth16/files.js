/** Files of snarkjs, written: containers, witnesses, headers of keys. */
import { byteLength, toBytesLE } from '../../../src/math/modular.js';
import { concat } from '../hex.js';

/** @param {number[]} values as 4 bytes little-endian each */
export const words = (...values) => new Uint8Array(new Uint32Array(values).buffer);

/** A prime with its length before it. @param {bigint} prime */
export const prime = (prime) => {
  const size = byteLength(prime);
  return concat(words(size), toBytesLE(prime, size));
};

/**
 * A container.
 * @param {string} letters
 * @param {number} version
 * @param {ReadonlyArray<readonly [id: number, body: Uint8Array]>} sections
 */
export function container(letters, version, sections) {
  const head = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const parts = sections.flatMap(([id, body]) => [words(id, body.length, 0), body]);
  return concat(head, words(version, sections.length), ...parts);
}

/**
 * The sections of a file.
 * @param {Uint8Array} file
 * @returns {Array<{ id: number, start: number, end: number }>} places of the bodies
 */
export function sectionsOf(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  let at = 12;
  return Array.from({ length: view.getUint32(8, true) }, () => {
    const id = view.getUint32(at, true);
    const start = at + 12;
    at = start + view.getUint32(at + 4, true);
    return { id, start, end: at };
  });
}

/**
 * A list of any length, whose items have the same number of bytes.
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => Uint8Array} bytesOf
 */
export function listOf(items, bytesOf) {
  const size = items.length > 0 ? bytesOf(items[0]).length : 0;
  const bytes = new Uint8Array(size * items.length);
  items.forEach((item, i) => bytes.set(bytesOf(item), size * i));
  return bytes;
}

/** @param {readonly bigint[]} values */
export const scalars = (values) => listOf(values, (value) => toBytesLE(value, 32));

/** A .wtns file. @param {{ r: bigint, values: readonly bigint[] }} witness */
export const witnessFile = ({ r, values }) =>
  container('wtns', 2, [
    [1, concat(prime(r), words(values.length))],
    [2, scalars(values)],
  ]);

/**
 * An .r1cs file of a circuit whose public wires are outputs.
 * @param {{ r: bigint, values: readonly bigint[], publics: number,
 *   rows: ReadonlyArray<ReadonlyArray<ReadonlyMap<number, bigint>>> }} circuit
 */
export function constraintsFile({ r, values, publics, rows }) {
  const terms = rows.flat().map((combination) => {
    const sorted = [...combination].sort(([a], [b]) => a - b);
    const parts = sorted.map(([wire, k]) => concat(words(wire), scalars([k])));
    return concat(words(sorted.length), ...parts);
  });
  const privates = values.length - 1 - publics;
  const header = words(values.length, publics, 0, privates, values.length, 0, rows.length);
  const labels = new BigUint64Array(values.map((_, wire) => BigInt(wire)));
  return container('r1cs', 1, [
    [1, concat(prime(r), header)],
    [2, concat(...terms)],
    [3, new Uint8Array(labels.buffer)],
  ]);
}
