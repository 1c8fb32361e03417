/** Witnesses of circuits, as files: another download, with the first of them. */
import { runSteps } from '../../port/slices.js';
import { compileCircuit } from './circuit-code.js';
import { calculateWitness } from './circuit-task.js';
import { Source } from './source.js';
import { Stop } from './stop.js';

/** @import { Control, TaskPart } from '../../port/engine.js' */
/** @import { Lifetime } from '../../port/lifetime.js' */
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
  const { lifetime, engine } = curve.g1;
  const control = { signal, lifetime, onProgress: undefined };
  const bytes = await bytesOf(code, signal, lifetime);
  const { name, r } = curve;
  const input = { module: await compileCircuit(bytes), signals, name, r };
  const here = (/** @type {Control} */ own) =>
    calculateWitness(input, {
      run: (steps) => runSteps(steps, own),
      // An abort does not hurry it: memory is overwritten in slices, too.
      async end(steps) {
        if (lifetime.ended) steps.return();
        else await runSteps(steps, { ...own, signal: undefined });
      },
    });
  if (!engine.parallel) return here(control);
  // A circuit runs in one go, for as long as it takes.
  /** @type {TaskPart} */
  const part = { weight: 1, isSilent: true, message: () => ({ input, transfer: [] }), here };
  const [file] = await engine.parallel.run('witness', [part], control);
  return file;
}

/**
 * @type {(code: unknown, signal: AbortSignal | undefined,
 *   lifetime: Lifetime) => Promise<Uint8Array<ArrayBuffer>>}
 */
async function bytesOf(code, signal, lifetime) {
  // A stream may keep its reader waiting when the instance ends.
  const stop = new Stop(signal, lifetime);
  try {
    const source = new Source(code, 'circuit', stop.signal);
    return await source.rest(MOST_BYTES).finally(() => source.close());
  } finally {
    stop.end();
  }
}
