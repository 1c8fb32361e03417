/**
 * The run of a circuit for its witness: on a worker, where the instance has some, or on the
 * caller's thread.
 */
import { Circuit } from './circuit.js';
import { createWitness } from './wtns.js';

/**
 * `module`: of `compileCircuit`; `signals`: values below the order, by name; the curve's name, and
 * the order.
 * @typedef {{ module: WebAssembly.Module, signals: ReadonlyMap<string, readonly bigint[]>,
 *   name: string, r: bigint }} CircuitRun
 */

/**
 * How steps are run: `end`: those that overwrite memory, which go on to their end in any case.
 * @typedef {{ run: (steps: Generator<any, void, void>) => Promise<void>,
 *   end: (steps: Generator<undefined, void, void>) => Promise<void> }} Runner
 */

/**
 * @param {CircuitRun} circuit
 * @param {Runner} runner
 * @returns {Promise<Uint8Array<ArrayBuffer>>} a .wtns file
 */
export async function calculateWitness({ module, signals, name, r }, { run, end }) {
  const circuit = await Circuit.start(module);
  /** @type {Uint8Array<ArrayBuffer> | undefined} */
  let file;
  const place = (/** @type {number} */ wires) => {
    const made = createWitness({ wires, r });
    file = made.file;
    return made.values;
  };
  try {
    try {
      await run(circuit.calculateSteps(signals, { name, r }, place));
    } finally {
      const steps = circuit.overwriteSteps();
      // Steps that have begun go on to their end when they are closed.
      steps.next();
      await end(steps);
    }
    return /** @type {Uint8Array<ArrayBuffer>} */ (/** @type {unknown} */ (file));
  } catch (error) {
    file?.fill(0);
    throw error;
  }
}

/**
 * The task of a worker: the file travels to the caller's thread, and nothing of it stays.
 * @type {import('../../parallel/worker.js').Task}
 */
export const witnessTask = async (_place, input, { run, give }) =>
  give(await calculateWitness(input, { run, end: run }));
