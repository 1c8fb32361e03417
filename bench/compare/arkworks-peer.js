/**
 * arkworks in WebAssembly as a contestant, in a process of its own, on one thread: sums by
 * `bench/native/wasm`, which `node bench/native/build.js` compiles.
 */
import { existsSync, readFileSync } from 'node:fs';
import { arkworksModule } from '../native/build.js';

/** @import { Program, Task } from './host.js' */

const SYSTEM = 'arkworks-wasm';

/** The numbers that the module has for curves. @type {ReadonlyMap<string, number>} */
const CURVES = new Map([
  ['bls12-381-g1', 0],
  ['bn254-g1', 1],
]);

/** Bytes of the longest encoding of a point. */
const LONGEST_POINT = 96;

/** @type {Promise<any> | undefined} exports of the module */
let opened;

/**
 * @param {string} engine
 * @returns {Program}
 */
export function createArkworks(engine) {
  const { path, version } = arkworksModule();
  const open = async () => {
    const { instance } = await WebAssembly.instantiate(readFileSync(path));
    return instance.exports;
  };
  return {
    describe: () => ({ engine }),
    /** @returns {Record<string, string>} */
    systems: () => (existsSync(path) ? { [SYSTEM]: version } : {}),
    load: async (_, task, input) => {
      const [kind, name] = task.split('/');
      const curve = CURVES.get(name);
      if (kind !== 'msm' || curve === undefined) return null;
      return sumTask(await (opened ??= open()), curve, input);
    },
  };
}

/**
 * @param {any} module
 * @param {number} curve
 * @param {Uint8Array} input
 * @returns {Task}
 */
function sumTask({ memory, allocate, prepare, sum, encode, release }, curve, input) {
  const given = allocate(input.length);
  new Uint8Array(memory.buffer).set(input, given);
  const task = prepare(curve, given, input.length);
  const target = allocate(LONGEST_POINT);
  return {
    run: () => sum(task),
    encode: () => new Uint8Array(memory.buffer).slice(target, target + encode(task, target)),
    dispose: () => release(task),
  };
}
