/** Measures the operations of a tab beside sums: each, its libraries in turn. */
import { timeAlternately, warmUp } from '../harness/turns.js';
import { quantile } from '../../scripts/lib/stats.js';
import { preparations } from './operations.js';

/** Time after which an operation is warm, ms. */
const WARM_MS = 500;

/**
 * @param {import('./settings.js').Settings} settings
 * @param {(message: object) => void} post to the page: `progress`, `note` and `figure`
 */
export async function measureOperations({ work, runs, ...chosen }, post) {
  const progress = (/** @type {number} */ fraction, /** @type {string} */ step) =>
    post({ type: 'progress', fraction, step });
  const { share, load } = preparations[work];
  const prepare = await load();
  const prepared = await prepare(chosen, {
    progress: (step, part = 0) => progress(share * part, step),
    note: (text) => post({ type: 'note', text }),
  });
  const operations = prepared.filter(({ kind }) => chosen.operations.includes(kind));
  const names = [...new Set(operations.map(({ operation }) => operation))];
  for (const [i, operation] of names.entries()) {
    const contestants = operations.filter((one) => one.operation === operation);
    const step = (/** @type {number} */ part) =>
      progress(share + ((1 - share) * (i + part)) / names.length, operation);
    for (const [j, { name, run }] of contestants.entries()) {
      step((0.5 * j) / contestants.length);
      const startMs = performance.now();
      if (!(await run())) throw new Error(`${operation}: the result of ${name} is wrong.`);
      if (performance.now() - startMs < WARM_MS) await warmUp(run);
    }
    const tell = (/** @type {number[][]} */ samples, isPartial = false) =>
      contestants.forEach(({ name, count }, j) => {
        const [lowMs, medianMs, highMs] = [0.25, 0.5, 0.75].map(
          (q) => quantile(samples[j], q) / count,
        );
        post({ type: 'figure', figure: { operation, name, medianMs, lowMs, highMs, isPartial } });
      });
    const timings = await timeAlternately(contestants, runs, (round, samples) => {
      step(0.5 + (0.5 * round) / runs);
      if (round > 0) tell(samples, true);
    });
    tell(timings.map(({ samples }) => samples));
  }
}
