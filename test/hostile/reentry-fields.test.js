/**
 * The caller's code that runs in the middle of a call of BN254, Pasta, a scalar field or Groth16,
 * as in reentry.test.js; and that disposes of what the call works on.
 */
import { describe, expect, it } from 'vitest';
import { createBn254, createPasta } from '../../src/index.js';
import { isInputError } from '../support/errors.js';
import { circuitModule, inputsOf, moduleCircuit } from '../support/groth16/circuit-module.js';
import { witnessFile } from '../support/groth16/files.js';
import { readBytes } from '../support/vectors.js';
import { attempt, batchOf, running, testReentry, twice } from './reentry.js';
import { isWhole } from '../support/extent.js';

const BACKENDS = /** @type {const} */ (['portable', 'bigint']).slice(0, isWhole ? 2 : 1);

/** @param {string} path */
const json = (path) => JSON.parse(new TextDecoder().decode(readBytes(path)));

const proofItem = () => ({
  publicSignals: json('groth16/cubic.public.json'),
  proof: json('groth16/cubic.proof.json'),
});

/** Questions to instances at work. @param {any} instances @param {number} n */
function workOf({ bn, Fr }, n) {
  const { G1, G2, pairingCheck } = bn;
  const [list, powers] = [G1.randomPoints(n, 7), Fr.powers(3n, 16)];
  const [scalars, transformed] = [G1.randomScalars(n, 8), Fr.ntt(powers.copy()).toBytes()];
  const sum = G1.msm(list, scalars);
  return {
    sync() {
      const vector = Fr.vector(scalars);
      expect(G1.msm(list, vector).equals(sum)).toBe(true);
      vector.dispose();
      expect(Fr.ntt(powers.copy()).toBytes()).toEqual(transformed);
      expect(pairingCheck([[G1.generator, G2.identity]])).toBe(true);
    },
    async async() {
      expect((await G1.msmAsync(list, scalars)).equals(sum)).toBe(true);
      expect((await Fr.nttAsync(powers.copy())).toBytes()).toEqual(transformed);
    },
  };
}

/** @type {Record<string, import('./reentry.js').MakeCall>} */
const CALLS = {
  'elements of a field': ({ Fr }) => {
    const bytes = new Uint8Array(96).fill(7);
    const expected = Fr.vector(bytes, { format: 'little-endian' }).toBytes();
    return (code) => {
      const how = running({ format: 'little-endian' }, 'format', code);
      return twice(() => Fr.vector(bytes, how).toBytes(), expected);
    };
  },
  'a product in a field': ({ Fr }) => {
    const [a, b] = [Fr.powers(3n, 7), Fr.powers(5n, 7)];
    const expected = Fr.powers(15n, 7).toBytes();
    return (code) => {
      const out = running({ out: Fr.zeros(7) }, 'out', code);
      return twice(() => Fr.multiply(a, b, out).toBytes(), expected);
    };
  },
  'a transform': ({ Fr }) => {
    const v = () => Fr.powers(3n, 16);
    const expected = Fr.ntt(v(), { coset: 5n }).toBytes();
    return (code) => {
      const how = running({ coset: 5n }, 'coset', code);
      return {
        of: () => Fr.ntt(v(), how).toBytes(),
        async: async () => (await Fr.nttAsync(v(), how)).toBytes(),
        expected,
      };
    };
  },
  'a sum with scalars of a field': ({ bn, Fr }) => {
    const { G1 } = bn;
    const list = [5n, 6n].map((k) => G1.generator.multiply(k).toAffine());
    const scalars = Fr.vector([3n, 4n]);
    const expected = G1.generator.multiply(5n * 3n + 6n * 4n).toBytes();
    return (code) => {
      const given = [list[0], running(list[1], 'x', code)];
      return {
        of: () => G1.msm(given, scalars).toBytes(),
        async: async () => (await G1.msmAsync(given, scalars)).toBytes(),
        expected,
      };
    };
  },
  'a pairing of BN254': ({ bn }) => {
    const { G1, G2, pairingCheck } = bn;
    return (code) => {
      const pair = [G1.generator, G2.generator];
      const given = running({ 1: G2.generator }, '1', code);
      const other = Object.defineProperty([G1.generator.negate()], 1, { get: () => given[1] });
      return twice(() => pairingCheck([pair, other]), true);
    };
  },
  'points of Pasta': ({ pasta }) => {
    const { vesta } = pasta;
    const affine = vesta.generator.multiply(9n).toAffine();
    const expected = vesta.points([affine]).toBytes();
    return (code) => {
      const given = [running(affine, 'y', code)];
      return {
        of: () => vesta.points(given).toBytes(),
        async: async () => (await vesta.pointsAsync(given)).toBytes(),
        expected,
      };
    };
  },
  'a verification key of Groth16': ({ groth16 }) => {
    const key = json('groth16/cubic.vkey.json');
    const item = proofItem();
    return (code) =>
      twice(() => {
        const vk = groth16.verifyingKey(running(key, 'vk_gamma_2', code));
        return vk.verify(item.publicSignals, item.proof);
      }, true);
  },
  'a proof of Groth16, verified': ({ groth16 }) => {
    const vk = groth16.verifyingKey(json('groth16/cubic.vkey.json'));
    const { publicSignals, proof } = proofItem();
    return (code) => twice(() => vk.verify(publicSignals, running(proof, 'pi_c', code)), true);
  },
  'a batch of Groth16': ({ groth16 }) =>
    batchOf(
      groth16.verifyingKey(json('groth16/cubic.vkey.json')),
      [1, 2, 3].map(proofItem),
      'proof',
    ),
  'a witness of Groth16': ({ groth16, key }) => {
    const vk = groth16.verifyingKey(json('groth16/cubic.vkey.json'));
    const witness = readBytes('groth16/cubic.wtns');
    return (code) =>
      twice(async () => {
        const how = running({ onProgress() {} }, 'onProgress', code);
        const { publicSignals, proof } = await key.prove(witness, how);
        return vk.verify(publicSignals, proof);
      }, true);
  },
  'inputs of a circuit': ({ groth16, circuit, Fr }) => {
    const expected = witnessFile(moduleCircuit(Fr.order, 3n));
    return (code) =>
      twice(() => groth16.witness(circuit, running(inputsOf(3), 'x', code)), expected);
  },
};

/** @param {any} backend */
async function opened(backend) {
  const [bn, pasta] = /** @type {any[]} */ (
    await Promise.all([createBn254({ backend }), createPasta({ backend })])
  );
  const [Fr, groth16] = await Promise.all([bn.G1.scalarField(), bn.groth16()]);
  const key = await groth16.provingKey(readBytes('groth16/cubic.zkey'));
  const circuit = await circuitModule({ r: Fr.order });
  const dispose = () => [bn, pasta].forEach((instance) => instance.dispose());
  return { bn, pasta, Fr, groth16, key, circuit, dispose };
}

describe.each(BACKENDS)("the caller's code in the middle of a call [%s]", (backend) => {
  const n = backend === 'bigint' ? 3 : 200;
  testReentry(
    CALLS,
    () => opened(backend),
    (all) => workOf(all, n),
  );

  it('vectors that are disposed of, or changed, by what a call reads', async () => {
    const { bn, Fr, dispose } = await opened(backend);
    const bystander = Fr.powers(7n, 16).toBytes();
    /** Of memory that is free, another vector takes the place. @param {any} vector */
    const replace = (vector) => {
      vector.dispose();
      return Fr.powers(7n, 16);
    };
    const calls = [
      (/** @type {any} */ v, /** @type {any} */ how) => Fr.add(v, v, how('out')),
      (v, how) => Fr.scale(v, 3n, how('out')),
      (v, how) => Fr.inverse(v, how('out')),
      (v, how) => Fr.ntt(v, how('coset')),
      (v, how) => Fr.nttAsync(v, how('inverse')),
      (v, how) => bn.G1.msm(bn.G1.randomPoints(16, 1), v, how('strict')),
      (v, how) => bn.G1.msmAsync(bn.G1.randomPoints(16, 1), v, how('strict')),
    ];
    for (const call of calls) {
      const vector = Fr.powers(3n, 16);
      /** @type {any} */
      let other;
      const how = (/** @type {string} */ name) =>
        running({ [name]: undefined }, name, () => (other = replace(vector)));
      isInputError(await attempt(() => call(vector, how)));
      expect(other.toBytes()).toEqual(bystander);
    }
    const zeroed = Fr.powers(3n, 16);
    const toZero = running({ out: undefined }, 'out', () => Fr.scale(zeroed, 0n, { out: zeroed }));
    expect(await attempt(() => Fr.inverse(zeroed, toZero))).toMatchObject({ index: 0 });

    const vector = Fr.powers(3n, 16);
    /** @type {any} */
    let other;
    const signal = {
      get aborted() {
        other ??= replace(vector);
        return false;
      },
      addEventListener() {},
      removeEventListener() {},
    };
    isInputError(await attempt(() => Fr.nttAsync(vector, { signal })));
    expect(other.toBytes()).toEqual(bystander);
    dispose();
  });

  it('keys that are disposed of by what a proof reads', async () => {
    const { groth16, dispose } = await opened(backend);
    const zkey = readBytes('groth16/cubic.zkey');
    const witness = readBytes('groth16/cubic.wtns');
    const key = await groth16.provingKey(zkey);
    const disposing = running({ onProgress() {} }, 'onProgress', () => key.dispose());
    isInputError(await attempt(() => key.prove(witness, disposing)));
    // One that runs goes on.
    const other = await groth16.provingKey(zkey);
    const { publicSignals } = await other.prove(witness, { onProgress: () => other.dispose() });
    expect(publicSignals).toEqual(json('groth16/cubic.public.json'));
    isInputError(await attempt(() => other.prove(witness)));
    dispose();
  });
});
