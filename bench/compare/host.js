/**
 * Command loop of the JavaScript contestants, in Node and in a page: one line per command, one
 * line per answer.
 *
 * `describe SYSTEM CURVE` names engine and kernels. `systems` lists NAME=VERSION. `load ID SYSTEM
 * TASK FILE` decodes an input: `ready`, with the size of the table if there is one, or `lacking` if
 * this version lacks the task. `run ID TIMES` runs the task TIMES times on this thread: `RESULT
 * MILLISECONDS`, the result in hexadecimal and the time of one run. `drop ID` frees it. Inputs are
 * decoded before the clock starts, results encoded after it has stopped.
 */
import { toHex } from '../../scripts/lib/bytes.js';

/**
 * A repeatable task: `encode` turns a result into bytes, `note` gives the size of its table. What
 * `run` returns is awaited if it is a promise.
 * @typedef {{ run: () => unknown, encode: (result: any) => Uint8Array | Promise<Uint8Array>,
 *   note?: string,
 *   dispose?: () => void }} Task
 */

/**
 * @typedef {{ describe: (system: string, curve: string) => unknown,
 *   systems: () => Record<string, string>,
 *   load: (system: string, task: string, input: Uint8Array<ArrayBuffer>) => Promise<Task | null> }}
 *   Program
 */

/**
 * @param {Program} program
 * @param {(file: string) => Promise<Uint8Array<ArrayBuffer>>} read
 * @returns {(line: string) => Promise<string>} answers a command
 */
export function createHost(program, read) {
  /** @type {Map<string, Task>} */
  const tasks = new Map();
  return (line) => {
    const [command, ...words] = line.split(' ');
    return answer(program, tasks, read, command, words);
  };
}

/**
 * @param {Program} program
 * @param {Map<string, Task>} tasks
 * @param {(file: string) => Promise<Uint8Array<ArrayBuffer>>} read
 * @param {string} command
 * @param {string[]} words
 * @returns {Promise<string>}
 */
async function answer(program, tasks, read, command, words) {
  const [id] = words;
  switch (command) {
    case 'describe':
      return JSON.stringify(program.describe(words[0], words[1]));
    case 'systems':
      return Object.entries(program.systems())
        .map(([name, version]) => `${name}=${version}`)
        .join(' ');
    case 'load': {
      const [, system, name, file] = words;
      const task = await program.load(system, name, await read(file));
      if (!task) return 'lacking';
      tasks.set(id, task);
      return `ready ${task.note ?? ''}`.trim();
    }
    case 'run':
      return run(required(tasks, id), Number(words[1]));
    case 'drop':
      tasks.get(id)?.dispose?.();
      tasks.delete(id);
      return 'dropped';
    default:
      throw new Error(`expected a command, got '${command}'`);
  }
}

/**
 * @param {Task} task
 * @param {number} times
 * @returns {Promise<string>}
 */
async function run(task, times) {
  const start = performance.now();
  let result = task.run();
  if (result instanceof Promise) {
    await result;
    for (let i = 1; i < times; i++) result = await task.run();
  } else {
    for (let i = 1; i < times; i++) result = task.run();
  }
  const milliseconds = (performance.now() - start) / times;
  return `${toHex(await task.encode(await result))} ${milliseconds}`;
}

/**
 * @param {Map<string, Task>} tasks
 * @param {string} id
 * @returns {Task}
 */
function required(tasks, id) {
  const task = tasks.get(id);
  if (!task) throw new Error(`expected the name of a loaded task, got '${id}'`);
  return task;
}
