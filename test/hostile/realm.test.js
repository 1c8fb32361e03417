/**
 * Index setters on Array.prototype, put there for the time of a call: no item is lost, nothing
 * that is checked gets through, and afterwards the instance is as before.
 */
import { describe, expect, it } from 'vitest';
import { createBls12381, createSecp256k1 } from '../../src/index.js';
import { CurvemillError } from '../../src/errors.js';
import { schnorrItems } from '../protocols/signing.js';
import { outsiderOf } from './outsider.js';

const BACKENDS = /** @type {const} */ (['portable', 'bigint']);

/** The result of a call, or its error, while Array.prototype takes assignments to an index. */
function withSetter(/** @type {number} */ index, /** @type {() => any} */ call) {
  const lost = { set() {}, get: () => undefined, configurable: true };
  Object.defineProperty(Array.prototype, index, lost);
  try {
    return call();
  } catch (error) {
    return error;
  } finally {
    delete Array.prototype[index];
  }
}

describe.each(BACKENDS)('index setters [%s]', (backend) => {
  it.each([0, 1, 2, 5])('at %i', async (at) => {
    const [bls, secp] = await Promise.all([
      createBls12381({ backend, groups: ['G1'] }),
      createSecp256k1({ backend }),
    ]);
    const { G1 } = bls;
    const points = G1.randomPoints(7, 1);
    /** @type {any[]} */
    const list = Array.from({ length: 7 }, (_, i) => points.at(i).toAffine());
    const [bytes, scalars] = [points.toBytes(), G1.randomScalars(7, 2)];
    const sum = G1.msm(points, scalars);
    const outside = list.map((point, i) => (i === at ? outsiderOf(G1).toAffine() : point));
    const items = schnorrItems(7);
    const forged = items.map((item, i) => (i === at ? { ...item, message: bytes } : item));
    const right = () => {
      expect(G1.points(bytes).toBytes()).toEqual(bytes);
      expect(G1.points(list).toBytes()).toEqual(bytes);
      expect(G1.msm(list, scalars).equals(sum)).toBe(true);
      expect(secp.schnorr.findInvalid(forged)).toEqual([at]);
    };
    for (let i = 0; i < 3; i++) {
      const decoded = withSetter(at, () => G1.points(list));
      if (decoded instanceof Error) expect(decoded).toBeInstanceOf(CurvemillError);
      else expect(decoded.toBytes()).toEqual(bytes);
      expect(withSetter(at, () => G1.points(outside))).toBeInstanceOf(CurvemillError);
      expect(withSetter(at, () => G1.msm(outside, scalars))).toBeInstanceOf(Error);
      expect(withSetter(at, () => secp.schnorr.verifyBatch(forged))).not.toBe(true);
      withSetter(at, () => G1.msm(points, scalars));
      right();
    }
    for (const instance of [bls, secp]) instance.dispose();
  });
});
