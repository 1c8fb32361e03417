/** The calls of the area `hostile` of BN254, Pasta, scalar fields and Groth16. */
import { circuitModule, inputsOf } from '../../support/groth16/circuit-module.js';
import { readBytes } from '../../support/vectors.js';

/** @import { Context } from '../context.js' */

/** @param {string} path */
const json = (path) => JSON.parse(new TextDecoder().decode(readBytes(path)));

/** @param {any} bn */
async function opened(bn) {
  const [Fr, groth16] = await Promise.all([bn.G1.scalarField(), bn.groth16()]);
  return {
    ...{ bn, Fr, groth16, vk: groth16.verifyingKey(json('groth16/cubic.vkey.json')) },
    circuit: await circuitModule({ r: Fr.order }),
    provingKey: await groth16.provingKey(readBytes('groth16/cubic.zkey')),
    bnPoints: bn.G1.randomPoints(5, 1).toBytes(),
    vector: Fr.powers(3n, 8),
  };
}

/** Instances, and the parts of arguments. @param {Context} context */
export async function fieldMeans(context) {
  const [bn, pasta] = /** @type {any[]} */ (
    await Promise.all(['bn254', 'pasta'].map((path) => context.instance(path)))
  );
  bn.fuzzed ??= opened(bn);
  return { ...(await bn.fuzzed), pasta };
}

const proved = () => ({
  publicSignals: json('groth16/cubic.public.json'),
  proof: json('groth16/cubic.proof.json'),
});

/** A call's vector, as bytes. @param {any} vector */
const taken = (vector) => {
  const bytes = vector.toBytes();
  vector.dispose();
  return bytes;
};

/** @type {import('./calls.js').HostileCalls} */
export const FIELD_CALLS = {
  'field.vector': {
    args: () => [[5n, -1n, 0n, 2n ** 300n], { format: 'big-endian', strict: false }],
    call: (m, ...args) => taken(m.Fr.vector(...args)),
  },
  'field.vector of bytes': {
    args: (m) => [m.scalars.slice(), { format: 'montgomery-le' }],
    call: (m, ...args) => taken(m.Fr.vector(...args)),
  },
  'field.multiply': {
    args: (m) => [m.vector, m.vector, { out: undefined }],
    call: (m, ...args) => taken(m.Fr.multiply(...args)),
  },
  'field.ntt': {
    args: () => [{ inverse: true, coset: 7n }],
    call: (m, how) => taken(m.Fr.ntt(m.vector.copy(), how)),
  },
  'field.nttAsync': {
    args: () => [{ coset: 7n, onProgress() {} }],
    call: async (m, how) => taken(await m.Fr.nttAsync(m.vector.copy(), how)),
  },
  'bn254 msm with a vector': {
    args: (m) => [[...Array(5).keys()].map((i) => affineOf(m, i)), m.vector.slice(0, 5)],
    call: (m, ...args) => m.bn.G1.msm(...args),
  },
  'pasta points': {
    args: (m) => [[1n, 2n].map((k) => m.pasta.vesta.generator.multiply(k).toAffine())],
    call: (m, list) => m.pasta.vesta.points(list).toBytes(),
  },
  'bn254 pairingCheck': {
    args: (m) => [
      [
        [m.bn.G1.generator, m.bn.G2.generator],
        [m.bn.G1.generator.negate(), m.bn.G2.generator],
      ],
    ],
    call: (m, pairs) => m.bn.pairingCheck(pairs),
  },
  'evm.ecPairing': {
    args: () => [new Uint8Array(384)],
    call: (m, input) => m.bn.evm.ecPairing(input),
  },
  'evm.ecMul': {
    args: (m) => [new Uint8Array([...m.bnPoints.slice(0, 64), ...m.scalars.slice(0, 32)])],
    call: (m, input) => m.bn.evm.ecMul(input),
  },
  'groth16.verifyingKey': {
    args: () => [json('groth16/cubic.vkey.json')],
    call(m, key) {
      const { publicSignals, proof } = proved();
      return m.groth16.verifyingKey(key).verify(publicSignals, proof);
    },
  },
  'groth16.verify': {
    args: () => [proved().publicSignals, proved().proof],
    call: (m, ...args) => m.vk.verify(...args),
  },
  'groth16.findInvalid': {
    args: () => [[proved(), proved(), { ...proved(), publicSignals: ['36'] }]],
    call: (m, list) => m.vk.findInvalid(list),
  },
  'groth16.verifyBatchAsync': {
    args: () => [[proved(), proved()], { onProgress() {} }],
    call: (m, ...args) => m.vk.verifyBatchAsync(...args),
  },
  'groth16.toSolidity': {
    args: () => [proved().proof, proved().publicSignals],
    call: (m, ...args) => m.groth16.toSolidity(...args),
  },
  'groth16.provingKey': {
    args: () => [readBytes('groth16/cubic.zkey').slice(), { check: false }],
    async call(m, ...args) {
      const key = await m.groth16.provingKey(...args);
      const found = JSON.stringify(key.verificationKey());
      key.dispose();
      return found;
    },
  },
  // Proofs are blinded: what they say is public.
  'groth16.prove': {
    args: () => [readBytes('groth16/cubic.wtns').slice(), { onProgress() {} }],
    call: async (m, ...args) => (await m.provingKey.prove(...args)).publicSignals,
  },
  'groth16.witness': {
    args: (m) => [m.circuit.slice(), structuredClone(inputsOf(3))],
    call: (m, ...args) => m.groth16.witness(...args),
  },
};

/** @param {any} m @param {number} i */
const affineOf = (m, i) => m.bn.G1.point(m.bnPoints.slice(32 * i, 32 * i + 32)).toAffine();
