/**
 * The hash of a circuit whose domain has 2^15 rows: snarkjs hashes one point too many, from the
 * powers that follow or from the bytes behind them. Both hashes are snarkjs's own, of keys that it
 * made of the same circuit and the same secrets.
 */
import { expect, it } from 'vitest';
import * as ofBls12381 from '../../../src/curves/ceremonies/bls12-381.js';
import * as ofBn254 from '../../../src/curves/ceremonies/bn254.js';
import { creators } from '../../support/creators.js';
import { edited, put } from '../../support/ceremony/files.js';
import { contributed, madeKey, madePowers, secretOf } from '../../support/ceremony/made.js';
import { isWhole } from '../../support/extent.js';
import { Circuit } from '../../support/groth16/circuits.js';
import { groth16Curves } from '../../support/groth16/curves.js';
import { constraintsFile } from '../../support/groth16/files.js';
import { fromHex } from '../../support/hex.js';

/**
 * By curve, the hashes of snarkjs 0.7.6 by powers of 2^15 and of 2^16, and which of both are right
 * by powers of a size. Powers that end with what the circuit needs do not have the point that
 * follows.
 */
const CURVES = /** @type {const} */ ([
  {
    name: 'bn128',
    create: creators.bn254,
    facts: ofBn254,
    hashes: [
      '1075a33f636855607b449809ecb09816fd3d80f8e6f03f805338c1abe0df57d50a34a8bda68f8f00d1d60d28bfd11cf0eae99a2949d9127bb9609465e451440b',
      'ad951a2487635a2a18b9e20bf0d4c9daf00b3d238c48c81f682ce0367a814bc122cbcda66d0871bc210e5c8ad675c555cd81d246c4f9589b893f9894ec6f5081',
    ],
    right: [
      [15, [true, false]],
      [16, [true, true]],
    ],
  },
  {
    name: 'bls12381',
    create: creators['bls12-381'],
    facts: ofBls12381,
    hashes: [
      '7b8a24086a727369ff68cf8f8597c5bdef38fa9abce7042314aad07748e7342e5d90797e1322a1c60af0a47175f57b3da9a5a672b5e45319295bbf8e6e25ee42',
      '8abb1e07f4f3946d17e4c0dc5e28786d6e9c84a552f531659825facf30d33072f96a3619cb6fba1a04a83e1ab346adcc8e8b2a4b845069b3513ddec865778abd',
    ],
    right: [[15, [true, false]]],
  },
]);

it.skipIf(!isWhole).each(CURVES)(
  'both hashes of snarkjs are right, each by powers that can have it: $name',
  async ({ name, create, facts, hashes, right }) => {
    const instance = await create();
    const found = groth16Curves.find((own) => own.name === name);
    const of = /** @type {typeof groth16Curves[number]} */ (found);
    const { r } = of;
    const secrets = { tau: secretOf(1) % r, alpha: secretOf(2) % r, beta: secretOf(3) % r };
    const curve = { instance, ...of };
    const groth16 = await instance.groth16();
    const circuit = new Circuit(r);
    circuit.public(1n);
    const x = circuit.wire(3n);
    circuit.multiply(new Map([[x, 1n]]), new Map([[x, 5n]]));
    for (let i = 0; i < 17000; i++) circuit.constrain(new Map(), new Map(), new Map());
    const r1cs = constraintsFile(circuit);
    const initial = await madeKey(curve, circuit, secrets);
    const keys = hashes.map((hash) =>
      contributed(curve, edited(initial, put(10, 0, fromHex(hash))), secretOf(4), 1),
    );
    for (const [power, expected] of right) {
      const firstChallenge = fromHex(facts.firstChallenges[power - 1]);
      const { file: ptau } = await madePowers(curve, { power, secrets: [secrets], firstChallenge });
      const verdicts = [];
      for (const zkey of keys) {
        const { valid, reason } = await groth16.verifyZkey({ r1cs, ptau, zkey, initial });
        expect(reason ?? '').toMatch(valid ? /^$/ : /section 10 .*hash of the circuit/);
        verdicts.push(valid);
      }
      expect(verdicts).toEqual(expected);
    }
    instance.dispose();
  },
);
