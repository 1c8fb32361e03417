/** Verification: what is valid, what is false, and what is an error. */
import { beforeAll, describe, expect, it } from 'vitest';
import { InputError, PointError } from '../../../src/errors.js';
import { forEachBackend } from '../../support/backends.js';
import { cubic, mixed } from '../../support/groth16/circuits.js';
import { groth16Curves } from '../../support/groth16/curves.js';
import { forge, jsonPoint, setup } from '../../support/groth16/setup.js';

/** A point of the twist outside of the group of prime order. @param {any} G2 @param {bigint} q */
function outsider(G2, q) {
  for (let c0 = 1n; ; c0++) {
    const point = liftOf(G2, c0, q);
    if (point && !point.isInSubgroup()) return point;
  }
}

/** @param {any} G2 @param {bigint} c0 @param {bigint} q */
function liftOf(G2, c0, q) {
  const size = (q.toString(16).length + 1) >> 1;
  const bytes = new Uint8Array(2 * size);
  bytes[2 * size - 1] = Number(c0);
  // Of either curve's encoding: compressed, the smaller y.
  bytes[0] = 0x80;
  try {
    return G2.point(bytes, { format: 'compressed', check: false });
  } catch {
    return undefined;
  }
}

for (const { group, name, q, r } of groth16Curves) {
  forEachBackend(
    `Groth16 verification, ${name}`,
    (context) => {
      /** @type {any} */
      let groth16, curve, made, vk, valid;
      beforeAll(async () => {
        const { instance } = context;
        groth16 = await instance.groth16();
        curve = { instance, name, q, r };
        made = await setup(curve, cubic(r), 'cubic');
        vk = groth16.verifyingKey(made.vkey);
        valid = proofOf(35n);
      });
      const proofOf = (/** @type {bigint} */ y, a = 123n, b = 456n) =>
        forge(curve, made, [y], { a, b });
      const other = (/** @type {object} */ changes) => ({ ...valid.proof, ...changes });
      const verify = (/** @type {any} */ signals, /** @type {any} */ proof = valid.proof) =>
        vk.verify(signals, proof);

      it('accepts valid proofs: text, bigints, keys as text, without names', () => {
        const { publicSignals, proof } = valid;
        expect(vk.publics).toBe(1);
        expect(vk.verify(publicSignals, proof)).toBe(true);
        expect(vk.verify([35n], { ...proof, protocol: undefined, curve: undefined })).toBe(true);
        expect(groth16.verifyingKey(JSON.stringify(made.vkey)).verify([35n], proof)).toBe(true);
        const { x, y } = context.instance.G1.generator.multiply(123n).toAffine();
        expect(vk.verify([35n], { ...proof, pi_a: [x, y, 1n] })).toBe(true);
      });

      it('refuses other signals, and points that are not those', () => {
        expect(verify(['36'])).toBe(false);
        const { pi_a, pi_c } = valid.proof;
        expect(verify(['35'], other({ pi_a: pi_c, pi_c: pi_a }))).toBe(false);
        expect(verify(['35'], other({ pi_a: ['0', '1', '0'] }))).toBe(false);
        expect(verify(['35'], other({ protocol: 'plonk' }))).toBe(false);
        expect(verify(['35'], other({ curve: 'other' }))).toBe(false);
      });

      it('refuses a second encoding of a signal, of a coordinate and of a point', () => {
        const { pi_a, pi_b } = valid.proof;
        const [x, y] = pi_a;
        expect(verify([String(35n + r)])).toBe(false);
        expect(verify(['35'], other({ pi_a: [String(BigInt(x) + q), y, '1'] }))).toBe(false);
        expect(verify(['35'], other({ pi_a: [x, y, '2'] }))).toBe(false);
        expect(verify(['35'], other({ pi_b: [pi_b[0], pi_b[1], ['1', '1']] }))).toBe(false);
        expect(verify(['35'], other({ pi_a: ['0', '0', '1'] }))).toBe(false);
        expect(verify(['35'], other({ pi_a: [x, y, '0'] }))).toBe(false);
      });

      it('refuses text that is no number, and a wrong number of signals', () => {
        for (const text of ['', ' 35', '-35', '+35', '0x23', '35n', '3.5', '9'.repeat(2000)]) {
          expect(verify([text])).toBe(false);
          expect(verify(['35'], other({ pi_a: [text, '1', '1'] }))).toBe(false);
        }
        expect(verify([])).toBe(false);
        expect(verify(['35', '1'])).toBe(false);
      });

      it('refuses fewer or more signals, although those that are missing count nothing', () => {
        const IC = [...made.vkey.IC, made.vkey.IC[1]];
        const longer = groth16.verifyingKey({ ...made.vkey, nPublic: 2, IC });
        const { proof } = valid;
        for (const [publicSignals, expected] of /** @type {[string[], boolean][]} */ ([
          [['35', '0'], true],
          [['35'], false],
          [['35', '0', '0'], false],
        ])) {
          const items = [{ publicSignals, proof }];
          expect(longer.verify(publicSignals, proof)).toBe(expected);
          expect(longer.verifyBatch(items)).toBe(expected);
          expect(longer.verifyBatch([...items, ...items])).toBe(expected);
          expect(longer.findInvalid(items)).toEqual(expected ? [] : [0]);
        }
      });

      it('refuses a point off its curve, and outside of its group', () => {
        const { pi_b, pi_c } = valid.proof;
        expect(verify(['35'], other({ pi_c: [pi_c[0], pi_c[0], '1'] }))).toBe(false);
        expect(verify(['35'], other({ pi_b: [pi_b[0], pi_b[0], pi_b[2]] }))).toBe(false);
        const point = outsider(context.instance.G2, q);
        expect(verify(['35'], other({ pi_b: jsonPoint(point) }))).toBe(false);
        const vkey = { ...made.vkey, vk_gamma_2: jsonPoint(point) };
        expect(() => groth16.verifyingKey(vkey)).toThrow(PointError);
      });

      it('throws for wrong types and shapes', () => {
        expect(() => verify('35')).toThrow(InputError);
        expect(() => verify([35])).toThrow(/publicSignals at index 0: expected decimal text/);
        expect(() => verify(['35'], null)).toThrow(InputError);
        for (const changes of [
          { pi_a: undefined },
          { pi_a: ['1', '2'] },
          { pi_b: ['1', '2', '1'] },
          { pi_c: '1' },
          { protocol: 1 },
        ]) {
          expect(() => verify(['35'], other(changes))).toThrow(InputError);
        }
      });

      it('throws for keys of another protocol or curve, with infinity, or without members', () => {
        for (const [changes, message] of /** @type {const} */ ([
          [{ protocol: 'plonk' }, /protocol: expected 'groth16', got 'plonk'/],
          [{ curve: 'bls12999' }, /key\.curve: expected/],
          [
            {
              vk_gamma_2: [
                ['0', '0'],
                ['1', '0'],
                ['0', '0'],
              ],
            },
            /vk_gamma_2: expected a finite/,
          ],
          [{ vk_delta_2: undefined }, /vk_delta_2/],
          [{ nPublic: 2 }, /IC: expected an array of 3/],
          [{ nPublic: 0 }, /IC: expected an array of 1/],
          [{ nPublic: '1' }, /nPublic/],
          [{ IC: [made.vkey.IC[0], ['1', '-1', '1']] }, /IC at index 1/],
        ])) {
          expect(() => groth16.verifyingKey({ ...made.vkey, ...changes })).toThrow(message);
        }
        expect(() => groth16.verifyingKey('no JSON')).toThrow(InputError);
        const [x] = made.vkey.vk_alpha_1;
        const off = { ...made.vkey, vk_alpha_1: [x, x, '1'] };
        expect(() => groth16.verifyingKey(off)).toThrow(/vk_alpha_1/);
      });

      it('verifies batches, and finds what is invalid', async () => {
        const items = [1n, 2n, 3n, 35n, 5n].map((y, i) => proofOf(y, BigInt(i + 9), 77n));
        expect(vk.verifyBatch([])).toBe(true);
        expect(vk.verifyBatch(items)).toBe(true);
        expect(vk.findInvalid(items)).toEqual([]);
        expect(await vk.verifyBatchAsync(items)).toBe(true);
        // Errors that cancel each other in a sum without weights.
        const [first, second] = [items[0], items[1]];
        const swapped = [
          { ...first, proof: { ...first.proof, pi_c: second.proof.pi_c } },
          { ...second, proof: { ...second.proof, pi_c: first.proof.pi_c } },
          ...items.slice(2),
        ];
        expect(vk.verifyBatch(swapped)).toBe(false);
        expect(vk.findInvalid(swapped)).toEqual([0, 1]);
        const bad = [...items, { publicSignals: ['1'], proof: other({ pi_a: ['1', '1', '1'] }) }];
        expect(vk.verifyBatch(bad)).toBe(false);
        expect(await vk.verifyBatchAsync(bad)).toBe(false);
        expect(await vk.findInvalidAsync(bad)).toEqual([5]);
        expect(() => vk.verifyBatch('items')).toThrow(InputError);
        const broken = [items[0], { publicSignals: ['1'] }, { ...items[1], proof: 5 }];
        for (const list of [broken.slice(0, 2), [broken[0], broken[2]]]) {
          expect(() => vk.findInvalid(list)).toThrow(expect.objectContaining({ index: 1 }));
        }
      });
    },
    group,
  );
}

describe('Groth16 of an instance', () => {
  it('needs pairings, and a live instance', async () => {
    const { createBls12381 } = await import('../../../src/bls12-381.js');
    const sums = /** @type {any} */ (await createBls12381({ pairings: false }));
    await expect(sums.groth16()).rejects.toThrow(/groth16: expected an instance created with/);
    sums.dispose();
    const instance = await createBls12381();
    const [{ name, q, r }] = groth16Curves;
    const made = await setup({ instance, name, q, r }, mixed(r), 'mixed');
    const groth16 = await instance.groth16();
    const vk = groth16.verifyingKey(made.vkey);
    const { publicSignals, proof } = forge({ instance, name, q, r }, made, [1n, 2n, 3n, 4n], {
      a: 5n,
      b: 6n,
    });
    expect(vk.verify(publicSignals, proof)).toBe(true);
    instance.dispose();
    expect(() => vk.verify(publicSignals, proof)).toThrow(InputError);
    expect(() => groth16.verifyingKey(made.vkey)).toThrow(InputError);
  });
});
