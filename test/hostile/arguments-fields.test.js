/**
 * Arguments that lie or change while they are read, as in arguments.test.js: of BN254, Pasta,
 * scalar fields and Groth16.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBn254, createPasta } from '../../src/index.js';
import { ratioOf } from '../support/costs.js';
import {
  expectInputError,
  expectScalarError,
  isInputError,
  rejectionOf,
} from '../support/errors.js';
import { circuitModule, inputsOf } from '../support/groth16/circuit-module.js';
import { readBytes } from '../support/vectors.js';
import { isWhole } from '../support/extent.js';

const BACKENDS = /** @type {const} */ (['portable', 'bigint']).slice(0, isWhole ? 2 : 1);

/** @param {string} path */
const json = (path) => JSON.parse(new TextDecoder().decode(readBytes(path)));

/** Bytes whose methods and length lie. @param {Uint8Array} bytes */
const lying = (bytes) =>
  Object.defineProperties(bytes.slice(), {
    length: { value: 3 },
    subarray: { value: () => new Uint8Array(5) },
    slice: { value: () => new Uint8Array(5) },
    [Symbol.iterator]: { value: () => [][Symbol.iterator]() },
  });

/** @returns {any} */
function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** An object, the members of which throw. @param {string[]} names */
const throwing = (...names) =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      names.map((name) => [
        name,
        {
          enumerable: true,
          get() {
            throw new RangeError('mine');
          },
        },
      ]),
    ),
  );

describe.each(BACKENDS)('hostile arguments of fields and proofs [%s]', (backend) => {
  /** @type {any} */
  let bn, pasta, Fr, groth16;
  beforeAll(async () => {
    [bn, pasta] = await Promise.all([createBn254({ backend }), createPasta({ backend })]);
    [Fr, groth16] = await Promise.all([bn.G1.scalarField(), bn.groth16()]);
  });
  afterAll(() => [bn, pasta].forEach((instance) => instance?.dispose()));

  it('bytes are read by their memory', async () => {
    const { G1, evm } = bn;
    const bytes = G1.randomScalars(4, 1);
    const P = G1.generator.toBytes('uncompressed');
    expect(Fr.vector(lying(bytes)).toBytes()).toEqual(Fr.vector(bytes).toBytes());
    expect(evm.ecAdd(lying(P))).toEqual(evm.ecAdd(P));
    expect(evm.ecMul(lying(P))).toEqual(evm.ecMul(P));
    expect(evm.ecPairing(lying(new Uint8Array(192)))[31]).toBe(1);
    const { vesta } = pasta;
    const points = vesta.randomPoints(3, 1).toBytes();
    expect(vesta.points(lying(points)).toBytes()).toEqual(points);
    const [zkey, wtns] = [readBytes('groth16/cubic.zkey'), readBytes('groth16/cubic.wtns')];
    const key = await groth16.provingKey(lying(zkey));
    const { proof, publicSignals } = await key.prove(lying(wtns));
    const vk = groth16.verifyingKey(json('groth16/cubic.vkey.json'));
    expect(vk.verify(publicSignals, proof)).toBe(true);
    const circuit = await circuitModule({ r: Fr.order });
    const expected = await groth16.witness(circuit, inputsOf(3));
    expect(await groth16.witness(lying(circuit), inputsOf(3))).toEqual(expected);
    key.dispose();
  });

  it('vectors are no proxies, no heirs, and not made by their constructor', () => {
    const vector = Fr.vector([1n, 2n, 3n, 4n]);
    const Vector = vector.constructor;
    const parts = { storage: {}, start: 0, end: 4 };
    for (const impostor of [
      ...[new Proxy(vector, {}), Object.create(vector), Object.create(Vector.prototype)],
      ...[{ length: 4 }, revoked(), new Vector(parts)],
    ]) {
      for (const call of [
        () => Fr.add(impostor, vector),
        () => Fr.multiply(vector, impostor),
        () => Fr.add(vector, vector, { out: impostor }),
        () => Fr.scale(impostor, 2n),
        () => Fr.inverse(impostor),
        () => Fr.sum(impostor),
        () => Fr.dot(vector, impostor),
        () => Fr.evaluate(impostor, 2n),
        () => Fr.ntt(impostor),
        () => bn.G1.msm(bn.G1.randomPoints(4, 1), impostor),
      ]) {
        expectInputError(call);
      }
    }
    for (const impostor of [new Proxy(vector, {}), Object.create(vector)]) {
      for (const call of [
        () => impostor.at(0),
        () => impostor.slice(0, 1),
        () => impostor.copy(),
        () => impostor.toBytes(),
        () => impostor.length,
        () => impostor.dispose(),
      ]) {
        expectInputError(call);
      }
    }
    expect(vector.at(3)).toBe(4n);
  });

  it('lists that only claim to be long are refused at once', async () => {
    const long = new Array(2 ** 32 - 1);
    const vk = groth16.verifyingKey(json('groth16/cubic.vkey.json'));
    const key = json('groth16/cubic.vkey.json');
    const proof = json('groth16/cubic.proof.json');
    for (const call of [
      () => Fr.vector(long),
      () => bn.pairingCheck(long),
      () => vk.verifyBatch(long),
      () => vk.findInvalid(long),
      () => vk.verify(long, proof),
      () => vk.verify(['35'], { ...proof, pi_a: long }),
      () => vk.verify(['35'], { ...proof, pi_b: [long, long, long] }),
      () => groth16.verifyingKey({ ...key, IC: long }),
      () => groth16.verifyingKey({ ...key, nPublic: 2 ** 24, IC: long }),
      () => groth16.toSolidity(proof, long),
    ]) {
      expectInputError(call);
    }
    const own = await groth16.provingKey(readBytes('groth16/cubic.zkey'));
    isInputError(await rejectionOf(own.prove(long)));
    const circuit = await circuitModule({ r: Fr.order });
    isInputError(await rejectionOf(groth16.witness(circuit, { ...inputsOf(3), grid: long })));
    own.dispose();
  });

  it('getters that throw, and revoked proxies', async () => {
    const vk = groth16.verifyingKey(json('groth16/cubic.vkey.json'));
    const proof = json('groth16/cubic.proof.json');
    const zkey = readBytes('groth16/cubic.zkey');
    const own = await groth16.provingKey(zkey);
    const circuit = await circuitModule({ r: Fr.order });
    const v = Fr.zeros(4);
    for (const [names, call] of /** @type {Array<[string[], (bad: any) => any]>} */ ([
      [['out'], (how) => Fr.add(v, v, how)],
      [['inverse'], (how) => Fr.ntt(v, how)],
      [['signal'], (how) => Fr.nttAsync(v, how)],
      [['format'], (how) => Fr.vector([1n], how)],
      [['0', 'length'], (list) => Fr.vector(list)],
      [['IC'], (bad) => groth16.verifyingKey({ ...json('groth16/cubic.vkey.json'), IC: bad })],
      [['protocol'], (bad) => groth16.verifyingKey(bad)],
      [['pi_b'], (bad) => vk.verify(['35'], bad)],
      [['0'], (bad) => vk.verify(['35'], { ...proof, pi_a: bad })],
      [['publicSignals'], (bad) => vk.verifyBatch([bad])],
      [['check'], (how) => groth16.provingKey(zkey, how)],
      [['getReader'], (file) => groth16.provingKey(file)],
      [['arrayBuffer'], (file) => groth16.prove(file, [1n])],
      [['onProgress'], (how) => own.prove([1n], how)],
      [['x'], (input) => groth16.witness(circuit, input)],
    ])) {
      for (const bad of [throwing(...names), revoked()]) {
        isInputError(await (async () => call(bad))().catch((error) => error));
      }
    }
    own.dispose();
  });

  it('sources that give anything but bytes', async () => {
    const zkey = readBytes('groth16/cubic.zkey');
    const iterable = (/** @type {(i: number) => any} */ next) => {
      let i = 0;
      return { [Symbol.asyncIterator]: () => ({ next: async () => next(i++) }) };
    };
    const half = zkey.slice(0, zkey.length >> 1);
    for (const source of [
      ...[5, 'x', null, [], {}, () => zkey, zkey.toString()],
      ...[undefined, null, 5, 'done', {}].map((result) => iterable(() => result)),
      ...['x', [1], new Uint16Array(5), new DataView(new ArrayBuffer(5)), 7].map((value) =>
        iterable(() => ({ done: false, value })),
      ),
      iterable((i) => (i === 0 ? { done: false, value: half } : { done: true })),
      iterable((i) => ({ done: false, value: i === 0 ? half : 'rest' })),
      { [Symbol.asyncIterator]: () => ({}) },
      { [Symbol.asyncIterator]: 5 },
    ]) {
      isInputError(await rejectionOf(groth16.provingKey(source)));
    }
    // What a source rejects with is its own.
    const mine = new RangeError('mine');
    const failing = iterable(() => Promise.reject(mine));
    expect(await rejectionOf(groth16.provingKey(failing))).toBe(mine);
    // Pieces that change after they were given, and a buffer that is detached meanwhile.
    const pieces = (async function* () {
      for (let at = 0; at < zkey.length; at += 500) {
        const piece = zkey.slice(at, at + 500);
        yield piece;
        piece.fill(0xee);
      }
    })();
    const key = await groth16.provingKey(pieces);
    expect((await key.prove(readBytes('groth16/cubic.wtns'))).publicSignals).toEqual(['35']);
    key.dispose();
  });

  it('options are not taken from a prototype', () => {
    const inherited = Object.create({ out: 5, inverse: true, coset: 7n, format: 'x', strict: 5 });
    const v = Fr.powers(3n, 8);
    expect(Fr.add(v, v, inherited).toBytes()).toEqual(Fr.scale(v, 2n).toBytes());
    expect(Fr.ntt(v.copy(), inherited).toBytes()).toEqual(Fr.ntt(v.copy()).toBytes());
    expect(Fr.vector([-1n], inherited).at(0)).toBe(Fr.order - 1n);
  });

  it('numbers of millions of digits are refused or reduced in no time', () => {
    const huge = 1n << (2n ** 24n);
    const digits = '9'.repeat(2 ** 24);
    const proof = json('groth16/cubic.proof.json');
    const vk = groth16.verifyingKey(json('groth16/cubic.vkey.json'));
    const refuse = () => () => {
      expectScalarError(() => Fr.vector([huge], { strict: true }), 0);
      expect(vk.verify([digits], proof)).toBe(false);
      expect(vk.verify([huge], proof)).toBe(false);
      expect(vk.verify(['35'], { ...proof, pi_a: [digits, huge, '1'] })).toBe(false);
      expectInputError(() => Fr.rootOfUnity(/** @type {any} */ (huge)));
    };
    // To write the sixteenth part of it in decimal takes longer than all of these.
    const write = () => () => String(huge >> (2n ** 24n - 2n ** 20n));
    expect(ratioOf(refuse, write, 2)).toBeLessThan(2);
  });
});
