import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Transcript } from '../../src/verkle/proofs/ipa.js';
import { toBytesLE } from '../../src/math/modular.js';
import { banderwagon } from '../../src/curves/banderwagon.js';
import { forEachBackend } from '../support/backends.js';
import { expectPointError } from '../support/errors.js';
import { fromHex, toHex } from '../support/hex.js';
import * as facts from './banderwagon.js';

describe('transcripts of Verkle proofs', () => {
  it('have the published challenge', () => {
    const { label, name, value } = facts.challenge;
    const transcript = new Transcript(label, facts.order);
    expect(toHex(toBytesLE(transcript.challenge(name), 32))).toBe(value);
  });
});

describe('config of Banderwagon', () => {
  it('has the published parameters', () => {
    const { p, order, generator, edwards, endomorphism } = banderwagon;
    expect({ p, order, generator }).toEqual({
      p: facts.prime,
      order: facts.order,
      generator: facts.generator,
    });
    expect(edwards.a).toBe(p - 5n);
    expect((edwards.d * facts.d.denominator) % p).toBe(facts.d.numerator);
    expect(endomorphism.lambda).toBe(facts.lambda);
    expect((facts.lambda ** 2n + 2n) % order).toBe(0n);
  });
});

forEachBackend(
  'known answers of Banderwagon',
  (context) => {
    it.each(facts.multiples)('$k · G ($source)', ({ k, compressed }) => {
      const { group } = context;
      expect(toHex(group.generator.multiply(k).toBytes())).toBe(compressed);
      expect(group.point(fromHex(compressed)).equals(group.generator.multiply(k))).toBe(true);
      expect(toHex(group.msm([group.generator], [k]).toBytes())).toBe(compressed);
      expect(toHex(group.points(fromHex(compressed)).toBytes())).toBe(compressed);
    });

    it('the map of the generator to the scalars', () => {
      const { instance, group } = context;
      const vector = group.points([group.generator]);
      expect(toHex(instance.mapToScalarFieldBatch(vector))).toBe(facts.generatorToScalar);
      vector.dispose();
    });

    it('the basis of commitments', () => {
      const { crs } = context.instance;
      expect(toHex(crs.at(0).toBytes())).toBe(facts.basis.first);
      expect(toHex(crs.at(255).toBytes())).toBe(facts.basis.last);
      expect(createHash('sha256').update(crs.toBytes()).digest('hex')).toBe(facts.basis.sha256);
    });

    it('multiproofs', async () => {
      const verkle = await context.instance.verkle({ memory: 2 ** 22 });
      const { label, polynomials, index, values, proof } = facts.multiproof;
      const inputs = polynomials.map((value) => {
        const vector = Array.from({ length: 256 }, (_, i) => toBytesLE(BigInt(value(i)), 32));
        const sum = verkle.commitToScalars(vector);
        const serializedCommitment = verkle.serializeCommitment(sum);
        return { serializedCommitment, vector, indices: [index] };
      });
      expect(toHex(verkle.createProof(inputs, { label }))).toBe(proof);
      const claimed = inputs.map(({ serializedCommitment }, i) => ({
        serializedCommitment,
        indexValuePairs: [{ index, value: toBytesLE(values[i], 32) }],
      }));
      expect(verkle.verifyProof(fromHex(proof), claimed, { label })).toBe(true);
      expect(verkle.verifyProof(fromHex(proof), claimed)).toBe(false);
      const { opening } = facts;
      const holds = (/** @type {number} */ at) => {
        const indexValuePairs = [{ index: at, value: toBytesLE(opening.value, 32) }];
        const serializedCommitment = fromHex(opening.commitment);
        const claim = [{ serializedCommitment, indexValuePairs }];
        return verkle.verifyProof(fromHex(opening.proof), claim, { label: opening.label });
      };
      expect(holds(opening.index)).toBe(true);
      expect(holds(opening.index + 1)).toBe(false);
      verkle.dispose();
    });

    it('a point of the curve outside the group is refused', () => {
      const bytes = fromHex(facts.outside);
      expectPointError(() => context.group.point(bytes), 'not-in-subgroup');
      expect(context.group.point(bytes, { check: false }).isInSubgroup()).toBe(false);
    });
  },
  'banderwagon',
);
