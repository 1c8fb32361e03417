/**
 * Byte arrays whose buffer changes its length: resizable, growable and shared ones, views that
 * track a length or have left it, memories of WebAssembly.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBanderwagon, createBls12381, createSecp256k1 } from '../../src/index.js';
import { readBytes } from '../../src/input/bytes.js';
import { expectInputError, rejectionOf, thrownBy } from '../support/errors.js';
import { blsItems } from '../protocols/bls-items.js';
import { ecdsaItems, schnorrItems } from '../protocols/signing.js';
import { isWhole } from '../support/extent.js';

const BACKENDS = /** @type {const} */ (['portable', 'bigint']).slice(0, isWhole ? 2 : 1);

/** TypeScript's library knows neither. @type {any} */
const { ArrayBuffer: Resizable, SharedArrayBuffer: Growable } = globalThis;

/** A view of a resizable buffer with these bytes, which tracks its length. */
function tracking(/** @type {Uint8Array} */ bytes, Type = Resizable) {
  const buffer = new Type(bytes.length, { maxByteLength: 2 * bytes.length + 64 });
  const view = new Uint8Array(buffer);
  view.set(bytes);
  return view;
}

/** One of a fixed length, with room before it. */
function fixed(/** @type {Uint8Array} */ bytes) {
  const buffer = new Resizable(bytes.length + 8, { maxByteLength: 2 * bytes.length + 64 });
  const view = new Uint8Array(buffer, 8, bytes.length);
  view.set(bytes);
  return view;
}

const resize = (/** @type {Uint8Array} */ view, /** @type {number} */ length) =>
  /** @type {any} */ (view.buffer).resize(length);

/** Views of bytes that have left their buffer, or whose buffer is gone. */
const OUTSIDE = {
  'of a fixed length, out of bounds': (bytes) => {
    const view = fixed(bytes);
    resize(view, 8 + bytes.length - 1);
    return view;
  },
  'that begins beyond the end': (bytes) => {
    const view = fixed(bytes);
    resize(view, 3);
    return view;
  },
  'that tracks and begins beyond the end': (bytes) => {
    const whole = tracking(new Uint8Array(bytes.length + 8));
    const view = new Uint8Array(whole.buffer, 8);
    resize(whole, 0);
    return view;
  },
  'of a memory that grew': () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 2 });
    const view = new Uint8Array(memory.buffer, 0, 32);
    memory.grow(1);
    return view;
  },
};

describe.each(BACKENDS)('buffers that change [%s]', (backend) => {
  let bls, secp, bw, verkle;
  beforeAll(async () => {
    [bls, bw, secp] = await Promise.all([
      createBls12381({ backend }),
      createBanderwagon({ backend }),
      createSecp256k1({ backend }),
    ]);
    verkle = await bw.verkle({ memory: 2 ** 16 });
  });
  afterAll(() => [bls, bw, secp].forEach((instance) => instance?.dispose()));

  it('are read as they are', () => {
    const { G1 } = bls;
    const points = G1.randomPoints(5, 1);
    const [bytes, scalars] = [points.toBytes(), G1.randomScalars(5, 2)];
    const expected = G1.msm(points, scalars);
    for (const of of [tracking, fixed, (some) => tracking(some, Growable)]) {
      expect(G1.msm(of(bytes), of(scalars)).equals(expected)).toBe(true);
      expect(G1.points(of(bytes)).toBytes()).toEqual(bytes);
      expect(G1.point(of(G1.generator.toBytes())).equals(G1.generator)).toBe(true);
    }
    const longer = tracking(bytes);
    resize(longer, bytes.length + 48);
    isInputErrorOrPointError(thrownBy(() => G1.points(longer)));
    resize(longer, 0);
    expect(G1.points(longer)).toHaveLength(0);
  });

  it.each(Object.keys(OUTSIDE))('%s are refused', async (name) => {
    const { G1 } = bls;
    const of = OUTSIDE[name];
    const scalars = of(G1.randomScalars(1, 2));
    const word = of(new Uint8Array(32).fill(1));
    const basis = await G1.fixedBasis(G1.randomPoints(2, 1));
    const { signature, message, publicKey } = schnorrItems(1)[0];
    const hash = new Uint8Array(32);
    const calls = [
      () => G1.points(of(G1.generator.toBytes())),
      () => G1.point(of(G1.generator.toBytes())),
      () => G1.msm([G1.generator], scalars),
      () => basis.msm(scalars),
      () => verkle.commitToScalars([word]),
      () => verkle.getTreeKeyHash(word, new Uint8Array(32)),
      () => secp.schnorr.verify(of(signature), message, publicKey),
      () => secp.schnorr.verify(signature, of(message), publicKey),
      () => secp.ecdsa.verify(new Uint8Array(64), of(hash), secp.group.generator),
      () => secp.ecdsa.signatureFromDer(of(new Uint8Array(70))),
      () => bls.eip2537.g1Add(of(new Uint8Array(256))),
      () => G1.hashToCurve(word, { dst: 'QUUX-V01-CS02' }),
      () => G1.hashToCurve(message, { dst: word }),
      () => bls.minPk.verify(of(new Uint8Array(96)), message, G1.generator),
    ];
    for (const [i, call] of calls.entries()) {
      const error = thrownBy(call);
      expect(error?.code, `call ${i}: ${error}`).toMatch(/^ERR_(INPUT|POINT)$/);
    }
    for (const call of [
      () => G1.pointsAsync(of(G1.generator.toBytes())),
      () => G1.msmAsync([G1.generator], scalars),
      () => basis.msmAsync(scalars),
    ]) {
      expect((await rejectionOf(call())).code).toMatch(/^ERR_(INPUT|POINT)$/);
    }
    const item = { signature, message: of(message), publicKey };
    if (message.length > 0) expectInputError(() => secp.schnorr.findInvalid([item]));
  });

  it('that change while the rest of a list is read are used as they were', () => {
    const words = [3, 4, 5].map((byte) => new Uint8Array(32).fill(byte));
    const expected = verkle.commitToScalars(words);
    for (const change of [
      (early) => resize(early, 0),
      (early) => resize(early, 16),
      (early) => early.fill(9),
    ]) {
      const early = tracking(words[0]);
      const list = [early, null, words[2]];
      Object.defineProperty(list, 1, { get: () => (change(early), words[1]) });
      expect(verkle.commitToScalars(list)).toEqual(expected);
    }
    // One that is out of bounds once its turn has come is refused.
    const late = tracking(words[2]);
    const list = [words[0], null, late];
    Object.defineProperty(list, 1, { get: () => (resize(late, 31), words[1]) });
    expectInputError(() => verkle.commitToScalars(list));
    expect(verkle.commitToScalars(words)).toEqual(expected);
  });

  it('that change while a batch is read count as they were read', () => {
    const good = ecdsaItems(3);
    const early = tracking(good[0].signature);
    const batch = [
      { ...good[0], signature: early },
      Object.defineProperty({ ...good[1] }, 'hash', {
        get: () => (resize(early, 1), good[1].hash),
      }),
      good[2],
    ];
    expect(secp.ecdsa.verifyBatch(batch)).toBe(true);
    const items = blsItems(bls, 'minPk', 2);
    const key = tracking(items[0].publicKey);
    const second = Object.defineProperty({ ...items[1] }, 'message', {
      get: () => (key.fill(0), resize(key, 0), items[1].message),
    });
    expect(bls.minPk.verifyBatch([{ ...items[0], publicKey: key }, second])).toBe(true);
  });

  it('that change after an asynchronous call has returned do not matter', async () => {
    const { G1 } = bls;
    const n = backend === 'bigint' ? 4 : 300;
    const points = G1.randomPoints(n, 1);
    const [bytes, scalars] = [points.toBytes(), G1.randomScalars(n, 2)];
    const expected = G1.msm(points, scalars);
    for (const Type of [Resizable, Growable]) {
      const [a, b] = [tracking(bytes, Type), tracking(scalars, Type)];
      const calls = [G1.pointsAsync(a), G1.msmAsync(a, b), G1.fixedBasis(a, { memory: 2 ** 16 })];
      for (const view of [a, b]) {
        view.fill(1);
        if (Type === Resizable) resize(view, 0);
        else /** @type {any} */ (view.buffer).grow(view.length + 5);
      }
      const [decoded, sum, basis] = await Promise.all(calls);
      expect(decoded.toBytes()).toEqual(bytes);
      expect(sum.equals(expected)).toBe(true);
      expect(basis.msm(scalars).equals(expected)).toBe(true);
    }
  });
});

it('memory shared with other threads is copied when it is read, other memory is not', () => {
  for (const Type of [SharedArrayBuffer, ArrayBuffer]) {
    const view = new Uint8Array(new Type(16), 4, 8).fill(3);
    const read = readBytes(view, 'bytes');
    expect(read.buffer).toBeInstanceOf(ArrayBuffer);
    expect(read.buffer === view.buffer).toBe(Type === ArrayBuffer);
    view.fill(9);
    expect(read).toEqual(new Uint8Array(8).fill(Type === ArrayBuffer ? 9 : 3));
  }
});

/** @param {any} error */
const isInputErrorOrPointError = (error) => expect(error?.code).toMatch(/^ERR_(INPUT|POINT)$/);
