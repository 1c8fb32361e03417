/**
 * SHA-256 of challenges by the runtime, where it has a synchronous one: Node, Bun, Deno. Imported
 * there alone. docs/decisions/29-hashes-of-the-runtime.md has the prices.
 */
import { sameBytes } from '../../input/bytes.js';

/** @import { Sha256 } from '../../port/engine.js' */
/** @import { ChallengeHash } from './scalars.js' */

/** A millisecond with the processor's instructions for SHA-256. */
const STEP_BYTES = 2 ** 21;

/** The message that both hashes are compared on, once: a block and a rest. */
const SAMPLE = Uint8Array.from({ length: 100 }, (_, i) => i);

/**
 * @param {(name: string) => any} createHash of `node:crypto`; midstates are hashes that have begun
 * @param {Sha256} own of the engine
 * @returns {ChallengeHash | null} null if both do not give the same
 */
export function hashOfRuntime(createHash, own) {
  /** @type {(parts: readonly Uint8Array[], midstate?: { state: any }) => any} */
  const begin = (parts, midstate) => {
    const hash = midstate ? midstate.state.copy() : createHash('sha256');
    for (const part of parts) hash.update(part);
    return hash;
  };
  /** @type {ChallengeHash} */
  const fast = {
    stepBytes: STEP_BYTES,
    // One message after the other takes less than four in lanes.
    lanes: null,
    digest: (parts, midstate) => Uint8Array.from(begin(parts, midstate).digest()),
    absorb(parts, midstate) {
      const bytes = parts.reduce((sum, { length }) => sum + length, midstate?.bytes ?? 0);
      return { midstate: { state: begin(parts, midstate), bytes }, left: new Uint8Array() };
    },
  };
  return agree(fast, own) ? fast : null;
}

/**
 * Whether two hashes give the same. Runtimes may refuse theirs, or imitate the module in part.
 * @type {(fast: Sha256, own: Sha256) => boolean}
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
