/**
 * The values h of a proof's quotient: sparse products, and transforms of a, b and c = a∘b from the
 * roots of unity to the odd ones. On threads workers transform a and b, and this thread c.
 */
import { runShares } from '../../group/scalars/parallel-transform.js';
import { oddSteps } from '../../group/scalars/transforms.js';
import { SCALAR_BYTES, mod, toBytesLE } from '../../math/integers.js';
import { invert } from '../../math/modular.js';
import { runSteps } from '../../port/slices.js';
import { reporting } from '../../port/steps.js';

/** @import { FieldParts } from '../../group/scalars/scalar-field.js' */
/** @import { Control, Progress } from '../../port/engine.js' */
/** @import { ScalarList } from '../../port/polynomials.js' */
/** @import { KeyParts } from './open-key.js' */

/** Rows of the matrices in a step, even; and values read. */
const [ROWS, VALUES] = [2 ** 12, 2 ** 12];

/** The fewest elements for which threads help: some 5 ms on the fma kernels. */
const FEWEST = 2 ** 13;

/** Shares of the time: products, and each transform. */
const [PRODUCTS, TRANSFORM] = [0.25, 0.25];

/**
 * h in the order of the key's H.
 * @param {FieldParts} field
 * @param {KeyParts} key
 * @param {Uint8Array} witness
 * @param {{ control: Control, otherWork: () => Promise<void> }} how `otherWork`: called, and
 *   awaited, when the workers have what they transform
 * @returns {Promise<Uint8Array<ArrayBuffer>>} 32 bytes little-endian each
 */
export async function quotient(field, key, witness, { control, otherWork }) {
  const { lists, context } = field;
  // The end of the products, or of a transform, is not that of this part.
  const { onProgress } = control;
  /** @type {Control['onProgress']} */
  const tell = onProgress && ((report) => report.phase !== 'done' && onProgress(report));
  const within = { ...control, onProgress: tell };
  /** @type {Array<{ list: ScalarList, length: number }>} */
  const made = [];
  const create = (/** @type {number} */ length) => {
    const list = lists.create(length);
    made.push({ list, length });
    return list;
  };
  try {
    const values = await runSteps(productSteps(field, key, witness, create), within);
    await transform(field, values, key.header.domain, { control: within, otherWork });
    const [a, b, c] = values;
    const { domain: n } = key.header;
    // a·b − c, of which c is divided by n once more.
    lists.multiply(a, a, b, n);
    field.constant(mod(-BigInt(n), lists.order), (factor) => lists.accumulate(a, c, factor, n));
    return lists.writeLE(a, n);
  } finally {
    if (!context.lifetime.ended) {
      for (const { list, length } of made) {
        lists.clear(list, length);
        lists.free(list);
      }
    }
  }
}

/**
 * a = A·w, b = B·w and c = a∘b, divided by n, as interpolation multiplies by it.
 * @type {(field: FieldParts, key: KeyParts, witness: Uint8Array,
 *   create: (length: number) => ScalarList) => Generator<Progress, ScalarList[], void>}
 */
function* productSteps({ lists }, { matrices, header }, witness, create) {
  const { wires, domain: n } = header;
  const total = (3 * n) / PRODUCTS;
  const inverse = create(1);
  lists.readLE(inverse, toBytesLE(invert(BigInt(n), lists.order), SCALAR_BYTES));
  const w = create(wires);
  for (let from = 0; from < wires; from += VALUES) {
    const bytes = witness.subarray(SCALAR_BYTES * from, SCALAR_BYTES * (from + VALUES));
    lists.readLE(lists.at(w, from), bytes, inverse);
    yield { phase: 'witness', done: (from * n) / wires, total };
  }
  const [a, b, c] = [create(n), create(n), create(n)];
  for (const [i, list] of [a, b].entries()) {
    const matrix = i === 0 ? matrices.A : matrices.B;
    for (let from = 0; from < n; from += ROWS) {
      lists.sparse(list, matrix, matrices.values, w, from, Math.min(n, from + ROWS));
      yield { phase: 'matrices', done: (1 + i) * n + from, total };
    }
  }
  lists.multiply(c, a, b, n);
  return [a, b, c];
}

/**
 * @type {(field: FieldParts, values: ScalarList[], n: number,
 *   how: { control: Control, otherWork: () => Promise<void> }) => Promise<void>}
 */
async function transform(field, values, n, { control, otherWork }) {
  const { lists, context } = field;
  const { parallel } = context.engine;
  const isParallel = n >= FEWEST && (parallel?.workers ?? 0) > 1 && lists.transfer !== null;
  /** Of the one that this thread computes, as if it were all. @param {number} i */
  const own = (i) =>
    reporting(oddSteps(lists, values[i], n), ({ done, total }) => ({
      ...{ phase: 'transforms', total: 1 },
      done: PRODUCTS + TRANSFORM * (i + done / total),
    }));
  if (!isParallel) {
    for (const i of values.keys()) await runSteps(own(i), control);
    return otherWork();
  }
  const silent = { ...control, onProgress: undefined };
  const stepsOf = (/** @type {FieldParts} */ _, /** @type {ScalarList} */ list) =>
    oddSteps(lists, list, n);
  const shares = [0, 1].map((i) => ({ list: values[i], work: { count: n } }));
  const here = () => Promise.all([otherWork(), runSteps(own(2), control)]);
  await runShares(field, { task: 'odd', stepsOf, shares }, here, silent);
}
