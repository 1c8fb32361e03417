/**
 * BLS signatures with keys in G1 by the vectors, on every backend. What is malformed is false, or
 * an InputError for a wrong length. About 8 s, most of it on BigInt.
 */
import { describe, expect, it } from 'vitest';
import { isInputError } from '../support/errors.js';
import { fromHex, toHex } from '../support/hex.js';
import { conformance } from '../support/vectors.js';

/** Items of a batch that BigInt arithmetic verifies within a test's patience. */
const BIGINT_ITEMS = 10;

/** @param {any} vector */
const options = ({ dst, eth }) => ({ ...(dst && { dst }), ...(eth && { allowEmpty: true }) });

/** False also where a wrong length is refused. @param {() => boolean} verify */
function verdict(verify) {
  try {
    return verify();
  } catch (error) {
    isInputError(error);
    expect(error.message).toMatch(/expected (48|96) bytes/);
    return false;
  }
}

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
    list.filter((vector) => backend !== 'bigint' || vector[field].length <= BIGINT_ITEMS);

  it.each(data.verify)('verify: $name', (vector) => {
    const [signature, message, key] = ['signature', 'message', 'publicKey'].map((name) =>
      fromHex(vector[name]),
    );
    const { minPk } = context.bls;
    expect(verdict(() => minPk.verify(signature, message, key, options(vector)))).toBe(
      vector.expected,
    );
  });

  it.each(small(data.aggregateVerify, 'messages'))('aggregateVerify: $name', (vector) => {
    const messages = vector.messages.map(fromHex);
    const keys = vector.publicKeys.map(fromHex);
    const verify = () =>
      context.bls.minPk.aggregateVerify(fromHex(vector.signature), messages, keys, options(vector));
    expect(verdict(verify)).toBe(vector.expected);
  });

  it.each(small(data.fastAggregateVerify, 'publicKeys'))('fastAggregateVerify: $name', (vector) => {
    const { minPk } = context.bls;
    const [signature, message] = [fromHex(vector.signature), fromHex(vector.message)];
    const keys = vector.publicKeys.map(fromHex);
    const verify = () => minPk.fastAggregateVerify(signature, message, keys, options(vector));
    expect(verdict(verify)).toBe(vector.expected);
  });

  it.each(data.popVerify)('verifyPossession: $name', ({ proof, publicKey, expected }) => {
    const { minPk } = context.bls;
    expect(verdict(() => minPk.verifyPossession(fromHex(proof), fromHex(publicKey)))).toBe(
      expected,
    );
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
