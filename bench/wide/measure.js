/**
 * The backends 'wide' and 'portable' in turns, in whatever engine runs this. It uses nothing but the built library.
 */
import { createBanderwagon } from 'curvemill/banderwagon';
import { createBls12381 } from 'curvemill/bls12-381';
import { createSecp256k1 } from 'curvemill/secp256k1';

const BACKENDS = /** @type {const} */ (['portable', 'wide']);
const ROUNDS = 15;
/** Milliseconds of one sample: browsers' clocks are coarse. */
const SAMPLE = 12;
/** Milliseconds before the first one: after 100, parts of a kernel still ran unoptimised, and gains looked a third smaller. */
const WARM_UP = 800;

/** @returns {Promise<Array<{ name: string, portable: number, wide: number, ratio: number }>>} minima, in microseconds */
export async function measure() {
  /** @type {Array<{ tasks: Record<string, () => void> }>} */
  const sides = [];
  for (const backend of BACKENDS) {
    const [bls, secp] = [await createBls12381({ backend }), await createSecp256k1({ backend })];
    const { group: banderwagon } = await createBanderwagon({ backend });
    sides.push({ tasks: tasksOf(bls, secp, banderwagon) });
  }
  const names = Object.keys(sides[0].tasks);
  return names.map((name) => {
    const best = [Infinity, Infinity];
    const counts = sides.map(({ tasks }) => countFor(tasks[name]));
    for (let round = 0; round < ROUNDS; round++)
      sides.forEach(({ tasks }, i) => {
        best[i] = Math.min(best[i], timeOf(tasks[name], counts[i]));
      });
    const [portable, wide] = best.map((ms) => 1000 * ms);
    return { name, portable, wide, ratio: portable / wide };
  });
}

/** @param {() => void} task @param {number} count @returns {number} milliseconds of one */
function timeOf(task, count) {
  const start = performance.now();
  for (let i = 0; i < count; i++) task();
  return (performance.now() - start) / count;
}

/** How many make a sample, once the engine has optimised the task. @param {() => void} task */
function countFor(task) {
  for (const until = performance.now() + WARM_UP; performance.now() < until;) task();
  return Math.max(1, Math.round(SAMPLE / timeOf(task, 3)));
}

/**
 * @param {any} bls
 * @param {any} secp
 * @param {any} banderwagon
 * @returns {Record<string, () => void>}
 */
function tasksOf({ G1, G2 }, { group, ecdsa, schnorr }, banderwagon) {
  const hash = new Uint8Array(32).fill(7);
  // Signatures that do not hold cost as much: every step but the last comparison is the same.
  const key = group.generator.multiply(12345n);
  const signature = new Uint8Array(64).fill(1);
  const xOnly = key.toBytes('compressed').slice(1);
  const note = new Uint8Array(64).fill(1);
  note.set(group.generator.multiply(99n).toBytes('compressed').slice(1));
  /** @type {Record<string, () => void>} */
  const tasks = {
    'ECDSA verify': () => ecdsa.verify(signature, hash, key.toBytes('compressed')),
    'BIP-340 verify': () => schnorr.verify(note, hash, xOnly),
  };
  const scalar = group.order / 3n;
  for (const [name, each] of Object.entries({ G1, G2, secp256k1: group, banderwagon })) {
    const point = each.generator.multiply(77n);
    tasks[`${name}, one multiplication`] = () => point.multiply(scalar);
    for (const n of [2, 4, 8, 16, 32, 4096]) {
      const [points, scalars] = [each.randomPoints(n, n), each.randomScalars(n, n)];
      tasks[`${name}, MSM of ${n}`] = () => each.msm(points, scalars);
    }
  }
  return tasks;
}
