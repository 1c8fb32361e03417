/** KZG, EIP-2537, and EIP-196 and EIP-197, for @ethereumjs/tx, common and evm, version 10. */
import { PointError } from '../errors.js';
import { readInstance } from './parts/instances.js';

/** @import { Bls12381 } from '../bls12-381.js' */
/** @import { Bn254 } from '../bn254.js' */
/** @import { Kzg } from '../index.js' */

/**
 * The host's class of errors, of which the EVM names those of precompiles.
 * @typedef {{ new (error: never): object, errorMessages: Record<string, unknown> }} EvmErrorClass
 */

/**
 * The options of @ethereumjs: `customCrypto: { kzg }` of a Common; `bls` and `bn254` of an EVM.
 * A precompile that refuses its input fails the call, which takes all of its gas. With the host's
 * `EVMError` the failure has the name that the host's own implementation gives it, a point outside
 * of the subgroup being one not on the curve; else every such failure is a revert.
 * @param {{ bls?: Bls12381, bn254?: Bn254, kzg?: Kzg, EVMError?: EvmErrorClass }} parts those that
 *   the host shall have
 * @example
 * import { ethereumjs } from 'curvemill/adapters/ethereumjs';
 * const parts = { bls: await createBls12381(), bn254: await createBn254(), EVMError };
 * const evm = await createEVM({ common, ...ethereumjs(parts) });
 */
export function ethereumjs({ bls, bn254, kzg, EVMError }) {
  /** @param {string} names of errors @param {() => Uint8Array} precompile */
  const named = (names, precompile) => {
    try {
      return precompile();
    } catch (error) {
      if (!EVMError || !(error instanceof PointError)) throw error;
      const reason = error.reason === 'range' ? 'FP_NOT_IN_FIELD' : 'POINT_NOT_ON_CURVE';
      const message = EVMError.errorMessages[`${names}_${reason}`];
      throw message === undefined ? error : new EVMError(/** @type {never} */ (message));
    }
  };
  /** @param {string} names @param {(input: Uint8Array) => Uint8Array} call */
  const precompile = (names, call) => (/** @type {Uint8Array} */ input) =>
    named(names, () => call(input));
  const { eip2537 } = bls ? readInstance(bls, ['eip2537'], 'createBls12381') : {};
  const { evm } = bn254 ? readInstance(bn254, ['evm'], 'createBn254') : {};
  return {
    kzg: kzg && readInstance(kzg, ['hex'], 'kzg()').hex,
    bls: eip2537 && {
      addG1: precompile('BLS_12_381', (input) => eip2537.g1Add(input)),
      msmG1: precompile('BLS_12_381', (input) => eip2537.g1Msm(input)),
      addG2: precompile('BLS_12_381', (input) => eip2537.g2Add(input)),
      msmG2: precompile('BLS_12_381', (input) => eip2537.g2Msm(input)),
      mapFPtoG1: precompile('BLS_12_381', (input) => eip2537.mapFpToG1(input)),
      mapFP2toG2: precompile('BLS_12_381', (input) => eip2537.mapFp2ToG2(input)),
      pairingCheck: precompile('BLS_12_381', (input) => eip2537.pairing(input)),
    },
    bn254: evm && {
      add: precompile('BN254', (input) => evm.ecAdd(input)),
      mul: precompile('BN254', (input) => evm.ecMul(input)),
      pairing: precompile('BN254', (input) => evm.ecPairing(input)),
    },
  };
}
