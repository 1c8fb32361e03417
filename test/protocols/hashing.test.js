/** Hashing to groups: arguments, options and lifetime; the vectors are in test/conformance. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { describe, expect, it } from 'vitest';
import { createBls12381 } from '../../src/bls12-381.js';
import { forEachBackend } from '../support/backends.js';
import { expectInputError, isInputError, rejectionOf, thrownBy } from '../support/errors.js';
import { toHex } from '../support/hex.js';

const dst = 'CURVEMILL-TEST-V01-CS01';
const message = new Uint8Array([1, 2, 3]);

forEachBackend('hashing to groups', (context) => {
  const methods = ['hashToCurve', 'encodeToCurve'];

  it.each(['G1', 'G2'])('agrees with @noble/curves on random messages and tags, %s', (name) => {
    const random = context.bls.G1.randomScalars(12, 7);
    for (let length = 0; length < 300; length += 110) {
      const bytes = random.subarray(0, length);
      const options = { DST: 'x'.repeat(1 + length) };
      for (const method of methods) {
        const expected = bls12_381[name][method](bytes, options).toBytes();
        const point = context.bls[name][method](bytes, { dst: options.DST });
        expect(toHex(point.toBytes())).toBe(toHex(expected));
        expect(point.isInSubgroup()).toBe(true);
      }
    }
  });

  it.each(methods)('%s refuses what is no message and what is no tag', (method) => {
    const { G1 } = context.bls;
    for (const bad of [undefined, null, 'abc', [1], new Uint16Array(2)])
      expectInputError(() => G1[method](bad, { dst }));
    for (const bad of [undefined, null, '', new Uint8Array(), 'tag-é', 5, [1], new Uint16Array(2)])
      expectInputError(() => G1[method](message, { dst: bad }));
    for (const bad of [undefined, dst, { DST: dst }, { dst, more: 1 }])
      expectInputError(() => G1[method](message, bad));
    expect(G1[method](message, { dst }).equals(G1.identity)).toBe(false);
  });
});

describe('instances that hash', () => {
  it.each(['G1', 'G2'])('have one group if asked, %s', async (name) => {
    const groups = /** @type {any} */ ([name]);
    const bls = /** @type {any} */ (await createBls12381({ groups, hashing: true }));
    const both = /** @type {any} */ (await createBls12381());
    const expected = both[name].hashToCurve(message, { dst });
    expect(toHex(bls[name].hashToCurve(message, { dst }).toBytes())).toBe(
      toHex(expected.toBytes()),
    );
    for (const instance of [bls, both]) {
      const group = instance[name];
      instance.dispose();
      expectInputError(() => group.hashToCurve(message, { dst }));
    }
  });

  it.each(['G1', 'G2'])('hash to %s alone, for signatures whose messages it has', async (name) => {
    const other = name === 'G1' ? 'G2' : 'G1';
    const bls = /** @type {any} */ (await createBls12381({ hashing: /** @type {any} */ (name) }));
    const both = /** @type {any} */ (await createBls12381());
    const hashed = bls[name].hashToCurve(message, { dst });
    expect(hashed.toHex()).toBe(both[name].hashToCurve(message, { dst }).toHex());
    expectInputError(() => bls[other].hashToCurve(message, { dst }));
    const [own, absent] = name === 'G1' ? ['minSig', 'minPk'] : ['minPk', 'minSig'];
    const secret = 5n;
    const publicKey = bls[other].generator.multiply(secret).toBytes();
    const signature = hashed.multiply(secret).toBytes();
    expect(bls[own].verify(signature, message, publicKey, { dst })).toBe(true);
    expect(bls[own].verifyBatch([{ signature, message, publicKey }], { dst })).toBe(true);
    expect(thrownBy(() => bls[absent]).message).toContain('hashing: true');
    const [maps, none] = name === 'G1' ? ['mapFpToG1', 'mapFp2ToG2'] : ['mapFp2ToG2', 'mapFpToG1'];
    const element = new Uint8Array(name === 'G1' ? 64 : 128);
    expect(bls.eip2537[maps](element)).toEqual(both.eip2537[maps](element));
    expectInputError(() => bls.eip2537[none](new Uint8Array(192 - element.length)));
    bls.dispose();
    both.dispose();
  });

  it('are others where hashing is off: members refuse', async () => {
    const bls = await createBls12381({ groups: ['G1'] });
    const input = new Uint8Array(64);
    expectInputError(() => bls.G1.hashToCurve(message, { dst }));
    expectInputError(() => bls.G1.encodeToCurve(message, { dst }));
    expectInputError(() => bls.eip2537.mapFpToG1(input));
    expectInputError(() => bls.eip2537.mapFp2ToG2(input));
    bls.dispose();
    for (const options of [{ hashing: 1 }, { hashing: 'G3' }, { groups: ['G1'], hashing: 'G2' }]) {
      isInputError(await rejectionOf(createBls12381(/** @type {any} */ (options))));
    }
  });
});
