/**
 * Verkle proofs: round trips, false and broken proofs, arguments and errors. Public vectors:
 * test/verkle/conformance-proofs.test.js.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchInvert, Domain, dot, powers } from '../../src/verkle/proofs/domain.js';
import { fromBytesLE, mod, toBytesLE } from '../../src/math/modular.js';
import { banderwagon } from '../../src/curves/banderwagon.js';
import { forEachBackend } from '../support/backends.js';
import {
  isInputError,
  isPointError,
  isScalarError,
  rejectionOf,
  thrownBy,
} from '../support/errors.js';
import { toHex } from '../support/hex.js';
import { createSlowVerifier, lagrangeAt } from './verifier.js';
import { isWhole, some } from '../support/extent.js';

const { order } = banderwagon;
const WIDTH = 256;
const scalar = (/** @type {bigint} */ k) => toBytesLE(mod(k, order), 32);
const indices = Array.from({ length: WIDTH }, (_, i) => i);

/** Pseudo-random values at 0 … 255. @param {bigint} seed */
const randomValues = (seed) => powers(mod((seed + 2n) ** 77n, order), WIDTH + 1, order).slice(1);

describe('polynomials by their values', () => {
  const domain = new Domain(order);
  const f = randomValues(1n);

  it('batch inversion leaves zeros alone', () => {
    const values = [3n, 0n, order - 1n, 0n, 2n ** 200n];
    const inverses = batchInvert(values, order);
    const products = inverses.map((inverse, i) => mod(inverse * values[i], order));
    expect(products).toEqual([1n, 0n, 1n, 0n, 1n]);
    expect(inverses[1]).toBe(0n);
    expect(batchInvert([], order)).toEqual([]);
  });

  it('coefficients are those of Lagrange', () => {
    for (const z of [256n, 257n, 3400n, order - 1n, 2n ** 251n + 12345n]) {
      expect(domain.lagrangeCoefficients(z)).toEqual(lagrangeAt(z, order));
      expect(domain.evaluate(f, z)).toBe(dot(f, lagrangeAt(z, order), order));
    }
    for (const z of [0n, 77n, 255n]) {
      expect(domain.lagrangeCoefficients(z)).toEqual(lagrangeAt(z, order));
      expect(dot(f, domain.lagrangeCoefficients(z), order)).toBe(f[Number(z)]);
      expect(domain.evaluate(f, z)).toBe(f[Number(z)]);
    }
  });

  it('quotients are those of polynomials, at every place', () => {
    const t = order - 987654321n;
    const coefficients = domain.lagrangeCoefficients(t);
    const at = (values) => dot(values, coefficients, order);
    for (const values of [f, indices.map(() => 0n), indices.map(() => order - 1n)]) {
      for (const z of indices) {
        const quotient = domain.divide(values, z);
        expect(mod(at(quotient) * (t - BigInt(z)) + values[z] - at(values), order)).toBe(0n);
      }
    }
  });
});

/** Of the independent verifier: backends make the same proofs. @type {Map<string, boolean>} */
const slowAnswers = new Map();

forEachBackend(
  'proofs',
  (context) => {
    const isQuick = context.backend === 'portable' || context.backend === 'fma';
    // What the engine has no part in is shown where it takes a tenth of the time.
    const itOfProtocols = context.backend === 'bigint' ? it.skip : it;
    let verkle;
    let zero;
    beforeAll(async () => {
      verkle = await context.bw.verkle({ memory: 2 ** 23 });
      zero = verkle.serializeCommitment(verkle.zeroCommitment);
    });
    afterAll(() => verkle?.dispose());

    /**
     * Inputs of prover and verifier for the values of polynomials at given points.
     * @param {[bigint[], number[]][]} polynomials
     */
    const statement = (polynomials) => {
      const inputs = polynomials.map(([f, places]) => {
        const vector = f.map(scalar);
        const sum = verkle.commitToScalars(vector);
        const serializedCommitment = verkle.serializeCommitment(sum);
        return { serializedCommitment, vector, indices: places };
      });
      const claims = inputs.map(({ serializedCommitment, vector, indices: places }) => ({
        serializedCommitment,
        indexValuePairs: places.map((index) => ({ index, value: vector[index] })),
      }));
      return { inputs, claims };
    };
    const small = () => statement([[randomValues(1n), [7, 255]]]);

    /** A small statement with its proof, for tests that change neither: made once. */
    let kept;
    const proved = () => {
      if (!kept) {
        const { inputs, claims } = small();
        kept = { inputs, claims, proof: verkle.createProof(inputs) };
      }
      return kept;
    };

    /** The verifier of test/support, over the points of the oracle. */
    const slowVerifier = () => {
      const { bw, group, oracle } = context;
      const toOracle = (point) => {
        const { x, y } = point.toAffine() ?? { x: 0n, y: 1n };
        return new oracle.NoblePoint(x, y, 1n);
      };
      return createSlowVerifier({
        order,
        basis: indices.map((i) => toOracle(bw.crs.at(i))),
        Q: toOracle(group.generator),
        decode: (bytes) => toOracle(group.point(bytes)),
        encode: (point) => group.point(point.toAffine()).toBytes(),
      });
    };

    it('are accepted by an independent verifier', () => {
      const { inputs, claims } = statement([
        [randomValues(1n), [3, 0, 255]],
        [randomValues(2n), [3]],
      ]);
      const proof = verkle.createProof(inputs);
      expect(verkle.verifyProof(proof, claims)).toBe(true);
      if (!isQuick) return;
      const openings = claims.flatMap(({ serializedCommitment, indexValuePairs }) =>
        indexValuePairs.map(({ index, value }) => ({
          commitment: serializedCommitment,
          z: index,
          y: fromBytesLE(value),
        })),
      );
      const slow = slowVerifier();
      const verify = (label, bytes, list) => {
        const key = JSON.stringify([label, bytes, list], (_, value) =>
          typeof value === 'bigint' ? String(value) : value,
        );
        if (!slowAnswers.has(key)) slowAnswers.set(key, slow(label, bytes, list));
        return slowAnswers.get(key);
      };
      expect(verify('verkle', proof, openings)).toBe(true);
      expect(verify('other', proof, openings)).toBe(false);
      openings[1].y++;
      expect(verify('verkle', proof, openings)).toBe(false);
    });

    it('of many shapes', () => {
      const [f, g] = [randomValues(3n), randomValues(4n)];
      const constant = indices.map(() => 5n);
      const nothing = indices.map(() => 0n);
      const largest = indices.map(() => -1n);
      /** @type {[bigint[], number[]][][]} */
      const shapes = [
        [[f, [0]]],
        [[nothing, [0]]],
        [[nothing, indices]],
        [[constant, [9, 200]]],
        [[largest, [0, 255]]],
        [
          [f, [1, 1, 1]],
          [f, [1]],
        ],
        [
          [f, [9]],
          [g, []],
          [f, [8, 9]],
          [constant, [8]],
          [g, [255]],
        ],
        [[f, indices]],
        Array.from({ length: 20 }, (_, i) => [randomValues(BigInt(i)), [i % 4, 13 * i]]),
      ];
      const few = context.backend === 'bigint' ? shapes.slice(1, 2) : shapes;
      for (const shape of some(few, 3, context.backend)) {
        const { inputs, claims } = statement(shape);
        const proof = verkle.createProof(inputs);
        expect(proof).toHaveLength(576);
        expect(verkle.verifyProof(proof, claims)).toBe(true);
        expect(toHex(verkle.createProof(inputs))).toBe(toHex(proof));
      }
    });

    itOfProtocols('short vectors are filled up with zeros', () => {
      const vector = [scalar(4n), scalar(5n)];
      const serializedCommitment = verkle.serializeCommitment(verkle.commitToScalars(vector));
      const proof = verkle.createProof([{ serializedCommitment, vector, indices: [1, 2] }]);
      const pairs = [
        { index: 1, value: vector[1] },
        { index: 2, value: scalar(0n) },
      ];
      expect(verkle.verifyProof(proof, [{ serializedCommitment, indexValuePairs: pairs }])).toBe(
        true,
      );
    });

    itOfProtocols('with tables of every size, and without tables', async () => {
      const { inputs, claims, proof } = proved();
      const memories = isQuick ? [0, 2 ** 16, 2 ** 20, 2 ** 24] : [0, 2 ** 16];
      for (const memory of some(memories, 2, context.backend)) {
        const other = await context.bw.verkle({ memory });
        expect(toHex(other.createProof(inputs))).toBe(toHex(proof));
        expect(other.verifyProof(proof, claims)).toBe(true);
        other.dispose();
      }
    });

    it('of other statements are false', () => {
      const [f, g] = [randomValues(1n), randomValues(2n)];
      const { inputs, claims } = statement([
        [f, [3, 4]],
        [g, [3]],
      ]);
      const proof = verkle.createProof(inputs);
      let tried = 0;
      const isFalse = (list, options) => {
        // Without kernels a verification takes half a second: some of the statements.
        if (context.backend === 'bigint' && tried++ % 4 > 0) return;
        expect(verkle.verifyProof(proof, list, options)).toBe(false);
      };
      const [first, second] = claims;
      const [pair, other] = first.indexValuePairs;
      const withPairs = (...pairs) => [{ ...first, indexValuePairs: pairs }, second];
      isFalse(claims, { label: 'vt' });
      isFalse(claims.toReversed ? claims.toReversed() : [second, first]);
      isFalse([first]);
      isFalse([first, second, second]);
      isFalse(withPairs(other, pair));
      isFalse(withPairs(pair));
      isFalse(withPairs(pair, other, other));
      isFalse(withPairs({ ...pair, value: other.value }, other));
      isFalse(withPairs({ ...pair, index: 5 }, other));
      isFalse(withPairs({ ...pair, value: scalar(f[3] + 1n) }, other));
      isFalse([{ ...first, serializedCommitment: second.serializedCommitment }, second]);
      isFalse([{ ...first, serializedCommitment: zero }, second]);
      // A value that was not committed to cannot be proved.
      const wrong = inputs.map((input) => ({ ...input, serializedCommitment: zero }));
      const onZero = claims.map((claim) => ({ ...claim, serializedCommitment: zero }));
      expect(verkle.verifyProof(verkle.createProof(wrong), onZero)).toBe(false);
    });

    it('with any bit flipped are false', () => {
      const { claims, proof } = proved();
      // Every other byte on one kernel, fewer on others.
      const step = { portable: 2, fma: 13 }[context.backend] ?? 47;
      for (let at = 0; at < proof.length; at += step) {
        const broken = proof.slice();
        broken[at] ^= 1 << (at % 8);
        expect(verkle.verifyProof(broken, claims)).toBe(false);
      }
      // Parts in another order, which are points all the same.
      for (const [a, b] of [
        [0, 1],
        [1, 9],
        [8, 16],
      ]) {
        const broken = proof.slice();
        broken.set(proof.subarray(32 * a, 32 * a + 32), 32 * b);
        broken.set(proof.subarray(32 * b, 32 * b + 32), 32 * a);
        expect(verkle.verifyProof(broken, claims)).toBe(false);
      }
      expect(verkle.verifyProof(new Uint8Array(576), claims)).toBe(false);
      expect(verkle.verifyProof(new Uint8Array(576).fill(255), claims)).toBe(false);
      for (const length of [0, 32, 575, 577]) {
        expect(verkle.verifyProof(new Uint8Array(length), claims)).toBe(false);
      }
      isInputError(thrownBy(() => verkle.verifyProof(toHex(proof), claims)));
    });

    it('in parts', () => {
      const { proof } = proved();
      const parts = verkle.deserializeProof(proof);
      expect(toHex(parts.d)).toBe(toHex(proof.subarray(0, 32)));
      expect(parts.cl.map(toHex).join('')).toBe(toHex(proof.subarray(32, 288)));
      expect(parts.cr.map(toHex).join('')).toBe(toHex(proof.subarray(288, 544)));
      expect(toHex(parts.finalEvaluation)).toBe(toHex(proof.subarray(544)));
      expect(toHex(verkle.serializeProof(parts))).toBe(toHex(proof));

      const broken = proof.slice();
      broken.set(toBytesLE(fromBytesLE(parts.finalEvaluation) + order, 32), 544);
      isScalarError(
        thrownBy(() => verkle.deserializeProof(broken)),
        0,
      );
      const outside = new Uint8Array(32).fill(0xff);
      for (const [i, part] of /** @type {[number, object][]} */ ([
        [0, { d: outside }],
        [3, { cl: parts.cl.map((L, k) => (k === 2 ? outside : L)) }],
        [16, { cr: parts.cr.map((R, k) => (k === 7 ? outside : R)) }],
      ])) {
        isPointError(
          thrownBy(() => verkle.serializeProof({ ...parts, ...part })),
          'range',
          i,
        );
      }
      for (const bad of [
        undefined,
        {},
        { ...parts, d: parts.d.subarray(1) },
        { ...parts, cl: parts.cl.slice(1) },
        { ...parts, cr: new Array(8) },
        { ...parts, finalEvaluation: 1n },
      ]) {
        isInputError(thrownBy(() => verkle.serializeProof(bad)));
      }
      for (const bad of [proof.subarray(1), [...proof], undefined]) {
        isInputError(thrownBy(() => verkle.deserializeProof(bad)));
      }
    });

    it('refuse wrong arguments with typed errors', () => {
      const { inputs, claims } = small();
      const [input] = inputs;
      const [claim] = claims;
      const proof = new Uint8Array(576);
      const withPair = (pair) => [{ ...claim, indexValuePairs: [pair] }];
      for (const call of [
        () => verkle.createProof([]),
        () => verkle.createProof(),
        () => verkle.createProof([null]),
        () => verkle.createProof(new Array(1)),
        () => verkle.createProof([{ ...input, indices: [] }]),
        () => verkle.createProof([{ ...input, indices: 3 }]),
        () => verkle.createProof([{ ...input, indices: [256] }]),
        () => verkle.createProof([{ ...input, indices: [-1] }]),
        () => verkle.createProof([{ ...input, indices: new Array(1) }]),
        () => verkle.createProof([{ ...input, vector: [1n] }]),
        () => verkle.createProof([{ ...input, vector: new Array(257).fill(scalar(1n)) }]),
        () => verkle.createProof([{ ...input, vector: new Array(256) }]),
        () => verkle.createProof([{ ...input, serializedCommitment: new Uint8Array(64) }]),
        () => verkle.createProof(inputs, { label: 7 }),
        () => verkle.createProof(inputs, { labels: 'vt' }),
        () => verkle.verifyProof(proof, []),
        () => verkle.verifyProof(proof, [{ ...claim, indexValuePairs: [] }]),
        () => verkle.verifyProof(proof, [{ ...claim, indexValuePairs: {} }]),
        () => verkle.verifyProof(proof, [{ ...claim, serializedCommitment: undefined }]),
        () => verkle.verifyProof(proof, withPair({ index: 1 })),
        () => verkle.verifyProof(proof, withPair({ index: 1.5, value: scalar(1n) })),
        () => verkle.verifyProof(proof, withPair({ index: 256, value: scalar(1n) })),
        () => verkle.verifyProof(proof, withPair({ index: 1, value: scalar(1n).subarray(1) })),
        () => verkle.verifyProof(proof, claims, { strict: true }),
        () => verkle.verifyProof('proof', claims),
      ]) {
        isInputError(thrownBy(call));
      }
      const large = toBytesLE(order, 32);
      const vector = [...input.vector.slice(0, 9), large];
      isScalarError(
        thrownBy(() => verkle.createProof([{ ...input, vector }])),
        9,
      );
      const pairs = [...claim.indexValuePairs, { index: 0, value: large }];
      isScalarError(
        thrownBy(() => verkle.verifyProof(proof, [{ ...claim, indexValuePairs: pairs }])),
        2,
      );
      const outside = new Uint8Array(32).fill(0xff);
      const bad = { serializedCommitment: outside };
      isPointError(
        thrownBy(() => verkle.createProof([input, input, { ...input, ...bad }])),
        'range',
        2,
      );
      isPointError(
        thrownBy(() => verkle.verifyProof(proof, [claim, claim, { ...claim, ...bad }])),
        'range',
        2,
      );
    });

    itOfProtocols('in the background: the same bytes, progress, abort', async () => {
      const { inputs } = small();
      const wanted = toHex(verkle.createProof(inputs, { label: 'vt' }));
      const reports = [];
      // A slice of a Buffer is a view, not a copy.
      inputs[0].serializedCommitment = Buffer.from(inputs[0].serializedCommitment);
      const pending = verkle.createProofAsync(inputs, {
        label: 'vt',
        onProgress: (report) => reports.push(report),
      });
      // Everything was read when the call returned.
      inputs[0].vector[7].fill(9);
      inputs[0].serializedCommitment.fill(9);
      inputs[0].indices.length = 0;
      expect(toHex(await pending)).toBe(wanted);
      reports.forEach(({ done, total }, i) => {
        expect(total).toBe(reports[0].total);
        expect(done).toBeGreaterThanOrEqual(reports[i - 1]?.done ?? 0);
      });
      expect(reports.at(-1).done).toBe(reports.at(-1).total);

      const again = small().inputs;
      const reason = new Error('enough');
      const before = { signal: AbortSignal.abort(reason) };
      expect(await rejectionOf(verkle.createProofAsync(again, before))).toBe(reason);
      const controller = new AbortController();
      const options = { signal: controller.signal, onProgress: () => controller.abort(reason) };
      expect(await rejectionOf(verkle.createProofAsync(again, options))).toBe(reason);
      isInputError(await rejectionOf(verkle.createProofAsync([])));
      isInputError(await rejectionOf(verkle.createProofAsync(again, { signal: 1 })));
      expect(toHex(verkle.createProof(again, { label: 'vt' }))).toBe(wanted);
    });

    itOfProtocols(
      'verified in the background: the same answers, progress, abort, disposal',
      async () => {
        const { inputs, claims } = small();
        const label = 'vt';
        const proof = verkle.createProof(inputs, { label });
        const bad = proof.slice();
        bad[575] ^= 1;
        const reports = [];
        const onProgress = (/** @type {any} */ report) => reports.push(report);
        const pending = verkle.verifyProofAsync(proof, claims, { label, onProgress });
        // Everything was read when the call returned.
        proof.fill(0);
        claims[0].indexValuePairs[0].value.fill(9);
        claims[0].serializedCommitment.fill(9);
        claims[0].indexValuePairs.length = 1;
        expect(await pending).toBe(true);
        reports.forEach(({ phase, done, total }, i) => {
          expect(phase).toBe(i === reports.length - 1 ? 'done' : 'verification');
          expect(total).toBe(reports[0].total);
          expect(done).toBeGreaterThanOrEqual(reports[i - 1]?.done ?? 0);
        });
        expect(reports.at(-1).done).toBe(reports.at(-1).total);

        const again = small().claims;
        expect(await verkle.verifyProofAsync(bad, again, { label })).toBe(false);
        const reason = new Error('enough');
        const rejection = (/** @type {any} */ options) =>
          rejectionOf(verkle.verifyProofAsync(bad, again, options));
        expect(await rejection({ signal: AbortSignal.abort(reason) })).toBe(reason);
        const controller = new AbortController();
        const abort = () => controller.abort(reason);
        expect(await rejection({ signal: controller.signal, onProgress: abort })).toBe(reason);
        const fail = () => {
          throw reason;
        };
        expect(await rejection({ onProgress: fail })).toBe(reason);
        isInputError(await rejection({ signal: 1 }));
        isInputError(await rejection({ lable: 'vt' }));
        isInputError(await rejectionOf(verkle.verifyProofAsync(bad, [])));
        const none = { ...again[0], serializedCommitment: new Uint8Array(32).fill(255) };
        isPointError(await rejectionOf(verkle.verifyProofAsync(bad, [none])), 'range', 0);
        const instance = await context.createOther();
        const gone = await instance.verkle({ memory: 2 ** 20 });
        isInputError(
          await rejectionOf(
            gone.verifyProofAsync(bad, again, { onProgress: () => instance.dispose() }),
          ),
        );
      },
    );

    /**
     * A tree of one leaf, and witnesses about it. The stem is 7, 7, …; its value at
     * suffix 200 is 1, 1, ….
     */
    const smallTree = () => {
      const [present, zeros] = [new Uint8Array(31).fill(7), indices.map(() => scalar(0n))];
      const value = new Uint8Array(32).fill(1);
      const half = fromBytesLE(value.subarray(0, 16));
      const node = (entries) => {
        const vector = zeros.slice();
        for (const [i, k] of entries) vector[i] = k;
        const sum = verkle.commitToScalars(vector);
        return { vector, hash: verkle.hashCommitment(sum), bytes: verkle.serializeCommitment(sum) };
      };
      const suffixes = node([
        [144, scalar(half + 2n ** 128n)],
        [145, scalar(half)],
      ]);
      const leaf = node([
        [0, scalar(1n)],
        [1, Uint8Array.of(...present, 0)],
        [3, suffixes.hash],
      ]);
      const root = node([[7, leaf.hash]]);
      const hex = (bytes) => `0x${toHex(bytes)}`;
      const witness = ({ stem, status, values, otherStems = [] }, opened) => {
        const inputs = opened.map(([of, places]) => ({
          serializedCommitment: of.bytes,
          vector: of.vector,
          indices: places,
        }));
        const proof = verkle.createProof(inputs, { label: 'vt' });
        const { d, cl, cr, finalEvaluation } = verkle.deserializeProof(proof);
        const suffixDiffs = values.map(([suffix, found]) => ({
          suffix,
          currentValue: found && hex(found),
          newValue: null,
        }));
        return {
          stateDiff: [{ stem: hex(stem), suffixDiffs }],
          verkleProof: {
            otherStems: otherStems.map(hex),
            depthExtensionPresent: hex([status]),
            commitmentsByPath: opened.slice(1).map(([{ bytes }]) => hex(bytes)),
            d: hex(d),
            ipaProof: {
              cl: cl.map(hex),
              cr: cr.map(hex),
              finalEvaluation: hex(finalEvaluation.toReversed?.() ?? finalEvaluation.reverse()),
            },
          },
        };
      };
      const verify = (json) => verkle.verifyExecutionWitnessPreState(hex(root.bytes), json);
      return { present, value, suffixes, leaf, root, witness, verify };
    };

    it('in execution witnesses: present and absent values', async () => {
      const { present, value, suffixes, leaf, root, witness, verify } = smallTree();
      const holds = (...parts) => verify(JSON.stringify(witness(...parts)));
      const opened = [
        [root, [7]],
        [leaf, [0, 1, 3]],
        [suffixes, [142, 143, 144, 145]],
      ];
      const there = { stem: present, status: 10 };
      const values = [
        [200, value],
        [199, null],
      ];
      expect(holds({ ...there, values }, opened)).toBe(true);
      const text = JSON.stringify(witness({ ...there, values }, opened));
      const rootHex = toHex(root.bytes);
      expect(await verkle.verifyExecutionWitnessPreStateAsync(rootHex, text)).toBe(true);
      const wrongRoot = toHex(leaf.bytes);
      expect(await verkle.verifyExecutionWitnessPreStateAsync(wrongRoot, text)).toBe(false);
      isInputError(await rejectionOf(verkle.verifyExecutionWitnessPreStateAsync(rootHex, '{')));
      const signal = AbortSignal.abort(text);
      const aborted = verkle.verifyExecutionWitnessPreStateAsync(rootHex, text, { signal });
      expect(await rejectionOf(aborted)).toBe(text);
      if (!isQuick) return;
      expect(
        holds({ ...there, values: values.toReversed?.() ?? [values[1], values[0]] }, opened),
      ).toBe(true);
      for (const wrong of [
        [
          [200, null],
          [199, null],
        ],
        [
          [200, value],
          [199, value],
        ],
        [
          [200, value],
          [199, null],
          [199, value],
        ],
        [[200, value]],
      ]) {
        expect(holds({ ...there, values: wrong }, opened)).toBe(false);
      }
      const absent = [[3, null]];
      const empty = { stem: new Uint8Array(31).fill(9), status: 8, values: absent };
      expect(holds(empty, [[root, [9]]])).toBe(true);
      expect(holds({ ...empty, values: [[3, value]] }, [[root, [9]]])).toBe(false);
      expect(holds({ ...empty, stem: present }, [[root, [7]]])).toBe(false);
      for (const status of [0, 8 * 31, 255, 11, 12]) {
        expect(holds({ ...empty, status }, [[root, [9]]])).toBe(false);
      }
      const stem = present.slice();
      stem[30] = 8;
      const other = { stem, status: 9, values: absent, otherStems: [present] };
      const toLeaf = [
        [root, [7]],
        [leaf, [0, 1]],
      ];
      expect(holds(other, toLeaf)).toBe(true);
      // A stem does not show that it is absent itself. rust-verkle would believe this one.
      expect(holds({ ...other, stem: present }, toLeaf)).toBe(false);
      expect(holds({ ...other, otherStems: [] }, toLeaf)).toBe(false);
      expect(holds({ ...other, otherStems: [present, present] }, toLeaf)).toBe(false);
      expect(holds({ ...other, values: [[3, value]] }, toLeaf)).toBe(false);
    });

    itOfProtocols('in execution witnesses: invalid witnesses are refused', () => {
      const { present, leaf, root, witness, verify } = smallTree();
      const good = witness({ stem: present, status: 10, values: [] }, [
        [root, [7]],
        [leaf, [0, 1]],
      ]);
      expect(verify(JSON.stringify(good))).toBe(true);
      const { stateDiff, verkleProof } = good;
      const [stem] = stateDiff;
      const inProof = (change) => ({ stateDiff, verkleProof: { ...verkleProof, ...change } });
      const inDiff = (diff) => ({ verkleProof, stateDiff: [{ ...stem, suffixDiffs: [diff] }] });
      for (const bad of [
        null,
        [],
        {},
        { stateDiff },
        { verkleProof },
        { verkleProof, stateDiff: [null] },
        { verkleProof, stateDiff: [{ ...stem, stem: '0x07' }] },
        { verkleProof, stateDiff: [{ stem: stem.stem }] },
        inDiff({ suffix: 256, currentValue: null }),
        inDiff({ suffix: '1', currentValue: null }),
        inDiff({ suffix: 1 }),
        inDiff({ suffix: 1, currentValue: '0x' }),
        inProof({ otherStems: ['0x'] }),
        inProof({ otherStems: undefined }),
        inProof({ depthExtensionPresent: '0x0' }),
        inProof({ depthExtensionPresent: '0xgg' }),
        inProof({ commitmentsByPath: ['0x07'] }),
        inProof({ d: 7 }),
        inProof({ ipaProof: null }),
        inProof({ ipaProof: { ...verkleProof.ipaProof, cl: verkleProof.ipaProof.cr.slice(1) } }),
        inProof({ ipaProof: { ...verkleProof.ipaProof, finalEvaluation: '0x1' } }),
      ]) {
        isInputError(thrownBy(() => verify(JSON.stringify(bad))));
      }
      for (const bad of ['', '{', undefined, good]) isInputError(thrownBy(() => verify(bad)));
      for (const root of ['0x', '00'.repeat(31), 5, undefined]) {
        const call = () => verkle.verifyExecutionWitnessPreState(root, JSON.stringify(good));
        isInputError(thrownBy(call));
      }
    });

    it.runIf(isQuick && isWhole)(
      'in execution witnesses: large invalid input takes time linear in its length',
      () => {
        const { root, leaf, present, witness, verify } = smallTree();
        const { stateDiff, verkleProof } = witness({ stem: present, status: 10, values: [] }, [
          [root, [7]],
          [leaf, [0, 1]],
        ]);
        const depthExtensionPresent = `${'00'.repeat(2 ** 24)}0g`;
        const endless = { stateDiff, verkleProof: { ...verkleProof, depthExtensionPresent } };
        isInputError(thrownBy(() => verify(JSON.stringify(endless))));
        // A stem is looked for among the others, and the values of one that comes again
        // are put together.
        const count = 20000;
        const stems = (last) =>
          Array.from({ length: count }, (_, i) =>
            `${`${i}`.padStart(8, '0')}${last}`.padEnd(62, '0'),
          );
        const diff = (stem) => ({ stem, suffixDiffs: [{ suffix: 0, currentValue: null }] });
        const others = {
          stateDiff: stems('1').map(diff),
          verkleProof: {
            ...verkleProof,
            otherStems: stems('2'),
            depthExtensionPresent: '21'.repeat(count),
          },
        };
        expect(verify(JSON.stringify(others))).toBe(false);
        const again = { stateDiff: stems('1').map(() => diff('07'.repeat(31))), verkleProof };
        expect(verify(JSON.stringify(again))).toBe(false);
      },
    );

    it('end with their instance', async () => {
      const { inputs, claims } = small();
      const other = await context.bw.verkle({ memory: 2 ** 20 });
      const proof = verkle.createProof(inputs);
      const pending = rejectionOf(other.createProofAsync(inputs));
      other.dispose();
      isInputError(await pending);
      isInputError(thrownBy(() => other.createProof(inputs)));
      isInputError(thrownBy(() => other.verifyProof(proof, claims)));
      const instance = await context.createOther();
      const gone = await instance.verkle({ memory: 2 ** 20 });
      instance.dispose();
      isInputError(thrownBy(() => gone.createProof(inputs)));
      isInputError(thrownBy(() => gone.verifyProof(proof, claims)));
      isInputError(thrownBy(() => gone.deserializeProof(proof)));
    });
  },
  'banderwagon',
);
