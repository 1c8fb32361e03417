/**
 * The twin of the measuring thread: a worker of the same process, a worker of a page, or a process
 * of its own. Opens a task and does it alone, as often as it is told.
 */
import { integers, tasks } from './tasks.js';

/** @typedef {{ op: 'open', task: string, inputs: any } | { op: 'run', count: number }
 *   | { op: 'loop', share: number }} Order */

const { process, self } = /** @type {any} */ (globalThis);
const threads = process?.getBuiltinModule?.('node:worker_threads');
const answer = threads?.parentPort
  ? (/** @type {unknown} */ message) => threads.parentPort.postMessage(message)
  : process?.send
    ? (/** @type {unknown} */ message) => process.send(message)
    : (/** @type {unknown} */ message) => self.postMessage(message);

/** @type {import('./tasks.js').Task | undefined} */
let task;

/** @param {Order} order */
async function receive(order) {
  if (order.op === 'open') {
    task?.end();
    task = await tasks[order.task].open(order.inputs, false);
    answer('open');
    return;
  }
  const start = performance.now();
  if (order.op === 'loop') integers(order.share);
  else {
    answer('started');
    for (let i = 0; i < order.count; i++) await task?.alone();
  }
  answer(performance.now() - start);
}

if (threads?.parentPort) threads.parentPort.on('message', receive);
else if (process?.send) process.on('message', receive);
else self.onmessage = (/** @type {MessageEvent} */ { data }) => receive(data);
