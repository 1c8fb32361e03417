/** Calls of scalar fields and their vectors: all but searches take the same for any elements. */
import { createField } from '../../../src/curve.js';
import { GOLDILOCKS, fieldPage } from '../../support/own-field.js';
import { tried } from './tried.js';

/** @import { Calls, Instances } from './index.js' */

const N = 2 ** 12;

/** @param {Instances} instances @param {Calls} calls */
export async function scalarCalls({ bn }, calls) {
  const { G1 } = bn;
  const Fr = await G1.scalarField();
  const { order } = Fr;
  const random = G1.randomScalars(N, 1);
  const full = new Uint8Array(32 * N).fill(255);
  /** @type {Record<string, any>} */
  const vectors = {
    random: Fr.vector(random),
    zeros: Fr.zeros(N),
    'all order − 1': Fr.scale(Fr.powers(1n, N), -1n),
    'powers of two': Fr.powers(2n, N),
  };
  const out = Fr.zeros(N);
  const each = (/** @type {string} */ name, /** @type {(vector: any) => any} */ call) => {
    calls[`${name}, ${N} elements`] = Object.fromEntries(
      Object.entries(vectors).map(([kind, vector]) => [kind, () => call(vector)]),
    );
  };
  const read = (/** @type {any} */ values, /** @type {object} */ how = {}) =>
    tried(() => Fr.vector(values, how).dispose());
  calls[`ScalarField.vector, ${N} elements`] = {
    random: read(random),
    '2^256 − 1': read(full),
    'strict, the last not below the order': read(random.with(32 * (N - 1), 255), { strict: true }),
  };
  for (const name of ['add', 'subtract', 'multiply'])
    each(`ScalarField.${name}`, (vector) => Fr[name](vector, vector, { out }));
  calls[`ScalarField.scale, ${N} elements`] = {
    random: () => Fr.scale(vectors.random, order / 7n, { out }),
    'by −2^4096': () => Fr.scale(vectors.random, -(2n ** 4096n), { out }),
  };
  each('ScalarField.sum', (vector) => Fr.sum(vector));
  each('ScalarField.dot', (vector) => Fr.dot(vector, vector));
  each('ScalarField.evaluate', (vector) => Fr.evaluate(vector, order / 3n));
  // In place, and back.
  each('ScalarField.ntt', (vector) => Fr.ntt(Fr.ntt(vector), { inverse: true }));
  const withZero = (/** @type {number} */ at) => {
    const bytes = random.slice().fill(0, 32 * at, 32 * at + 32);
    const vector = Fr.vector(bytes);
    return tried(() => Fr.inverse(vector, { out }));
  };
  calls[`ScalarField.inverse, ${N} elements`] = {
    random: () => Fr.inverse(vectors.random, { out }),
    'ones and minus ones': () => Fr.inverse(vectors['all order − 1'], { out }),
    'a zero at the beginning': withZero(0),
    'a zero at the end': withZero(N - 1),
    zeros: tried(() => Fr.inverse(vectors.zeros, { out })),
  };
  calls[`ScalarField.powers, ${N} elements`] = {
    random: () => Fr.powers(order / 5n, N).dispose(),
    zero: () => Fr.powers(0n, N).dispose(),
    '−2^4096': () => Fr.powers(-(2n ** 4096n), N).dispose(),
  };
  calls[`ScalarField.zeros, ${N} elements`] = {
    all: () => Fr.zeros(N).dispose(),
    none: () => Fr.zeros(0).dispose(),
  };
  calls['ScalarField.rootOfUnity'] = {
    'of two': () => Fr.rootOfUnity(2),
    'the largest': () => Fr.rootOfUnity(2 ** 28),
    'no divisor': tried(() => Fr.rootOfUnity(2 ** 40)),
  };
  const { field } = await createField(await fieldPage(GOLDILOCKS), { backend: 'portable' });
  const own = field.powers(9n, N);
  const withOther = (/** @type {number} */ at) => {
    const vector = field.powers(9n, N);
    field.scale(vector.slice(at, at + 1), field.generator, { out: vector.slice(at, at + 1) });
    return tried(() => field.sqrt(vector).dispose());
  };
  calls[`OwnField.sqrt, ${N} elements`] = {
    random: () => field.sqrt(own).dispose(),
    zeros: () => field.sqrt(field.zeros(N)).dispose(),
    'no square at the beginning': withOther(0),
    'no square at the end': withOther(N - 1),
  };
  each('ScalarVector.toBytes', (vector) => vector.toBytes('montgomery-le'));
  each('ScalarVector.copy', (vector) => vector.copy().dispose());
  each('ScalarVector.at', (vector) => vector.at(N - 1));
  each('ScalarVector.slice', (vector) => vector.slice(1, N).dispose());
}
