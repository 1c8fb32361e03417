/**
 * Measures in a worker, so that the page stays responsive and can stop it at any time. Messages to
 * the page: `inspected` once after `inspect`; after `measure` `progress`, `note`, and `result` (one
 * per size) or `figure` (one per operation), and then `done` or `failed`.
 */
import './memory.js';
import { openCurve } from '../../scripts/lib/curves.js';
import { measureOperations } from './measure-operations.js';
import { measureSums } from './measure-sums.js';

addEventListener('message', async ({ data }) => {
  try {
    if (data.type === 'inspect') postMessage({ type: 'inspected', ...(await inspect(data)) });
    else {
      const { settings } = data;
      if (settings.work === 'msm') await measureSums(settings);
      else await measureOperations(settings, (message) => postMessage(message));
      postMessage({ type: 'done' });
    }
  } catch (error) {
    postMessage({ type: 'failed', message: error instanceof Error ? error.message : `${error}` });
  }
});

/**
 * The backends that this engine supports for a curve, and the resolution of its clock.
 * @param {{ curve: string, backends: string[] }} question
 */
async function inspect({ curve, backends }) {
  /** @type {Record<string, string | null>} */
  const refusals = {};
  for (const backend of backends) {
    try {
      (await openCurve(curve, { backend, threads: 1 })).instance.dispose();
      refusals[backend] = null;
    } catch (error) {
      refusals[backend] = /** @type {Error} */ (error).message;
    }
  }
  return { curve, refusals, timerStepMs: timerStep() };
}

/** The smallest nonzero difference between two clock readings. */
function timerStep() {
  let least = Infinity;
  for (let i = 0; i < 30; i++) {
    const start = performance.now();
    let now = start;
    while (now === start) now = performance.now();
    least = Math.min(least, now - start);
  }
  return least;
}
