/**
 * The hash of a circuit whose domain has 2^15 rows: snarkjs hashes one point too many, from the
 * powers that follow or from the bytes behind them. Both hashes are snarkjs's own, of keys that it
 * made of the same circuit and the same secrets.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstChallenges } from '../../../src/curves/ceremonies/bn254.js';
import { creators } from '../../support/creators.js';
import { edited, put } from '../../support/ceremony/files.js';
import { contributed, madeKey, madePowers, secretOf } from '../../support/ceremony/made.js';
import { isWhole } from '../../support/extent.js';
import { Circuit } from '../../support/groth16/circuits.js';
import { groth16Curves } from '../../support/groth16/curves.js';
import { constraintsFile } from '../../support/groth16/files.js';
import { fromHex } from '../../support/hex.js';

const bn = /** @type {typeof groth16Curves[number]} */ (
  groth16Curves.find(({ name }) => name === 'bn128')
);
const secrets = { tau: secretOf(1) % bn.r, alpha: secretOf(2) % bn.r, beta: secretOf(3) % bn.r };

/** By the power of the file, snarkjs 0.7.6. */
const HASHES = new Map([
  [
    15,
    '1075a33f636855607b449809ecb09816fd3d80f8e6f03f805338c1abe0df57d50a34a8bda68f8f00d1d60d28bfd11cf0eae99a2949d9127bb9609465e451440b',
  ],
  [
    16,
    'ad951a2487635a2a18b9e20bf0d4c9daf00b3d238c48c81f682ce0367a814bc122cbcda66d0871bc210e5c8ad675c555cd81d246c4f9589b893f9894ec6f5081',
  ],
]);

/** @type {any} */
let instance;
beforeAll(async () => {
  instance = await creators.bn254();
});
afterAll(() => instance?.dispose());

it.skipIf(!isWhole)(
  'both hashes of snarkjs are right, each by powers that can have it',
  async () => {
    const curve = { instance, ...bn };
    const groth16 = await instance.groth16();
    const circuit = new Circuit(bn.r);
    circuit.public(1n);
    const x = circuit.wire(3n);
    circuit.multiply(new Map([[x, 1n]]), new Map([[x, 5n]]));
    for (let i = 0; i < 17000; i++) circuit.constrain(new Map(), new Map(), new Map());
    const r1cs = constraintsFile(circuit);
    const initial = await madeKey(curve, circuit, secrets);
    const verdicts = [];
    for (const power of [15, 16]) {
      const firstChallenge = fromHex(firstChallenges[power - 1]);
      const { file: ptau } = await madePowers(curve, { power, secrets: [secrets], firstChallenge });
      for (const [own, hash] of HASHES) {
        const key = edited(initial, put(10, 0, fromHex(hash)));
        const zkey = contributed(curve, key, secretOf(4), 1);
        const { valid, reason } = await groth16.verifyZkey({ r1cs, ptau, zkey, initial });
        expect(reason ?? '').toMatch(valid ? /^$/ : /section 10 .*hash of the circuit/);
        verdicts.push([power, own, valid]);
      }
    }
    // Powers that end with what the circuit needs do not have the point that follows.
    expect(verdicts).toEqual([
      [15, 15, true],
      [15, 16, false],
      [16, 15, true],
      [16, 16, true],
    ]);
  },
);
