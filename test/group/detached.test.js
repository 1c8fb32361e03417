/**
 * Methods that are taken from their objects, as `items.map(bls.minPk.verify)` and
 * `const { verify } = secp.schnorr` do, and objects that are sent to other threads.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBanderwagon } from '../../src/banderwagon.js';
import { createBls12381 } from '../../src/bls12-381.js';
import { createBn254 } from '../../src/bn254.js';
import { createPasta } from '../../src/pasta.js';
import { createSecp256k1 } from '../../src/secp256k1.js';
import { mainnet } from '../../src/trusted-setup.js';
import { groth16Curves } from '../support/groth16/curves.js';
import { cubic } from '../support/groth16/circuits.js';
import { setup } from '../support/groth16/setup.js';

/** @type {any[]} */
const creators = [
  ...[createBls12381, createBn254, createPasta, createSecp256k1],
  createBanderwagon,
];

/** Methods that end their object. */
const ENDING = ['dispose'];

/** The outcome of a call, as text. @param {() => any} call @returns {Promise<string>} */
async function outcome(call) {
  try {
    const value = await call();
    return `${typeof value}: ${value instanceof Uint8Array ? value.length : value}`;
  } catch (error) {
    return String(error);
  }
}

describe('objects that compute', () => {
  /** @type {any[]} */
  let instances;
  /** Objects by how programs reach them. @type {Map<string, any>} */
  const objects = new Map();
  beforeAll(async () => {
    const [bls, bn, pasta, secp, bw] = await Promise.all(
      creators.map((create) => create({ backend: 'portable' })),
    );
    instances = [bls, bn, pasta, secp, bw];
    const [bn254] = groth16Curves.filter(({ name }) => name === 'bn128');
    const { zkey, vkey } = await setup({ instance: bn, ...bn254 }, cubic(bn254.r), 'detached');
    const groth16 = await bn.groth16();
    const all = { bls, bn, pasta, secp, bw, groth16 };
    for (const [name, object] of Object.entries({
      ...all,
      ...{ 'bls.G1': bls.G1, 'bls.G2': bls.G2, 'bn.G1': bn.G1, 'pasta.pallas': pasta.pallas },
      ...{ 'secp.group': secp.group, 'bw.group': bw.group },
      Fr: await bls.G1.scalarField(),
      basis: await secp.group.fixedBasis([secp.group.generator]),
      ...{ ecdsa: secp.ecdsa, schnorr: secp.schnorr, xOnly: await secp.xOnly() },
      ...{ minPk: bls.minPk, minSig: bls.minSig, eip2537: bls.eip2537, evm: bn.evm },
      kzg: await bls.kzg(mainnet, { memory: 2 ** 20 }),
      verkle: await bw.verkle({ memory: 2 ** 16 }),
      ...{ provingKey: await groth16.provingKey(zkey), verifyingKey: groth16.verifyingKey(vkey) },
    })) {
      objects.set(name, object);
    }
  });
  afterAll(() => instances?.forEach((instance) => instance.dispose()));

  it('every method works detached as it does attached', async () => {
    let compared = 0;
    for (const [name, object] of objects) {
      const prototypes = [];
      let prototype = Object.getPrototypeOf(object);
      for (; prototype !== Object.prototype; prototype = Object.getPrototypeOf(prototype)) {
        prototypes.push(...Object.entries(Object.getOwnPropertyDescriptors(prototype)));
      }
      const methods = prototypes.filter(([key, { value }]) => value && key !== 'constructor');
      expect(methods.length, name).toBeGreaterThan(0);
      for (const [key] of methods) {
        if (ENDING.includes(key)) continue;
        const { [key]: detached } = object;
        const attached = await outcome(() => object[key]());
        expect(await outcome(() => detached()), `${name}.${key}`).toBe(attached);
        expect(attached, `${name}.${key}`).not.toMatch(/Cannot read|private member|TypeError/);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(120);
  });

  it('methods are copied by spread, and may be replaced', () => {
    for (const [name, object] of objects) {
      const copy = { ...object };
      const methods = Object.keys(copy).filter((key) => typeof copy[key] === 'function');
      expect(methods.length, name).toBeGreaterThan(0);
      for (const key of methods) {
        const own = Object.getOwnPropertyDescriptor(object, key);
        expect(own, `${name}.${key}`).toMatchObject({ writable: true, configurable: true });
      }
    }
  });

  it('what computes, and what is data, refuses to be cloned in one sentence', async () => {
    const { G1, G2 } = objects.get('bls');
    const field = objects.get('Fr');
    const data = new Map([
      ['Point', G1.generator],
      ['PointVector', G1.randomPoints(2, 1)],
      ['ScalarVector', field.vector([1n])],
      ['Gt', objects.get('bls').pairing(G1.generator, G2.generator)],
    ]);
    for (const [name, object] of [...objects, ...data]) {
      const clone = () => structuredClone({ list: [object] });
      expect(clone, name).toThrow(/objects of curvemill are not cloned: /);
      expect(clone, name).toThrow(data.has(name) ? /send toBytes\(\)/ : /create an instance in/);
    }
  });
});

it('samples: maps and destructuring', async () => {
  const secp = /** @type {any} */ (await createSecp256k1({ backend: 'portable' }));
  const { schnorr, group } = secp;
  const { verify } = schnorr;
  const key = group.generator.toBytes().subarray(1);
  expect(verify(new Uint8Array(64), new Uint8Array(32), key)).toBe(false);
  const { msm, randomPoints, randomScalars } = group;
  expect(msm(randomPoints(5, 1), randomScalars(5, 1)).isIdentity()).toBe(false);
  const { dispose } = secp;
  dispose();
  expect(() => msm([], [])).toThrow('expected a live');
});
