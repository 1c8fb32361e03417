/**
 * Two threads: arguments that change once a call has returned, and the caller's code that disposes
 * of the instance, or calls it, while jobs are posted.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { createBls12381, createSecp256k1 } from '../../src/index.js';
import { isInputError } from '../support/errors.js';
import { ecdsaItems, schnorrItems } from '../protocols/signing.js';

/** From so many points a sum is worth two threads. */
const N = 3000;

/** TypeScript's library knows neither. @type {any} */
const { ArrayBuffer: Resizable, SharedArrayBuffer: Shared } = globalThis;

/** @type {any[]} */
const made = [];
afterEach(() => made.splice(0).forEach((instance) => instance.dispose()));

/** @template T @param {Promise<T>} creating */
async function kept(creating) {
  const instance = /** @type {any} */ (await creating);
  made.push(instance);
  return instance;
}

const onTwo = () => kept(createBls12381({ groups: ['G1'], threads: 2 }));

/** A copy in a buffer that can be taken away. @param {Uint8Array} bytes @param {any} buffer */
function copyIn(bytes, buffer) {
  const copy = new Uint8Array(buffer);
  copy.set(bytes);
  return copy;
}

describe('two threads', () => {
  it('buffers that change after a call has returned do not matter', async () => {
    const { G1, threads } = await onTwo();
    expect(threads).toBe(2);
    const points = G1.randomPoints(N, 1);
    const [bytes, scalars] = [points.toBytes('uncompressed'), G1.randomScalars(N, 2)];
    const expected = G1.msm(points, scalars);
    for (const [make, spoil] of /** @type {[(n: number) => any, (view: any) => any][]} */ ([
      [(n) => new ArrayBuffer(n), (view) => view.fill(255)],
      [(n) => new ArrayBuffer(n), (view) => structuredClone(view, { transfer: [view.buffer] })],
      [(n) => new Resizable(n, { maxByteLength: n }), (view) => view.buffer.resize(0)],
      [(n) => new Shared(n), (view) => view.fill(255)],
    ])) {
      const own = [bytes, scalars].map((some) => copyIn(some, make(some.length)));
      const [ofPoints, ofScalars] = own;
      const calls = [
        G1.msmAsync(points, ofScalars),
        G1.msmAsync(ofPoints, ofScalars),
        G1.pointsAsync(ofPoints, { format: 'uncompressed' }),
        G1.fixedBasis(ofPoints, { memory: 2 ** 21 }),
      ];
      own.forEach(spoil);
      const [one, two, decoded, basis] = await Promise.all(calls);
      expect(one.equals(expected)).toBe(true);
      expect(two.equals(expected)).toBe(true);
      expect(decoded.toBytes('uncompressed')).toEqual(bytes);
      const last = scalars.slice();
      const sum = basis.msmAsync(last);
      last.fill(0);
      expect((await sum).equals(expected)).toBe(true);
    }
  });

  it('items that change after a call has returned do not matter', async () => {
    const secp = await kept(createSecp256k1({ threads: 2 }));
    const repeated = (/** @type {any[]} */ items) =>
      Array.from({ length: 2000 }, (_, i) => ({ ...items[i % items.length] }));
    for (const [protocol, items, field] of [
      [secp.schnorr, repeated(schnorrItems(20)), 'message'],
      [secp.ecdsa, repeated(ecdsaItems(20)), 'hash'],
    ]) {
      const own = items.map((item) => ({ ...item, signature: item.signature.slice() }));
      const calls = [protocol.verifyBatchAsync(own), protocol.findInvalidAsync(own)];
      for (const item of own) item.signature.fill(0);
      own.length = 0;
      expect(await Promise.all(calls)).toEqual([true, []]);
      const bad = items.map((item, i) =>
        i === 1500 ? { ...item, [field]: item.publicKey.slice(0, 32) } : item,
      );
      expect(await protocol.findInvalidAsync(bad)).toEqual([1500]);
    }
  });

  it('points that are disposed of after a call has returned', async () => {
    const { G1 } = await onTwo();
    const points = G1.randomPoints(N, 1);
    const scalars = G1.randomScalars(N, 2);
    const expected = G1.msm(points, scalars);
    const calls = [G1.msmAsync(points, scalars), G1.msmAsync(points, scalars)];
    points.dispose();
    for (const sum of await Promise.all(calls)) expect(sum.equals(expected)).toBe(true);
  });

  it.each(['getter', 'signal', 'progress'])('disposed of while jobs run: by a %s', async (by) => {
    for (let after = 0; after < 4; after++) {
      const bls = await onTwo();
      const { G1 } = bls;
      const points = G1.randomPoints(N, 1);
      const scalars = G1.randomScalars(N, 2);
      const running = [G1.msmAsync(points, scalars), G1.pointsAsync(points.toBytes())];
      for (const call of running) call.catch(() => {});
      let looks = 0;
      const dispose = () => void (looks++ === after && bls.dispose());
      const signal = {
        get aborted() {
          dispose();
          return false;
        },
        addEventListener() {},
        removeEventListener() {},
      };
      const options = {
        getter: {
          get endian() {
            bls.dispose();
            return 'be';
          },
        },
        signal: { signal },
        progress: { onProgress: dispose },
      }[by];
      const outcomes = await Promise.allSettled([
        ...running,
        G1.msmAsync(points, scalars, /** @type {any} */ (options)),
      ]);
      const wasDisposed = by === 'getter' || looks > after;
      for (const { status, reason } of /** @type {any[]} */ (outcomes)) {
        if (status === 'rejected') isInputError(reason);
        else expect(by === 'getter' && wasDisposed).toBe(false);
      }
      bls.dispose();
    }
  });

  it('calls from within progress and signals are right', async () => {
    const { G1 } = await onTwo();
    const points = G1.randomPoints(N, 1);
    const scalars = G1.randomScalars(N, 2);
    const expected = G1.msm(points, scalars);
    /** @type {Promise<any>[]} */
    const begun = [];
    const onProgress = () => {
      if (begun.length < 6) begun.push(G1.msmAsync(points, scalars));
      expect(G1.msm(points.slice(0, 9), scalars.subarray(0, 288)).isIdentity()).toBe(false);
    };
    const [sum, basis] = await Promise.all([
      G1.msmAsync(points, scalars, { onProgress }),
      G1.fixedBasis(points, { memory: 2 ** 21, onProgress }),
    ]);
    expect(begun.length).toBeGreaterThan(0);
    for (const other of [sum, await basis.msmAsync(scalars), ...(await Promise.all(begun))])
      expect(other.equals(expected)).toBe(true);
  });
});
