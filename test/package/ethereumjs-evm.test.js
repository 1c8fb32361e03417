/**
 * The precompiles of EIP-2537 in a real EVM: @ethereumjs/evm with examples/clients/evm-bls.js,
 * beside one with its own implementation, @noble/curves. Results, gas and errors are the same.
 * About three seconds, half of them for the start of the EVM.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../scripts/lib/paths.js';
import { fromHex, toHex } from '../support/hex.js';
import { describeWith } from '../support/installed.js';
import { vectorsOf } from '../support/vectors.js';

const clients = join(root, 'examples/clients');
const modules = join(clients, 'node_modules');
const load = (/** @type {string} */ file) => import(pathToFileURL(file).href);
const loadPackage = (/** @type {string} */ name) =>
  load(join(modules, '@ethereumjs', name, 'dist/esm/index.js'));

/** Addresses by the files of vectors, and by their lists. */
const ADDRESSES = {
  'eip2537-g1': { add: 0x0b, mul: 0x0c, msm: 0x0c },
  'eip2537-g2': { add: 0x0d, mul: 0x0e, msm: 0x0e },
  'eip2537-pairing': { pairing: 0x0f },
  'eip2537-map': { mapG1: 0x10, mapG2: 0x11 },
};

/** Noble computes those that are refused, and of the others those that are short, every so many. */
const NOBLE = { bytes: 800, every: 8 };

const cases = Object.entries(ADDRESSES).flatMap(([file, addresses]) => {
  const versions = vectorsOf(`bls12-381/${file}.json`);
  return Object.entries(addresses).flatMap(([list, address]) =>
    versions
      .flatMap(({ data }) => [...data[list], ...data[`${list}Fail`]])
      .map((vector) => ({ ...vector, address })),
  );
});

describeWith(
  'the precompiles of EIP-2537 in @ethereumjs/evm',
  existsSync(join(modules, '@ethereumjs/evm')),
  'npm install --prefix examples/clients',
  () => {
    let bls, ours, noble, addressOf;
    beforeAll(async () => {
      const [{ Common, Hardfork, Mainnet }, { createEVM }, { createAddressFromString }] =
        await Promise.all(['common', 'evm', 'util'].map(loadPackage));
      const { createBls12381 } = await load(join(root, 'dist/bls12-381.js'));
      const { evmBls } = await load(join(clients, 'evm-bls.js'));
      bls = await createBls12381();
      const common = new Common({ chain: Mainnet, hardfork: Hardfork.Prague });
      [ours, noble] = [await createEVM({ common, bls: evmBls(bls) }), await createEVM({ common })];
      addressOf = (/** @type {number} */ a) =>
        createAddressFromString(`0x${a.toString(16).padStart(40, '0')}`);
    });
    afterAll(() => bls?.dispose());

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
        if (expected.error === 'revert') expect(error, vector.name).toMatch(/not (on|in)/);
        else expect(error, vector.name).toBe(expected.error);
      }
    });
  },
);
