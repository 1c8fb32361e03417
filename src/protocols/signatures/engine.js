/** Access to the engine's signature operations. */

/** @import { Engine, EngineSignatures } from '../../port/engine.js' */

/**
 * A group as the equations of a protocol see it: its engine, which may refuse after the end of
 * the instance, and its parameters. In a worker there is no group.
 * @typedef {{ readonly engine: Engine, readonly config: { readonly order: bigint,
 *   readonly p: bigint, readonly generator: { readonly x: any, readonly y: any } } }}
 *   SignatureCurve
 */

/**
 * @param {Engine} engine of an instance that verifies signatures
 * @returns {EngineSignatures}
 */
export const signaturesOf = ({ signatures }) => /** @type {EngineSignatures} */ (signatures);
