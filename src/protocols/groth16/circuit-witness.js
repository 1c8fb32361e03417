/** Witnesses of circuits, as files: another download, with the first of them. */
import { runSteps } from '../../port/slices.js';
import { compileCircuit } from './circuit-code.js';
import { Circuit } from './circuit.js';
import { Source } from './source.js';
import { createWitness } from './wtns.js';

/** @import { Curve } from './curve.js' */

/** Bytes of a circuit's module at most. */
const MOST_BYTES = 2 ** 28;

/**
 * @param {unknown} code the module of a circuit, a file
 * @param {ReadonlyMap<string, readonly bigint[]>} signals values below the order
 * @param {Curve} curve
 * @param {AbortSignal} [signal]
 * @returns {Promise<Uint8Array<ArrayBuffer>>} a .wtns file
 */
export async function witnessOf(code, signals, curve, signal) {
  const { lifetime } = curve.g1;
  const control = { signal, lifetime, onProgress: undefined };
  const source = new Source(code, 'circuit', signal);
  const bytes = await source.rest(MOST_BYTES).finally(() => source.close());
  const circuit = await Circuit.start(await compileCircuit(bytes));
  /** @type {Uint8Array<ArrayBuffer> | undefined} */
  let file;
  const place = (/** @type {number} */ wires) => {
    const made = createWitness({ wires, r: curve.r });
    file = made.file;
    return made.values;
  };
  try {
    await runSteps(circuit.calculateSteps(signals, curve, place), control);
    return /** @type {Uint8Array<ArrayBuffer>} */ (file);
  } catch (error) {
    file?.fill(0);
    throw error;
  } finally {
    const steps = circuit.overwriteSteps();
    // Steps that have begun go on to their end when they are closed.
    steps.next();
    if (lifetime.ended) steps.return();
    else await runSteps(steps, { ...control, signal: undefined });
  }
}
