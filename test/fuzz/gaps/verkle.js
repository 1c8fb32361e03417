/** Asynchronous calls of Verkle commitments. */
import { hostileWitness } from '../witness.js';

/** @import { Gaps } from './index.js' */

/** @param {{ bw: any }} means @returns {Gaps} */
export function verkleGaps({ bw }) {
  /** @type {Promise<any> | undefined} */
  let kept;
  const opened = async () => {
    const tree = await bw.verkle({ memory: 2 ** 23 });
    const scalar = (/** @type {number} */ k) => new Uint8Array(32).fill(k & 127, 0, 31);
    const inputs = Array.from({ length: 8 }, (_, k) => {
      const vector = Array.from({ length: 256 }, (__, i) => scalar(i * 7 + k));
      const serializedCommitment = tree.serializeCommitment(tree.commitToScalars(vector));
      return { serializedCommitment, vector, indices: Array.from({ length: 100 }, (__, i) => i) };
    });
    const claims = inputs.map(({ serializedCommitment, vector, indices }) => ({
      serializedCommitment,
      indexValuePairs: indices.map((index) => ({ index, value: vector[index] })),
    }));
    return { tree, inputs, claims };
  };
  const made = () => (kept ??= opened());
  const root = `0x${Buffer.from(bw.group.generator.toBytes('compressed')).toString('hex')}`;
  return {
    'Banderwagon.verkle, tables of 8 MiB': () => async () =>
      (await bw.verkle({ memory: 2 ** 23 })).dispose(),
    'Verkle.createProofAsync, 800 openings': async () => {
      const { tree, inputs } = await made();
      return () => tree.createProofAsync(inputs);
    },
    'Verkle.verifyProofAsync, 800 openings': async () => {
      const { tree, inputs, claims } = await made();
      const proof = tree.createProof(inputs);
      return () => tree.verifyProofAsync(proof, claims);
    },
    'Verkle.verifyProofAsync, 40000 openings': async () => {
      const { tree, inputs, claims } = await made();
      const proof = tree.createProof(inputs);
      const many = Array.from({ length: 400 }, (_, i) => claims[i % 8]);
      return () => tree.verifyProofAsync(proof, many);
    },
    'Verkle.verifyExecutionWitnessPreStateAsync, 3.4 MiB, hostile': async () => {
      const { tree } = await made();
      const witness = hostileWitness(tree, bw, 120);
      return () => tree.verifyExecutionWitnessPreStateAsync(root, witness);
    },
    'Verkle.verifyExecutionWitnessPreStateAsync, 3.4 MiB of brackets': async () => {
      const { tree } = await made();
      const witness = '['.repeat(3.4 * 2 ** 20);
      return () => tree.verifyExecutionWitnessPreStateAsync(root, witness).catch(() => {});
    },
  };
}
