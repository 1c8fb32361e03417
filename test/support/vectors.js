/**
 * Public test vectors: those of test/vectors, which every clone has, and further ones from
 * $CURVEMILL_VECTORS and from ../shared/vectors beside the repository, where these are.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { forEachBackend } from './backends.js';

/** @typedef {(path: string) => Uint8Array<ArrayBuffer> | null} Find  null where a file is absent */
/**
 * One version of a file of vectors: `data`, the parsed JSON; `find`, which reads what it names, and
 * looks beside it first; `folder`, where it lies if that is not this repository.
 * @typedef {{ data: any, find: Find, folder: string | null }} Vectors
 */

export const folder = fileURLToPath(new URL('../vectors', import.meta.url));

/** Where each file comes from, its licence, its length and its SHA-256. */
export const { files, derived } = JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8'));

/** Folders that may add vectors. */
export const further = [
  process.env.CURVEMILL_VECTORS,
  fileURLToPath(new URL('../../../shared/vectors', import.meta.url)),
].flatMap((path) => (path !== undefined && existsSync(path) ? [path] : []));

/** @type {Find} */
const findOwn = (path) =>
  Object.hasOwn(files, path)
    ? new Uint8Array(brotliDecompressSync(readFileSync(join(folder, `${path}.br`))))
    : null;

/** @param {string} other @returns {Find} */
const findIn = (other) => (path) =>
  existsSync(join(other, path)) ? new Uint8Array(readFileSync(join(other, path))) : null;

/** @type {Array<{ folder: string | null, find: Find }>} */
const places = [
  { folder: null, find: findOwn },
  ...further.map((other) => ({ folder: other, find: findIn(other) })),
];

/** @param {Uint8Array} bytes */
export const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** A file of this repository's vectors. @param {string} path */
export function readBytes(path) {
  const bytes = findOwn(path);
  if (!bytes) throw new Error(`test/vectors/${path}.br: expected a file of vectors, got none`);
  return bytes;
}

/**
 * All versions of a file of vectors, each content once, this repository's first.
 * @param {string} path a JSON file below the folders of vectors
 * @returns {Vectors[]}
 */
export function vectorsOf(path) {
  const seen = new Set();
  return places.flatMap((place) => {
    const bytes = place.find(path);
    if (!bytes || seen.has(sha256(bytes))) return [];
    seen.add(sha256(bytes));
    const data = JSON.parse(new TextDecoder().decode(bytes));
    /** @type {Find} */
    const find = (file) => {
      for (const { find: look } of [place, ...places]) {
        const found = look(file);
        if (found) return found;
      }
      return null;
    };
    return [{ data, find, folder: place.folder }];
  });
}

/**
 * Defines tests over one file of vectors, on every backend: for secp256k1 and Banderwagon where the
 * path begins so, for Pallas and Vesta by their names, for BN254 (Groth16, too) or BLS12-381, G2
 * where it names it, G1 elsewhere. Where the file is absent they are skipped; in CI that is a
 * failure.
 * @param {string} path a JSON file below the folders of vectors
 * @param {(context: any, data: any, find: Find) => void} define
 * @param {import('./backends.js').How} [how]
 */
export function conformance(path, define, how) {
  const group =
    /^(secp256k1|banderwagon)|(?<=^(pasta|fields).*)(pallas|vesta)/.exec(path)?.[0] ??
    `${/^(bn254|groth16|fields.*bn254)/.test(path) ? 'bn254' : 'bls12-381'}-${path.includes('g2') ? 'g2' : 'g1'}`;
  const versions = vectorsOf(path);
  for (const { data, find, folder: other } of versions) {
    const title = `conformance: ${path}${other ? ` of ${other}` : ''}`;
    forEachBackend(title, (context) => define(context, data, find), group, how);
  }
  if (versions.length > 0) return;
  describe(`conformance: ${path}`, () => {
    it.skipIf(!process.env.CI)('is there', () => expect.fail(`expected ${path}, got no such file`));
  });
}
