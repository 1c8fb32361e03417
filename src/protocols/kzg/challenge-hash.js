/**
 * SHA-256 of challenges: the runtime's, where it has a synchronous one, else the engine's.
 * docs/decisions/29-hashes-of-the-runtime.md has the prices.
 */
import { sameBytes } from '../../input/bytes.js';
import { builtin } from '../../parallel/runtime.js';

/** @import { Sha256 } from '../../port/engine.js' */

/**
 * `stepBytes`: bytes hashed between two steps, in a millisecond or less.
 * @typedef {Sha256 & { stepBytes: number }} ChallengeHash
 */

/** A third of a millisecond in WebAssembly, one in JavaScript. */
const STEP_BYTES = 2 ** 17;

/** With the processor's instructions for SHA-256. */
const FAST_STEP_BYTES = 2 ** 21;

/** What both hashes are compared on, once: a block and a rest. */
const SAMPLE = Uint8Array.from({ length: 100 }, (_, i) => i);

/**
 * @param {Sha256} own of the engine
 * @returns {ChallengeHash}
 */
export function challengeHash(own) {
  const fast = hashOfRuntime();
  return fast && agree(fast, own)
    ? { ...fast, stepBytes: FAST_STEP_BYTES }
    : { ...own, stepBytes: STEP_BYTES };
}

/** @returns {Sha256 | null} whose midstates are hashes that have begun */
function hashOfRuntime() {
  const { createHash } = builtin('node:crypto') ?? {};
  if (typeof createHash !== 'function') return null;
  /** @type {(parts: readonly Uint8Array[], midstate?: { state: any }) => any} */
  const begin = (parts, midstate) => {
    const hash = midstate ? midstate.state.copy() : createHash('sha256');
    for (const part of parts) hash.update(part);
    return hash;
  };
  return {
    // One message after the other takes less than four in lanes.
    lanes: null,
    digest: (parts, midstate) => Uint8Array.from(begin(parts, midstate).digest()),
    absorb(parts, midstate) {
      const bytes = parts.reduce((sum, { length }) => sum + length, midstate?.bytes ?? 0);
      return { midstate: { state: begin(parts, midstate), bytes }, left: new Uint8Array() };
    },
  };
}

/**
 * Whether two hashes give the same. Runtimes may refuse theirs, or imitate the module in part.
 * @param {Sha256} fast
 * @param {Sha256} own
 */
function agree(fast, own) {
  const [first, rest] = [SAMPLE.subarray(0, 70), SAMPLE.subarray(70)];
  try {
    const { midstate, left } = fast.absorb([first]);
    return sameBytes(fast.digest([left, rest], midstate), own.digest([SAMPLE]));
  } catch {
    return false;
  }
}
