/**
 * The worker's side: calls one after the other, each answered, and reports while one computes.
 * Nothing is thrown out of here: a page hears nothing of an unhandled rejection in a worker.
 */
import { Lifetime } from '../port/lifetime.js';
import { REPORT_MS, runSteps } from '../port/slices.js';
import { now } from '../port/steps.js';
import { READY, packError } from './messages.js';
import { Operations } from './operations.js';
import { builtin } from './runtime.js';

/** @import { Steps } from '../port/steps.js' */
/** @import { Abilities } from './operations.js' */

/**
 * A call that an operation serves: runs steps, until the caller gives the call up.
 * @typedef {{ run: <Result>(steps: Steps<Result>) => Promise<Result> }} Call
 */

/** The port of a web worker. @returns {any} undefined on a page or a main thread */
function ownPort() {
  const { self, document } = /** @type {any} */ (globalThis);
  return document === undefined && typeof self?.postMessage === 'function' ? self : undefined;
}

/**
 * Serves the caller's thread.
 * @param {Abilities} abilities what the script was put together with
 */
export function serve(abilities) {
  // Bun's worker_threads have a `self` that nobody hears; Deno's web workers a port that is null.
  const port = builtin('node:worker_threads')?.parentPort ?? ownPort();
  // Imported by a program instead of started as a worker: nobody to serve.
  if (!port) return;
  const operations = new Operations(abilities);
  const lifetime = new Lifetime();
  /** @type {Map<number, AbortController>} */
  const calls = new Map();
  let turn = Promise.resolve();

  const answer = async (/** @type {any} */ message) => {
    const { id, op, ...input } = message;
    const signal = calls.get(id)?.signal;
    let last = now();
    const onProgress = (/** @type {{ done: number, total: number }} */ { done, total }) => {
      if (now() - last < REPORT_MS) return;
      last = now();
      port.postMessage({ id, share: done / total });
    };
    /** @type {Call} */
    const call = { run: (steps) => runSteps(steps, { signal, onProgress, lifetime }) };
    try {
      const { result, transfer = [] } = await operations.serve(op, input, call);
      const { scratch } = operations;
      if (id !== undefined) port.postMessage({ id, result, scratch }, transfer);
    } catch (error) {
      const { scratch } = operations;
      if (id !== undefined) port.postMessage({ id, error: packError(error), scratch });
    }
    calls.delete(id);
  };

  const receive = (/** @type {any} */ message) => {
    if (message.cancel !== undefined) return calls.get(message.cancel)?.abort();
    if (message.id !== undefined) calls.set(message.id, new AbortController());
    turn = turn.then(() => answer(message));
  };
  if (typeof port.on === 'function') port.on('message', receive);
  else port.onmessage = (/** @type {MessageEvent} */ { data }) => receive(data);
  port.postMessage(READY);
}
