/** The calls of Groth16: files, keys, proofs of others. Proofs take the same for any witness. */
import { circuitOf } from '../../../bench/groth16/circuits.js';
import { outsiderOf } from '../../hostile/outsider.js';
import { edited, flip, madeBySnarkjs, put } from '../../support/ceremony/files.js';
import { sectionsOf } from '../../support/groth16/files.js';
import { forge, jsonPoint, setup } from '../../support/groth16/setup.js';
import { scheme } from './signatures.js';
import { tried } from './tried.js';

/** @import { Calls, Instances } from './index.js' */

const [N, TIMES] = [64, 16];

/**
 * A file that is cut, or has a wrong byte in a section.
 * @param {any} groth16
 * @param {Uint8Array} zkey
 */
function openings(groth16, zkey) {
  const open = (/** @type {Uint8Array} */ file) => async () => {
    try {
      (await groth16.provingKey(file)).dispose();
    } catch (error) {
      return error;
    }
  };
  const sections = new Map(sectionsOf(zkey).map((section) => [section.id, section]));
  const { start, end } = /** @type {{ start: number, end: number }} */ (sections.get(9));
  return {
    random: open(zkey),
    'the last point off its curve': open(zkey.with(end - 1, zkey[end - 1] ^ 1)),
    'a point off its curve': open(zkey.with(start + 5, zkey[start + 5] ^ 1)),
    'the last bytes are missing': open(zkey.slice(0, -40)),
    'no points but infinity': open(zkey.slice().fill(0, start, end)),
  };
}

/** @param {Instances} instances @param {Calls} calls */
export async function groth16Calls({ bn }, calls) {
  const groth16 = await bn.groth16();
  const { circuit, curve } = circuitOf('chain8');
  const made = await setup({ instance: bn, ...curve }, circuit, 'complexity');
  const { vkey, zkey } = made;
  const vk = groth16.verifyingKey(vkey);
  const good = Array.from({ length: N }, (_, i) => {
    const logs = { a: BigInt(2 * i + 5), b: BigInt(3 * i + 7) };
    return forge({ instance: bn, ...curve }, made, [BigInt(i + 1) ** 40n], logs);
  });
  const broken = good.map((item) => ({ ...item, publicSignals: ['1'] }));
  const one = (/** @type {any} */ { publicSignals, proof }) => vk.verify(publicSignals, proof);
  const name = (/** @type {string} */ method) => `Groth16VerifyingKey.${method}`;
  scheme({ name, protocol: vk, good, broken, one }, calls);
  const [{ publicSignals, proof }] = good;
  const outside = { ...proof, pi_b: jsonPoint(outsiderOf(bn.G2)) };
  const times = (/** @type {() => unknown} */ call) => () => Array.from({ length: TIMES }, call);
  const verify = (/** @type {any} */ signals, /** @type {any} */ own) =>
    times(tried(() => groth16.verify(vkey, signals, own)));
  calls[`Groth16.verify, ${TIMES} times`] = {
    random: verify(publicSignals, proof),
    'a false signal': verify(['1'], proof),
    'a point outside the group': verify(publicSignals, outside),
    'a signal of many digits': verify(['9'.repeat(2 ** 16)], proof),
  };
  const { IC } = vkey;
  const key = (/** @type {any} */ change) =>
    times(tried(() => groth16.verifyingKey({ ...vkey, ...change })));
  calls[`Groth16.verifyingKey, ${TIMES} times`] = {
    random: key({}),
    'δ outside the group': key({ vk_delta_2: outside.pi_b }),
    'a point too few': key({ IC: IC.slice(1) }),
    'equal points': key({ IC: [IC[0], IC[0]] }),
  };
  calls[`Groth16.toSolidity, ${TIMES} times`] = {
    random: times(() => groth16.toSolidity(proof, publicSignals)),
    'a point outside the group': times(() => groth16.toSolidity(outside, publicSignals)),
  };
  calls['Groth16.provingKey, 2^8'] = openings(groth16, zkey);
  ceremonies(groth16, calls);
}

/**
 * Files of a ceremony, wrong where they are read last, or whose hash takes as long as is allowed.
 * @param {any} groth16
 * @param {Calls} calls
 */
function ceremonies(groth16, calls) {
  const { r1cs, ptau, initial, zkey } = madeBySnarkjs();
  const options = { beaconLimit: 10 };
  const powers = (/** @type {Uint8Array} */ file) => () => groth16.verifyPtau(file, options);
  calls['Groth16.verifyPtau, 2^4'] = {
    random: powers(ptau),
    'a wrong point': powers(edited(ptau, flip(15, -1))),
    'a beacon of 2^63': powers(edited(ptau, put(7, -35, [63]))),
  };
  const key = (/** @type {Uint8Array} */ file) => () =>
    groth16.verifyZkey({ r1cs, ptau, initial, zkey: file }, options);
  calls['Groth16.verifyZkey, 2^4'] = {
    random: key(zkey),
    'a wrong hash': key(edited(zkey, flip(10, -1))),
    'a beacon of 2^63': key(edited(zkey, put(10, -35, [63]))),
  };
  const change = (/** @type {Uint8Array} */ file) => () =>
    groth16.verifyContribution(initial, file, options);
  calls['Groth16.verifyContribution, 2^4'] = {
    random: change(zkey),
    'a wrong hash': change(edited(zkey, flip(10, -1))),
  };
}
