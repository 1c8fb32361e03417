/** The measurement in a page: `report` settles when all tasks are measured. */
import { measure } from './measure.js';
import { tasks } from './tasks.js';
import { openTwin } from './twins.js';

/** @import { Round } from './measure.js' */

/** @type {any} */ (globalThis).report = run();

/** @returns {Promise<Record<string, Round[]>>} samples by task */
async function run() {
  const { names, signed, rounds } = await (await fetch('/data.json')).json();
  const bytes = (/** @type {[string, number[]]} */ [key, list]) => [key, Uint8Array.from(list)];
  const inputs = {
    signed: signed.map((/** @type {Record<string, number[]>} */ item) =>
      Object.fromEntries(Object.entries(item).map(bytes)),
    ),
  };
  /** @type {Record<string, Round[]>} */
  const samples = {};
  for (const name of names) {
    console.log(name);
    const task = await tasks[name].open(inputs, true);
    if (!task.isRight) throw new Error(`${name}: a wrong result`);
    const twin = await openTwin('thread', worker, { task: name, inputs });
    const bare = await openTwin('bare', worker);
    samples[name] = await measure(task, { twins: [twin], bare }, rounds);
    task.end();
    await Promise.all([twin.end(), bare.end()]);
  }
  return samples;
}

/** @param {(message: any) => void} receive */
function worker(receive) {
  const own = new globalThis.Worker(new URL('twin.js', import.meta.url), { type: 'module' });
  own.onmessage = ({ data }) => receive(data);
  return {
    post: (/** @type {object} */ message) => own.postMessage(message),
    end: () => own.terminate(),
  };
}
