/** The operations of a worker, on its engines and on what it keeps for the caller's thread. */
import { PointError } from '../errors.js';
import { packError } from './messages.js';

/** @import { Engine, EngineLists, EngineTransfer, FixedTable, PointChecks, PointSource, SumShare, VectorHandle } from '../port/engine.js' */
/** @import { Call } from './worker.js' */

/**
 * A task of a protocol: computes `input`'s result on an engine of a curve, and on points of the
 * caller's, if it sends any.
 * @typedef {(context: { engine: Engine, data: any, points?: TaskList }, input: any, call: Call) =>
 *   unknown} Task
 */

/**
 * The points of a task. It may add tables, which are freed with them; `isKept`: whether they stay
 * for other calls.
 * @typedef {{ handle: VectorHandle, tables: Array<FixedTable | null>, isKept: boolean }} TaskList
 */

/**
 * The parts of the worker's script: engines, and tasks by name.
 * @typedef {{ createEngines: (curves: any, modules: Record<string, WebAssembly.Module>,
 *   limit: number) => Promise<Engine[]>, tasks: Record<string, Task> }} Abilities
 */

/** @typedef {{ result?: unknown, transfer?: ArrayBuffer[] }} Outcome */

/**
 * A list that stays here, created by the first message that names it; `fill`: points for it, in the
 * kernel's form.
 * @typedef {{ vector: number, length: number,
 *   fill: Array<{ at: number, bytes: Uint8Array }> }} List
 */

/**
 * An engine of the instance, and the data of its curve.
 * @typedef {{ engine: Engine, decodeSteps: EngineLists['decodeSteps'], transfer: EngineTransfer,
 *   data: any }} Place
 */

/** Serves what the caller's thread asks for, by name. */
export class Operations {
  #abilities;
  /** @type {Place[]} */
  #places = [];
  /** @type {Map<number, { place: Place, handle: VectorHandle, tables: TaskList['tables'] }>} */
  #lists = new Map();

  /** @type {Map<number, FixedTable>} */
  #tables = new Map();

  /** @param {Abilities} abilities */
  constructor(abilities) {
    this.#abilities = abilities;
  }

  /**
   * Bytes of memory that hold no points.
   * @returns {number}
   */
  get scratch() {
    const [place] = this.#places;
    let bytes = place ? place.transfer.memoryBytes() : 0;
    for (const { place: own, handle, tables } of this.#lists.values()) {
      bytes -= handle.length * own.transfer.pointBytes;
      for (const table of tables) bytes -= table?.bytes ?? 0;
    }
    for (const table of this.#tables.values()) bytes -= table.bytes;
    return bytes;
  }

  /**
   * @param {string} op
   * @param {any} input
   * @param {Call} call
   * @returns {Promise<Outcome>}
   */
  async serve(op, input, call) {
    switch (op) {
      case 'open':
        return this.#open(input);
      case 'fill':
        this.#listOf(input.engine, input.list);
        return {};
      case 'list':
        return this.#list(input, call);
      case 'decode':
        return this.#decode(input, call);
      case 'task':
        return this.#task(input, call);
      case 'table':
        return this.#table(input, call);
      case 'tableMsm':
        return this.#tableMsm(input, call);
      case 'free':
        return this.#free(input.vector);
      default:
        throw new Error(`expected an operation of this version, got ${op}`);
    }
  }

  /**
   * @param {{ curves: any[], modules: Record<string, WebAssembly.Module>, memoryLimit: number }}
   *   input
   * @returns {Promise<Outcome>}
   */
  async #open({ curves, modules, memoryLimit }) {
    const engines = await this.#abilities.createEngines(curves, modules, memoryLimit);
    this.#places = await Promise.all(
      engines.map(async (engine, i) => {
        const { decodeSteps, transfer } = await engine.lists();
        if (transfer === null) throw new Error('expected an engine whose points travel');
        return { engine, decodeSteps, transfer, data: curves[i].data };
      }),
    );
    return {};
  }

  /**
   * Computes on a whole list: a sum, a share of one, or a share of a subgroup check.
   * @param {{ engine: number, list: List, isKept: boolean, start: number, end: number,
   *   scalars: Uint8Array, share: SumShare | null, shares?: number }} input `shares`: of the check
   * @param {Call} call
   * @returns {Promise<Outcome>}
   */
  async #list({ engine: index, list, isKept, start, end, scalars, share, shares }, call) {
    const { engine, transfer } = this.#places[index];
    const handle = this.#listOf(index, list);
    try {
      if (shares) return { result: await call.run(transfer.outsideSteps(handle, shares)) };
      const point = await call.run(
        share
          ? transfer.shareSteps(handle, start, end, scalars, share)
          : engine.msmSteps(handle, start, end, scalars),
      );
      return { result: point, transfer: [/** @type {ArrayBuffer} */ (point.buffer)] };
    } finally {
      if (!isKept) this.#freeList(list.vector);
    }
  }

  /**
   * @param {{ engine: number, source: PointSource, checks: PointChecks, length: number,
   *   list?: List, at?: number }} input
   * @param {Call} call
   * @returns {Promise<Outcome>}
   */
  async #decode({ engine: index, source, checks, length, list, at = 0 }, call) {
    const { engine, decodeSteps, transfer } = this.#places[index];
    const piece = (/** @type {number} */ start, /** @type {number} */ end) => ({
      source: partOf(source, length, start, end),
      checks,
    });
    let handle;
    try {
      handle = await call.run(decodeSteps({ length, subgroup: checks.subgroup, piece }));
    } catch (error) {
      if (error instanceof PointError) return { result: { bad: packError(error) } };
      throw error;
    }
    const bytes = transfer.read(handle, 0, length);
    engine.free(handle);
    if (list) transfer.write(this.#listOf(index, list), at, bytes);
    return { result: { bytes }, transfer: [bytes.buffer] };
  }

  /**
   * @param {{ engine: number, task: string, input: unknown, list?: List, isKept?: boolean }} input
   * @param {Call} call
   * @returns {Promise<Outcome>}
   */
  async #task({ engine: index, task, input, list, isKept = false }, call) {
    const { engine, data } = this.#places[index];
    const run = this.#abilities.tasks[task];
    if (!list) return { result: await run({ engine, data }, input, call) };
    const handle = this.#listOf(index, list);
    const { tables } = /** @type {TaskList} */ (/** @type {any} */ (this.#lists.get(list.vector)));
    try {
      return {
        result: await run({ engine, data, points: { handle, tables, isKept } }, input, call),
      };
    } finally {
      if (!isKept) this.#freeList(list.vector);
    }
  }

  /**
   * Builds a table of a list, which is freed.
   * @param {{ engine: number, list: List, memory: number }} input
   * @param {Call} call
   * @returns {Promise<Outcome>} the table's number, or null if none would help
   */
  async #table({ engine: index, list, memory }, call) {
    const { engine } = this.#places[index];
    const handle = this.#listOf(index, list);
    try {
      const steps = await engine.fixedTableSteps(handle, 0, list.length, memory);
      const table = await call.run(steps);
      if (!table?.msmSteps) {
        table?.free();
        return { result: null };
      }
      this.#tables.set(list.vector, table);
      return { result: list.vector };
    } finally {
      this.#freeList(list.vector);
    }
  }

  /**
   * @param {{ table: number, scalars: Uint8Array, places: Int32Array }} input
   * @param {Call} call
   * @returns {Promise<Outcome>}
   */
  async #tableMsm({ table, scalars, places }, call) {
    const own = this.#tables.get(table);
    if (!own?.msmSteps) throw new Error(`expected a table of this worker, got ${table}`);
    return { result: await call.run(own.msmSteps(scalars, places)) };
  }

  /** Frees a list or a table. @param {number} vector @returns {Outcome} */
  #free(vector) {
    this.#tables.get(vector)?.free();
    this.#tables.delete(vector);
    this.#freeList(vector);
    return {};
  }

  /** @param {number} vector */
  #freeList(vector) {
    const list = this.#lists.get(vector);
    for (const table of list?.tables ?? []) table?.free();
    list?.place.engine.free(list.handle);
    this.#lists.delete(vector);
  }

  /**
   * @param {number} index of the engine
   * @param {List} list
   * @returns {VectorHandle}
   */
  #listOf(index, { vector, length, fill }) {
    const place = this.#places[index];
    let list = this.#lists.get(vector);
    if (!list) {
      list = { place, handle: place.transfer.create(length), tables: [] };
      this.#lists.set(vector, list);
    }
    for (const { at, bytes } of fill) place.transfer.write(list.handle, at, bytes);
    return list.handle;
  }
}

/**
 * @param {PointSource} source
 * @param {number} length of it, in points
 * @param {number} start
 * @param {number} end
 * @returns {PointSource}
 */
function partOf({ xs, signs, affine, factor }, length, start, end) {
  const cut = (/** @type {Uint8Array} */ bytes) => {
    const size = bytes.length / length;
    return bytes.subarray(start * size, end * size);
  };
  return xs ? { xs: cut(xs), signs: cut(signs) } : { affine: cut(affine), factor };
}
