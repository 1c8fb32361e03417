/** Pairings, hashes to G2 and BLS signatures of the JavaScript libraries. */
import { concat } from '../../scripts/lib/bytes.js';
import { pairingPeers } from '../../scripts/lib/peers/pairings.js';
import { readCount } from './formats.js';
import { MESSAGE_BYTES, SIZES, TAG, encodeAnswer, readLists, readPairs } from './pairing-inputs.js';

/** @import { Task } from './host.js' */

/**
 * @param {string} system
 * @param {string} task
 * @param {Uint8Array<ArrayBuffer>} input
 * @returns {Promise<Task | null>} null for what the library or this file lacks
 */
export async function loadPairingTask(system, task, input) {
  const [kind, curve] = task.split('/');
  const peer = KINDS.includes(kind) && (await pairingPeers[system]?.(curve));
  if (!peer) return null;
  const n = readCount(input);
  const answer = (/** @type {(() => boolean) | undefined} */ run) =>
    run ? { run, encode: encodeAnswer } : null;
  switch (kind) {
    case 'pairing': {
      const [first, second] = readPairs(input);
      return answer(peer.pairing(first, second));
    }
    case 'hash': {
      if (!peer.hash) return null;
      const { run, read } = peer.hash(readLists(input, [[n, MESSAGE_BYTES]])[0], TAG);
      return { run, encode: (points) => concat(points.map(read)) };
    }
    case 'verify': {
      const [signatures, messages, keys] = readLists(input, [
        [n, SIZES.signature],
        [n, MESSAGE_BYTES],
        [n, SIZES.key],
      ]);
      return answer(peer.verify?.(signatures, messages, keys, TAG));
    }
    default: {
      const [[signature], [message], keys] = readLists(input, [
        [1, SIZES.signature],
        [1, MESSAGE_BYTES],
        [n, SIZES.G1],
      ]);
      return answer(peer.committee?.(signature, message, keys, TAG));
    }
  }
}

const KINDS = ['pairing', 'hash', 'verify', 'committee'];
