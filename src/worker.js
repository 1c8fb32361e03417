/**
 * The script of a worker, served as `curvemill/worker`: every curve's engines, and the tasks of
 * protocols. It serves the instance that starts it and exports nothing.
 */
import { createChosenEngines } from './engines/wasm/chosen.js';
import { serve } from './parallel/worker.js';
import { cellTask } from './protocols/kzg/cell-task.js';
import { signatureTask } from './protocols/signatures/tasks.js';

serve({
  createEngines: createChosenEngines,
  tasks: { signatures: signatureTask, cells: cellTask },
});
