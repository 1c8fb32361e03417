/**
 * Public test vectors, third-party data that is not part of this repository. They are read from
 * $CURVEMILL_VECTORS, or from ../shared/vectors beside the repository. Where they are absent the
 * conformance tests say so.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';
import { forEachBackend } from './backends.js';

const beside = fileURLToPath(new URL('../../../shared/vectors', import.meta.url));
const root = process.env.CURVEMILL_VECTORS ?? beside;

/** A file of vectors, or null where it is absent. @param {string} path */
export const vectorsOf = (path) =>
  existsSync(join(root, path)) ? JSON.parse(readFileSync(join(root, path), 'utf8')) : null;

/** @param {string} path */
export const readBytes = (path) => new Uint8Array(readFileSync(join(root, path)));

/**
 * Defines tests over one file of vectors, on every backend: for secp256k1 and Banderwagon where the
 * path begins so, for BLS12-381 G2 where it names it, for G1 elsewhere.
 * @param {string} path a JSON file below the folder of vectors
 * @param {(context: any, data: any) => void} define
 */
export function conformance(path, define) {
  const file = join(root, path);
  const data = vectorsOf(path);
  if (data) {
    const group =
      /^(secp256k1|banderwagon)/.exec(path)?.[0] ??
      `bls12-381-${path.includes('g2') ? 'g2' : 'g1'}`;
    forEachBackend(`conformance: ${path}`, (context) => define(context, data), group);
    return;
  }
  console.warn(
    `NOT TESTED: ${file} is absent. Set CURVEMILL_VECTORS to the folder of test vectors.`,
  );
  describe(`conformance: ${path}`, () => {
    it('was not tested: the vectors are absent', () => {});
  });
}
