/** Phases of sums as Markdown: where the time goes, and the multiplications that it pays for. */
import { digits, DISTURBED, head, lineOf, row } from '../harness/report.js';

/** @import { Report } from './report.js' */
/** @import { Result } from './evaluation.js' */

const HEAD = ['n, phase', 'ms', 'share', 'multiplications', 'inversions', 'ns per multiplication'];

/**
 * @param {Report} report
 * @returns {string} without an end of line; results on one thread alone have phases
 */
export function renderPhases(report) {
  const { backend, results, seed } = report;
  const kernels = `single ${backend.single}, batch ${backend.batch}`;
  const day = { ...report, date: report.date.slice(0, 10) };
  const rows = results.flatMap(rowsOf).map(row);
  return [lineOf(day, kernels, `seed ${seed}`), [head(HEAD), ...rows].join('\n')].join('\n\n');
}

/** @param {Result} result @returns {string[][]} */
function rowsOf({ logSize, medianMs, phasesMs, phasesProducts, isDisturbed }) {
  const products = new Map(Object.entries(phasesProducts ?? {}));
  const all = { multiplications: 0, inversions: 0 };
  for (const { multiplications, inversions } of products.values()) {
    all.multiplications += multiplications;
    all.inversions += inversions;
  }
  const told = (/** @type {string} */ figure) => (isDisturbed ? DISTURBED : figure);
  const cells = (
    /** @type {string} */ phase,
    /** @type {number} */ ms,
    /** @type {typeof all | undefined} */ counted,
  ) => [
    `2^${logSize}, ${phase}`,
    told(digits(ms)),
    told(`${((100 * ms) / medianMs).toFixed(1)} %`),
    String(counted?.multiplications ?? '–'),
    String(counted?.inversions || '–'),
    counted ? told(digits((1e6 * ms) / counted.multiplications)) : '–',
  ];
  const phases = Object.entries(phasesMs ?? {});
  return [
    ...phases.map(([phase, ms]) => cells(phase, ms, products.get(phase))),
    cells('all', medianMs, phasesProducts ? all : undefined),
  ];
}
