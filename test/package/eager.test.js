/** The entry with its kernels: on each backend the same answers and objects as the other entry. */
import { expect, it } from 'vitest';
import { EnvironmentError } from '../../src/errors.js';
import * as eager from '../../src/secp256k1-eager.js';
import * as usual from '../../src/secp256k1.js';
import { ecdsaItems, schnorrItems } from '../protocols/signing.js';

const [first] = ecdsaItems(1);
const [second] = schnorrItems(1);

it('exports what the other entry does', () => {
  expect(Object.keys(eager).sort()).toEqual(Object.keys(usual).sort());
  expect(eager.Secp256k1).toBe(usual.Secp256k1);
});

it.each(['auto', 'portable', 'fma', 'wide', 'bigint'])('computes with %s', async (backend) => {
  const options = { backend: /** @type {any} */ (backend) };
  const create = (/** @type {typeof usual} */ { createSecp256k1 }) =>
    createSecp256k1(options).catch((error) => {
      if (error instanceof EnvironmentError) return error.message;
      throw error;
    });
  const [one, other] = [await create(eager), await create(usual)];
  if (typeof one === 'string' || typeof other === 'string') {
    // Without the engine's feature, the same refusal.
    expect(one).toBe(other);
    return;
  }
  expect(one.backend).toEqual(other.backend);
  const { signature, hash, publicKey } = first;
  for (const { ecdsa, schnorr } of [one, other]) {
    expect(ecdsa.verify(signature, hash, publicKey)).toBe(true);
    expect(ecdsa.verify(signature, hash.with(0, hash[0] ^ 1), publicKey)).toBe(false);
    expect(schnorr.verify(second.signature, second.message, second.publicKey)).toBe(true);
    expect(schnorr.verify(signature, second.message, second.publicKey)).toBe(false);
  }
  const scalars = one.group.randomScalars(64, 2);
  const sum = one.group.msm(one.group.randomPoints(64, 1), scalars);
  const again = other.group.msm(other.group.randomPoints(64, 1), scalars);
  expect(sum.toBytes()).toEqual(again.toBytes());
  one.dispose();
  other.dispose();
});

it('leaves out signatures where they are not asked for', async () => {
  const secp = await eager.createSecp256k1({ signatures: false });
  expect(() => /** @type {any} */ (secp).ecdsa).toThrow('signatures: true');
  secp.dispose();
});
