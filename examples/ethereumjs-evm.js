/**
 * The BLS12-381 precompiles of EIP-2537 for @ethereumjs/evm: its option `bls` takes an object of
 * the type EVMBLSInterface, which is `bls.eip2537` under other names.
 *
 *   node examples/ethereumjs-evm.js
 */
import { createBls12381 } from 'curvemill/bls12-381';

/**
 * For `createEVM({ bls: evmBls(await createBls12381()), common })`. The EVM checks lengths and gas;
 * what a precompile refuses is thrown, and the call fails.
 * @param {import('curvemill').Bls12381} bls
 */
export const evmBls = ({ eip2537 }) => ({
  addG1: (/** @type {Uint8Array} */ input) => eip2537.g1Add(input),
  msmG1: (/** @type {Uint8Array} */ input) => eip2537.g1Msm(input),
  addG2: (/** @type {Uint8Array} */ input) => eip2537.g2Add(input),
  msmG2: (/** @type {Uint8Array} */ input) => eip2537.g2Msm(input),
  mapFPtoG1: (/** @type {Uint8Array} */ input) => eip2537.mapFpToG1(input),
  mapFP2toG2: (/** @type {Uint8Array} */ input) => eip2537.mapFp2ToG2(input),
  pairingCheck: (/** @type {Uint8Array} */ input) => eip2537.pairing(input),
});

const bls = await createBls12381();
const evm = evmBls(bls);

// A point of each group, from an element of the field.
const P = evm.mapFPtoG1(new Uint8Array(64).fill(1, 63));
const Q = evm.mapFP2toG2(new Uint8Array(128).fill(1, 127));

// e(P, Q) is not one, and e(P, Q)·e(−P, Q) is. (r − 1)·P = −P.
const minusOne = (bls.G1.order - 1n).toString(16).padStart(64, '0');
const negative = evm.msmG1(new Uint8Array([...P, ...Buffer.from(minusOne, 'hex')]));
console.log(evm.pairingCheck(new Uint8Array([...P, ...Q])).at(-1)); // 0
console.log(evm.pairingCheck(new Uint8Array([...P, ...Q, ...negative, ...Q])).at(-1)); // 1
bls.dispose();
