/** Events of nostr-tools by our verifiers, and by its own. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nostrTools } from '../../src/adapters/nostr-tools.js';
import { createSecp256k1 } from '../../src/secp256k1.js';
import { describeHost, importHost } from './hosts.js';

/** @param {string} text @param {number} at */
const flip = (text, at) => text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1);

describeHost('nostr-tools', ['nostr-tools', 'nostr-wasm'], () => {
  let pure, wasm, pool, secp, door, events;
  beforeAll(async () => {
    [pure, wasm, pool] = await Promise.all(
      ['pure', 'wasm', 'abstract-pool'].map((name) => importHost(`nostr-tools/lib/esm/${name}.js`)),
    );
    secp = await createSecp256k1();
    door = nostrTools(secp);
    const key = new Uint8Array(32).fill(9);
    events = ['', 'hello', '"\\\n\u2028 ünï 🎉 \ud800', 'x'.repeat(5000)].map((content, i) => ({
      ...pure.finalizeEvent(
        { kind: i, created_at: 1e9 + i, tags: [['t', 'a"b'], [], ['p', '\u0000']], content },
        key,
      ),
    }));
    // The mark of a verified event, by which its own verifier answers without looking.
    for (const event of events) delete event[pure.verifiedSymbol];
  });
  afterAll(() => secp?.dispose());

  /** Each event with one thing wrong, and what else a relay may send. */
  const sent = () => {
    const [event] = events.slice(1);
    const wrong = {
      id: [flip(event.id, 3), event.id.toUpperCase(), '', 7, undefined],
      pubkey: [flip(event.pubkey, 60), event.pubkey.toUpperCase(), 'f'.repeat(64), '', null],
      sig: [flip(event.sig, 5), flip(event.sig, 100), event.sig.slice(2), `${event.sig}00`, '', {}],
      content: ['Hello', null, ['hello']],
      tags: [[], [['t', 1]], [{}], 't', undefined],
      kind: [2, '1', undefined],
      created_at: [0, '1', NaN],
    };
    const changed = Object.entries(wrong).flatMap(([name, values]) =>
      values.map((value) => ({ ...event, [name]: value })),
    );
    const throwing = { ...event };
    Object.defineProperty(throwing, 'sig', {
      get() {
        throw new Error('no');
      },
    });
    const upper = { ...event, sig: event.sig.toUpperCase() };
    return [...events, upper, ...changed, {}, [], throwing, 'event', 5, null, undefined];
  };

  /** Its own answer; it throws for what is no object. @param {any} event */
  const own = (event) => {
    try {
      return pure.verifyEvent(event === null ? event : Object.assign(Object.create(event), {}));
    } catch {
      return false;
    }
  };

  it('answers as its own verifier does, for whatever is sent', () => {
    const answers = sent().map((event) => door.verifyEvent(event));
    expect(answers).toEqual(sent().map(own));
    expect(answers.filter(Boolean)).toHaveLength(events.length + 1);
  });

  it('is what nostr-tools/wasm takes, and refuses to sign', () => {
    wasm.setNostrWasm(door.nostrWasm);
    for (const event of sent().filter((each) => each instanceof Object)) {
      expect(wasm.verifyEvent(Object.create(event))).toBe(own(event));
    }
    for (const name of ['generateSecretKey', 'getPublicKey', 'finalizeEvent'])
      expect(() => wasm[name](events[0], new Uint8Array(32))).toThrow(/nostr-tools\/pure/);
  });

  it('is taken by a pool', () => {
    const relays = new pool.AbstractSimplePool({ verifyEvent: door.verifyEvent });
    expect(relays.verifyEvent).toBe(door.verifyEvent);
    relays.destroy?.();
  });

  it('answers a queue of events by themselves, in batches', async () => {
    const list = sent();
    const answers = await Promise.all(list.map((event) => door.queue.verify(event)));
    expect(answers).toEqual(list.map(own));
  });

  it('judges an event as it was given to the queue', async () => {
    const [event] = events.slice(1);
    const [changed, mended] = [structuredClone(event), { ...event, content: 'another' }];
    const answers = [changed, mended].map((each) => door.queue.verify(each));
    changed.tags[0].push('later');
    Object.assign(changed, { content: 'another', id: flip(event.id, 3) });
    mended.content = event.content;
    expect(await Promise.all(answers)).toEqual([true, false]);
  });

  it('keeps other tasks and later events alive under load', async () => {
    const load = Array.from({ length: 1500 }, (_, i) => events[i % 3]);
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const order = [];
    const flood = Promise.all(
      load.map((event, i) => door.queue.verify(event).then((isValid) => order.push([i, isValid]))),
    );
    await new Promise((resolve) => setTimeout(resolve, 1));
    const late = door.queue.verify({ ...events[1], sig: flip(events[1].sig, 9) });
    expect(await late).toBe(false);
    await flood;
    clearInterval(timer);
    expect(turns).toBeGreaterThan(4);
    expect(order.every(([, isValid], i) => isValid && order[i][0] === i)).toBe(true);
  });

  it('says when its instance has ended', async () => {
    const other = await createSecp256k1();
    const { verifyEvent, queue } = nostrTools(other);
    other.dispose();
    expect(() => verifyEvent(events[0])).toThrow(/dispose/);
    expect(verifyEvent({})).toBe(false);
    await expect(queue.verify(events[0])).rejects.toThrow(/dispose/);
  });
});
