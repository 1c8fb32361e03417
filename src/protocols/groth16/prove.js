/**
 * The prover of Groth16. Let n be the size of the domain, and w the values of the wires.
 *
 * 1. a = A·w, b = B·w, c = a∘b: values of three polynomials at the n-th roots of unity. C is not
 *    evaluated, so a witness that does not satisfy the circuit is not noticed here.
 * 2. Interpolated, and evaluated where X^n = −1, they give h_i = a_i·b_i − c_i. Nothing is divided:
 *    the points H_i belong to the Lagrange basis of the 2n-th roots; a·b − c is 0 at the others.
 * 3. π_A = α + Σ w_j·A_j + r·δ, π_B = β + Σ w_j·B_j + s·δ,
 *    π_C = Σ w_j·C_j + Σ h_i·H_i + s·π_A + r·π_B1 − r·s·δ for random r and s, π_B1 as π_B in G1.
 *
 * Groth, "On the Size of Pairing-based Non-interactive Arguments", EUROCRYPT 2016; conventions of
 * snarkjs. Durations depend on the witness. Every buffer that held some of it is overwritten.
 */
import { allocate } from '../../input/bytes.js';
import { SCALAR_BYTES, fromBytesLE, mod } from '../../math/integers.js';
import { sharedProgress } from '../../port/progress.js';
import { runSteps } from '../../port/slices.js';
import { Alternation } from './order.js';
import { quotient } from './quotient.js';
import { checkSteps } from './wtns.js';
import { fillRandom } from '../../port/random.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { Task } from '../../input/tasks.js' */
/** @import { FieldParts } from '../../group/scalars/scalar-field.js' */
/** @import { Curve } from './curve.js' */
/** @import { KeyPoints } from './key-points.js' */
/** @import { KeyParts } from './open-key.js' */

/** Shares of a proof's time at which the sums of these begin: those of a chain of 2^16. */
const SHARES = { H: 0.15, A: 0.32, B1: 0.43, B2: 0.68, interleavedHC: 1 };

/**
 * Canonical points of a proof.
 * @typedef {{ A: Uint8Array, B: Uint8Array, C: Uint8Array }} ProofPoints
 */

/**
 * @param {{ curve: Curve, field: FieldParts }} place
 * @param {KeyParts} key alive until this settles
 * @param {Uint8Array<ArrayBuffer>} witness 32 bytes little-endian for each wire; the caller
 *   overwrites them
 * @param {Task} task
 * @returns {Promise<ProofPoints>} not known to be valid
 * @throws {InputError} a value that is not below the order
 */
export async function prove({ curve, field }, key, witness, { signal, onProgress }) {
  const { g1, g2 } = curve;
  const { header } = key;
  const { lifetime, engine } = g1;
  /** To be overwritten. @type {Uint8Array[]} */
  const secrets = [];
  const report = sharedProgress(onProgress);
  const control = (/** @type {number} */ from, /** @type {number} */ to) => ({
    ...{ signal, lifetime, onProgress: report(from, to) },
  });
  const sum = async (
    /** @type {GroupContext} */ context,
    /** @type {KeyPoints} */ points,
    /** @type {Uint8Array} */ values,
    /** @type {number} */ from,
    /** @type {number} */ to,
  ) => {
    const scalars = gathered(values, points);
    if (scalars !== values) secrets.push(scalars);
    return sumOf(context, points, scalars, control(from, to));
  };
  const isParallel = (engine.parallel?.workers ?? 0) > 1;
  /** Of H and C, which alternate. @type {(h: Uint8Array) => Uint8Array<ArrayBuffer>} */
  const scalarsOf = (h) => {
    const { domain, wires, publics } = header;
    const [size, privates] = [SCALAR_BYTES, witness.subarray(SCALAR_BYTES * (publics + 1))];
    const scalars = allocate(h.length + privates.length);
    secrets.push(scalars);
    const order = new Alternation(domain, wires - publics - 1);
    order.copy(scalars, h, { isFirst: true, size });
    order.copy(scalars, privates, { isFirst: false, size });
    return scalars;
  };
  try {
    await runSteps(checkSteps(witness, { wires: header.wires, r: curve.r }), control(0, 0.01));
    const { H, A, B1, B2, interleavedHC } = SHARES;
    /** Sums that run, or have run. @type {Promise<Uint8Array>[]} */
    const sums = [];
    const start = async (/** @type {Promise<Uint8Array>} */ running) => {
      sums.push(running);
      // Awaited after other work, which may throw first.
      running.catch(() => {});
      if (!isParallel) await running;
    };
    try {
      // Workers sum while this thread transforms; the longest of these sums can wait.
      await start(sum(g1, key.A, witness, H, A));
      await start(sum(g1, key.B1, witness, A, B1));
      const sumB2 = () => start(sum(g2, key.B2, witness, B1, B2));
      const h = await quotient(field, key, witness, {
        control: control(0.01, H),
        otherWork: sumB2,
      });
      secrets.push(h);
      await start(sum(g1, key.interleavedHC, scalarsOf(h), B2, interleavedHC));
    } finally {
      await Promise.allSettled(sums);
    }
    const points = await Promise.all(sums);
    const [pA, pB1, pB, pC] = points;
    return assembled(curve, key, { A: pA, B1: pB1, B: pB, C: pC });
  } finally {
    for (const bytes of secrets) bytes.fill(0);
    if (!lifetime.ended) await overwritten(g1);
  }
}

/**
 * Overwrites the memory that sums and lists have freed.
 * @type {(context: GroupContext) => Promise<void>}
 */
async function overwritten({ engine, lifetime }) {
  engine.parallel?.overwrite();
  const { transfer } = await engine.lists();
  const control = { lifetime, signal: undefined, onProgress: undefined };
  if (transfer && !lifetime.ended) await runSteps(transfer.overwriteSteps(), control);
}

/**
 * The values of the points that are there.
 * @param {Uint8Array} values 32 bytes each
 * @param {KeyPoints} points
 * @returns {Uint8Array} the values themselves where all are
 */
function gathered(values, { places }) {
  if (!places) return values;
  const bytes = allocate(SCALAR_BYTES * places.length);
  const step = SCALAR_BYTES / 4;
  const from = new Uint32Array(values.buffer, values.byteOffset, values.length / 4);
  const to = new Uint32Array(bytes.buffer);
  for (let i = 0, goal = 0; i < places.length; i++) {
    const source = places[i] * step;
    for (let j = 0; j < step; j++) to[goal++] = from[source + j];
  }
  return bytes;
}

/**
 * @param {GroupContext} context
 * @param {KeyPoints} points
 * @param {Uint8Array} scalars
 * @param {import('../../port/engine.js').Control} control
 * @returns {Promise<Uint8Array>} a canonical point
 */
async function sumOf({ engine, field }, { storage, length }, scalars, control) {
  if (length === 0) return new Uint8Array(2 * field.bytes);
  storage.retain();
  try {
    const { handle } = storage;
    return await (engine.parallel
      ? engine.parallel.msm(handle, 0, length, scalars, control)
      : runSteps(engine.msmSteps(handle, 0, length, scalars), control));
  } finally {
    storage.release();
  }
}

/** @type {(curve: Curve, key: KeyParts, sums: ProofPoints & { B1: Uint8Array }) => ProofPoints} */
function assembled({ g1, g2, r: order }, { fixed }, sums) {
  const point = (/** @type {import('./zkey-header.js').FixedName} */ name) =>
    /** @type {Uint8Array} */ (fixed.get(name));
  const [r, s] = [randomScalar(order), randomScalar(order)];
  const blind = (
    /** @type {GroupContext} */ { engine },
    /** @type {Uint8Array} */ sum,
    /** @type {Uint8Array} */ first,
    /** @type {Uint8Array} */ delta,
    /** @type {bigint} */ by,
  ) => engine.add(engine.add(sum, first), engine.multiply(delta, by));
  const A = blind(g1, sums.A, point('alpha1'), point('delta1'), r);
  const B = blind(g2, sums.B, point('beta2'), point('delta2'), s);
  const B1 = blind(g1, sums.B1, point('beta1'), point('delta1'), s);
  const { engine } = g1;
  const C = [
    engine.multiply(A, s),
    engine.multiply(B1, r),
    engine.multiply(point('delta1'), mod(-r * s, order)),
  ].reduce((sum, term) => engine.add(sum, term), sums.C);
  return { A, B, C };
}

/**
 * A blinding factor: uniform but for 2^−256.
 * @type {(order: bigint) => bigint}
 * @throws {EnvironmentError} no crypto.getRandomValues
 */
function randomScalar(order) {
  const bytes = fillRandom(new Uint8Array(2 * SCALAR_BYTES));
  const scalar = mod(fromBytesLE(bytes), order);
  bytes.fill(0);
  return scalar;
}
