/** The page of a first answer, whatever library gives it. */

/**
 * Milliseconds by step, since the HTML arrived; `script`: the page's first script ran; `total` is
 * the last.
 * @typedef {{ times: Record<string, number>, isRight: boolean }} FirstAnswer
 */

/** @typedef {(name: string) => void} Step notes the time */

/**
 * A job as an application would do it. Fields of `data` are bytes.
 * @typedef {(data: any, step: Step, backend: any) => Promise<boolean>} Job
 */

/**
 * @param {Job} job
 * @returns {Promise<FirstAnswer>}
 */
export async function firstAnswer(job) {
  /** @type {Record<string, number>} */
  const times = {};
  const [html] = /** @type {any[]} */ (performance.getEntriesByType('navigation'));
  const start = html.responseEnd;
  const step = (/** @type {string} */ name) => {
    times[name] = performance.now() - start;
  };
  // An inline script, before the page has requested anything.
  times.script = performance.getEntriesByName('script')[0].startTime - start;
  // The application's modules are there and evaluated.
  step('page');
  const task = globalThis.document.getElementById('task');
  const { backend, data } = JSON.parse(String(task?.textContent));
  const bytes = Object.fromEntries(
    Object.entries(data).map(([name, values]) => [name, Uint8Array.from(values)]),
  );
  const isRight = await job(bytes, step, backend);
  step('total');
  return { times, isRight };
}
