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
import { READY, unpackError } from './messages.js';
import { builtin, deadline } from './runtime.js';

/**
 * A worker that is open.
 * @typedef {object} Port
 * @property {(message: object, transfer?: ArrayBuffer[]) => void} post
 * @property {() => void} end ends the worker now; nothing is awaited
 * @property {(isBusy: boolean) => void} hold whether the worker keeps its process alive
 * @property {(data: any) => void} onMessage set by the owner
 * @property {(why: string) => void} onDeath set by the owner
 */

/**
 * How workers start. `source`: imports the text of the script.
 * @typedef {{ createWorker?: () => any, workerUrl?: string | URL, source: () => Promise<string> }}
 *   StartOptions
 */

/**
 * A way to start a worker. `forget` releases what starting took, once the worker has answered.
 * @typedef {{ name: string, make: () => Promise<{ worker: any, forget?: () => void }> }} Way
 */

/** Of an error without a message. */
const NO_MESSAGE = 'an error without a message: refused, or not found';

/** The ways of this runtime. @type {(options: StartOptions) => Way[]} */
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
 * @param {object} open the first message to the worker
 * @param {number} startMs the deadline of each way
 * @returns {Promise<{ port: Port, way: Way }>} the first that answers
 * @throws {Error} whose message lists why each way failed
 */
export async function startWorker(ways, open, startMs) {
  const reasons = [];
  for (const way of ways) {
    try {
      return { port: await openedBy(way, open, startMs), way };
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
 * @param {object} open
 * @param {number} startMs
 * @returns {Promise<Port>} once the worker is ready, and has opened its engines
 */
async function openedBy({ make }, open, startMs) {
  const { worker, forget } = await make();
  if (typeof worker?.postMessage !== 'function') {
    throw new Error('expected a Worker, got something else');
  }
  /** @type {Port} */
  const port = {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    end: () => void worker.terminate(),
    hold: (isBusy) => (isBusy ? worker.ref?.() : worker.unref?.()),
    onMessage: () => {},
    onDeath: () => {},
  };
  listen(worker, {
    message: (data) => port.onMessage(data),
    error: (error) => port.onDeath(error?.message || NO_MESSAGE),
    messageerror: () => port.onDeath('a message that could not be read'),
    exit: (code) => port.onDeath(`it ended with code ${code}`),
  });
  try {
    if ((await answerOf(port, startMs, 'no answer')) !== READY) {
      throw new Error(`expected "${READY}", got another script`);
    }
    port.post({ ...open, op: 'open', id: 0 });
    const { error } = await answerOf(port, startMs, 'not open');
    if (error) throw unpackError(error);
    return port;
  } catch (error) {
    port.end();
    throw error;
  } finally {
    forget?.();
  }
}

/**
 * @param {Port} port
 * @param {number} ms
 * @param {string} lack of it, for the reason
 * @returns {Promise<any>} its next message
 */
async function answerOf(port, ms, lack) {
  /** @type {(() => void) | undefined} */
  let callOff;
  try {
    return await new Promise((resolve, reject) => {
      const die = (/** @type {string} */ why) => reject(new Error(why));
      callOff = deadline(ms, () => die(`${lack} in ${ms} ms`));
      Object.assign(port, { onMessage: resolve, onDeath: die });
    });
  } finally {
    callOff?.();
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
