/** Verkle proofs of go-ipa, rust-verkle, constantine and verkle-test-vectors. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { runNow } from '../../src/port/steps.js';
import { Domain, dot } from '../../src/verkle/proofs/domain.js';
import { Generators } from '../../src/verkle/proofs/commitments.js';
import { proveSteps, Transcript, verify } from '../../src/verkle/proofs/ipa.js';
import { fromBytesLE, mod, toBytesLE } from '../../src/math/modular.js';
import { banderwagon } from '../../src/curves/banderwagon.js';
import { thrownBy } from '../support/errors.js';
import { some } from '../support/extent.js';
import { fromHex, toHex } from '../support/hex.js';
import { conformance } from '../support/vectors.js';

const { order } = banderwagon;
const scalarHex = (/** @type {bigint} */ k) => toHex(toBytesLE(k, 32));

/** The polynomials that the vectors describe in words, as values at 0 … 255. */
const polynomials = {
  '1..10 then zeros': (i) => (i < 10 ? i + 1 : 0),
  '(i mod 32)+1 for i in 0..255': (i) => (i % 32) + 1,
  'i for i in 0..255': (i) => i,
};
const valuesOf = (/** @type {string} */ description) =>
  Array.from({ length: 256 }, (_, i) => BigInt(polynomials[description](i)));

conformance('banderwagon.json', (context, data) => {
  let verkle;
  beforeAll(async () => {
    verkle = await context.bw.verkle({ memory: 2 ** 22 });
  });
  afterAll(() => verkle?.dispose());

  it('transcripts', () => {
    expect(data.transcript.length).toBeGreaterThan(0);
    for (const { protocolLabel, ops, challengeLabel, challengeLE } of data.transcript) {
      const transcript = new Transcript(protocolLabel, order);
      for (const [kind, label, value] of ops) {
        if (kind === 'scalar') transcript.appendScalar(label, mod(BigInt(value), order));
        else if (kind === 'domain') transcript.separate(label);
        else if (kind === 'challenge') transcript.challenge(label);
        else {
          const point = value === 'generator' ? context.group.generator.toBytes() : fromHex(value);
          transcript.appendPoint(label, point);
        }
      }
      expect(scalarHex(transcript.challenge(challengeLabel))).toBe(challengeLE);
    }
  });

  it('evaluation outside the domain', () => {
    const domain = new Domain(order);
    for (const { evals, point, valueLE } of data.barycentric) {
      const coefficients = domain.lagrangeCoefficients(BigInt(point));
      expect(scalarHex(dot(valuesOf(evals), coefficients, order))).toBe(valueLE);
      expect(scalarHex(domain.evaluate(valuesOf(evals), BigInt(point)))).toBe(valueLE);
    }
  });

  it('inner product arguments', async () => {
    const { group, crs } = context.bw;
    const basis = await group.fixedBasis(crs, { memory: 2 ** 22 });
    const inner = await group.fixedBasis([group.generator], { memory: 2 ** 14 });
    const generators = new Generators(group, basis, inner);
    const domain = new Domain(order);
    for (const vector of data.ipa) {
      const z = BigInt(vector.point);
      const b = domain.lagrangeCoefficients(z);
      const commitment = fromHex(vector.commitment);
      const start = () => ({
        order,
        generators,
        transcript: new Transcript(vector.transcript, order),
      });
      if (vector.evals) {
        const a = valuesOf(vector.evals);
        const prover = start();
        const { L, R, a: last } = runNow(proveSteps(prover, { commitment, a, b, z }));
        expect([...L, ...R].map(toHex).join('') + scalarHex(last)).toBe(vector.proof);
        expect(scalarHex(prover.transcript.challenge('state'))).toBe(vector.stateChallengeLE);
      }
      const bytes = fromHex(vector.proof);
      const parts = Array.from({ length: 16 }, (_, i) => bytes.slice(32 * i, 32 * i + 32));
      const points = group.points(bytes.subarray(0, 512), { format: 'compressed' });
      const proof = {
        L: parts.slice(0, 8),
        R: parts.slice(8),
        a: fromBytesLE(bytes.subarray(512)),
        points,
      };
      const y = fromBytesLE(fromHex(vector.resultLE));
      const evaluate = (values) => domain.evaluate(values, z);
      const claim = { commitment, C: group.point(commitment), z, y, evaluate };
      const verifier = start();
      expect(verify(verifier, claim, proof)).toBe(vector.valid);
      if (vector.stateChallengeLE) {
        expect(scalarHex(verifier.transcript.challenge('state'))).toBe(vector.stateChallengeLE);
      }
      points.dispose();
    }
    basis.dispose();
    inner.dispose();
  });

  it('multiproofs', () => {
    for (const { transcript: label, openings, proof, valid } of data.multiproof) {
      const inputs = openings.map(({ commitment, z, yLE }) => ({
        serializedCommitment: fromHex(commitment),
        indexValuePairs: [{ index: z, value: fromHex(yLE) }],
      }));
      expect(verkle.verifyProof(fromHex(proof), inputs, { label })).toBe(valid);
      if (!openings[0].evals) continue;
      const proverInputs = openings.map(({ commitment, z, evals }) => ({
        serializedCommitment: fromHex(commitment),
        vector: valuesOf(evals).map((k) => toBytesLE(k, 32)),
        indices: [z],
      }));
      expect(toHex(verkle.createProof(proverInputs, { label }))).toBe(proof);
    }
  });

  it('a multiproof at any other place', () => {
    const { transcript: label, openings, proof } = data.multiproof[0];
    const { commitment, z, yLE } = openings[0];
    const isQuick = context.backend === 'portable' || context.backend === 'fma';
    const all = Array.from({ length: isQuick ? 256 : 4 }, (_, i) => (isQuick ? i : 85 * i));
    for (const index of new Set([z, z ^ 1, ...some(all, 12, 'places')])) {
      const pair = { index, value: fromHex(yLE) };
      const inputs = [{ serializedCommitment: fromHex(commitment), indexValuePairs: [pair] }];
      expect(verkle.verifyProof(fromHex(proof), inputs, { label })).toBe(index === z);
    }
  });

  it('bytes that are not a proof', () => {
    const inputs = [
      {
        serializedCommitment: verkle.serializeCommitment(verkle.zeroCommitment),
        indexValuePairs: [{ index: 0, value: new Uint8Array(32) }],
      },
    ];
    for (const { proof } of data.proofDeserialiseInvalid) {
      const bytes = fromHex(proof);
      const error = thrownBy(() => verkle.deserializeProof(bytes));
      expect(error.code).toBe(bytes.length === 576 ? 'ERR_SCALAR' : 'ERR_INPUT');
      expect(verkle.verifyProof(bytes, inputs)).toBe(false);
    }
  });

  it('execution witnesses', () => {
    for (const { preStateRoot, executionWitness, valid } of data.executionWitness) {
      const verify = (root, witness) =>
        verkle.verifyExecutionWitnessPreState(root, JSON.stringify(witness));
      expect(verify(preStateRoot, executionWitness)).toBe(valid);
      expect(verify(`0x${preStateRoot}`, executionWitness)).toBe(valid);
      const generator = toHex(context.group.generator.toBytes());
      expect(verify(generator, executionWitness)).toBe(false);
      expect(verify('f'.repeat(64), executionWitness)).toBe(false);
      if (!valid || context.backend === 'bigint') continue;
      const { stateDiff, verkleProof } = executionWitness;
      const changed = (change) => verify(preStateRoot, { ...executionWitness, ...change });
      const inProof = (change) => changed({ verkleProof: { ...verkleProof, ...change } });
      // The state after the block is not proved, and the order of stems does not matter.
      expect(changed({ stateDiff: [...stateDiff].reverse() })).toBe(true);
      const [first, ...others] = stateDiff;
      const { suffix, currentValue } = first.suffixDiffs[0];
      const value = currentValue === null ? `0x${'11'.repeat(32)}` : null;
      const suffixDiffs = [{ suffix, currentValue: value, newValue: null }];
      expect(changed({ stateDiff: [{ ...first, suffixDiffs }, ...others] })).toBe(false);
      expect(changed({ stateDiff: others })).toBe(false);
      expect(changed({ stateDiff: [] })).toBe(false);
      const { commitmentsByPath, depthExtensionPresent, otherStems, d, ipaProof } = verkleProof;
      expect(inProof({ commitmentsByPath: commitmentsByPath.slice(1) })).toBe(false);
      expect(inProof({ commitmentsByPath: [...commitmentsByPath, d] })).toBe(false);
      expect(inProof({ commitmentsByPath: commitmentsByPath.map(() => d) })).toBe(false);
      expect(inProof({ depthExtensionPresent: `${depthExtensionPresent}0a` })).toBe(false);
      expect(inProof({ depthExtensionPresent: depthExtensionPresent.replace(/.$/, 'b') })).toBe(
        false,
      );
      expect(inProof({ otherStems: [...otherStems, first.stem] })).toBe(false);
      expect(inProof({ d: ipaProof.cl[0] })).toBe(false);
      const finalEvaluation = `0x${'ff'.repeat(32)}`;
      expect(inProof({ ipaProof: { ...ipaProof, finalEvaluation } })).toBe(false);
    }
  });
});
