/**
 * An execution witness of stems with all their values, 512 openings each, and a proof that is none.
 * @param {any} tree
 * @param {any} bw the instance
 * @param {number} count of stems, at most 127
 * @returns {string} JSON
 */
export function hostileWitness(tree, bw, count) {
  const hex = (/** @type {Uint8Array} */ bytes) => `0x${Buffer.from(bytes).toString('hex')}`;
  const stems = Array.from({ length: count }, (_, i) => new Uint8Array(31).fill(2 * i));
  const commitments = bw.group.randomPoints(3 * count, 1).toBytes('compressed');
  const suffixDiffs = Array.from({ length: 256 }, (_, suffix) => ({
    suffix,
    currentValue: hex(new Uint8Array(32).fill(suffix | 1)),
    newValue: null,
  }));
  const scalar = new Uint8Array(32).fill(1, 0, 31);
  const vector = Array.from({ length: 256 }, () => scalar);
  const serializedCommitment = tree.serializeCommitment(tree.commitToScalars(vector));
  const { d, cl, cr } = tree.deserializeProof(
    tree.createProof([{ serializedCommitment, vector, indices: [0] }]),
  );
  return JSON.stringify({
    stateDiff: stems.map((stem) => ({ stem: hex(stem), suffixDiffs })),
    verkleProof: {
      otherStems: [],
      depthExtensionPresent: hex(new Uint8Array(count).fill((1 << 3) | 2)),
      commitmentsByPath: Array.from({ length: 3 * count }, (_, i) =>
        hex(commitments.subarray(32 * i, 32 * i + 32)),
      ),
      d: hex(d),
      ipaProof: { cl: cl.map(hex), cr: cr.map(hex), finalEvaluation: hex(scalar) },
    },
  });
}
