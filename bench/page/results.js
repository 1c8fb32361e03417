/** The figures of a report: headline, charts, phases, tables. */
import { drawScaling, drawTimes, swatch } from './charts.js';
import { byId, create } from './dom.js';
import { drawPhases, legendItem } from './phases.js';
import { referenceOf } from './references.js';
import {
  fastest,
  formatMemory,
  formatMs,
  formatSize,
  ranking,
  scalingRows,
  scalings,
  tableRows,
} from './report.js';

/** @typedef {import('./report.js').Report} Report */

/** @type {ReturnType<typeof drawTimes>[]} */
let charts = [];

/**
 * Shows a report, or that there is none yet.
 * @param {Report | null} report null for none
 * @param {boolean} isMeasuring and nothing is there yet
 */
export function showFigures(report, isMeasuring) {
  const shown = report && report.results.length > 0 ? report : null;
  byId('empty').hidden = shown !== null || !isMeasuring;
  byId('headline').hidden = report === null;
  byId('tiles').hidden = shown === null;
  byId('report').hidden = shown === null;
  byId('subject').textContent = report ? subjectOf(report) : '';
  for (const chart of charts) chart.destroy();
  charts = [];
  if (!shown) return;
  showHeadline(shown);
  const sizes = shown.results.map(({ n }) => n);
  const reference = shown.isSample
    ? null
    : referenceOf(shown.curve, Math.min(...sizes), Math.max(...sizes));
  byId('legend').replaceChildren(
    ...shown.series.map(({ name }, i) => legendItem(name, swatch(i))),
    ...(reference
      ? [legendItem(`${reference.name}, recorded on ${reference.machine}`, 'recorded')]
      : []),
  );
  charts.push(drawTimes(byId('chart'), shown, reference, (n) => showReadout(shown, n)));
  showScaling(shown);
  byId('phases-figure').hidden = !drawPhases(byId('phases'), byId('phases-legend'), shown);
  showTable(byId('table'), tableRows(shown));
}

/** Fits the charts to the window. */
export function resizeFigures() {
  for (const chart of charts) chart.resize();
}

/** @param {Report} shown */
function showScaling(shown) {
  const lines = scalings(shown);
  byId('scaling-figure').hidden = lines.length === 0;
  if (lines.length === 0) return;
  byId('scaling-legend').replaceChildren(
    ...lines.map(({ name, index }) => legendItem(name, swatch(index))),
  );
  charts.push(drawScaling(byId('scaling'), shown.results, lines));
  showTable(byId('scaling-table'), scalingRows(shown));
}

/** @param {Report} shown */
function showHeadline(shown) {
  // Of the sample, the size that most libraries have.
  const last = shown.results[shown.isSample ? 0 : shown.results.length - 1];
  const best = fastest(shown, last);
  const tile = (/** @type {string} */ figure, /** @type {string} */ words) => {
    const element = create('div');
    element.append(create('b', {}, figure), create('span', {}, words));
    return element;
  };
  const tiles = [];
  if (best) {
    tiles.push(
      tile(formatMs(best.time.medianMs), `${formatSize(last.logSize)} points, ${best.series.name}`),
    );
    tiles.push(tile(formatMs(best.time.medianMs / last.n), 'per point'));
    for (const { name, ratio } of ranking(shown, last)) {
      // The same kernel on other threads has a chart of its own.
      const { backend } = best.series;
      if ((backend && name.startsWith(backend)) || !ratio || ratio < 1.05) continue;
      tiles.push(tile(`${ratio.toPrecision(2)}×`, `as fast as ${name}`));
    }
    const one = shown.series.find(
      ({ backend, threads }) => backend && backend === best.series.backend && threads === 1,
    );
    const memoryBytes = one && last.times[one.id]?.memoryBytes;
    if (memoryBytes)
      tiles.push(tile(formatMemory(memoryBytes), 'of WebAssembly memory, one thread'));
  } else {
    for (const { name, medianMs } of ranking(shown, last)) {
      tiles.push(tile(formatMs(medianMs), `${formatSize(last.logSize)} points, ${name}`));
    }
  }
  byId('tiles').replaceChildren(...tiles);
}

/** @param {Report} report */
function subjectOf({ curve, device, date, isSample }) {
  const where = `${curve} on ${device.Engine}`;
  return isSample
    ? `Recorded: ${where}, ${device.System}, ${date.slice(0, 10)}. Start measures this device.`
    : where;
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

/**
 * @param {HTMLElement} table is emptied
 * @param {string[][]} rows the first one the head
 */
function showTable(table, [head, ...rows]) {
  const thead = create('thead');
  const line = create('tr');
  line.append(...head.map((text) => create('th', { scope: 'col' }, text)));
  thead.append(line);
  const tbody = create('tbody');
  for (const [size, ...cells] of rows) {
    const row = create('tr');
    row.append(
      create('th', { scope: 'row' }, size),
      ...cells.map((text) => create('td', text === 'verified' ? { class: 'verified' } : {}, text)),
    );
    tbody.append(row);
  }
  table.replaceChildren(thead, tbody);
}
