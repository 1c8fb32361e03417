/**
 * The worker's side: calls one after the other, each answered, with reports while one computes, and
 * the lists that it keeps. Nothing is thrown out of here: a page hears nothing of an unhandled
 * rejection in a worker.
 */

import { Lifetime } from '../port/lifetime.js';
import { Pace } from '../port/progress.js';
import { runSteps } from '../port/slices.js';
import { packError, READY } from './messages.js';
import { builtin } from './runtime.js';
import { engineTasks } from './engine-tasks.js';

/** @import { Engine, EngineLists, EngineTransfer, FixedTable, VectorHandle } from '../port/engine.js' */
/** @import { Pairings } from '../port/pairings.js' */
/** @import { Steps } from '../port/steps.js' */
/** @import { List } from './messages.js' */

/**
 * A call that a task serves. `run` runs steps, until the caller gives the call up; `give` hands the
 * buffer of a result over instead of a copy.
 * @typedef {{ run: <Result>(steps: Steps<Result>) => Promise<Result>,
 *   give: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array }} Call
 */

/**
 * An engine of the instance, and the data of its curve.
 * @typedef {{ engine: Engine, decodeSteps: EngineLists['decodeSteps'], transfer: EngineTransfer,
 *   data: any, instance: WorkerInstance }} Place
 */

/**
 * The instance in this worker: all its engines, and what opens its pairing, if it has one.
 * @typedef {{ places: readonly Place[], pairings: () => Promise<Pairings> }} WorkerInstance
 */

/**
 * A list of this worker, and what tasks add to it: freed with it.
 * @typedef {{ handle: VectorHandle, tables: Array<FixedTable | null> }} Kept
 */

/**
 * A range of a list that a task works on. `isKept`: whether the list, and tables that the task adds
 * to it, stay for other calls.
 * @typedef {Kept & { start: number, end: number, isKept: boolean }} TaskList
 */

/**
 * Computes a part of a task on an engine, and on points if the caller sends any.
 * @typedef {(context: Place & { points: TaskList }, input: any, call: Call) => unknown} Task
 */

/**
 * The parts of the worker's script: engines, and tasks of protocols by name.
 * @typedef {{ createEngines: (curves: any, modules: Record<string, WebAssembly.Module>,
 *   limit: number) => Promise<{ engines: Engine[], pairings: () => Promise<Pairings> }>,
 *   tasks: Record<string, Task> }} Abilities
 */

/**
 * Serves the caller's thread.
 * @param {Abilities} abilities what the script was put together with
 */
export function serve(abilities) {
  // In Bun's worker_threads nothing receives messages of `self`; Deno's web workers have a null
  // port.
  const port = builtin('node:worker_threads')?.parentPort ?? ownPort();
  // The script was imported by a program instead of started as a worker.
  if (!port) return;
  const service = new Service(abilities);
  const lifetime = new Lifetime();
  /** @type {Map<number, AbortController>} */
  const calls = new Map();
  let turn = Promise.resolve();

  const answer = async (/** @type {any} */ { id, ...message }) => {
    const signal = calls.get(id)?.signal;
    const pace = new Pace();
    const onProgress = (/** @type {{ done: number, total: number }} */ { done, total }) => {
      if (id !== undefined && pace.isDue(done / total)) {
        port.postMessage({ id, progress: done / total });
      }
    };
    /** @type {ArrayBuffer[]} */
    const given = [];
    /** @type {Call} */
    const call = {
      run: (steps) => runSteps(steps, { signal, onProgress, lifetime }),
      give: (bytes) => (given.push(bytes.buffer), bytes),
    };
    try {
      const result = await service.serve(message, call);
      if (id !== undefined) port.postMessage({ id, result }, given);
    } catch (error) {
      if (id !== undefined) port.postMessage({ id, error: packError(error) });
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

/** The port of a web worker. @returns {any} undefined on a page or a main thread */
function ownPort() {
  const { self, document } = /** @type {any} */ (globalThis);
  return document === undefined && typeof self?.postMessage === 'function' ? self : undefined;
}

/** Serves messages, on engines and lists of this worker. */
class Service {
  #createEngines;
  /** @type {Record<string, Task>} */
  #tasks;
  /** @type {readonly Place[]} */
  #places = [];
  /** @type {Map<number, { engine: Engine, kept: Kept }>} */
  #lists = new Map();

  /** @param {Abilities} abilities */
  constructor({ createEngines, tasks }) {
    this.#createEngines = createEngines;
    this.#tasks = { ...engineTasks, ...tasks };
  }

  /**
   * @param {any} message
   * @param {Call} call
   * @returns {Promise<unknown>} the result
   */
  async serve({ op, ...input }, call) {
    if (op === 'run') return this.#run(input, call);
    return op === 'open' ? this.#open(input) : this.#free(input.list);
  }

  /**
   * @type {(input: { curves: any[], modules: Record<string, WebAssembly.Module>,
   *   memoryLimit: number }) => Promise<void>}
   */
  async #open({ curves, modules, memoryLimit }) {
    const { engines, pairings } = await this.#createEngines(curves, modules, memoryLimit);
    /** @type {WorkerInstance} */
    const instance = { places: [], pairings };
    instance.places = await Promise.all(
      engines.map(async (engine, i) => {
        const { decodeSteps, transfer } = await engine.lists();
        if (transfer === null) throw new Error('expected an engine whose points travel');
        return { engine, decodeSteps, transfer, data: curves[i].data, instance };
      }),
    );
    this.#places = instance.places;
  }

  /**
   * @param {{ engine: number, task?: string, input: unknown, list?: List }} what
   * @param {Call} call
   */
  async #run({ engine: index, task, input, list }, call) {
    const place = this.#places[index];
    /** @type {TaskList | undefined} */
    let points;
    try {
      points = list && this.#pointsOf(place, list);
    } catch (error) {
      // The task would have overwritten its scalars.
      for (const value of Object.values(Object(input))) {
        if (ArrayBuffer.isView(value)) new Uint8Array(value.buffer).fill(0);
      }
      throw error;
    }
    try {
      return (
        task &&
        (await this.#tasks[task]({ ...place, points: /** @type {any} */ (points) }, input, call))
      );
    } finally {
      if (points && !points.isKept) freeAll(place.engine, points);
    }
  }

  /** @type {(place: Place, list: List) => TaskList} */
  #pointsOf({ engine, transfer }, { id, length, start, end, fill }) {
    const isKept = id !== undefined;
    const known = isKept ? this.#lists.get(id)?.kept : undefined;
    const kept = known ?? { handle: transfer.create(length), tables: [] };
    if (isKept) this.#lists.set(id, { engine, kept });
    for (const { at, bytes } of fill) transfer.write(kept.handle, at, bytes);
    return { ...kept, start, end, isKept };
  }

  /** @param {number} id of a list */
  #free(id) {
    const list = this.#lists.get(id);
    if (list) freeAll(list.engine, list.kept);
    this.#lists.delete(id);
  }
}

/** @type {(engine: Engine, list: Kept) => void} */
function freeAll(engine, { handle, tables }) {
  for (const table of tables) table?.free();
  engine.free(handle);
}
