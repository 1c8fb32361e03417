/**
 * That no call of BN254, Pasta, a scalar field or Groth16 reads `Object.prototype`, or is changed
 * by what is there: see prototype.js.
 */
import { describe } from 'vitest';
import { createField } from '../../src/curve.js';
import { createBn254, createPasta } from '../../src/index.js';
import { madeBySnarkjs } from '../support/ceremony/files.js';
import { circuitModule, inputsOf } from '../support/groth16/circuit-module.js';
import { GOLDILOCKS, fieldPage } from '../support/own-field.js';
import { readBytes } from '../support/vectors.js';
import { testPrototype } from './prototype.js';

const goldilocks = await fieldPage(GOLDILOCKS);

/** @param {string} path */
const json = (path) => JSON.parse(new TextDecoder().decode(readBytes(path)));

/** Bytes of the results, and what else they are. @param {any[]} values */
const bytesOf = (...values) =>
  values.map((value) => (Object.hasOwn(Object(value), 'toJSON') ? value.toBytes() : value));

/** Of scalar fields. @param {any} Fr @param {any} group */
function elementCalls(Fr, group) {
  const bytes = group.randomScalars(64, 1);
  const [a, b] = [Fr.vector(bytes), Fr.powers(3n, 64)];
  const points = group.randomPoints(64, 2);
  const formats = ['big-endian', 'little-endian', 'montgomery-le'];
  return {
    'elements of a field': () =>
      bytesOf(
        ...formats.map((format) => Fr.vector(bytes, { format })),
        ...formats.map((format) => a.toBytes(format)),
        ...[Fr.vector([1n, -2n, 3n], { strict: false }), Fr.zeros(3), a.slice(1, 4), a.copy()],
        ...[a.at(5), Fr.rootOfUnity(8), Fr.twoAdicity, Fr.generator],
      ),
    'operations of a field': () =>
      bytesOf(
        ...[Fr.add(a, b), Fr.subtract(a, b), Fr.multiply(a, b), Fr.scale(a, 5n), Fr.inverse(a)],
        ...[Fr.add(a, b, { out: Fr.zeros(64) }), Fr.multiply(a.slice(1, 4), b.slice(2, 5))],
        ...[Fr.sum(a), Fr.dot(a, b), Fr.evaluate(a, 7n)],
      ),
    transforms: () =>
      bytesOf(
        ...[Fr.ntt(a.copy()), Fr.ntt(a.copy(), { inverse: true, coset: 5n })],
        ...[group.msm(points, a), group.msm(points, bytes, { format: 'montgomery-le' })],
      ),
    'transforms in steps': async () =>
      bytesOf(
        await Fr.nttAsync(a.copy(), { coset: 3n, onProgress() {} }),
        await group.msmAsync(points, a),
      ),
  };
}

/** Of what Groth16 verifies. @param {any} groth16 */
function proofCalls(groth16) {
  const key = json('groth16/mixed.vkey.json');
  const text = JSON.stringify(key);
  const proof = json('groth16/mixed.proof.json');
  const publicSignals = json('groth16/mixed.public.json');
  // What a proof need not say is not taken from elsewhere.
  const { pi_a, pi_b, pi_c } = proof;
  const bare = { pi_a, pi_b, pi_c };
  const vk = groth16.verifyingKey(key);
  const items = [proof, bare, proof].map((of) => ({ publicSignals, proof: of }));
  const wrong = [...items, { publicSignals: publicSignals.map(() => '1'), proof }];
  return {
    'keys of Groth16': () => {
      const own = groth16.verifyingKey(text);
      return [own.publics, own.verify(publicSignals, proof), own.verify(publicSignals, bare)];
    },
    'proofs of Groth16': () => [
      ...[vk.verifyBatch(items), vk.findInvalid(wrong), groth16.verify(key, publicSignals, bare)],
      groth16.toSolidity(bare, publicSignals),
    ],
    'proofs of Groth16 in steps': async () => [
      await vk.verifyBatchAsync(items),
      await vk.findInvalidAsync(wrong),
    ],
  };
}

/** Of a prover: proofs are blinded, so what is compared is that they are valid. */
async function proverCalls(/** @type {any} */ groth16, /** @type {bigint} */ r) {
  const vk = groth16.verifyingKey(json('groth16/mixed.vkey.json'));
  const zkey = readBytes('groth16/mixed.zkey');
  const wtns = readBytes('groth16/mixed.wtns');
  const key = await groth16.provingKey(zkey);
  const circuit = await circuitModule({ r });
  const proved = async (/** @type {any} */ by) => {
    const { proof, publicSignals } = await by.prove(wtns);
    return [publicSignals, vk.verify(publicSignals, proof)];
  };
  return {
    'a proof of Groth16': () => proved(key),
    'a proving key': async () => {
      const own = await groth16.provingKey(zkey, { check: true });
      const found = [own.verificationKey(), own.wires, own.domain, await proved(own)];
      own.dispose();
      return found;
    },
    'a witness': () => groth16.witness(circuit, inputsOf(3)),
  };
}

/** Of verifiers of ceremonies, which need WebAssembly. @param {any} groth16 */
function ceremonyCalls(groth16) {
  const { r1cs, ptau, initial, zkey } = madeBySnarkjs();
  return {
    'powers of a ceremony': () => groth16.verifyPtau(ptau),
    'a key of a ceremony': () => groth16.verifyZkey({ r1cs, ptau, zkey, initial }),
    'a key without the initial one': () => groth16.verifyZkey({ r1cs, ptau, zkey }),
    'contributions of a ceremony': () => groth16.verifyContribution(initial, zkey),
    'a wrong key of a ceremony': () => groth16.verifyZkey({ r1cs, ptau, zkey: initial }),
  };
}

/** Calls by kind. @param {any} all instances */
async function callsOf({ bn, pasta }) {
  const { G1, G2, evm, pairing, pairingCheck } = bn;
  const [Fr, groth16] = await Promise.all([G1.scalarField(), bn.groth16()]);
  const groups = [G1, G2, pasta.pallas, pasta.vesta];
  const pairs = [
    [G1.generator, G2.generator],
    [G1.generator.negate(), G2.generator],
  ];
  const [P, Q] = pairs[0].map((point) => point.toBytes('uncompressed'));
  return {
    'sums over BN254 and Pasta': () =>
      groups.map((group) => group.msm(group.randomPoints(60, 1), group.randomScalars(60, 2))),
    'encodings of BN254 and Pasta': () =>
      groups.map((group) => {
        const points = group.randomPoints(9, 1);
        const prover = points.toBytes('montgomery-le');
        return [
          group.points(points.toBytes()).toBytes(),
          group.points(prover, { format: 'montgomery-le' }).toBytes('little-endian'),
          group.point(points.at(1).toAffine()),
        ];
      }),
    'pairings of BN254': () => [pairingCheck(pairs), pairing(...pairs[0]).toBytes()],
    'precompiles of BN254': () => [
      ...[evm.ecAdd(new Uint8Array([...P, ...P])), evm.ecMul(P)],
      evm.ecPairing(new Uint8Array([...P, ...Q])),
    ],
    ...elementCalls(Fr, G1),
    ...proofCalls(groth16),
    ...(await proverCalls(groth16, Fr.order)),
    ...(bn.backend.single === 'bigint' ? {} : ceremonyCalls(groth16)),
    'vectors added': () =>
      groups.map((group) => {
        const [a, b] = [group.randomPoints(5, 1), group.randomPoints(5, 2)];
        return [group.add(a, b).toBytes(), group.subtract(a, b, { out: a }).toBytes()];
      }),
    "a field of one's own": async () => {
      const backend = bn.backend.single === 'bigint' ? 'bigint' : 'portable';
      const { field, dispose } = await createField(goldilocks, { backend });
      const squares = field.vector([4n, 9n, 16n]);
      const all = [field.sqrt(squares), field.ntt(field.powers(3n, 8)), field.inverse(squares)];
      const bytes = all.map((vector) => vector.toBytes());
      dispose();
      return bytes;
    },
    'the field of Pasta': async () => {
      const own = await pasta.vesta.scalarField();
      return own.ntt(own.powers(3n, 8)).toBytes();
    },
  };
}

describe('Object.prototype', () => {
  testPrototype(async (backend, kept) => {
    /** @type {any[]} */
    const creators = [createBn254, createPasta];
    for (const create of creators) kept.push(await create({ backend }));
    const [bn, pasta] = kept;
    return callsOf({ bn, pasta });
  });
});
