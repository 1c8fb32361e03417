/**
 * Keys by which anybody forges: refused, unless the caller insists. That they deserve it is shown
 * by forging with each of them.
 */
import { beforeAll, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { forEachBackend } from '../../support/backends.js';
import { cubic } from '../../support/groth16/circuits.js';
import { groth16Curves } from '../../support/groth16/curves.js';
import { jsonPoint, setup } from '../../support/groth16/setup.js';

/** Members of a verification key by the letters of the messages. */
const MEMBER = new Map([
  ['β', 'vk_beta_2'],
  ['γ', 'vk_gamma_2'],
  ['δ', 'vk_delta_2'],
]);

/** Which point is replaced by which, up to its sign; the letters of the message. */
const CASES = /** @type {const} */ ([
  ['δ', 'γ', 'δ = ±γ'],
  ['γ', 'β', 'γ = ±β'],
  ['δ', 'β', 'δ = ±β'],
  ['δ', 'G', 'δ = ±the generator'],
]);

for (const { group, name, q, r } of groth16Curves) {
  forEachBackend(
    `Groth16 keys without a contribution, ${name}`,
    (context) => {
      /** @type {any} */
      let groth16, made, points;
      beforeAll(async () => {
        const { instance } = context;
        const { G2 } = instance;
        groth16 = await instance.groth16();
        made = await setup({ instance, name, q, r }, cubic(r), 'forgeable');
        const { beta, gamma, delta } = made.secrets;
        points = new Map(
          [
            ['β', beta],
            ['γ', gamma],
            ['δ', delta],
            ['G', 1n],
          ].map(([letter, log]) => [letter, G2.generator.multiply(log)]),
        );
      });

      const keyWith = (/** @type {string} */ letter, /** @type {any} */ point) => ({
        ...made.vkey,
        [MEMBER.get(letter) ?? '']: jsonPoint(point),
      });
      /** The proving key with another point of G2. */
      const zkeyWith = (/** @type {string} */ letter, /** @type {any} */ point) => {
        const zkey = Buffer.from(made.zkey);
        const own = points.get(letter).toBytes('montgomery-le');
        const at = zkey.indexOf(own);
        expect(at).toBeGreaterThan(0);
        zkey.set(point.toBytes('montgomery-le'), at);
        return new Uint8Array(zkey);
      };

      it.each(CASES)('refuses %s made of ±%s, in both keys', async (letter, other, words) => {
        for (const point of [points.get(other), points.get(other).negate()]) {
          const vkey = keyWith(letter, point);
          expect(() => groth16.verifyingKey(vkey)).toThrow(InputError);
          expect(() => groth16.verifyingKey(vkey)).toThrow(words);
          expect(() => groth16.verify(vkey, [], {})).toThrow(words);
          expect(groth16.verifyingKey(vkey, { insecure: true }).publics).toBe(1);
          const zkey = zkeyWith(letter, point);
          await expect(groth16.provingKey(zkey)).rejects.toThrow(InputError);
          await expect(groth16.provingKey(zkey)).rejects.toThrow(words);
          const key = await groth16.provingKey(zkey, { insecure: true });
          expect(key.publics).toBe(1);
          key.dispose();
        }
      });

      it('takes γ that is the generator, as every key of snarkjs has it', async () => {
        expect(groth16.verifyingKey(keyWith('γ', points.get('G'))).publics).toBe(1);
        const key = await groth16.provingKey(zkeyWith('γ', points.get('G')));
        expect(key.publics).toBe(1);
        key.dispose();
      });

      it('whoever insists verifies proofs of false statements', () => {
        const { G1 } = context.instance;
        const { vkey, secrets, IC } = made;
        const sum = IC[0] + 99n * IC[1];
        const proof = (/** @type {any} */ A, /** @type {any} */ C) => ({
          pi_a: jsonPoint(A),
          pi_b: vkey.vk_beta_2,
          pi_c: jsonPoint(C),
        });
        const alpha = G1.generator.multiply(secrets.alpha);
        const IC_s = G1.generator.multiply(sum % r);
        const verifies = (/** @type {any} */ key, /** @type {any} */ forged) =>
          groth16.verifyingKey(key, { insecure: true }).verify(['99'], forged);
        const sameDelta = keyWith('δ', points.get('γ'));
        expect(verifies(sameDelta, proof(alpha, IC_s.negate()))).toBe(true);
        const sameGamma = keyWith('γ', points.get('β'));
        expect(verifies(sameGamma, proof(alpha.add(IC_s), G1.identity))).toBe(true);
        expect(verifies(made.vkey, proof(alpha, IC_s.negate()))).toBe(false);
      });

      it('options: true or false, and no others', async () => {
        for (const options of [{ insecure: 1 }, { check: true }, null]) {
          expect(() => groth16.verifyingKey(made.vkey, options)).toThrow(InputError);
        }
        await expect(groth16.provingKey(made.zkey, { insecure: 'yes' })).rejects.toThrow(
          'insecure: expected true or false',
        );
        await expect(
          groth16.prove(zkeyWith('δ', points.get('γ')), new Uint8Array(), { insecure: true }),
        ).rejects.toThrow('wtns');
      });
    },
    group,
  );
}
