/** Transforms of scalar fields as arkworks and gnark-crypto compute them, on every backend. */
import { expect, it } from 'vitest';
import { fromHex, toHex } from '../support/hex.js';
import { conformance } from '../support/vectors.js';

/** @param {Uint8Array} bytes little-endian */
const integer = (bytes) => BigInt(`0x${toHex(bytes.toReversed())}`);

for (const name of ['bls12-381', 'bn254', 'pallas', 'vesta']) {
  conformance(`fields/ntt-${name}.json`, (context, { rows }) => {
    it.each([false, true])('every row, inverse: %s', async (inverse) => {
      const own = rows.filter((/** @type {any} */ row) => row.inverse === inverse);
      expect(own.length).toBeGreaterThan(0);
      const Fr = await context.group.scalarField();
      for (const row of own) {
        expect(Fr.rootOfUnity(2 ** row.log)).toBe(integer(fromHex(row.root)));
        const vector = Fr.vector(fromHex(row.input), { format: 'little-endian' });
        Fr.ntt(vector, { inverse, coset: BigInt(`0x${row.coset}`) });
        expect(toHex(vector.toBytes('little-endian'))).toBe(row.output);
        vector.dispose();
      }
    });
  });
}
