/** The test vectors of EIP-2537 and of go-ethereum, for G1 and G2, through `bls.eip2537`. */
import { describe, expect, it } from 'vitest';
import { InputError, PointError } from '../../src/errors.js';
import { expectInputError, expectPointError, thrownBy } from '../support/errors.js';
import { concat, fromHex, toHex } from '../support/hex.js';
import { conformance } from '../support/vectors.js';

/**
 * How each error of the vectors shows.
 * @type {Record<string, string | null>} reasons; null: an InputError
 */
const ERRORS = {
  'invalid input length': null,
  'invalid field element top bytes': 'range',
  'invalid fp.Element encoding': 'range',
  'invalid point: not on curve': 'not-on-curve',
};

/**
 * The operations of a group by the names of the vectors; a multiplication is a sum of one.
 * @param {any} bls
 * @param {string} group
 */
const operationsOf = (bls, group) => ({
  add: (/** @type {Uint8Array} */ input) => bls.eip2537[`${group}Add`](input),
  mul: (/** @type {Uint8Array} */ input) => bls.eip2537[`${group}Msm`](input),
  msm: (/** @type {Uint8Array} */ input) => bls.eip2537[`${group}Msm`](input),
});

for (const group of ['g1', 'g2']) {
  conformance(`bls12-381/eip2537-${group}.json`, (context, data) => {
    describe.each(['add', 'mul', 'msm'])('%s', (name) => {
      it.each(data[name])('$name ($origin)', ({ input, expected }) => {
        expect(toHex(operationsOf(context.bls, group)[name](fromHex(input)))).toBe(expected);
      });

      it.each(data[`${name}Fail`])('$name ($origin) fails', ({ input, error }) => {
        const reason = ERRORS[error];
        expect(reason, `an error that this test knows: ${error}`).not.toBe(undefined);
        const thrown = thrownBy(() => operationsOf(context.bls, group)[name](fromHex(input)));
        if (reason === null) expect(thrown).toBeInstanceOf(InputError);
        else {
          expect(thrown).toBeInstanceOf(PointError);
          expect(thrown.reason).toBe(reason);
        }
      });
    });
  });

  conformance(`bls12-381/geth-${group}-msm-large.json`, (context, data) => {
    it.each(data.msm)('$name', ({ input, expected }) => {
      expect(toHex(context.bls.eip2537[`${group}Msm`](fromHex(input)))).toBe(expected);
    });
  });

  conformance(`bls12-381/deserialize-${group}.json`, (context, { cases }) => {
    const outside = cases.filter((vector) => vector.onCurve && !vector.valid);

    /** The encoding of the EIP. @param {any} point */
    function encode(point) {
      const zcash = point.toBytes('uncompressed');
      const count = zcash.length / 48;
      const element = (/** @type {number} */ i) =>
        concat(new Uint8Array(16), zcash.subarray(48 * i, 48 * i + 48));
      // c1 stands before c0 in the encoding of zcash.
      const order = count === 2 ? [0, 1] : [1, 0, 3, 2];
      return concat(...order.map(element));
    }

    it.each(outside)('$name: points outside the subgroup add up, and do not multiply', (vector) => {
      const { bls } = context;
      const G = bls[group.toUpperCase()];
      const point = G.point(fromHex(vector.bytes), { check: false });
      const sum = bls.eip2537[`${group}Add`](concat(encode(point), encode(G.generator)));
      expect(toHex(sum)).toBe(toHex(encode(point.add(G.generator))));
      const one = new Uint8Array(32).fill(1, 31);
      const pairs = concat(encode(G.generator), one, encode(point), one);
      expectPointError(() => bls.eip2537[`${group}Msm`](pairs), 'not-in-subgroup', 1);
    });

    it('refuses values that are not bytes, and names the bad point', () => {
      const { bls } = context;
      const G = bls[group.toUpperCase()];
      for (const name of ['Add', 'Msm']) {
        for (const input of [undefined, null, 'ab', [1, 2], new Uint8Array()])
          expectInputError(() => bls.eip2537[`${group}${name}`](input));
      }
      const good = encode(G.generator);
      for (const at of [0, 15, good.length / 2]) {
        const bad = good.slice();
        bad[at] = 1;
        expectPointError(() => bls.eip2537[`${group}Add`](concat(good, bad)), 'range', 1);
      }
    });
  });
}

conformance('bls12-381/eip2537-g1-repeat.json', (context, { pair, rows }) => {
  it.each(rows)('infinity with scalar 0, $k times', ({ k, expected }) => {
    expect(toHex(context.bls.eip2537.g1Msm(fromHex(pair.repeat(k))))).toBe(expected);
  });
});
