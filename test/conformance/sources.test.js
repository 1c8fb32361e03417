/** The vectors of this repository: each is listed, with its source and licence, and unchanged. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ceremony, derivedCells, blobOf, reversedLagrange } from '../support/kzg.js';
import { derived, files, folder, readBytes, sha256, vectorsOf } from '../support/vectors.js';

/** Bytes that the compressed files may take together. */
const MOST = 3e6;

const LICENCES = [
  '(Apache-2.0 OR MIT)',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT OR Apache-2.0',
  'none stated',
];

const packed = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.br'));

describe('test/vectors', () => {
  it('sources.json lists its files, and no others', () => {
    expect(packed.map((path) => path.slice(0, -'.br'.length)).toSorted()).toEqual(
      Object.keys(files).toSorted(),
    );
  });

  it(`takes at most ${MOST / 1e6} MB`, () => {
    const sizes = packed.map((path) => statSync(join(folder, path)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST);
  });

  it.each(Object.keys(files))('%s: length and hash; every source has a licence', (path) => {
    const { bytes, sha256: hash, sources } = files[path];
    const content = readBytes(path);
    expect(content).toHaveLength(bytes);
    expect(sha256(content)).toBe(hash);
    expect(sources.length).toBeGreaterThan(0);
    for (const { licence, repository, commit, own } of sources) {
      expect(LICENCES).toContain(licence);
      if (!own) expect(`${repository} ${commit}`).toMatch(/^https:\/\/\S+ [\da-f]{40}$/);
    }
  });

  it.each(Object.keys(derived))('%s follows from other files', (path) => {
    const { bytes, sha256: hash } = derived[path];
    const content = contentOf(path);
    expect(content).toHaveLength(bytes);
    expect(sha256(content)).toBe(hash);
  });
});

/** @param {string} path of a derived file */
function contentOf(path) {
  if (path === 'kzg/g1-lagrange-brp.bin') return reversedLagrange();
  if (path === 'kzg/g1-monomial.bin') return ceremony().g1Monomial;
  if (path === 'kzg/g2-monomial.bin') return ceremony().g2Monomial;
  const [, name] = /cells-(.*)\.bin$/.exec(path) ?? [];
  const [{ data, find }] = vectorsOf('kzg/eip7594.json');
  return derivedCells(blobOf(data.blobs[/** @type {string} */ (name)], find), path);
}
