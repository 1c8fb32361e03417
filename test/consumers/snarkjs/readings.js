/** Spellings of keys, proofs and signals: snarkjs's answer and the adapter's for each. */
import * as snarkjs from 'snarkjs';

/** @typedef {{ vkey: any, publicSignals: any, proof: any }} Item */

const SPELLINGS = {
  bn128: ['BN254', 'alt_bn128', 'bn-128', 'Bn128', 'bn 254', 'ALT-BN-128'],
  bls12381: ['BLS12381', 'bls12-381', 'BLS12_381', 'Bls 12381'],
};
const CURVES = {
  bn128: [
    21888242871839275222246405745257275088548364400416034343698204186575808495617n,
    21888242871839275222246405745257275088696311157297823662689037894645226208583n,
  ],
  bls12381: [
    0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n,
    0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn,
  ],
};

/** Every number in a value of JSON. @param {any} value @param {(text: string) => any} write */
const each = (value, write) =>
  JSON.parse(JSON.stringify(value), (key, item) =>
    typeof item === 'string' && /^[0-9]+$/.test(item) ? write(item) : item,
  );
const hexadecimal = (/** @type {string} */ text) => `0x${BigInt(text).toString(16)}`;
const small = (/** @type {string} */ text) => (text.length < 16 ? Number(text) : text);
/** Points of G1 without the last coordinate. @param {any} item @param {string[]} names */
const short = (item, ...names) => ({
  ...item,
  ...Object.fromEntries(names.map((name) => [name, item[name].slice(0, 2)])),
});
const without = (/** @type {any} */ item, /** @type {string} */ name) => {
  const rest = { ...item };
  delete rest[name];
  return rest;
};
const like = (/** @type {any[]} */ list) => ({ ...list, length: list.length });

/** @param {Item} item @param {'bn128' | 'bls12381'} name @returns {Record<string, Item>} */
function spelled({ vkey, publicSignals, proof }, name) {
  const [r, q] = CURVES[name];
  const key = (/** @type {any} */ changes) => ({
    vkey: { ...vkey, ...changes },
    publicSignals,
    proof,
  });
  const proven = (/** @type {any} */ changes) => ({
    vkey,
    publicSignals,
    proof: { ...proof, ...changes },
  });
  const signals = (/** @type {any} */ list) => ({ vkey, publicSignals: list, proof });
  const all = { vkey, publicSignals, proof };
  const points = ['vk_alpha_1', 'vk_beta_2', 'vk_gamma_2', 'vk_delta_2'];
  const [first, ...others] = publicSignals;
  return {
    'as it is': all,
    ...Object.fromEntries(
      SPELLINGS[name].flatMap((curve) => [
        [`key of ${curve}`, key({ curve })],
        [`proof of ${curve}`, proven({ curve })],
      ]),
    ),
    'key of another curve': key({ curve: name === 'bn128' ? 'bls12381' : 'bn128' }),
    'key of no curve': key({ curve: 'p-256' }),
    'key without curve': { ...all, vkey: without(vkey, 'curve') },
    'proof of no curve': proven({ curve: 'p-256' }),
    'protocol groth of the key': key({ protocol: 'groth' }),
    'key without protocol': { ...all, vkey: without(vkey, 'protocol') },
    'protocol groth of the proof': proven({ protocol: 'groth' }),
    'protocol foo of the proof': proven({ protocol: 'foo' }),
    'proof without protocol': { ...all, proof: without(proof, 'protocol') },
    'hexadecimal text': each(all, hexadecimal),
    'upper-case digits': each(all, (text) => hexadecimal(text).toUpperCase().replace('0X', '0x')),
    integers: each(all, small),
    bigints: {
      vkey: reviveBigints(vkey),
      publicSignals: publicSignals.map(BigInt),
      proof: reviveBigints(proof),
    },
    'leading zeros': signals(publicSignals.map((/** @type {string} */ text) => `000${text}`)),
    'nPublic as text': key({ nPublic: String(vkey.nPublic) }),
    'key without nPublic': { ...all, vkey: without(vkey, 'nPublic') },
    'another nPublic': key({ nPublic: 7 }),
    'two coordinates, proof': { ...all, proof: short(proof, 'pi_a', 'pi_b', 'pi_c') },
    'two coordinates, key': {
      ...all,
      vkey: {
        ...short(vkey, ...points),
        IC: vkey.IC.map((/** @type {any[]} */ p) => p.slice(0, 2)),
      },
    },
    'infinity as zeros': proven({ pi_c: ['0', '0', '0'] }),
    infinity: proven({ pi_c: ['0', '1', '0'] }),
    'another proof': proven({ pi_a: proof.pi_c }),
    'another signal': signals([String(BigInt(first) + 1n), ...others]),
    'an upper-case prefix': signals([hexadecimal(first).replace('x', 'X'), ...others]),
    'no point': proven({ pi_a: ['1', '1', '1'] }),
    'signal + r': signals([String(BigInt(first) + r), ...others]),
    'proof without pi_b': { ...all, proof: without(proof, 'pi_b') },
    'key without IC': { ...all, vkey: without(vkey, 'IC') },
    'no signals': signals(undefined),
    'no proof': { vkey, publicSignals, proof: undefined },
    'no key': { vkey: undefined, publicSignals, proof },
    'key as text': { ...all, vkey: JSON.stringify(vkey) },
    // What differs.
    'protocol plonk of the key': key({ protocol: 'plonk' }),
    'a coordinate + q': proven({
      pi_a: [String(BigInt(proof.pi_a[0]) + q), ...proof.pi_a.slice(1)],
    }),
    'array-like signals': signals(like(publicSignals)),
    'array-like points': proven({ pi_a: like(proof.pi_a) }),
    'a signal too many': signals([...publicSignals, '0']),
    'a signal too few': signals(others),
    'a fraction': signals([0.5, ...others]),
    'text that is no number': signals(['twelve', ...others]),
    'a signal of null': signals([null, ...others]),
    'a Jacobian point': proven({ pi_a: jacobian(proof.pi_a, q) }),
  };
}

/** @param {any} value @returns {any} */
const reviveBigints = (value) =>
  Array.isArray(value)
    ? value.map(reviveBigints)
    : value && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, reviveBigints(item)]))
      : /^[0-9]+$/.test(value)
        ? BigInt(value)
        : value;

/** A point with z = 2. @param {string[]} point @param {bigint} q */
const jacobian = ([x, y], q) =>
  [(BigInt(x) * 4n) % q, (BigInt(y) * 8n) % q, 2n].map((part) => String(part));

/** @param {() => Promise<unknown>} call */
const outcomeOf = (call) =>
  call().then(
    (value) => value,
    () => 'throws',
  );

/**
 * @param {Record<'bn128' | 'bls12381', Item>} items
 * @param {any} groth16 of the adapter
 * @returns {Promise<Record<string, unknown[]>>} snarkjs's answers and the adapter's, by spelling
 */
export async function readings(items, groth16) {
  const found = [];
  for (const [name, item] of Object.entries(items)) {
    const all = spelled(item, /** @type {'bn128' | 'bls12381'} */ (name));
    for (const [spelling, { vkey, publicSignals, proof }] of Object.entries(all)) {
      const verified = [];
      const written = [];
      for (const own of [snarkjs.groth16, groth16]) {
        verified.push(await outcomeOf(async () => own.verify(vkey, publicSignals, proof)));
        written.push(await outcomeOf(async () => own.exportSolidityCallData(proof, publicSignals)));
      }
      found.push([`${name}: ${spelling}`, verified]);
      found.push([`${name}, calldata: ${spelling}`, written]);
    }
  }
  return Object.fromEntries(found);
}
