/**
 * A feed of nostr events, verified in a worker: one batch, and which events are invalid. The main
 * thread stays free. Runs in Node; in a browser, the worker's half is the same in a module worker.
 *
 *   node examples/nostr-feed.js [EVENTS]
 */
import { createHash } from 'node:crypto';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { createSecp256k1 } from 'curvemill/secp256k1';

/** @typedef {{ id: string, pubkey: string, sig: string, created_at: number, kind: number,
 *   tags: string[][], content: string }} NostrEvent */

const bytes = (/** @type {string} */ hex) => Uint8Array.from(Buffer.from(hex, 'hex'));

/**
 * The hash that an event's signature signs (NIP-01).
 * @param {NostrEvent} event
 */
const idOf = ({ pubkey, created_at, kind, tags, content }) =>
  createHash('sha256')
    .update(JSON.stringify([0, pubkey, created_at, kind, tags, content]))
    .digest('hex');

if (isMainThread) await readFeed();
else await verifyFeeds();

/** The worker: answers every feed with the positions of its invalid events. */
async function verifyFeeds() {
  const { schnorr } = await createSecp256k1();
  parentPort?.on('message', (/** @type {NostrEvent[]} */ feed) => {
    // An id that is not the event's hash is as wrong as its signature: the hash is what counts.
    const items = feed.map((event) => ({
      signature: bytes(event.sig),
      message: bytes(idOf(event)),
      publicKey: bytes(event.pubkey),
    }));
    parentPort?.postMessage(schnorr.verifyBatch(items) ? [] : schnorr.findInvalid(items));
  });
}

/** The main thread: stands in for a relay, and forges one event. */
async function readFeed() {
  const { schnorr } = await import('@noble/curves/secp256k1.js');
  const count = Number(process.argv[2] ?? 100);
  const secret = new Uint8Array(32).fill(1);
  const pubkey = Buffer.from(schnorr.getPublicKey(secret)).toString('hex');
  const feed = Array.from({ length: count }, (_, i) => {
    const event = {
      pubkey,
      created_at: i,
      kind: 1,
      tags: [],
      content: `note ${i}`,
      id: '',
      sig: '',
    };
    event.id = idOf(event);
    event.sig = Buffer.from(schnorr.sign(bytes(event.id), secret)).toString('hex');
    return event;
  });
  feed[count >> 1].content = 'forged';

  const worker = new Worker(new URL(import.meta.url));
  worker.postMessage(feed);
  worker.once('message', (invalid) => {
    console.log(`${count} events, invalid: ${invalid.join(', ') || 'none'}`);
    worker.terminate();
  });
}
