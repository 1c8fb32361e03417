/**
 * The iterators of arrays, replaced by code of the caller's that runs inside a call, and put back
 * afterwards: the call is an `EnvironmentError`, and the instance is as before. Each would
 * otherwise decide which addresses kernels write to.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { createBanderwagon, createBls12381, createSecp256k1 } from '../../src/index.js';
import { EnvironmentError } from '../../src/errors.js';
import { blsItems } from '../protocols/bls-items.js';
import { schnorrItems } from '../protocols/signing.js';

const BACKENDS = /** @type {const} */ (['portable', 'bigint']);

const { iterator } = Symbol;
const ofArrays = Object.getPrototypeOf([][iterator]());
const [begin, next] = [Array.prototype[iterator], ofArrays.next];

const restore = () => {
  Array.prototype[iterator] = begin;
  ofArrays.next = next;
};

/** Items that are all zero, as addresses are the most harmful; or none. */
const REPLACED = {
  'Array.prototype[Symbol.iterator]: zeros': () => {
    Array.prototype[iterator] = /** @type {any} */ (
      function* () {
        for (let i = 0; i < this.length; i++) yield 0;
      }
    );
  },
  'Array.prototype[Symbol.iterator]: backwards': () => {
    Array.prototype[iterator] = /** @type {any} */ (
      function* () {
        for (let i = this.length; i > 0; i--) yield this[i - 1];
      }
    );
  },
  '%ArrayIteratorPrototype%.next': () => {
    let left = 99;
    ofArrays.next = () => ({ value: 0, done: --left < 0 });
  },
};

/** @param {any} object @param {string} name @param {() => void} code when it is read */
const running = (object, name, code) =>
  Object.defineProperty({ ...object }, name, {
    enumerable: true,
    get() {
      code();
      return object[name];
    },
  });

/** Calls in which the caller's code runs: what it does is `code`. */
const CALLS = {
  'msm: an option': ({ bls: { G1 } }, code) =>
    G1.msm([G1.generator, G1.generator], [1n, 2n], running({ endian: 'be' }, 'endian', code)),
  'msm: a coordinate': ({ bls: { G1 } }, code) =>
    G1.msm([running(G1.generator.toAffine(), 'x', code), G1.generator], [1n, 2n]),
  'G2.points: a coordinate': ({ bls: { G2 } }, code) =>
    G2.points([running(G2.generator.toAffine(), 'y', code)]),
  'pairingCheck: a proxy': ({ bls }, code) => {
    const pair = [bls.G1.generator, bls.G2.generator];
    const get = (/** @type {any} */ target, /** @type {string} */ name) => {
      code();
      return target[name];
    };
    return bls.pairingCheck(new Proxy([pair], { get }));
  },
  'minPk.verifyBatch: a field': ({ bls }, code) =>
    bls.minPk.verifyBatch([running(blsItems(bls, 'minPk', 1)[0], 'message', code)]),
  'schnorr.verifyBatch: a field': ({ secp }, code) =>
    secp.schnorr.verifyBatch([running(schnorrItems(1)[0], 'message', code)]),
  'verkle: an index': ({ tree }, code) => {
    const update = { index: 1, oldScalar: new Uint8Array(32), newScalar: new Uint8Array(32) };
    return tree.updateCommitmentSparse(tree.zeroCommitment, [running(update, 'index', code)]);
  },
  'msmAsync: progress': ({ bls: { G1 } }, code) =>
    G1.msmAsync(G1.randomPoints(60, 1), G1.randomScalars(60, 2), { onProgress: code }),
  'pointsAsync: a signal': ({ bls: { G1 } }, code) => {
    const signal = {
      get aborted() {
        code();
        return false;
      },
      addEventListener() {},
      removeEventListener() {},
    };
    return G1.pointsAsync(G1.randomPoints(60, 1).toBytes(), { signal });
  },
  'a creator: an option': (_, code) =>
    createSecp256k1(running({ backend: 'portable' }, 'backend', code)),
};

/** @param {any} backend */
async function opened(backend) {
  const [bls, secp, bw] = await Promise.all([
    createBls12381({ backend }),
    createSecp256k1({ backend }),
    createBanderwagon({ backend }),
  ]);
  const tree = await bw.verkle({ memory: 2 ** 14 });
  const { G1, G2 } = bls;
  const [P, Q] = [G1.generator, G2.generator];
  const vector = Array.from({ length: 5 }, (__, i) => new Uint8Array(32).fill(i + 1));
  const committed = tree.commitToScalars(vector);
  const items = schnorrItems(3);
  const right = () => {
    expect(bls.pairingCheck([[P, Q]])).toBe(false);
    expect(
      bls.pairingCheck([
        [P, Q],
        [P.negate(), Q],
      ]),
    ).toBe(true);
    for (const group of [G1, G2, secp.group, bw.group]) {
      const g = group.generator;
      const sum = group.msm(/** @type {any} */ ([g, g.double()]), [3n, 4n]);
      expect(sum.toHex()).toBe(g.multiply(11n).toHex());
    }
    expect(secp.schnorr.verifyBatch(items)).toBe(true);
    expect(tree.commitToScalars(vector)).toEqual(committed);
  };
  return { bls, secp, bw, tree, right };
}

describe.each(BACKENDS)('iterators of arrays [%s]', (backend) => {
  afterEach(restore);

  it.each(Object.keys(REPLACED))('%s', async (kind) => {
    const all = await opened(backend);
    all.right();
    for (const [name, call] of Object.entries(CALLS)) {
      /** @type {any} */
      let outcome;
      try {
        outcome = call(all, REPLACED[kind]);
        // Put back only then: vitest and promises iterate arrays, too.
        if (outcome instanceof Promise) outcome = await outcome.finally(restore);
      } catch (error) {
        outcome = error;
      } finally {
        restore();
      }
      expect(outcome, name).toBeInstanceOf(EnvironmentError);
      all.right();
    }
    for (const instance of [all.bls, all.secp, all.bw]) instance.dispose();
  });

  it('nothing begins meanwhile', async () => {
    const { bls, right } = await opened(backend);
    const { G1 } = bls;
    const [scalars, points] = [G1.randomScalars(3, 1), G1.randomPoints(3, 2)];
    for (const replace of Object.values(REPLACED)) {
      const outcomes = [];
      replace();
      for (let i = 0; i < 3; i++) {
        try {
          if (i === 0) outcomes[i] = G1.msm(points, scalars);
          if (i === 1) outcomes[i] = G1.generator.add(G1.generator);
          if (i === 2) outcomes[i] = points.toBytes();
        } catch (error) {
          outcomes[i] = error;
        }
      }
      restore();
      for (const outcome of outcomes) expect(outcome).toBeInstanceOf(EnvironmentError);
      right();
    }
  });
});
