/** The charts of a report of sums: time over points, what threads gain, phases. */
import { drawBars } from './bars.js';
import { drawScaling, drawTimes } from './charts.js';
import { swatch } from './colours.js';
import { byId } from './dom.js';
import { drawPhases, legendItem } from './phases.js';
import { referenceOf } from './references.js';
import { formatMs, formatSize, scalingGroups, scalings } from './report.js';

/** @typedef {import('./report.js').Report} Report */

/** @type {ReturnType<typeof drawTimes>[]} */
let charts = [];

/**
 * Draws the charts of a report.
 * @param {Report | null} shown with a result; null for none
 */
export function showCharts(shown) {
  byId('report').hidden = shown === null;
  for (const chart of charts) chart.destroy();
  charts = [];
  if (!shown) return;
  const sizes = shown.results.map(({ n }) => n);
  const reference = referenceOf(shown.curve, Math.min(...sizes), Math.max(...sizes));
  byId('legend').replaceChildren(
    ...shown.series.map(legendOf),
    ...(reference
      ? [legendItem(`${reference.name}, recorded on ${reference.machine}`, 'recorded')]
      : []),
  );
  charts.push(drawTimes(byId('chart'), shown, reference, (n) => showReadout(shown, n)));
  showScaling(shown);
  byId('phases-figure').hidden = !drawPhases(byId('phases'), byId('phases-legend'), shown);
}

/** Fits the charts to the window. */
export function resizeCharts() {
  for (const chart of charts) chart.resize();
}

/** @param {import('./report.js').Series} series */
const legendOf = ({ name, threads = 1 }) =>
  legendItem(name, `${swatch(name)}${threads > 1 ? ' dashed' : ''}`);

/** @param {Report} shown */
function showScaling(shown) {
  const lines = scalings(shown);
  byId('scaling-figure').hidden = lines.length === 0;
  if (lines.length === 0) return;
  byId('scaling-legend').replaceChildren(...lines.map(({ series }) => legendOf(series)));
  charts.push(drawScaling(byId('scaling'), shown.results, lines));
  drawBars(byId('scaling-table'), scalingGroups(shown));
}

/**
 * @param {Report} shown
 * @param {number | null} n points
 */
function showReadout({ series, results }, n) {
  const result = results.find((one) => one.n === n);
  const parts = series.flatMap(({ id, name }) => {
    const time = result?.times[id];
    if (!time) return [];
    return [
      `${name} ${formatMs(time.medianMs)} (${formatMs(time.lowMs)} – ${formatMs(time.highMs)})`,
    ];
  });
  byId('readout').textContent = result
    ? `${formatSize(result.logSize)}: ${parts.join(' · ')}`
    : 'Point at the chart for figures.';
}
