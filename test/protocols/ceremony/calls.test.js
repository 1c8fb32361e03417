/** Calls that verify ceremonies: arguments, aborts, ends, threads, random changes. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Arena } from '../../../src/engines/wasm/kernels/arena.js';
import { EnvironmentError, ResourceError } from '../../../src/errors.js';
import { creators } from '../../support/creators.js';
import { madeBySnarkjs, streamOf } from '../../support/ceremony/files.js';
import { isInputError, rejectionOf } from '../../support/errors.js';
import { isWhole, some } from '../../support/extent.js';
import { sectionsOf } from '../../support/groth16/files.js';

const { r1cs, ptau, initial, zkey } = madeBySnarkjs();
const files = { r1cs, ptau, initial, zkey };

/** Bits changed in each of three files: CURVEMILL_FLIPS of them. */
const FLIPS = Number(process.env.CURVEMILL_FLIPS ?? (isWhole ? 40 : 3));

describe('verification of ceremonies', () => {
  /** @type {any} */
  let instance, groth16;
  beforeAll(async () => {
    instance = await creators.bn254();
    groth16 = await instance.groth16();
  });
  afterAll(() => instance?.dispose());

  /** Calls by name, each with what it is given last. */
  const calls = (/** @type {any} */ of) => ({
    verifyPtau: (/** @type {any} */ how = {}) => of.verifyPtau(ptau, how),
    verifyZkey: (/** @type {any} */ how = {}) => of.verifyZkey(files, how),
    verifyContribution: (/** @type {any} */ how = {}) => of.verifyContribution(initial, zkey, how),
  });

  it('refuses wrong types and options', async () => {
    for (const wrong of [
      ...[
        () => groth16.verifyPtau(),
        () => groth16.verifyPtau('file'),
        () => groth16.verifyPtau(7),
      ],
      ...[() => groth16.verifyPtau(ptau, { check: true }), () => groth16.verifyPtau(ptau, 1)],
      () => groth16.verifyPtau(ptau, { expected: '12' }),
      () => groth16.verifyPtau(ptau, { expected: 'z'.repeat(128) }),
      () => groth16.verifyPtau(ptau, { expected: new Uint8Array(64) }),
      ...[9, 64, 10.5, '20', null].map(
        (beaconLimit) => () => groth16.verifyPtau(ptau, { beaconLimit }),
      ),
      () => groth16.verifyPtau(ptau, { signal: {} }),
      () => groth16.verifyPtau(ptau, { onProgress: 1 }),
      () => groth16.verifyPtau([1, 2]),
      ...[() => groth16.verifyZkey(), () => groth16.verifyZkey(zkey)],
      () => groth16.verifyZkey({ ...files, key: zkey }),
      ...Object.keys(files).map((name) => () => groth16.verifyZkey({ ...files, [name]: 'file' })),
      ...['r1cs', 'ptau', 'zkey'].map(
        (name) => () => groth16.verifyZkey({ ...files, [name]: undefined }),
      ),
      () => groth16.verifyContribution(zkey),
      () => groth16.verifyContribution('file', zkey),
      () => groth16.verifyContribution(initial, zkey, { expected: '' }),
    ]) {
      isInputError(await rejectionOf(wrong()));
    }
  });

  it('a beacon above the limit is not computed', async () => {
    const { valid } = await groth16.verifyPtau(ptau, { beaconLimit: 10 });
    expect(valid).toBe(true);
  });

  it('passes on the error of a stream, which is no verdict', async () => {
    const mine = new Error('mine');
    const failing = async function* (/** @type {Uint8Array} */ file) {
      yield file.slice(0, 2000);
      throw mine;
    };
    expect(await rejectionOf(groth16.verifyPtau(failing(ptau)))).toBe(mine);
    for (const name of Object.keys(files)) {
      const broken = { ...files, [name]: failing(/** @type {any} */ (files)[name].slice()) };
      expect(await rejectionOf(groth16.verifyZkey(broken)), name).toBe(mine);
    }
    const onProgress = () => {
      throw mine;
    };
    for (const [name, call] of Object.entries(calls(groth16))) {
      expect(await rejectionOf(call({ onProgress })), name).toBe(mine);
    }
  });

  it('aborts, before and while it waits for a stream', async () => {
    const reason = new Error('enough');
    for (const [name, call] of Object.entries(calls(groth16))) {
      expect(await rejectionOf(call({ signal: AbortSignal.abort(reason) })), name).toBe(reason);
      const controller = new AbortController();
      const onProgress = () => controller.abort(reason);
      const { signal } = controller;
      expect(await rejectionOf(call({ signal, onProgress })), name).toBe(reason);
    }
    const controller = new AbortController();
    let isClosed = false;
    const waiting = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => setTimeout(() => controller.abort(reason), 1)),
        return: async () => (isClosed = true),
      }),
    };
    const { signal } = controller;
    expect(await rejectionOf(groth16.verifyPtau(waiting, { signal }))).toBe(reason);
    expect(isClosed).toBe(true);
  });

  it('ends with its instance, and needs a live one', async () => {
    const own = await creators.bn254();
    const ending = await own.groth16();
    // One may be rejected while another is waited for.
    const all = Object.values(calls(ending)).map((call) => rejectionOf(call()));
    own.dispose();
    for (const error of await Promise.all(all)) isInputError(error);
    for (const call of Object.values(calls(ending))) isInputError(await rejectionOf(call()));
  });

  it('needs WebAssembly', async () => {
    const own = await creators.bn254({ backend: 'bigint' });
    const error = await rejectionOf((await own.groth16()).verifyPtau(ptau));
    expect(error).toBeInstanceOf(EnvironmentError);
    own.dispose();
  });

  it('gives the same on threads, and as methods that were taken off', async () => {
    const threaded = await creators.bn254({ threads: 2 });
    const { verifyPtau, verifyZkey, verifyContribution } = await threaded.groth16();
    const own = calls({ verifyPtau, verifyZkey, verifyContribution });
    for (const [name, call] of Object.entries(calls(groth16))) {
      expect(await /** @type {any} */ (own)[name](), name).toEqual(await call());
    }
    threaded.dispose();
  });

  it('leaves no memory behind: valid, not valid, aborted or out of memory anywhere', async () => {
    const { allocate, free } = Arena.prototype;
    /** @type {Map<Arena, Set<number>>} */
    const blocks = new Map();
    const liveOf = (/** @type {Arena} */ arena) => {
      const live = blocks.get(arena) ?? new Set();
      blocks.set(arena, live);
      return live;
    };
    /** Called before an allocation; it may throw. @type {() => void} */
    let meanwhile = () => {};
    vi.spyOn(Arena.prototype, 'allocate').mockImplementation(
      /** @this {Arena} */ function (...given) {
        meanwhile();
        const address = allocate.apply(this, given);
        liveOf(this).add(address);
        return address;
      },
    );
    vi.spyOn(Arena.prototype, 'free').mockImplementation(
      /** @this {Arena} */ function (address) {
        liveOf(this).delete(address);
        return free.call(this, address);
      },
    );
    const count = () => [...blocks.values()].reduce((sum, { size }) => sum + size, 0);
    const own = await creators.bn254();
    try {
      const of = await own.groth16();
      const without = (/** @type {any} */ how = {}) => of.verifyZkey({ r1cs, ptau, zkey }, how);
      for (const [name, call] of Object.entries({ ...calls(of), without })) {
        await call();
        let allocations = 0;
        meanwhile = () => void allocations++;
        const before = count();
        await call();
        expect(count(), name).toBe(before);
        // There are thousands, most of them of numbers that an operation needs for a moment.
        const stride = Math.max(1, Math.floor(allocations / 97));
        const stops = Array.from({ length: allocations / stride }, (_, i) => i * stride);
        for (const stop of some(stops, 8, name)) {
          for (const isAbort of [true, false]) {
            const controller = new AbortController();
            const { signal } = controller;
            const reason = isAbort ? new Error('stop') : new ResourceError('no memory');
            let left = stop;
            meanwhile = () => {
              if (left-- !== 0) return;
              if (!isAbort) throw reason;
              controller.abort(reason);
            };
            const error = await call({ signal }).then(
              () => undefined,
              (/** @type {unknown} */ thrown) => thrown,
            );
            // The last allocations may come after the last look at the signal.
            if (error !== undefined) expect(error).toBe(reason);
            expect(count(), `${name}, ${reason.message} at allocation ${stop}`).toBe(before);
          }
        }
        meanwhile = () => {};
      }
      const wrong = zkey.slice();
      wrong[wrong.length - 1] ^= 1;
      const before = count();
      expect((await of.verifyZkey({ ...files, zkey: wrong })).valid).toBe(false);
      expect((await of.verifyZkey({ ...files, zkey: initial })).valid).toBe(false);
      expect((await of.verifyPtau(zkey)).valid).toBe(false);
      expect(count()).toBe(before);
    } finally {
      vi.restoreAllMocks();
      own.dispose();
    }
  });

  it('reads a part of a file once, from its beginning to its end', async () => {
    /** @type {Map<string, number>} */
    const read = new Map();
    const counted = (/** @type {string} */ name, /** @type {Uint8Array} */ file) =>
      (async function* () {
        for await (const piece of streamOf(file, 500)) {
          read.set(name, (read.get(name) ?? 0) + piece.length);
          yield piece;
        }
      })();
    const streams = Object.fromEntries(
      Object.entries(files).map(([name, file]) => [name, counted(name, file)]),
    );
    expect((await groth16.verifyZkey(streams)).valid).toBe(true);
    const lengths = Object.entries(files).map(([name, { length }]) => [name, length]);
    expect([...read].toSorted()).toEqual(lengths.toSorted());
  });

  /** A byte's place, by section. @type {(file: Uint8Array, at: number) => [number, number]} */
  const placeOf = (file, at) => {
    const found = sectionsOf(file).find(({ start, end }) => at >= start && at < end);
    return found ? [found.id, at - found.start] : [0, at];
  };

  it('bits that change are refused, but for names, labels and what nothing binds', async () => {
    let seed = Number(process.env.CURVEMILL_SEED ?? 1);
    const below = (/** @type {number} */ bound) => {
      seed = (seed * 48271) % 2147483647;
      return seed % bound;
    };
    const text = (/** @type {Uint8Array} */ file, /** @type {string} */ name) => {
      const at = Buffer.from(file).indexOf(name);
      return [at, at + name.length];
    };
    const names = new Map([
      ['zkey', ['anna', 'berta', 'end'].map((name) => text(zkey, name))],
      ['ptau', ['first', 'beacon'].map((name) => text(ptau, name))],
    ]);
    // Records of the first phase, the states of hashes in these, and where the last one's ends.
    const starts = [4, 1515, 3019];
    const isState = (/** @type {number} */ offset) => {
      const start = starts.findLast((own) => own <= offset) ?? 0;
      const place = offset - start - 1216;
      return place >= (start === starts[2] ? 96 : 0) && place < (start === starts[2] ? 128 : 216);
    };
    for (let i = 0; i < FLIPS; i++) {
      for (const name of /** @type {const} */ (['ptau', 'zkey', 'r1cs'])) {
        const file = files[name].slice();
        // A third of the changes is in the last records.
        const at =
          i % 3 ? below(file.length) : file.length - 1 - below(Math.min(1300, file.length));
        file[at] ^= 1 << below(8);
        const { valid, reason } =
          name === 'ptau'
            ? await groth16.verifyPtau(file, { beaconLimit: 12 })
            : await groth16.verifyZkey({ ...files, [name]: file }, { beaconLimit: 12 });
        const where = `${name}, byte ${at}: ${placeOf(files[name], at).join(' + ')}: ${reason}`;
        const [id, offset] = placeOf(files[name], at);
        const isFree =
          (names.get(name) ?? []).some(([start, end]) => at >= start && at < end) ||
          (name === 'r1cs' && id === 3) ||
          (name === 'r1cs' && id === 1 && offset >= 48 && offset < 60) ||
          (name === 'ptau' && id === 7 && isState(offset));
        if (!isFree) expect(valid, where).toBe(false);
      }
    }
  });
});
