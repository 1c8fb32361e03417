/**
 * BLS signatures with keys in G1 by the vectors, on every backend. What is malformed is false.
 * About 8 s, most of it on BigInt.
 */
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../support/hex.js';
import { conformance } from '../support/vectors.js';

/** Items of a list that BigInt arithmetic and lowered wide arithmetic verify in a moment. */
const FEW = 10;

/** @param {any} vector */
const options = ({ dst, eth }) => ({ ...(dst && { dst }), ...(eth && { allowEmpty: true }) });

/** The hexadecimal encoding, or null where the call throws. @param {() => any} aggregate */
function sum(aggregate) {
  try {
    return toHex(aggregate().toBytes());
  } catch (error) {
    expect(error.code).toMatch(/^ERR_(INPUT|POINT)$/);
    return null;
  }
}

conformance('bls12-381/bls-signatures.json', (context, data) => {
  const { backend } = context;
  const small = (/** @type {any[]} */ list, /** @type {string} */ field) =>
    list.filter((vector) => !/bigint|wide/.test(backend) || vector[field].length <= FEW);

  it.each(data.verify)('verify: $name', (vector) => {
    const [signature, message, key] = ['signature', 'message', 'publicKey'].map((name) =>
      fromHex(vector[name]),
    );
    const { minPk } = context.bls;
    expect(minPk.verify(signature, message, key, options(vector))).toBe(vector.expected);
  });

  it.each(small(data.aggregateVerify, 'messages'))('aggregateVerify: $name', (vector) => {
    const messages = vector.messages.map(fromHex);
    const keys = vector.publicKeys.map(fromHex);
    const { minPk } = context.bls;
    const signature = fromHex(vector.signature);
    const answer = minPk.aggregateVerify(signature, messages, keys, options(vector));
    expect(answer).toBe(vector.expected);
  });

  it.each(small(data.fastAggregateVerify, 'publicKeys'))('fastAggregateVerify: $name', (vector) => {
    const { minPk } = context.bls;
    const [signature, message] = [fromHex(vector.signature), fromHex(vector.message)];
    const keys = vector.publicKeys.map(fromHex);
    const answer = minPk.fastAggregateVerify(signature, message, keys, options(vector));
    expect(answer).toBe(vector.expected);
  });

  it.each(data.popVerify)('verifyPossession: $name', ({ proof, publicKey, expected }) => {
    const { minPk } = context.bls;
    expect(minPk.verifyPossession(fromHex(proof), fromHex(publicKey))).toBe(expected);
  });

  describe('sums', () => {
    it.each(data.aggregateSignatures)('aggregateSignatures: $name', (vector) => {
      const list = vector.signatures.map(fromHex);
      expect(sum(() => context.bls.minPk.aggregateSignatures(list))).toBe(vector.expected);
    });

    it.each(data.aggregatePublicKeys)('aggregatePublicKeys: $name', (vector) => {
      const list = vector.publicKeys.map(fromHex);
      expect(sum(() => context.bls.minPk.aggregatePublicKeys(list))).toBe(vector.expected);
    });
  });

  it.each(small(data.batchVerify, 'sets'))('verifyBatch: $name', (vector) => {
    const { minPk } = context.bls;
    const items = vector.sets.map((/** @type {any} */ set) => ({
      signature: fromHex(set.signature),
      message: fromHex(set.message),
      publicKey: fromHex(set.publicKey),
    }));
    expect(minPk.verifyBatch(items)).toBe(vector.expected);
    if (vector.invalid) expect(minPk.findInvalid(items)).toEqual(vector.invalid);
  });
});
