/**
 * A feed of nostr events, verified for nostr-tools: one by one, as a pool asks, and by a queue,
 * which makes batches of what arrives together.
 *
 *   npm install --prefix examples/clients && node examples/clients/nostr-tools.js
 */
import { AbstractSimplePool } from 'nostr-tools/abstract-pool';
import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure';
import { nostrTools } from 'curvemill/adapters/nostr-tools';
import { createSecp256k1 } from 'curvemill/secp256k1';

const secp = await createSecp256k1();
const { verifyEvent, queue } = nostrTools(secp);

const pool = new AbstractSimplePool({ verifyEvent }); // pool.subscribe(…) verifies with it
pool.destroy();

const key = generateSecretKey();
const events = Array.from({ length: 200 }, (_, i) =>
  finalizeEvent({ kind: 1, created_at: i, tags: [], content: `note ${i}` }, key),
);
events[7] = { ...events[7], content: 'forged' };
const answers = await Promise.all(events.map((event) => queue.verify(event)));
console.log(`${events.length} events, invalid: ${answers.indexOf(false)}`);
secp.dispose();
