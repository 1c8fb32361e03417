/** Hexadecimal text of points and vectors in every format; and `check: 'each'` for one point. */
import { describe, expect, it } from 'vitest';
import { createBanderwagon, createBls12381, createSecp256k1 } from '../../src/index.js';
import { expectInputError, thrownBy } from '../support/errors.js';
import { toHex } from '../support/hex.js';
import { outsiderOf } from '../hostile/outsider.js';

const FORMATS = ['compressed', 'uncompressed', 'little-endian', 'montgomery-le'];

describe.each(/** @type {const} */ (['portable', 'bigint']))('toHex(format) [%s]', (backend) => {
  it.each(
    /** @type {Array<[string, () => Promise<any>]>} */ ([
      ['G1', async () => (await createBls12381({ backend })).G1],
      ['G2', async () => (await createBls12381({ backend })).G2],
      ['secp256k1', async () => (await createSecp256k1({ backend })).group],
      ['Banderwagon', async () => (await createBanderwagon({ backend })).group],
    ]),
  )('%s', async (_, groupOf) => {
    const group = await groupOf();
    const vector = group.randomPoints(3, 1);
    for (const object of [group.generator, vector]) {
      for (const format of [undefined, ...FORMATS]) {
        expect(object.toHex(format)).toBe(toHex(object.toBytes(format)));
      }
      for (const format of ['hex', 'Compressed', 0, null, {}]) {
        expectInputError(() => object.toHex(format));
      }
    }
    expect(String(group.generator)).toBe(group.generator.toHex('compressed'));
  });

  it("point takes check: 'each', and checks", async () => {
    const { G1 } = await createBls12381({ backend, groups: ['G1'] });
    const [inside, outside] = [G1.generator.toBytes(), outsiderOf(G1).toBytes()];
    expect(G1.point(inside, { check: 'each' }).equals(G1.generator)).toBe(true);
    expect(thrownBy(() => G1.point(outside, { check: 'each' })).reason).toBe('not-in-subgroup');
    expectInputError(() => G1.point(inside, { check: /** @type {any} */ ('all') }));
  });
});
