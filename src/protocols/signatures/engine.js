/** Access to the engine's signature operations. */

/** @import { Engine, EngineSignatures } from '../../port/engine.js' */

/**
 * @param {Engine} engine of an instance that verifies signatures
 * @returns {EngineSignatures}
 */
export const signaturesOf = ({ signatures }) => /** @type {EngineSignatures} */ (signatures);
