/** A worker with tasks that misbehave. */
import { createChosenEngines } from '../../src/engines/wasm/chosen.js';
import { createEngine } from '../../src/engines/wasm/engine.js';
import { InputError, PointError, ResourceError } from '../../src/errors.js';
import { serve } from '../../src/parallel/worker.js';

const later = (action) => new Promise(() => setTimeout(action, 0));

const tasks = {
  /** Computes for some milliseconds without a word. */
  spin(_, { ms, value }) {
    for (const end = performance.now() + ms; performance.now() < end;);
    return value;
  },
  /** Reports often. */
  report(_, { ms, value }, call) {
    return call.run(
      (function* () {
        for (const end = performance.now() + ms; performance.now() < end;)
          yield { phase: 'report', done: 1, total: 2 };
        return value;
      })(),
    );
  },
  crash: () =>
    later(() => {
      throw new Error('crashed on purpose');
    }),
  /** A page hears nothing of it. */
  exit: () => later(() => (globalThis.process ? globalThis.process.exit(3) : globalThis.close())),
  never: () => new Promise(() => {}),
  echo: (_, { value }) => value,
  fail(_, { kind }) {
    if (kind === 'point') throw new PointError('range', 5);
    if (kind === 'input') throw new InputError('expected this, got that');
    if (kind === 'memory') throw new ResourceError('expected less, got more');
    throw kind === 'none' ? 'no error' : new RangeError('unexpected');
  },
};

/** Of no curve with an engine of its own. */
const creatorOf = () => createEngine;

serve({
  createEngines: (curves, modules, limit) => createChosenEngines(curves, modules, limit, creatorOf),
  tasks,
});
