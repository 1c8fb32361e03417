/**
 * Arguments that lie or change while they are read: own and inherited properties of arrays, byte
 * arrays and options, getters and proxies that run code in the middle of a call.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBanderwagon, createBls12381, createSecp256k1 } from '../../src/index.js';
import {
  expectInputError,
  expectPointError,
  isInputError,
  isPointError,
  rejectionOf,
  thrownBy,
} from '../support/errors.js';
import { ratioOf } from '../support/costs.js';
import { outsiderOf } from './outsider.js';
import { isWhole } from '../support/extent.js';

const BACKENDS = /** @type {const} */ (['portable', 'bigint']).slice(0, isWhole ? 2 : 1);

/** A byte array whose own properties lie. @param {Uint8Array} bytes @param {object} lies */
const lying = (bytes, lies) =>
  Object.defineProperties(
    bytes,
    Object.fromEntries(Reflect.ownKeys(lies).map((name) => [name, { value: lies[name] }])),
  );

/** One that reads differently by its methods than by its elements. @param {Uint8Array} bytes */
const twoFaced = (bytes) =>
  lying(new Uint8Array(bytes), {
    *[Symbol.iterator]() {
      for (let i = 0; i < 32; i++) yield 7;
    },
    subarray: () => new Uint8Array(16).fill(9),
    slice: () => bytes,
    every: () => true,
  });

describe.each(BACKENDS)('hostile arguments [%s]', (backend) => {
  let bls, bw, secp, verkle;
  beforeAll(async () => {
    [bls, bw, secp] = await Promise.all([
      createBls12381({ backend, groups: ['G1'] }),
      createBanderwagon({ backend }),
      createSecp256k1({ backend }),
    ]);
    verkle = await bw.verkle({ memory: 2 ** 20 });
  });
  afterAll(() => [bls, bw, secp].forEach((instance) => instance?.dispose()));

  describe('byte arrays', () => {
    it('have the length of their memory, whatever they claim', async () => {
      const { G1 } = bls;
      const basis = await G1.fixedBasis(G1.randomPoints(3, 1));
      const scalars = G1.randomScalars(3, 2);
      const expected = G1.msm(G1.randomPoints(3, 1), scalars, { endian: 'le' });
      for (const length of [32, 0, 2 ** 20, 3.5, 'x']) {
        const sum = basis.msm(lying(scalars.slice(), { length }), { endian: 'le' });
        expect(sum.equals(expected)).toBe(true);
      }
      const points = lying(G1.randomPoints(3, 1).toBytes(), { length: 48, subarray: () => [] });
      expect(G1.points(points)).toHaveLength(3);
      expect(basis.msm(G1.randomScalars(3, 2), { endian: 'le' }).equals(expected)).toBe(true);
    });

    it('are read by their elements, not by their methods', () => {
      const [address, index] = [new Uint8Array(32).fill(5), new Uint8Array(32).fill(1)];
      const expected = verkle.getTreeKeyHash(address, index);
      for (let i = 0; i < 4; i++) {
        expect(verkle.getTreeKeyHash(twoFaced(address), index)).toEqual(expected);
      }
      // Nothing of it is remembered for the address that its iterator shows.
      const shown = new Uint8Array(32).fill(7);
      const fresh = verkle.getTreeKeyHash(shown, index);
      expect(fresh).not.toEqual(expected);
      expect(verkle.getTreeKeyHash(shown, index)).toEqual(fresh);
    });

    it('in Node, a Buffer is copied where it must be', async () => {
      const values = Array.from({ length: 3 }, (_, i) => new Uint8Array(32).fill(i + 1));
      const commitment = verkle.serializeCommitment(verkle.commitToScalars(values));
      const inputs = [{ serializedCommitment: commitment, vector: values, indices: [1] }];
      const claims = [
        { serializedCommitment: commitment, indexValuePairs: [{ index: 1, value: values[1] }] },
      ];
      const proof = Buffer.from(verkle.createProof(inputs));
      const parts = verkle.deserializeProof(proof);
      const verified = verkle.verifyProofAsync(proof, claims);
      proof.fill(0);
      expect(await verified).toBe(true);
      expect(verkle.verifyProof(verkle.serializeProof(parts), claims)).toBe(true);
    });
  });

  describe('lists', () => {
    it('are read by index to their length, not by their iterator', () => {
      const scalar = new Uint8Array(32).fill(1);
      const endless = Object.assign([scalar, scalar], {
        *[Symbol.iterator]() {
          for (let i = 0; i < 5000; i++) yield scalar;
        },
      });
      const expected = verkle.commitToScalars([scalar, scalar]);
      expect(verkle.commitToScalars(endless)).toEqual(expected);
      expect(verkle.commitToScalars([scalar, scalar])).toEqual(expected);
    });

    it('that are an array of points by their methods are checked like others', () => {
      const { G1 } = bls;
      const list = Object.assign([outsiderOf(G1).toAffine(), G1.generator], { every: () => true });
      expectPointError(() => G1.points(list), 'not-in-subgroup', 0);
    });

    it('may grow and shrink while they are read', () => {
      const { G1 } = bls;
      const { x, y } = G1.generator.toAffine();
      for (const change of [(list) => list.push(1), (list) => (list.length = 1)]) {
        const list = [null, { x, y }];
        list[0] = {
          get x() {
            change(list);
            return x;
          },
          y,
        };
        const outcome = outcomeOf(() => G1.points(list).length);
        if (outcome !== 2) isInputError(outcome);
      }
    });

    it('with a getter that detaches an earlier item', () => {
      const early = new Uint8Array(32).fill(3);
      const list = [early];
      Object.defineProperty(list, 1, {
        get() {
          if (early.length > 0) structuredClone(early, { transfer: [early.buffer] });
          return new Uint8Array(32).fill(4);
        },
      });
      const expected = verkle.commitToScalars([3, 4].map((byte) => new Uint8Array(32).fill(byte)));
      expect(verkle.commitToScalars(list)).toEqual(expected);
    });

    it('that only claim to be long are refused at once', () => {
      const { G1 } = bls;
      const long = new Array(2 ** 32 - 1);
      const longer = new Array(2 ** 28);
      expectInputError(() => secp.ecdsa.verifyBatch(long));
      expectInputError(() => secp.schnorr.findInvalid(long));
      expectInputError(() => G1.msm(longer, []));
      expectInputError(() => G1.msm([], longer));
      expectInputError(() => verkle.commitSparse(long));
      expectInputError(() => verkle.hashCommitments(long));
      expectInputError(() => verkle.createProof(long));
    });

    it('that are proxies with an absurd length, or revoked', () => {
      const { G1 } = bls;
      const calls = [
        (list) => G1.points(list),
        (list) => G1.msm(G1.randomPoints(1, 1), list),
        (list) => secp.schnorr.verifyBatch(list),
        (list) => verkle.commitToScalars(list),
      ];
      for (const length of [-1, 0.5, NaN, 2 ** 60, '3', null]) {
        const get = (target, name) => (name === 'length' ? length : target[name]);
        for (const call of calls) expectInputError(() => call(new Proxy([], { get })));
      }
      const { proxy, revoke } = Proxy.revocable([], {});
      revoke();
      for (const call of calls) expectInputError(() => call(proxy));
      for (const call of calls) expectInputError(() => call([proxy]));
    });
  });

  describe('options', () => {
    it('are own properties', async () => {
      const { G1 } = bls;
      const { x, y } = /** @type {any} */ (outsiderOf(G1).toAffine());
      const prototype = /** @type {any} */ (Object.prototype);
      try {
        prototype.check = false;
        for (const options of [undefined, {}]) {
          expectPointError(() => G1.point({ x, y }, options), 'not-in-subgroup');
          expectPointError(() => G1.points([{ x, y }], options), 'not-in-subgroup', 0);
          isPointError(
            await rejectionOf(G1.pointsAsync([{ x, y }], options)),
            'not-in-subgroup',
            0,
          );
          expectPointError(() => G1.msm([{ x, y }], [1n], options), 'not-in-subgroup', 0);
        }
      } finally {
        delete prototype.check;
      }
      const inherited = Object.create({ check: false });
      expectPointError(() => G1.point({ x, y }, inherited), 'not-in-subgroup');
    });

    it('are not taken from Object.prototype, nor is what is passed on inside', async () => {
      const { G1 } = bls;
      // On kernels long enough for the plans of lists; BigInt has but one.
      const n = backend === 'bigint' ? 30 : 300;
      const list = G1.randomPoints(n, 1);
      const [bytes, scalars] = [list.toBytes(), G1.randomScalars(n, 2)];
      const [sum, uncompressed] = [G1.msm(list, scalars), list.toBytes('uncompressed')];
      const prototype = /** @type {any} */ (Object.prototype);
      // Not `error`, which the loader of the tests reads in its answers.
      const names = ['signal', 'onProgress', 'first', 'factor', 'verify', 'storage', 'most'];
      const aborted = AbortSignal.abort();
      // What these calls import must have arrived: loaders read Object.prototype.
      await Promise.all([G1.pointsAsync(bytes), G1.msmAsync(bytes, scalars)]);
      for (const name of names) {
        const read = async () => {
          prototype[name] = name === 'most' ? 0 : aborted;
          const [decoding, summing] = [G1.pointsAsync(bytes), G1.msmAsync(bytes, scalars)];
          const kept = G1.msmAsync(list, scalars);
          const points = G1.points(uncompressed);
          G1.msm([G1.generator], [1n]);
          return [points, await decoding, G1.msm(points, scalars), await summing, await kept];
        };
        const [one, two, ...sums] = await read().finally(() => delete prototype[name]);
        expect(one.toBytes(), name).toEqual(bytes);
        expect(two.toBytes(), name).toEqual(bytes);
        for (const same of sums) expect(same.equals(sum), name).toBe(true);
      }
    });

    it('that throw where they are read', async () => {
      const { G1 } = bls;
      const options = {
        get check() {
          throw new RangeError('mine');
        },
      };
      const error = thrownBy(() => G1.point(G1.generator.toBytes(), options));
      isInputError(error);
      expect(error.cause).toBeInstanceOf(RangeError);
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      expectInputError(() => G1.point(G1.generator.toBytes(), proxy));
      isInputError(await rejectionOf(createBls12381(proxy)));
      isInputError(await rejectionOf(createSecp256k1(proxy)));
    });
  });

  describe('signals', () => {
    const members = { aborted: false, addEventListener() {}, removeEventListener() {} };
    const throwing = (/** @type {string} */ name) =>
      Object.defineProperty({ ...members }, name, {
        get() {
          throw new RangeError('mine');
        },
      });

    it('that throw where they are read', async () => {
      const { G1 } = bls;
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      for (const signal of [throwing('aborted'), throwing('addEventListener'), proxy]) {
        for (const call of [
          () => G1.msmAsync([G1.generator], [1n], { signal }),
          () => G1.pointsAsync(G1.generator.toBytes(), { signal }),
          () => G1.fixedBasis([G1.generator], { signal }),
          () => secp.schnorr.verifyBatchAsync([], { signal }),
          () => bw.verkle({ signal }),
        ]) {
          const error = await rejectionOf(call());
          isInputError(error);
          expect(error.cause).toBeInstanceOf(Error);
        }
      }
    });

    it('without the members that a call needs', async () => {
      const { G1 } = bls;
      for (const name of Object.keys(members)) {
        const signal = /** @type {any} */ ({ ...members, [name]: undefined });
        isInputError(await rejectionOf(G1.msmAsync([G1.generator], [3n], { signal })));
      }
    });
  });

  it('modules that are none, whatever they say they are', async () => {
    const tagged = { [Symbol.toStringTag]: 'WebAssembly.Module' };
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const getter = Object.defineProperty({}, 'a', {
      enumerable: true,
      get() {
        throw new RangeError('mine');
      },
    });
    const name = 'x'.repeat(2 ** 20);
    for (const modules of [{ a: tagged }, { a: proxy }, { [name]: 5 }, proxy, getter]) {
      const error = await rejectionOf(createSecp256k1({ backend: 'portable', modules }));
      isInputError(error);
      expect(error.message.length).toBeLessThan(200);
    }
  });

  describe('points', () => {
    it('are no proxies, no heirs, and not made by their constructor', () => {
      const { G1 } = bls;
      const { generator } = G1;
      const Point = generator.constructor;
      const impostors = [
        new Proxy(generator, {}),
        Object.create(Point.prototype),
        Object.create(generator),
        new Point(),
        new Point({}, new Uint8Array(96)),
      ];
      for (const impostor of impostors) {
        const calls = [
          () => impostor.add(generator),
          () => impostor.negate(),
          () => impostor.multiply(3n),
          () => impostor.equals(generator),
          () => impostor.isIdentity(),
          () => impostor.isInSubgroup(),
          () => impostor.toBytes(),
          () => impostor.toAffine(),
          () => generator.add(impostor),
          () => generator.equals(impostor),
          () => G1.msm([impostor], [1n]),
        ];
        for (const call of calls) expectInputError(call);
      }
      const vector = G1.randomPoints(2, 1);
      expectInputError(() => G1.msm(new Proxy(vector, {}), [1n, 2n]));
      expectInputError(() => G1.msm(Object.create(vector), [1n, 2n]));
      const { constructor: Vector } = vector;
      const parts = { context: {}, storage: {}, start: 0, end: 1 };
      for (const impostor of [
        ...[new Proxy(vector, {}), Object.create(vector)],
        ...[new Vector(), new Vector({}), new Vector(parts)],
      ]) {
        const calls = [
          () => G1.msm(impostor, [1n]),
          () => impostor.at(0),
          () => impostor.slice(0, 1),
          () => impostor.toBytes(),
          () => impostor.length,
          () => impostor.dispose(),
          () => String(impostor),
        ];
        for (const call of calls) expectInputError(call);
      }
      const key = new Proxy(secp.group.generator, {});
      expectInputError(() => secp.ecdsa.verify(new Uint8Array(64), new Uint8Array(32), key));
    });
  });

  describe('bigints of millions of bits', () => {
    it('are refused or reduced in no time', () => {
      const { G1 } = bls;
      const huge = 1n << (2n ** 24n);
      const { y } = G1.generator.toAffine();
      const refuse = () => () => {
        expectInputError(() => G1.points(huge));
        expectPointError(() => G1.point({ x: huge, y }), 'range');
        expect(thrownBy(() => G1.msm([G1.generator], [huge], { strict: true })).index).toBe(0);
      };
      // To write the sixteenth part of it in decimal takes longer than all of these.
      const write = () => () => String(huge >> (2n ** 24n - 2n ** 20n));
      expect(ratioOf(refuse, write, 2)).toBeLessThan(2);
    });
  });
});

describe('disposal in the middle of a call', () => {
  it('by a signal that is looked at: the call rejects', async () => {
    for (let after = 0; after < 12; after++) {
      const bls = await createBls12381({ backend: 'portable', groups: ['G1'] });
      const { G1 } = bls;
      let looks = 0;
      const signal = {
        get aborted() {
          if (looks++ === after) bls.dispose();
          return false;
        },
        addEventListener() {},
        removeEventListener() {},
      };
      const options = { signal: /** @type {any} */ (signal) };
      const call = G1.msmAsync(G1.randomPoints(600, 1), G1.randomScalars(600, 2), options);
      const outcome = await call.catch((error) => error);
      if (looks > after) isInputError(outcome);
      bls.dispose();
    }
  });

  it('by a getter of an item: a batch is not answered', async () => {
    const secp = await createSecp256k1({ backend: 'portable' });
    const item = {
      get signature() {
        secp.dispose();
        return new Uint8Array(64);
      },
      message: new Uint8Array(),
      publicKey: new Uint8Array(32),
    };
    expectInputError(() => secp.schnorr.verifyBatch([item]));
    for (const protocol of [secp.ecdsa, secp.schnorr]) {
      expectInputError(() => protocol.verifyBatch([]));
      expectInputError(() => protocol.findInvalid([]));
      isInputError(await rejectionOf(protocol.verifyBatchAsync([])));
    }
  });
});

/** @param {() => any} call @returns {any} what it returns or throws */
function outcomeOf(call) {
  try {
    return call();
  } catch (error) {
    return error;
  }
}
