/**
 * Times the same work on two or three choices of kernels, in turns, in the engine that runs this.
 */
import { invert, mod, toBytesBE } from '../../src/math/modular.js';
import { createInstances } from './instances.js';

/** @import { Roles } from '../../src/engines/wasm/kernels/kernel.js' */

/** Milliseconds of one sample: long for a clock of 5 µs, short enough to find the machine quiet. */
const SAMPLE = 2;
/**
 * Milliseconds of all samples of a task, and the least number of rounds, for tasks that are long.
 */
const [BUDGET, LEAST_ROUNDS] = [500, 5];
/**
 * Milliseconds of warming up, for the tasks of a group in turns and then for each: after a tenth of
 * that, parts of the kernels still run unoptimised, and gains appear a third smaller.
 */
const [WARM_UP, WARM_UP_EACH] = [2000, 60];

/** Numbers of points. The large one shows batches. */
const SIZES = [1, 2, 4, 8, 16, 32, 4096];

/** @typedef {{ roles: string, micros: number }} Sample the minimum of all rounds */
/** @typedef {{ name: string, samples: Sample[] }} Row */

/**
 * @param {readonly Roles[]} choices
 * @param {string} [only] part of the names of the tasks to measure
 * @returns {Promise<Row[]>}
 */
export async function measure(choices, only = '') {
  /** @type {Map<string, Task>[]} */
  const sides = [];
  for (const roles of choices) sides.push(tasksOf(await createInstances(roles)));
  const names = [...sides[0].keys()].filter((name) => name.includes(only));
  // A choice equal to an earlier one is not measured again.
  const rows = names.map((name) => {
    const all = sides.map((tasks) => /** @type {Task} */ (tasks.get(name)));
    const tasks = all.filter(({ roles }, i) => all.findIndex((x) => x.roles === roles) === i);
    return { name, tasks };
  });
  warmUp(rows.flatMap(({ tasks }) => tasks));
  return rows.map(({ name, tasks }) => {
    const results = tasks.map(({ run }) => textOf(run()));
    if (new Set(results).size > 1) throw new Error(`${name}: results differ`);
    const best = tasks.map(() => Infinity);
    const counts = tasks.map(({ run }) => countFor(run));
    const end = performance.now() + BUDGET;
    for (let round = 0; round < LEAST_ROUNDS || performance.now() < end; round++)
      tasks.forEach(({ run }, i) => {
        best[i] = Math.min(best[i], timeOf(run, counts[i]));
      });
    return { name, samples: tasks.map(({ roles }, i) => ({ roles, micros: 1000 * best[i] })) };
  });
}

/** A task's result as text, for comparison. @param {any} result @returns {string} */
const textOf = (result) => (typeof result === 'boolean' ? `${result}` : `${result.toBytes()}`);

/** @param {() => unknown} task @param {number} count @returns {number} milliseconds of one */
function timeOf(task, count) {
  const start = performance.now();
  for (let i = 0; i < count; i++) task();
  return (performance.now() - start) / count;
}

/**
 * Runs the tasks of each group and choice in turns until the engine has optimised what they share.
 * @param {Task[]} tasks
 */
function warmUp(tasks) {
  const keyOf = (/** @type {Task} */ { group, roles }) => `${group}, ${roles}`;
  for (const key of new Set(tasks.map(keyOf))) {
    const its = tasks.filter((task) => keyOf(task) === key);
    for (const until = performance.now() + WARM_UP; performance.now() < until;)
      for (const { run } of its) run();
  }
}

/**
 * Number of runs in a sample, once the engine has optimised the task.
 * @param {() => unknown} task
 */
function countFor(task) {
  for (const until = performance.now() + WARM_UP_EACH; performance.now() < until;) task();
  return Math.max(1, Math.round(SAMPLE / timeOf(task, 3)));
}

/** @typedef {{ group: string, roles: string, run: () => unknown }} Task */

/**
 * @param {Awaited<ReturnType<typeof createInstances>>} instances
 * @returns {Map<string, Task>} by name
 */
function tasksOf({ bls, secp, banderwagon }) {
  /** @type {Map<string, Task>} */
  const tasks = new Map();
  const adder = (/** @type {{ single: string, batch: string }} */ { single, batch }) => {
    const roles = `${single} + ${batch}`;
    return (/** @type {string} */ name, /** @type {() => unknown} */ run) =>
      tasks.set(name, { group: name.split(',')[0], roles, run });
  };
  addSignatures(adder(secp.backend), secp);
  const [curve, elements] = [adder(bls.backend), adder(banderwagon.backend)];
  addGroup(curve, 'G1', bls.G1);
  addGroup(curve, 'G2', bls.G2);
  addGroup(adder(secp.backend), 'secp256k1', secp.group);
  addGroup(elements, 'Banderwagon', banderwagon.group);
  const encoding = banderwagon.group.generator.multiply(5n).toBytes();
  elements('Banderwagon, one decoded', () => banderwagon.group.point(encoding));
  return tasks;
}

/** @typedef {(name: string, run: () => unknown) => unknown} Add */

/**
 * A valid ECDSA signature, made from the sum that verifies it; and an invalid BIP-340 signature,
 * which costs as much: every step but the last comparison is the same.
 * @param {Add} add
 * @param {import('../../src/secp256k1.js').Secp256k1} secp
 */
function addSignatures(add, { group, ecdsa, schnorr }) {
  const { order, generator } = group;
  const [u1, u2] = [order / 3n, order / 5n];
  const publicKey = generator.multiply(order / 7n);
  const key = publicKey.toBytes('compressed');
  const sum = generator.multiply(u1).add(publicKey.multiply(u2));
  const r = mod(/** @type {{ x: bigint }} */ (sum.toAffine()).x, order);
  const s = mod(r * invert(u2, order), order);
  const hash = toBytesBE(mod(u1 * s, order), 32);
  const signature = Uint8Array.of(...toBytesBE(r, 32), ...toBytesBE(s, 32));
  if (!ecdsa.verify(signature, hash, key, { lowS: false }))
    throw new Error('a valid signature was rejected');
  add('signatures, ECDSA verify', () => ecdsa.verify(signature, hash, key, { lowS: false }));
  const note = new Uint8Array(64).fill(1);
  note.set(sum.toBytes('compressed').slice(1));
  add('signatures, BIP-340 verify', () => schnorr.verify(note, hash, key.slice(1)));
}

/**
 * @param {Add} add
 * @param {string} name
 * @param {import('../../src/group/group.js').Group<any>} group
 */
function addGroup(add, name, group) {
  const point = group.generator.multiply(77n);
  const scalar = group.order / 3n;
  add(`${name}, one multiplication`, () => point.multiply(scalar));
  for (const n of SIZES) {
    const [points, scalars] = [group.randomPoints(n, n), group.randomScalars(n, n)];
    add(`${name}, MSM of ${n}`, () => group.msm(points, scalars));
  }
}
