/**
 * The BLS12-381 precompiles of EIP-2537 for @ethereumjs/evm 10, whose option `bls` takes an
 * `EVMBLSInterface`: `bls.eip2537` under other names. The EVM itself checks lengths and gas.
 */
import { PointError } from 'curvemill/errors';
import { EVMError } from '@ethereumjs/evm';

const { BLS_12_381_FP_NOT_IN_FIELD, BLS_12_381_POINT_NOT_ON_CURVE } = EVMError.errorMessages;

/**
 * For `createEVM({ common, bls: evmBls(await createBls12381()) })`. What a precompile refuses fails
 * the call, which takes all of its gas, with the error that the EVM's own implementation names; a
 * point outside of the subgroup counts as not on the curve.
 * @param {import('curvemill').Bls12381} bls
 * @returns {import('@ethereumjs/evm').EVMBLSInterface}
 */
export const evmBls = ({ eip2537 }) => ({
  addG1: (input) => orRefuse(() => eip2537.g1Add(input)),
  msmG1: (input) => orRefuse(() => eip2537.g1Msm(input)),
  addG2: (input) => orRefuse(() => eip2537.g2Add(input)),
  msmG2: (input) => orRefuse(() => eip2537.g2Msm(input)),
  mapFPtoG1: (input) => orRefuse(() => eip2537.mapFpToG1(input)),
  mapFP2toG2: (input) => orRefuse(() => eip2537.mapFp2ToG2(input)),
  pairingCheck: (input) => orRefuse(() => eip2537.pairing(input)),
});

/** @param {() => Uint8Array} precompile */
function orRefuse(precompile) {
  try {
    return precompile();
  } catch (error) {
    if (!(error instanceof PointError)) throw error;
    const isTooLarge = error.reason === 'range';
    throw new EVMError(isTooLarge ? BLS_12_381_FP_NOT_IN_FIELD : BLS_12_381_POINT_NOT_ON_CURVE);
  }
}
