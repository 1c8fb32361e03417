import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const examples = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map((match) => match[1]);

/**
 * Runs a program as a user of the package would: its imports go through the public names to dist/.
 * @param {string} source
 * @returns {string} what it printed
 */
function run(source) {
  const args = ['--input-type=module', '--eval', source];
  return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
}

describe('README', () => {
  test('shows how to compute a sum', () => {
    expect(run(examples[0])).toMatch(/^\{\n {2}x: \d{100,}n,\n {2}y: \d{100,}n\n\}\n$/);
  });

  test('shows what an error says', () => {
    expect(run(examples[6])).toMatch(/^ERR_POINT 0 point at index 0/);
  });

  test('says that points of @noble/curves are taken as they are, and how to go back', () => {
    const program = `
      import { bls12_381 } from '@noble/curves/bls12-381.js';
      import { createBls12381 } from 'curvemill/bls12-381';
      const { G1, G2 } = await createBls12381();
      for (const [group, { Point }] of [[G1, bls12_381.G1], [G2, bls12_381.G2]]) {
        const P = Point.BASE.double();
        const sum = group.msm(group.points([P, Point.BASE]), [3n, 5n]);
        const wanted = Point.BASE.multiply(11n);
        const read = [Point.fromBytes(sum.toBytes()), Point.fromAffine(sum.toAffine())];
        console.log(...read.map((point) => wanted.equals(point)));
      }`;
    expect(run(program)).toBe('true true\ntrue true\n');
  });

  test('shows how to verify signatures', () => {
    expect(run(examples[1])).toBe('true\n[ 1 ]\ntrue\ntrue\n');
  });

  test('shows G2 and its precompiles', () => {
    expect(run(examples[2])).toBe('true\n256\n');
  });

  test('shows a KZG commitment', () => {
    expect(run(examples[3])).toBe('48\n');
  });

  test('shows Verkle commitments, tree keys and proofs', () => {
    expect(run(examples[4])).toBe('32\n32\ntrue\n');
  });

  test('shows a sum on several threads', () => {
    expect(run(examples[5])).toMatch(/^(\d+ %\n)*100 %\n2 undefined\ntrue\n$/);
  });

  test('has no other example, untested', () => {
    expect(examples).toHaveLength(7);
  });
});

describe('the npm package', () => {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const pack = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const listing = execFileSync(npm, pack, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  const paths = JSON.parse(listing)[0].files.map(({ path }) => path);

  /** Links of a text to files: neither to other sites, nor within it. */
  const linksOf = (text) =>
    [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link]) => link);

  test.each(paths.filter((path) => path.endsWith('.md')))('%s leads to what is there', (path) => {
    const text = readFileSync(`${root}/${path}`, 'utf8');
    const targets = linksOf(text).map((link) => posix.join(posix.dirname(path), link));
    expect(paths).toEqual(expect.arrayContaining(targets));
  });

  test('the README leads to some of it', () => expect(linksOf(readme).length).toBeGreaterThan(5));
});
