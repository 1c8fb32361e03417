/** Nostr events (NIP-01) for nostr-tools: https://github.com/nbd-wtf/nostr-tools. */
import { InputError } from '../errors.js';
import { hexOf } from '../input/bytes.js';
import { readHex } from '../input/hex.js';
import { readList } from '../input/lists.js';
import { toUtf8 } from '../math/text.js';
import { sha256 } from '../protocols/sha256.js';
import { readInstance } from './parts/instances.js';

/** @import { Secp256k1 } from '../secp256k1.js' */

/**
 * A verifier's arguments, of an event whose id is that of its content.
 * @typedef {{ signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array }} Item
 */

/** Events that are hashed before other tasks have a turn: a few milliseconds. */
const BATCH = 256;

const [ID, SIGNATURE] = [/^[0-9a-f]{64}$/, /^[0-9a-fA-F]{128}$/];

/** @param {unknown} value @returns {string} */
function textOf(value) {
  if (typeof value === 'string') return value;
  throw new InputError('event: expected text, got another value');
}

/**
 * An event as it is now: what is hashed of it, and what is compared.
 * @param {any} event
 * @returns {{ id: string, sig: string, pubkey: string, text: string } | null} null for what is no
 *   event
 */
function readEvent(event) {
  try {
    if (typeof event !== 'object' || event === null) return null;
    const { created_at: time, kind } = event;
    if (typeof kind !== 'number' || typeof time !== 'number') return null;
    const [id, pubkey, sig] = [event.id, event.pubkey, event.sig].map(textOf);
    if (!ID.test(pubkey) || !SIGNATURE.test(sig)) return null;
    const content = textOf(event.content);
    const tags = readList(event.tags, 'tags', (tag) => readList(tag, 'tag', textOf));
    return { id, sig, pubkey, text: JSON.stringify([0, pubkey, time, kind, tags, content]) };
  } catch {
    return null; // an event that throws where it is read
  }
}

/**
 * The signature of an event, and its arguments.
 * @param {ReturnType<typeof readEvent>} event
 * @returns {Item | null} null for what is no event, or has another id than its content's hash
 */
function itemOf(event) {
  const message = event && sha256([toUtf8(event.text)]);
  if (!message || hexOf(message) !== event.id) return null;
  return { signature: readHex(event.sig, 'sig'), message, publicKey: readHex(event.pubkey, 'key') };
}

/**
 * A turn of the event loop; timers of hidden pages are slow, but React Native has no channels.
 * @returns {Promise<void>}
 */
const turn = () =>
  new Promise((resolve) => {
    if (typeof MessageChannel !== 'function') {
      setTimeout(resolve, 0);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });

/**
 * The verifiers of an instance, for nostr-tools.
 *
 * `verifyEvent(event)`: whether id and signature are valid; false for whatever else a relay sends.
 * For `new SimplePool()`, `AbstractSimplePool` and `AbstractRelay`, as option `verifyEvent`.
 *
 * `nostrWasm`: for `setNostrWasm` of nostr-tools/wasm, whose `verifyEvent` takes not throwing for
 * valid: this one throws for a forgery. It does not sign.
 *
 * `queue.verify(event)`: the same as a promise. Events of a turn of the event loop are one batch, a
 * third of the time; those of one batch wait for those before, in the order of their arrival, and
 * other tasks have a turn between two. A forgery among them is found, the others are answered.
 * @param {Secp256k1} secp
 * @example
 * import { nostrTools } from 'curvemill/adapters/nostr-tools';
 * const { verifyEvent } = nostrTools(await createSecp256k1());
 * const pool = new AbstractSimplePool({ verifyEvent });
 */
export function nostrTools(secp) {
  const { schnorr } = readInstance(secp, ['schnorr'], 'createSecp256k1');
  const verifyEvent = (/** @type {unknown} */ event) => {
    const item = itemOf(readEvent(event));
    return item !== null && schnorr.verify(item.signature, item.message, item.publicKey);
  };
  return {
    verifyEvent,
    nostrWasm: {
      verifyEvent(/** @type {unknown} */ event) {
        if (!verifyEvent(event)) throw new Error('invalid event: expected its id and signature');
      },
      generateSecretKey: refuse,
      getPublicKey: refuse,
      finalizeEvent: refuse,
    },
    queue: queueOf(schnorr),
  };
}

/** @returns {never} */
function refuse() {
  throw new InputError('expected verifyEvent alone, got a call with secrets: use nostr-tools/pure');
}

/** @param {Secp256k1['schnorr']} schnorr */
function queueOf(schnorr) {
  /** @type {{ event: ReturnType<typeof readEvent>, resolve: (isValid: boolean) => void,
   *   reject: (error: unknown) => void }[]} */
  let waiting = [];
  let isRunning = false;
  const run = async () => {
    for (isRunning = true; waiting.length > 0;) {
      await turn();
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      try {
        const items = batch.map(({ event }) => itemOf(event));
        const known = batch.filter((_, i) => items[i] !== null);
        const list = /** @type {Item[]} */ (items.filter((item) => item !== null));
        const invalid = new Set(await schnorr.verifyFeedAsync(list));
        batch.forEach(({ resolve }, i) => items[i] === null && resolve(false));
        known.forEach(({ resolve }, i) => resolve(!invalid.has(i)));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  };
  return {
    /**
     * @param {unknown} event judged as it is now
     * @returns {Promise<boolean>} rejects after the end of the instance
     */
    verify: (event) =>
      new Promise((resolve, reject) => {
        waiting.push({ event: readEvent(event), resolve, reject });
        if (!isRunning) void run();
      }),
  };
}
