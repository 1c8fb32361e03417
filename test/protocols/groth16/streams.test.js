/**
 * Proofs by keys that are read once: pieces of any size, sections in any order, streams that fail,
 * and what stays of the witness and of memory.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Arena } from '../../../src/engines/wasm/kernels/arena.js';
import { InputError, ResourceError } from '../../../src/errors.js';
import { constantsOf } from '../../../src/group/scalars/products.js';
import { pairingContextOf } from '../../../src/pairing-friendly.js';
import { curveOf } from '../../../src/protocols/groth16/curve.js';
import { Groth16Equations } from '../../../src/protocols/groth16/equations.js';
import { freePiece, piecesOf } from '../../../src/protocols/groth16/pieces.js';
import { prove } from '../../../src/protocols/groth16/prove.js';
import { placeOf } from '../../../src/protocols/groth16/verifying-key.js';
import { readWitness } from '../../../src/protocols/groth16/wtns.js';
import { forEachBackend } from '../../support/backends.js';
import { isInputError, rejectionOf } from '../../support/errors.js';
import { creators } from '../../support/creators.js';
import { Circuit, mixed } from '../../support/groth16/circuits.js';
import { some } from '../../support/extent.js';
import { circuitModule, inputsOf } from '../../support/groth16/circuit-module.js';
import { groth16Curves } from '../../support/groth16/curves.js';
import { container, scalars, sectionsOf, witnessFile } from '../../support/groth16/files.js';
import { setup } from '../../support/groth16/setup.js';
import { concat } from '../../support/hex.js';
import { withMemories } from '../../support/memories.js';

/** Where the prover works, as it is opened for an instance. */
async function placeIn(/** @type {any} */ instance, /** @type {string} */ name) {
  const curve = curveOf(/** @type {any} */ (pairingContextOf(instance)), name);
  // The least non-residue of both fields.
  const lists = await /** @type {any} */ (curve.g1.engine.scalarLists)({ generator: 5n });
  const field = { lists, order: curve.r, context: curve.g1, constant: constantsOf(lists) };
  return { curve, field, equations: new Groth16Equations(placeOf(curve)) };
}

/** Points and entries of a piece. */
const SIZES = [
  [64, 2],
  [100, 333],
  [1, 64],
  [7, 1],
];

const task = { signal: undefined, onProgress: undefined };

for (const { group, name, q, r } of groth16Curves) {
  forEachBackend(
    `Groth16 by pieces, ${name}`,
    (context) => {
      it('of any size, kept or dropped', async () => {
        const { instance } = context;
        const circuit = mixed(r);
        const { zkey, vkey } = await setup({ instance, name, q, r }, circuit, 'mixed');
        const vk = (await instance.groth16()).verifyingKey(vkey);
        const place = await placeIn(instance, name);
        for (const [points, entries] of some(SIZES, 1, name)) {
          for (const isKept of [false, true]) {
            const witness = await readWitness(circuit.values, r);
            const how = { check: false, insecure: false, isKept, task };
            const pieces = piecesOf(place, zkey, how, { points, entries });
            /** @type {any[]} */
            const used = [];
            const { proof, publicSignals } = await prove(place, pieces, witness, {
              ...{ task, isKept, fail() {} },
              after: (piece) => used.push(piece),
            });
            for (const piece of used) freePiece(place.field.lists, piece);
            expect(used.length).toBeGreaterThan(10);
            expect(vk.verify(publicSignals, proof)).toBe(true);
          }
        }
      });
    },
    group,
  );
}

const bn = /** @type {typeof groth16Curves[number]} */ (
  groth16Curves.find(({ name }) => name === 'bn128')
);

describe('Groth16 by streams', () => {
  /** @type {any} */
  let instance, groth16, circuit, zkey, vk, wtns;
  /** @type {WebAssembly.Memory[]} */
  let memories = [];
  const secret = 0xfedcba98765432100123456789abcdefn;
  const pattern = Buffer.from(scalars([secret])).subarray(0, 16);
  beforeAll(async () => {
    ({ instance, memories } = await withMemories(creators.bn254));
    groth16 = await instance.groth16();
    circuit = mixed(bn.r, secret);
    const made = await setup({ instance, ...bn }, circuit, 'mixed');
    zkey = made.zkey;
    vk = groth16.verifyingKey(made.vkey);
    wtns = witnessFile(circuit);
  });
  afterAll(() => instance?.dispose());

  const isClean = () => !memories.some(({ buffer }) => Buffer.from(buffer).includes(pattern));

  /** Sections with their bodies, in an order of ids. @param {number[]} ids */
  const ordered = (ids) => {
    const bodies = new Map(
      sectionsOf(zkey).map(({ id, start, end }) => [id, zkey.slice(start, end)]),
    );
    return container(
      'zkey',
      1,
      ids.map((id) => [id, /** @type {Uint8Array} */ (bodies.get(id))]),
    );
  };

  /**
   * A file piece by piece, which says whether it was closed. `at`: what happens before a byte.
   * @param {Uint8Array} file
   * @param {number} size
   * @param {{ at?: number, event?: () => unknown }} [how]
   */
  function streamOf(file, size, { at = Infinity, event = () => {} } = {}) {
    const state = { isClosed: false, isRead: false };
    const bytes = (async function* () {
      try {
        for (let from = 0; from < file.length; from += size) {
          if (from + size > at) await event();
          yield file.slice(from, from + size);
        }
        state.isRead = true;
      } finally {
        state.isClosed = true;
      }
    })();
    return { state, bytes };
  }

  /** @type {(proved: any) => boolean} */
  const isValid = ({ proof, publicSignals }) => vk.verify(publicSignals, proof);

  it.each([
    ['setup', [1, 2, 4, 3, 9, 8, 5, 6, 7, 10]],
    ['contribute', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ['points first', [1, 2, 8, 7, 5, 6, 4, 9, 3, 10]],
  ])('in the order of %s, in pieces of any length', async (_, ids) => {
    const file = ordered(ids);
    for (const size of [997, 4096, file.length]) {
      const { state, bytes } = streamOf(file, size);
      expect(isValid(await groth16.prove(bytes, wtns))).toBe(true);
      expect(state).toEqual({ isClosed: true, isRead: true });
    }
    expect(isValid(await groth16.prove(new Response(file), wtns))).toBe(true);
    expect(isValid(await groth16.prove(new Blob([file]), circuit.values))).toBe(true);
    expect(isClean()).toBe(true);
  });

  it('one byte at a time', async () => {
    expect(isValid(await groth16.prove(streamOf(zkey, 1).bytes, wtns))).toBe(true);
  });

  it.each([
    [
      'H before the coefficients',
      [1, 2, 3, 9, 4, 5, 6, 7, 8],
      /section 9 \(H\): expected section 4/,
    ],
    ['the header last', [1, 3, 4, 5, 6, 7, 8, 9, 2], /section 3 \(IC\): expected section 2/],
    ['backward', [9, 8, 7, 6, 5, 4, 3, 2, 1], /section 9 \(H\): expected section 1/],
  ])('%s: with random access, or kept', async (_, ids, message) => {
    const file = ordered(ids);
    const { state, bytes } = streamOf(file, 4096);
    const refused = groth16.prove(bytes, wtns);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toThrow(/pass a Blob or all bytes, or open the key/);
    expect(state.isClosed).toBe(true);
    expect(isValid(await groth16.prove(file, wtns))).toBe(true);
    expect(isValid(await groth16.prove(new Blob([file]), wtns))).toBe(true);
    const key = await groth16.provingKey(streamOf(file, 4096).bytes);
    expect(isValid(await key.prove(wtns))).toBe(true);
    key.dispose();
  });

  it('leaves long sections out where a file has random access', async () => {
    const extra = new Uint8Array(2 ** 23);
    const sections = sectionsOf(zkey).map(
      ({ id, start, end }) => /** @type {const} */ ([id, zkey.slice(start, end)]),
    );
    const file = container('zkey', 1, [[77, extra], ...sections]);
    let read = 0;
    /** Ranges of a file, as a server has them. */
    const ranges = (/** @type {number} */ start, /** @type {number} */ end) => ({
      size: end - start,
      arrayBuffer: () => expect.unreachable(),
      slice: (/** @type {number} */ from, /** @type {number} */ to) =>
        ranges(start + from, start + to),
      stream() {
        let at = start;
        return new ReadableStream({
          pull(controller) {
            if (at >= end) return controller.close();
            const piece = file.slice(at, Math.min(end, (at += 2 ** 16)));
            read += piece.length;
            controller.enqueue(piece);
          },
        });
      },
    });
    expect(isValid(await groth16.prove(ranges(0, file.length), wtns))).toBe(true);
    expect(read).toBeLessThan(zkey.length + 2 ** 20);
  });

  it('ends, closed and clean, where a stream fails, ends early, or lasts too long', async () => {
    const error = new Error('of the network');
    const places = sectionsOf(zkey).flatMap(({ start, end }) => [start - 6, (start + end) >> 1]);
    for (const at of places) {
      const fails = streamOf(zkey, 256, { at, event: () => Promise.reject(error) });
      await expect(groth16.prove(fails.bytes, wtns)).rejects.toBe(error);
      const ends = streamOf(zkey.subarray(0, at), 256);
      await expect(groth16.prove(ends.bytes, wtns)).rejects.toThrow(/zkey: .*expected .*, got/);
      const controller = new AbortController();
      const { signal } = controller;
      const stalls = streamOf(zkey, 256, {
        at,
        event: () => (controller.abort(error), new Promise((resolve) => setTimeout(resolve))),
      });
      await expect(groth16.prove(stalls.bytes, wtns, { signal })).rejects.toBe(error);
      for (let i = 0; i < 100 && !stalls.state.isClosed; i++) {
        await new Promise((resolve) => setTimeout(resolve));
      }
      for (const { state } of [fails, ends, stalls]) expect(state.isClosed).toBe(true);
      expect(isClean()).toBe(true);
    }
    const endless = streamOf(concat(zkey, new Uint8Array(2 ** 20)), 997);
    await expect(groth16.prove(endless.bytes, wtns)).rejects.toThrow(/expected the end/);
    expect(endless.state).toEqual({ isClosed: true, isRead: false });
    expect(isClean()).toBe(true);
  });

  it('takes no memory for rows that a stream of unknown length only announces', async () => {
    const [counts] = [4 + 32 + 4 + 32];
    const header = sectionsOf(zkey).find(({ id }) => id === 2);
    const file = zkey.slice();
    const view = new DataView(file.buffer);
    view.setUint32(/** @type {any} */ (header).start + counts + 8, 2 ** 22, true);
    const sum = () => memories.reduce((all, { buffer }) => all + buffer.byteLength, 0);
    const before = sum();
    const { bytes } = streamOf(file, 4096);
    await expect(groth16.prove(bytes, wtns)).rejects.toThrow(/section 4 .*entries or more, got/);
    await expect(groth16.prove(file, wtns)).rejects.toThrow(/section 2 .*bytes or more, got/);
    expect(sum()).toBe(before);
  });

  it('takes none for entries that it only announces', async () => {
    const header = /** @type {any} */ (sectionsOf(zkey).find(({ id }) => id === 2));
    const rows = /** @type {any} */ (sectionsOf(zkey).find(({ id }) => id === 4));
    const count = 2 ** 20;
    const entries = zkey.subarray(rows.start + 4, rows.end);
    // More than a piece of them come.
    const copies = Array.from({ length: Math.ceil((44 * 33_000) / entries.length) }, () => entries);
    const file = concat(zkey.subarray(0, rows.start + 4), ...copies);
    const view = new DataView(file.buffer);
    view.setUint32(header.start + 4 + 32 + 4 + 32 + 8, 2 ** 22, true);
    view.setUint32(rows.start, count, true);
    view.setUint32(rows.start - 8, 4 + 44 * count, true);
    const sum = () => memories.reduce((all, { buffer }) => all + buffer.byteLength, 0);
    const before = sum();
    const proving = groth16.prove(streamOf(file, 4096).bytes, wtns);
    await expect(proving).rejects.toThrow(/section 4 .*expected \d+ bytes, got/);
    expect(sum()).toBe(before);
  });

  it('proves with few entries for many rows: linear constraints have none', async () => {
    const linear = new Circuit(bn.r);
    const y = linear.public(25n);
    const x = linear.wire(5n);
    linear.constrain(new Map([[x, 1n]]), new Map([[x, 1n]]), new Map([[y, 1n]]));
    let last = x;
    for (let i = 0; i < 60; i++) {
      const next = linear.wire(linear.values[last] + 1n);
      const sum = new Map([
        [next, 1n],
        [last, bn.r - 1n],
        [0, bn.r - 1n],
      ]);
      linear.constrain(new Map(), new Map(), sum);
      last = next;
    }
    const made = await setup({ instance, ...bn }, linear, 'linear');
    const own = groth16.verifyingKey(made.vkey);
    const holds = ({ proof, publicSignals }) => own.verify(publicSignals, proof);
    expect(holds(await groth16.prove(streamOf(made.zkey, 997).bytes, linear.values))).toBe(true);
    const key = await groth16.provingKey(streamOf(made.zkey, 997).bytes);
    expect(key.domain).toBe(64);
    expect(holds(await key.prove(linear.values))).toBe(true);
    key.dispose();
  });

  it('does not wait for a stream where the instance or the circuit has failed', async () => {
    const rows = /** @type {any} */ (sectionsOf(zkey).find(({ id }) => id === 4));
    const stalling = () =>
      streamOf(zkey, 256, { at: rows.start, event: () => new Promise(() => {}) }).bytes;
    const short = await creators.bn254();
    const of = await short.groth16();
    const running = [
      ...[of.prove(stalling(), wtns), of.provingKey(stalling()), of.witness(stalling(), {})],
      of.fullProve({}, stalling(), stalling()),
    ].map(rejectionOf);
    setTimeout(() => short.dispose(), 20);
    for (const error of await Promise.all(running)) {
      isInputError(error);
      expect(error.message).toMatch(/live instance, got a disposed one/);
    }
    const late = streamOf(zkey, 256, { at: 1, event: () => new Promise(() => {}) }).bytes;
    const code = await circuitModule(bn);
    const proving = groth16.fullProve(inputsOf(0), code, late);
    await expect(proving).rejects.toThrow(/expected values that its assertions/);
  });

  it('refuses a domain that memory has no room for, at its header', async () => {
    const small = await creators.bn254({ maxMemory: 2 ** 24 });
    const [counts] = [4 + 32 + 4 + 32];
    const header = /** @type {any} */ (sectionsOf(zkey).find(({ id }) => id === 2));
    const file = zkey.slice();
    new DataView(file.buffer).setUint32(header.start + counts + 8, 2 ** 20, true);
    const { bytes, state } = streamOf(file, 997);
    const refused = (await small.groth16()).prove(bytes, wtns);
    await expect(refused).rejects.toThrow(ResourceError);
    await expect(refused).rejects.toThrow(
      /proof of a domain of 1048576: expected 1\d\d\.\d MiB of memory, got \d+\.\d MiB free/,
    );
    expect(state).toEqual({ isClosed: true, isRead: false });
    small.dispose();
  });

  it('computes the same at addresses above 2^30, where maxMemory allows them', async () => {
    /** @type {Set<Arena>} */
    const arenas = new Set();
    const { allocate } = Arena.prototype;
    Arena.prototype.allocate = function (...args) {
      arenas.add(this);
      return allocate.apply(this, args);
    };
    try {
      const large = await creators.bn254({ maxMemory: 2 ** 32 });
      expect(arenas.size).toBe(1);
      const [arena] = arenas;
      arena.allocate(2 ** 31 - 2 ** 26 - arena.used, 'what nobody touches');
      const own = await large.groth16();
      expect(isValid(await own.prove(zkey, wtns))).toBe(true);
      const key = await own.provingKey(zkey);
      expect(isValid(await key.prove(wtns))).toBe(true);
      const points = large.G1.randomPoints(500, 1);
      const values = large.G1.randomScalars(500, 2);
      const same = instance.G1.points(points.toBytes());
      expect(large.G1.msm(points, values).toHex()).toBe(instance.G1.msm(same, values).toHex());
      expect(() => arena.allocate(2 ** 26, 'more')).toThrow(ResourceError);
      large.dispose();
    } finally {
      Arena.prototype.allocate = allocate;
    }
  });

  it('frees all that it takes, on every path', async () => {
    const live = new Set();
    const { allocate, free } = Arena.prototype;
    Arena.prototype.allocate = function (...args) {
      const start = allocate.apply(this, args);
      live.add(start);
      return start;
    };
    Arena.prototype.free = function (start) {
      live.delete(start);
      return free.call(this, start);
    };
    try {
      await groth16.prove(zkey, wtns);
      const lasting = live.size;
      for (let count = 1; count < 12; count++) {
        let reports = 0;
        const error = new Error('of the report');
        const onProgress = () => {
          if (++reports === count) throw error;
        };
        const running = groth16.prove(zkey, wtns, { onProgress });
        await running.catch((/** @type {unknown} */ own) => expect(own).toBe(error));
        expect(live.size).toBe(lasting);
        expect(isClean()).toBe(true);
      }
      await expect(groth16.prove(zkey, witnessFile({ r: bn.r, values: [1n] }))).rejects.toThrow(
        InputError,
      );
      expect(live.size).toBe(lasting);
    } finally {
      Object.assign(Arena.prototype, { allocate, free });
    }
  });

  it('names a bad point of a later piece by its place in the section', async () => {
    const place = await placeIn(instance, bn.name);
    const how = { check: false, insecure: false, isKept: false, task };
    const section = /** @type {any} */ (sectionsOf(zkey).find(({ id }) => id === 5));
    let index = 20;
    const file = zkey.slice();
    const pointAt = () => section.start + 64 * index;
    while (file.subarray(pointAt(), pointAt() + 64).every((byte) => byte === 0)) index++;
    file[pointAt()] ^= 1;
    const pieces = piecesOf(place, file, how, { points: 7, entries: 100 });
    const reading = (async () => {
      for await (const piece of pieces) freePiece(place.field.lists, piece);
    })();
    await expect(reading).rejects.toMatchObject({ index });
    await expect(reading).rejects.toThrow(`section 5 (A): point at index ${index}: expected`);
  });

  it('overwrites its copies of the witness', async () => {
    /** @type {Set<Uint8Array>} */
    const copies = new Set();
    const holding = () => [...copies].filter((own) => Buffer.from(own.buffer).includes(pattern));
    const { slice } = Uint8Array.prototype;
    Uint8Array.prototype.slice = function (...args) {
      const copy = slice.apply(this, args);
      copies.add(copy);
      return copy;
    };
    try {
      const key = await groth16.provingKey(zkey);
      for (const proving of [() => key.prove(wtns), () => groth16.prove(zkey, wtns)]) {
        copies.clear();
        expect(isValid(await proving())).toBe(true);
        await Promise.resolve();
        expect([...copies].filter(({ length }) => length >= wtns.length)).not.toEqual([]);
        expect(holding()).toEqual([]);
      }
      // Of another field: the copy is made before that is known.
      const other = concat(wtns);
      other[30] ^= 1;
      for (const proving of [() => key.prove(other), () => groth16.prove(zkey, other)]) {
        copies.clear();
        await expect(proving()).rejects.toThrow(/the order of the group/);
        await Promise.resolve();
        expect(copies.size).toBeGreaterThan(0);
        expect(holding()).toEqual([]);
      }
      key.dispose();
    } finally {
      Uint8Array.prototype.slice = slice;
    }
  });

  it('copies the bytes of a witness before it returns, and leaves them as they are', async () => {
    const own = wtns.slice();
    const running = groth16.prove(zkey, own);
    own.fill(0);
    expect(isValid(await running)).toBe(true);
    const before = wtns.slice();
    await groth16.prove(zkey, wtns);
    expect(wtns).toEqual(before);
  });
});
