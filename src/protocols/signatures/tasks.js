/** Batches of signatures in a worker. */
import { SchnorrEquations } from './bip340-equations.js';
import { EcdsaEquations } from './ecdsa-equations.js';
import { Packing } from './packing.js';

/** @import { Engine } from '../../port/engine.js' */
/** @import { BatchEquations } from './batch.js' */
/** @import { SignatureCurve } from './engine.js' */
/** @import { Field } from './packing.js' */

/** @type {WeakMap<Engine, Record<string, BatchEquations>>} */
const made = new WeakMap();

/**
 * The task of a worker.
 * @param {{ engine: Engine, data: SignatureCurve['config'] }} place
 * @param {{ protocol: string, what: 'verify' | 'findInvalid', how: object, fields: Field[],
 *   count: number }} input
 * @returns {boolean | number[]}
 */
export function signatureTask({ engine, data }, { protocol, what, how, fields, count }) {
  let equations = made.get(engine);
  if (!equations) {
    const curve = { engine, config: data };
    equations = { ecdsa: new EcdsaEquations(curve), schnorr: new SchnorrEquations(curve) };
    made.set(engine, equations);
  }
  return equations[protocol][what](new Packing(fields, count).slice(), how);
}
