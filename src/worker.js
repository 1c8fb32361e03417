/**
 * The script of a worker, served as `curvemill/worker`: every curve's engines, and the tasks of
 * protocols. It serves the instance that starts it and exports nothing.
 */
import { createEngine } from './engines/wasm/engine.js';
import { createChosenEngines } from './engines/wasm/chosen.js';
import { createZcashEncoding } from './group/encodings/zcash.js';
import { listTask } from './group/scalars/parallel-transform.js';
import { constantsOf } from './group/scalars/products.js';
import { oddSteps, partSteps } from './group/scalars/transforms.js';
import { coordinatesOf } from './math/coordinates.js';
import { serve } from './parallel/worker.js';
import { batchTask } from './protocols/batches.js';
import { BlsEquations } from './protocols/bls-signatures/equations.js';
import { witnessTask } from './protocols/groth16/circuit-task.js';
import { Groth16Equations } from './protocols/groth16/equations.js';
import { cellTask } from './protocols/kzg/parts.js';
import { SchnorrEquations } from './protocols/signatures/bip340-equations.js';
import { EcdsaEquations } from './protocols/signatures/ecdsa-equations.js';
import { createElementEngine } from './verkle/engine/engine.js';

/** @import { Place } from './parallel/worker.js' */

/** @param {Place} place */
const curveOf = ({ engine, data }) => ({ engine, config: data });

/** @param {Place} place @param {boolean} keysFirst */
async function blsEquations({ instance }, keysFirst) {
  const pairings = await instance.pairings();
  const [g1, g2] = instance.places.map((place) => {
    const field = coordinatesOf(place.data);
    const { p: prime } = place.data;
    const { fieldBytes } = place.engine;
    const encoding = createZcashEncoding({ prime, fieldBytes, degree: field.degree });
    return { ...curveOf(place), field, encoding };
  });
  return new BlsEquations({ g1, g2, pairings }, keysFirst);
}

/** @param {Place} place */
async function groth16Equations({ instance }) {
  const pairings = await instance.pairings();
  const [g1, g2] = instance.places.map(curveOf);
  const { p: q, order: r } = g1.config;
  return new Groth16Equations({ g1, g2, q, r, fieldBytes: g1.engine.fieldBytes, pairings });
}

/** @param {any} engine @param {any} source */
async function fieldOf(engine, source) {
  const lists = await engine.scalarLists(source);
  const { order } = lists;
  return { lists, order, constant: constantsOf(lists) };
}

/** @param {import('./curves/config.js').CurveData} data */
const creatorOf = (data) => (Object.hasOwn(data, 'edwards') ? createElementEngine : createEngine);

serve({
  createEngines: (curves, modules, limit) => createChosenEngines(curves, modules, limit, creatorOf),
  tasks: {
    batches: batchTask({
      ecdsa: (/** @type {Place} */ place) => new EcdsaEquations(curveOf(place)),
      schnorr: (place) => new SchnorrEquations(curveOf(place)),
      minPk: (place) => blsEquations(place, true),
      minSig: (place) => blsEquations(place, false),
      groth16: groth16Equations,
    }),
    cells: cellTask,
    witness: witnessTask,
    transform: listTask(fieldOf, partSteps),
    odd: listTask(fieldOf, oddSteps),
  },
});
