/* global Worker */
/**
 * Starts a worker wherever there are any. The script is one self-contained file, also carried as
 * text, so that no bundler, import map or server can lose it. A way that is refused gives a reason,
 * never a hang.
 *
 * Ways, in this order: worker_threads from the text (Node, Bun, Deno), as its workers have `unref`
 * and tell their end; `blob:` (pages); the file beside this chunk, which bundlers see. A user's
 * `createWorker` or `workerUrl` is the only way where it is given.
 * docs/decisions/22-workers.md says where each of them works.
 */
import { READY } from './messages.js';
import { builtin } from './runtime.js';
import { deadline } from './waking.js';

/**
 * A worker that has answered.
 * @typedef {object} Port
 * @property {(message: object, transfer?: ArrayBuffer[]) => void} post
 * @property {() => void} end ends the worker now; nothing is awaited
 * @property {(isBusy: boolean) => void} hold whether the worker keeps its process alive
 * @property {(data: any) => void} onMessage set by the owner
 * @property {(why: string) => void} onDeath set by the owner
 */

/**
 * How workers start. `source`: imports the text of the script; `startMs`: the deadline of each way.
 * @typedef {{ createWorker?: () => any, workerUrl?: string | URL, source: () => Promise<string>,
 *   startMs: number }} StartOptions
 */

/**
 * A way to start a worker. `forget` releases what starting took, once the worker has answered.
 * @typedef {{ name: string, make: () => Promise<{ worker: any, forget?: () => void }> }} Way
 */

/**
 * The ways of this runtime.
 * @param {StartOptions} options
 * @returns {Way[]}
 */
export function waysToStart({ createWorker, workerUrl, source }) {
  if (createWorker) {
    return [{ name: 'createWorker', make: async () => ({ worker: await createWorker() }) }];
  }
  const threads = builtin('node:worker_threads');
  if (workerUrl) {
    const Class = globalThis.Worker ?? threads?.Worker;
    const make = async () => ({ worker: new Class(workerUrl, { type: 'module' }) });
    return Class ? [{ name: 'workerUrl', make }] : [];
  }
  /** @type {Way[]} */
  const ways = [];
  if (threads?.Worker) {
    // Flags of the program, such as preloaded modules, are not the worker's.
    const options = { eval: true, execArgv: [], name: 'curvemill' };
    const make = async () => ({ worker: new threads.Worker(await source(), options) });
    ways.push({ name: 'worker_threads', make });
  }
  if (!globalThis.Worker) return ways;
  return [
    ...ways,
    { name: 'blob', make: async () => fromBlob(await source()) },
    {
      name: 'file',
      // Bundlers look for these very words.
      make: async () => ({
        worker: new Worker(new URL('../worker.js', import.meta.url), { type: 'module' }),
      }),
    },
  ];
}

/**
 * @param {readonly Way[]} ways
 * @param {number} startMs
 * @returns {Promise<{ port: Port, way: Way }>} the first that answers
 * @throws {Error} whose message lists why each way failed
 */
export async function startWorker(ways, startMs) {
  const reasons = [];
  for (const way of ways) {
    try {
      return { port: await firstAnswer(way, startMs), way };
    } catch (error) {
      reasons.push(`${way.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  throw new Error(reasons.join('; ') || 'this runtime has no workers');
}

/** @param {string} source */
function fromBlob(source) {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const forget = () => URL.revokeObjectURL(url);
  try {
    // Deno has module workers only.
    return { worker: new globalThis.Worker(url, { type: 'module' }), forget };
  } catch (error) {
    forget();
    throw error;
  }
}

/**
 * @param {Way} way
 * @param {number} startMs
 * @returns {Promise<Port>} once the worker has sent its first message
 */
async function firstAnswer({ make }, startMs) {
  const { worker, forget } = await make();
  if (typeof worker?.postMessage !== 'function') {
    throw new Error('expected a Worker, got something else');
  }
  const { promise, resolve, reject } = settlers();
  let isUp = false;
  /** @type {Port} */
  const port = {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    end: () => void worker.terminate(),
    hold: (isBusy) => (isBusy ? worker.ref?.() : worker.unref?.()),
    onMessage: () => {},
    onDeath: () => {},
  };
  const die = (/** @type {string} */ why) => (isUp ? port.onDeath(why) : reject(new Error(why)));
  listen(worker, {
    message(data) {
      if (isUp) return port.onMessage(data);
      if (data !== READY) return die(`expected "${READY}", got another script`);
      isUp = true;
      resolve(port);
    },
    error: (error) => die(error?.message || 'an error without a message: refused, or not found'),
    messageerror: () => die('a message that could not be read'),
    exit: (code) => die(`it ended with code ${code}`),
  });
  const callOff = deadline(startMs, () => die(`no answer in ${startMs} ms`));
  try {
    return await promise;
  } catch (error) {
    port.end();
    throw error;
  } finally {
    callOff();
    forget?.();
  }
}

/**
 * @param {any} worker of the web, or of worker_threads, whose events are the data themselves
 * @param {Record<string, (data: any) => void>} listeners
 */
function listen(worker, listeners) {
  for (const [name, listener] of Object.entries(listeners)) {
    if (typeof worker.addEventListener !== 'function') worker.on(name, listener);
    else {
      worker.addEventListener(name, (/** @type {any} */ event) => {
        // Deno ends the whole program otherwise.
        if (name === 'error') event.preventDefault?.();
        listener(name === 'message' ? event.data : event);
      });
    }
  }
}

function settlers() {
  /** @type {(port: Port) => void} */
  let resolve = () => {};
  /** @type {(error: Error) => void} */
  let reject = () => {};
  /** @type {Promise<Port>} */
  const promise = new Promise((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
}
