import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import * as tiny from 'tiny-secp256k1';
import { describe, expect, test } from 'vitest';
import { renderSpeed, renderSpeedChart } from '../../scripts/lib/readme-speed.js';
import { createSecp256k1 } from '../../src/secp256k1.js';

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
  test('shows how to verify a feed of signatures', () => {
    expect(run(examples[0])).toBe('false [ 1 ]\n');
  });

  test('shows commitment and proof of a blob', () => {
    expect(run(examples[1])).toBe('true\n');
  });

  test("shows a prover's sum on all threads", () => {
    expect(run(examples[2])).toMatch(
      /^(\d+ %\n)*100 %\n\{\n {2}x: \d{100,}n,\n {2}y: \d{100,}n\n\}\n$/,
    );
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

  test('shows how to verify ECDSA signatures', () => {
    expect(run(examples[3])).toBe('true\ntrue\n');
  });

  test('shows G2 and its precompiles', () => {
    expect(run(examples[4])).toBe('true\n256\n');
  });

  test('shows Verkle commitments, tree keys and proofs', () => {
    expect(run(examples[5])).toBe('32\n32\ntrue\n');
  });

  test('has no other example, untested', () => {
    expect(examples).toHaveLength(7);
  });
});

describe('a table for those who come from elsewhere', () => {
  const digest = sha256(new Uint8Array([1]));
  const secret = new Uint8Array(32).fill(7);
  const publicKey = secp256k1.getPublicKey(secret);

  test('calls of noble and tiny-secp256k1, and ours', async () => {
    const secp = await createSecp256k1({ backend: 'portable' });
    const signature = secp256k1.sign(digest, secret, { prehash: false });
    expect(secp256k1.verify(signature, digest, publicKey, { prehash: false })).toBe(true);
    expect(tiny.verify(digest, publicKey, signature)).toBe(true);
    expect(secp.ecdsa.verify(signature, digest, publicKey)).toBe(true);

    const key = publicKey.subarray(1);
    const bip340 = schnorr.sign(digest, secret);
    expect(schnorr.verify(bip340, digest, key)).toBe(true);
    expect(tiny.verifySchnorr(digest, key, bip340)).toBe(true);
    expect(secp.schnorr.verify(bip340, digest, key)).toBe(true);

    const { signature: compact, recoveryId } = tiny.signRecoverable(digest, secret);
    expect(secp.ecdsa.recover(compact, recoveryId, digest)?.toBytes()).toEqual(publicKey);
    expect(tiny.recover(digest, compact, recoveryId, true)).toEqual(publicKey);

    const scalar = new Uint8Array(32).fill(5, 31);
    const product = secp.group.point(publicKey).multiply(5n);
    expect(tiny.pointMultiply(publicKey, scalar)).toEqual(product.toBytes());
    secp.dispose();
  });
});

describe('the figures of the README', () => {
  const between = (name) => {
    const [, text] =
      new RegExp(`<!-- ${name}: begin -->\\n([^]*?)\\n<!-- ${name}`).exec(readme) ?? [];
    return text ?? '';
  };
  const results = (file) => readFileSync(`${root}/bench/results/${file}`, 'utf8');

  test('the table and the chart are made of bench/results: node scripts/readme-speed.js', () => {
    expect(between('speed')).toBe(renderSpeed());
    expect(readFileSync(`${root}/docs/images/speed.svg`, 'utf8')).toBe(renderSpeedChart());
  });

  test.each(between('speed').split('\n').slice(2))(
    'the file that a row names has it: %s',
    (line) => {
      const [, , ours, others, source] = line.split('|').map((cell) => cell.trim());
      const [, file] = /bench\/results\/([\w-]+\.md)/.exec(source) ?? [];
      const [device, engine] = source.split(', ');
      const page = results(file);
      const commit = /[\da-f]{7,}(-dirty)?/.exec(source)?.[0];
      for (const word of [device.replace(/^Intel /, ''), engine, commit])
        expect(page).toContain(word);
      // Some row of the file has the time, and beside it every ratio, both to the digits shown.
      const time = Number.parseFloat(ours) * (ours.endsWith('µs') ? 1 : 1000);
      const unit = (head) => (/µs/.test(head) ? 1 : /\bns\b/.test(head) ? 0.001 : 1000);
      const near = (value, wanted) => Math.abs(value / wanted - 1) < 0.03;
      let head = '';
      const found = page.split('\n').some((row) => {
        if (/^\| [^|]*\((ms|µs)\)|ns per point|ready, ms/.test(row)) head = row;
        const cells = row.split('|').map((cell) => Number.parseFloat(cell));
        return cells.some((cell) => near(cell * unit(head), time));
      });
      expect(found).toBe(true);
      for (const [, ratio] of others.matchAll(/ (\d+(?:\.\d+)?)(?= ·|$)/g)) {
        // Above 1 or below, as the page counts; or a quotient of two of its times.
        const half = ratio.includes('.') ? 0.05 * 10 ** (2 - ratio.replace('.', '').length) : 0.5;
        const numbers = [...page.matchAll(/\d+(\.\d+)?/g)].map(([text]) => Number(text));
        const isIt = (value) => Math.abs(value - Number(ratio)) <= 1.2 * half;
        const shown = Number.parseFloat(ours);
        expect(
          numbers.some((n) => isIt(n) || isIt(1 / n) || isIt(n / shown)),
          ratio,
        ).toBe(true);
      }
    },
  );

  test('what the text claims besides is recorded', () => {
    const text = readme
      .replace(/<!-- (speed|sizes): begin[^]*?-->\n[^]*?(?=\n#|$)/g, '')
      .replace(/^```[^]*?^```$/gm, '')
      .replace(/\s+/g, ' ');
    const figures = text.match(/\b\d[\d.]*( to \d+)? (ms|µs|MiB|GiB|times|%)/g);
    expect(figures).toEqual(['9 MiB', '12 ms']);
    expect(readFileSync(`${root}/docs/decisions/22-workers.md`, 'utf8')).toContain('takes 9 MiB');
    expect(readFileSync(`${root}/src/port/slices.js`, 'utf8')).toContain('slices of at most 12 ms');
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
