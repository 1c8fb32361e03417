/** Installs our slots before ox's tests, and sees that calls reach them. */
import { afterAll, beforeAll, expect } from 'vitest';
import { ox } from '../../../src/adapters/ox.js';
import { createBls12381 } from '../../../src/bls12-381.js';
import { createSecp256k1 } from '../../../src/secp256k1.js';
import { importHost } from '../hosts.js';

let calls = 0;

/** @template {Record<string, any>} Slot @param {Slot} slot @returns {Slot} */
const counted = (slot) =>
  /** @type {Slot} */ (
    Object.fromEntries(
      Object.entries(slot).map(([name, call]) => [
        name,
        (/** @type {any[]} */ ...args) => {
          calls++;
          return call(...args);
        },
      ]),
    )
  );

beforeAll(async () => {
  const { Engine } = await importHost('ox/dist/index.js');
  const [bls, secp256k1] = [await createBls12381(), await createSecp256k1()];
  const slots = ox({ bls, secp256k1 });
  await Engine.install({
    Bls: counted(slots.Bls ?? {}),
    Secp256k1: counted(slots.Secp256k1 ?? {}),
  });
});
afterAll(() => expect(calls).toBeGreaterThan(10));
