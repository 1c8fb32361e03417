/**
 * An EVM of @ethereumjs/evm whose BLS12-381 precompiles are curvemill's. Prints the results and the
 * gas of three calls.
 *
 *   npm install --prefix examples/clients && node examples/clients/ethereumjs-evm.js
 */
import { Common, Hardfork, Mainnet } from '@ethereumjs/common';
import { createEVM, EVMError } from '@ethereumjs/evm';
import { createAddressFromString } from '@ethereumjs/util';
import { ethereumjs } from 'curvemill/adapters/ethereumjs';
import { createBls12381 } from 'curvemill/bls12-381';

const bls = await createBls12381();
const common = new Common({ chain: Mainnet, hardfork: Hardfork.Prague });
const evm = await createEVM({ common, ...ethereumjs({ bls, EVMError }) });

// A point of each group, from an element of the field.
const P = await call('10', new Uint8Array(64).fill(1, 63));
const Q = await call('11', new Uint8Array(128).fill(1, 127));

// e(P, Q) is not one, and e(P, Q)·e(−P, Q) is. (r − 1)·P = −P.
const minusOne = Buffer.from((bls.G1.order - 1n).toString(16).padStart(64, '0'), 'hex');
const negative = await call('0c', Buffer.concat([P, minusOne]));
await call('0f', Buffer.concat([P, Q]));
await call('0f', Buffer.concat([P, Q, negative, Q]));
await call('0f', Buffer.concat([P, Q, negative, P, P])); // no point of G2
bls.dispose();

/**
 * Calls a precompile.
 * @param {string} address
 * @param {Uint8Array} data
 */
async function call(address, data) {
  const to = createAddressFromString(`0x${address.padStart(40, '0')}`);
  const { execResult } = await evm.runCall({ to, data, gasLimit: 500_000n });
  const { returnValue, executionGasUsed, exceptionError } = execResult;
  const result = exceptionError?.error ?? `…${Buffer.from(returnValue.slice(-4)).toString('hex')}`;
  console.log(`0x${address}: ${result}, gas ${executionGasUsed}`);
  return returnValue;
}
