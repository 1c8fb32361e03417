/** Configs of curves of one's own: what is written, and what is refused, in which words. */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../../wasm-gen/generate.js';
import { isInputError, rejectionOf } from '../support/errors.js';
import bls12377 from './configs/bls12-377.js';
import p256 from './configs/p256.js';
import tiny from './configs/tiny.js';

let out;
beforeAll(async () => (out = await mkdtemp(join(tmpdir(), 'curvemill-generate-'))));
afterAll(() => rm(out, { recursive: true, force: true }));

const { p, order, generator } = p256;
const zero = { c0: 0n, c1: 0n };

describe('refuses', () => {
  it.each([
    ['no config', undefined, /expected a config, an object with name, p/],
    ['a missing member', { ...p256, order: undefined }, /expected a member order, got none/],
    ['an unknown member', { ...p256, seed: 1n }, /expected members among name, .*got 'seed'/],
    ['a name that is no file', { ...p256, name: '../p256' }, /expected a name of lower-case/],
    ['a composite p', { ...p256, p: p - 2n }, /expected a prime p, got 0xffff/],
    ['a number instead of a bigint', { ...p256, p: 7 }, /expected p as a positive bigint, got 7/],
    ['a composite order', { ...p256, order: order - 2n }, /expected a prime order, got/],
    // The largest prime below 2^256 is no divisor of anything here.
    ['another order', { ...p256, order: 2n ** 256n - 189n }, /a generator of the order given/],
    [
      'a generator off the curve',
      { ...p256, generator: { x: generator.x, y: 1n } },
      /expected a generator on the curve, got/,
    ],
    ['a coefficient out of range', { ...p256, a: -3n }, /expected a of p256 as a bigint from 0/],
    ['a cofactor by Hasse', { ...p256, cofactor: 3n }, /within 2√q of q \+ 1, .*got 0x3/],
    [
      'a cofactor that random points do not have',
      { ...tiny, cofactor: tiny.cofactor + 2n },
      /expected a cofactor by which every point has the order given/,
    ],
    [
      'a λ that is not of β',
      { ...bls12377, endomorphism: { ...bls12377.endomorphism, lambda: 5n } },
      /expected lambda as the eigenvalue of the endomorphism, got 0x5/,
    ],
    [
      'the λ of the other β',
      {
        ...bls12377,
        endomorphism: {
          ...bls12377.endomorphism,
          lambda: bls12377.order - 1n - /** @type {any} */ (bls12377.endomorphism).lambda,
        },
      },
      /expected lambda as the eigenvalue of the endomorphism/,
    ],
    [
      'a β that is no root',
      { ...bls12377, endomorphism: { ...bls12377.endomorphism, beta: 2n } },
      /expected endomorphism.beta as a cube root of 1 but 1, got 0x2/,
    ],
    [
      'an endomorphism where a is not 0',
      { ...p256, endomorphism: { beta: 1n, lambda: 1n } },
      /expected a = 0 with an endomorphism/,
    ],
    [
      'a check that points contradict',
      { ...bls12377, subgroupCheck: { kind: 'endomorphism-squared', seed: 12345n } },
      /expected a subgroup check that agrees with the order/,
    ],
    [
      'a check that nobody knows',
      { ...bls12377, subgroupCheck: { kind: 'prayer' } },
      /expected a seed|no subgroup check 'prayer'/,
    ],
    [
      'an option of createCurve',
      { ...p256, encoding: 'zcash' },
      /expected encoding among the options of createCurve, not in a config, got 'zcash'/,
    ],
    [
      'a prime that is too small',
      { ...p256, p: 37n, a: 0n, b: 1n },
      /expected a prime p of at least 41, .*got 0x25/,
    ],
    ['another root', { ...p256, rootSign: 'even' }, /expected rootSign 'odd' or 'larger', got/],
    ['a square', { ...bls12377, scalarGenerator: 4n }, /scalarGenerator that is no square/],
    ['an order without transforms', { ...p256, scalarGenerator: 7n }, /expected an order of 244/],
    ['another extension', { ...p256, extension: { nonResidue: -2n } }, /nonResidue: −1n/],
    [
      'coefficients of another field',
      { ...p256, extension: { nonResidue: -1n }, a: 0n, b: zero },
      /expected a of p256 as { c0, c1 }/,
    ],
    ['b = 0', { ...p256, b: 0n }, /expected/],
  ])('%s', async (_, config, message) => {
    const error = await rejectionOf(generate(/** @type {any} */ (config), { out }));
    isInputError(error);
    expect(error.message).toMatch(message);
    expect(await readdir(out)).toEqual([]);
  });

  it('other options', async () => {
    for (const options of [
      null,
      { outdir: out },
      { out: 5 },
      { kernels: ['limbs30'] },
      { kernels: 'fma' },
    ])
      isInputError(await rejectionOf(generate(p256, /** @type {any} */ (options))));
  });

  it('a kernel that the prime has no room for, if it is asked for', async () => {
    // y² = x³ + 7 has 31 points over F_43.
    const small = { name: 'small', p: 43n, a: 0n, b: 7n, order: 31n, generator: { x: 2n, y: 12n } };
    for (const [kernel, reason] of /** @type {[any, RegExp][]} */ ([
      ['fma', /expected a prime that digits of .* got 6 bits/],
      ['wide', /expected a prime of at least 64 bits, got 6/],
    ])) {
      const error = await rejectionOf(
        generate(/** @type {any} */ (small), { out, kernels: [kernel] }),
      );
      isInputError(error);
      expect(error.message).toMatch(reason);
    }
    expect(await readdir(out)).toEqual([]);
  });
});

describe('writes', () => {
  it('a page and its types, the same each time', async () => {
    const folder = join(out, 'a', 'b');
    const first = await generate(tiny, { out: folder, kernels: ['portable'] });
    expect(first).toEqual({
      files: ['tiny.js', 'tiny.d.ts'].map((name) => join(folder, name)),
      kernels: ['portable'],
    });
    const texts = await Promise.all(first.files.map((file) => readFile(file, 'utf8')));
    expect(texts[0]).toMatch(/^\/\/ tiny, generated by curvemill \d+\.\d+\.\d+/);
    expect(texts[1]).toContain("import type { OwnCurve } from 'curvemill/curve';");
    await generate(tiny, { out: folder, kernels: ['portable'] });
    const again = await Promise.all(first.files.map((file) => readFile(file, 'utf8')));
    expect(again).toEqual(texts);
    expect(await readdir(folder)).toHaveLength(2);
    await rm(join(out, 'a'), { recursive: true });
  });
});
