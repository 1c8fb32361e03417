/**
 * The precompiles of EIP-2537, EIP-196 and EIP-197 in a real EVM: @ethereumjs/evm with ours, beside
 * one with its own implementation, @noble/curves. Results, gas and errors are the same. About three
 * seconds, half of them for the start of the EVM.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ethereumjs } from '../../src/adapters/ethereumjs.js';
import { createBls12381 } from '../../src/bls12-381.js';
import { createBn254 } from '../../src/bn254.js';
import { fromHex, toHex } from '../support/hex.js';
import { vectorsOf } from '../support/vectors.js';
import { describeHost, importHost } from './hosts.js';

const loadPackage = (/** @type {string} */ name) =>
  importHost(`@ethereumjs/${name}/dist/esm/index.js`);

/** Addresses by the files of vectors, and by their lists. */
const ADDRESSES = {
  'bls12-381/eip2537-g1': { add: 0x0b, mul: 0x0c, msm: 0x0c },
  'bls12-381/eip2537-g2': { add: 0x0d, mul: 0x0e, msm: 0x0e },
  'bls12-381/eip2537-pairing': { pairing: 0x0f },
  'bls12-381/eip2537-map': { mapG1: 0x10, mapG2: 0x11 },
  'bn254/evm': { add: 0x06, mul: 0x07, pairing: 0x08 },
};

/** Noble computes those that are refused, and of the others those that are short, every so many. */
const NOBLE = { bytes: 800, every: 8 };

const cases = Object.entries(ADDRESSES).flatMap(([file, addresses]) => {
  const versions = vectorsOf(`${file}.json`);
  return Object.entries(addresses).flatMap(([list, address]) =>
    versions
      .flatMap(({ data }) => [...data[list], ...data[`${list}Fail`]])
      .map((vector) => ({ ...vector, address })),
  );
});

describeHost(
  'the precompiles of @ethereumjs/evm',
  ['@ethereumjs/evm', '@ethereumjs/common', '@ethereumjs/util'],
  () => {
    let bls, bn254, ours, noble, addressOf;
    beforeAll(async () => {
      const [{ Common, Hardfork, Mainnet }, { createEVM, EVMError }, { createAddressFromString }] =
        await Promise.all(['common', 'evm', 'util'].map(loadPackage));
      [bls, bn254] = [await createBls12381(), await createBn254()];
      const common = new Common({ chain: Mainnet, hardfork: Hardfork.Prague });
      const own = ethereumjs({ bls, bn254, EVMError });
      [ours, noble] = [await createEVM({ common, ...own }), await createEVM({ common })];
      addressOf = (/** @type {number} */ a) =>
        createAddressFromString(`0x${a.toString(16).padStart(40, '0')}`);
    });
    afterAll(() => [bls, bn254].forEach((instance) => instance?.dispose()));

    /** @param {any} evm @param {any} vector */
    const call = async (evm, { address, input }) => {
      const gasLimit = 10n ** 7n;
      const to = addressOf(address);
      const { execResult } = await evm.runCall({ to, data: fromHex(input), gasLimit });
      const { returnValue, executionGasUsed: gas, exceptionError } = execResult;
      return { result: toHex(returnValue), gas, error: exceptionError?.error };
    };

    it('give the expected results, and fail where they should', async () => {
      for (const vector of cases) {
        const { result, gas, error } = await call(ours, vector);
        expect(result, vector.name).toBe(vector.expected ?? '');
        expect(error === undefined, vector.name).toBe(vector.expected !== undefined);
        if (error) expect(gas).toBe(10n ** 7n);
      }
    });

    it("give results, gas and errors of the EVM's own implementation", async () => {
      const { bytes, every } = NOBLE;
      const short = cases.filter(
        ({ expected, input }, i) => !expected || (input.length <= 2 * bytes && i % every === 0),
      );
      for (const vector of short) {
        const expected = await call(noble, vector);
        const { error, ...got } = await call(ours, vector);
        expect(got, vector.name).toEqual({ result: expected.result, gas: expected.gas });
        // Noble's own errors, of coordinates of G1 above p, are a nameless 'revert' to the EVM.
        if (expected.error === 'revert') expect(error, vector.name).toMatch(/not (on|in)|revert/);
        else expect(error, vector.name).toBe(expected.error);
      }
    });
  },
);
