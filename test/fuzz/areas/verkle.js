/** Verkle proofs: true ones are verified, changed ones are false and never anything else. */
import { PointError, ScalarError, InputError } from '../../../src/errors.js';
import { toBytesBE } from '../bytes.js';
import { check, outcomeOf, same } from '../context.js';
import { mutate, Random } from '../random.js';

const ORDER = 0x1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e1n;
const scalar = (/** @type {bigint} */ k) => toBytesBE(k % ORDER, 32).reverse();

/** @type {WeakMap<object, Promise<any>>} */
const committed = new WeakMap();

/** @type {import('../fuzz.js').Area} */
export const verkle = {
  name: 'verkle',
  backends: ['fma', 'portable'],
  generate(random) {
    const polynomials = Array.from({ length: 1 + random.size(6) }, () => ({
      values: Array.from({ length: random.size(256) }, () =>
        random.bits(random.pick([1, 16, 252])),
      ),
      indices: Array.from({ length: 1 + random.size(8) }, () =>
        random.pick([0, 255, random.int(256)]),
      ),
    }));
    return { polynomials, changes: Array.from({ length: 6 }, () => random.word()) };
  },
  reduce: ({ polynomials, changes }) => [
    ...changes.map((_, i) => ({ polynomials, changes: changes.filter((__, j) => j !== i) })),
    ...(polynomials.length > 1 ? [{ polynomials: polynomials.slice(1), changes }] : []),
  ],
  async check({ polynomials, changes }, context) {
    const bw = await context.instance('banderwagon');
    if (!committed.has(bw)) committed.set(bw, bw.verkle({ memory: 2 ** 22 }));
    const tree = await committed.get(bw);
    const inputs = polynomials.map(({ values, indices }) => {
      const vector = Array.from({ length: 256 }, (_, i) => scalar(values[i] ?? 0n));
      const serializedCommitment = tree.serializeCommitment(tree.commitToScalars(vector));
      return { serializedCommitment, vector, indices };
    });
    const claims = () =>
      inputs.map(({ serializedCommitment, vector, indices }) => ({
        serializedCommitment: serializedCommitment.slice(),
        indexValuePairs: indices.map((index) => ({ index, value: vector[index].slice() })),
      }));
    const proof = tree.createProof(inputs);
    check(same(proof, await tree.createProofAsync(inputs)), 'createProofAsync differs');
    check(tree.verifyProof(proof, claims()), 'a true proof is false');
    check(same(tree.serializeProof(tree.deserializeProof(proof)), proof), 'the parts of a proof');
    for (const change of changes) {
      const random = new Random(String(change));
      const [bytes, stated] = [proof.slice(), claims()];
      const input = random.pick(stated);
      const pair = random.pick(input.indexValuePairs);
      const target = random.pick([bytes, bytes, input.serializedCommitment, pair.value]);
      const before = target.slice();
      mutate(random, target);
      const moved = random.chance(0.1);
      if (moved) pair.index = random.int(256);
      else if (same(before, target)) continue;
      // The proof of a zero vector, say, is one for every index.
      if (moved && isTrue(stated, inputs)) continue;
      const { value, error } = await outcomeOf(() => tree.verifyProof(bytes, stated));
      const later = await outcomeOf(() => tree.verifyProofAsync(bytes, stated));
      check(
        later.value === value && later.error?.code === error?.code,
        'the asynchronous call differs',
      );
      if (error) {
        check(target !== bytes, `a changed proof: ${error}`);
        check(
          error instanceof PointError ||
            error instanceof ScalarError ||
            error instanceof InputError,
          `${error}`,
        );
      } else check(value === false, `true for a changed ${target === bytes ? 'proof' : 'claim'}`);
    }
  },
};

/** Whether the claims hold. @param {any[]} claims @param {any[]} inputs */
const isTrue = (claims, inputs) =>
  claims.every(
    ({ serializedCommitment, indexValuePairs }, i) =>
      same(serializedCommitment, inputs[i].serializedCommitment) &&
      indexValuePairs.every(({ index, value }) => same(value, inputs[i].vector[index])),
  );
