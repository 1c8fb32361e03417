/** That `gaps.js` measures every public call that is asynchronous. */
import { expect, it } from 'vitest';
import * as creators from '../../src/index.js';
import { BatchVerifier } from '../../src/protocols/batches.js';
import { allGaps } from './gaps/index.js';

const AsyncFunction = (async () => {}).constructor;

/** Classes that users hold. Their asynchronous methods are async functions, or end in Async. */
async function publicObjects() {
  const options = /** @type {const} */ ({ backend: 'portable' });
  const bls = await creators.createBls12381(options);
  const secp = await creators.createSecp256k1(options);
  const bw = await creators.createBanderwagon(options);
  const { G1 } = bls;
  const points = G1.randomPoints(4096, 1);
  const objects = [
    ...[bls, secp, bw, G1, bls.minPk, secp.ecdsa, secp.schnorr, points, G1.generator],
    ...[await G1.fixedBasis(points.slice(0, 1)), await bw.verkle({ memory: 2 ** 14 })],
    ...[bls.eip2537, bls.pairing(G1.generator, bls.G2.generator)],
    await bls.kzg({ g1LagrangeBitReversed: points }),
  ];
  return { objects, means: { bls, secp, bw, options, log: 10 } };
}

/** @param {any} object @returns {string[]} its asynchronous methods, with their class */
function asynchronousOf(object) {
  const found = [];
  for (let of = object; of !== Object.prototype; of = Object.getPrototypeOf(of)) {
    // Bound members and those of the shared base are the object's own.
    const own = Object.hasOwn(of, 'constructor') && of !== BatchVerifier.prototype;
    const owner = own ? of.constructor : object.constructor;
    for (const name of Object.getOwnPropertyNames(of)) {
      const { value } = /** @type {any} */ (Object.getOwnPropertyDescriptor(of, name));
      if (typeof value !== 'function' || name === 'constructor') continue;
      // A method of a class, bound.
      if (of === object && name in Object.getPrototypeOf(object)) continue;
      if (name.endsWith('Async') || value instanceof AsyncFunction)
        found.push(`${owner.name}.${name}`);
    }
  }
  return found;
}

it('every asynchronous call is measured', async () => {
  const { objects, means } = await publicObjects();
  const expected = [
    ...Object.keys(creators).filter((name) => name.startsWith('create')),
    ...objects.flatMap(asynchronousOf),
  ];
  const measured = new Set(Object.keys(allGaps(means)).map((key) => key.split(',')[0]));
  expect(expected.length).toBeGreaterThan(25);
  expect(expected.filter((name) => !measured.has(name))).toEqual([]);
});
