/**
 * What contestants in JavaScript share: takes commands on stdin, one a line, and answers each with one line.
 *
 * `systems` lists NAME=VERSION. `load ID SYSTEM TASK FILE` decodes an input: `ready`, with what a table takes if there is
 * one, or `lacking` what this version does not have. `run ID TIMES` does the task so many times on this thread:
 * `RESULT MILLISECONDS`, the result in hexadecimal and the time of one. `drop ID` forgets it. Inputs are decoded before
 * the clock starts, results encoded after it has stopped.
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * One task, ready to be run again and again: `encode` turns a result into bytes, `note` says what its table takes.
 *
 * @typedef {{ run: () => unknown, encode: (result: any) => Uint8Array, note?: string,
 *   dispose?: () => void }} Task
 */

/**
 * @typedef {{ describe: () => unknown, systems: () => Record<string, string>,
 *   load: (system: string, task: string, input: Uint8Array<ArrayBuffer>) => Promise<Task | null> }} Program
 */

/**
 * Answers commands until stdin ends.
 *
 * @param {Program} program
 */
export async function serve(program) {
  /** @type {Map<string, Task>} */
  const tasks = new Map();
  for await (const line of createInterface({ input: process.stdin })) {
    const [command, ...words] = line.split(' ');
    process.stdout.write(`${await answer(program, tasks, command, words)}\n`);
  }
}

/**
 * @param {Program} program
 * @param {Map<string, Task>} tasks
 * @param {string} command
 * @param {string[]} words
 * @returns {Promise<string>}
 */
async function answer(program, tasks, command, words) {
  const [id] = words;
  switch (command) {
    case 'describe':
      return JSON.stringify(program.describe());
    case 'systems':
      return Object.entries(program.systems())
        .map(([name, version]) => `${name}=${version}`)
        .join(' ');
    case 'load': {
      const [, system, name, file] = words;
      const task = await program.load(system, name, new Uint8Array(readFileSync(file)));
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
 * @returns {string}
 */
function run(task, times) {
  const start = performance.now();
  for (let i = 1; i < times; i++) task.run();
  const result = task.run();
  const milliseconds = (performance.now() - start) / times;
  return `${Buffer.from(task.encode(result)).toString('hex')} ${milliseconds}`;
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
