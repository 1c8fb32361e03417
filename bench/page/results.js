/** The figures of a report: headline, charts, phases, tables. */
import { drawScaling, drawTimes, swatch } from './charts.js';
import { byId, create } from './dom.js';
import { drawPhases, legendItem } from './phases.js';
import { fastest, formatMs, formatSize, scalingRows, scalings, tableRows } from './report.js';

/** @typedef {import('./report.js').Report} Report */

/** @type {ReturnType<typeof drawTimes>[]} */
let charts = [];

/**
 * Shows a report, or that there is none yet.
 * @param {Report | null} report
 * @param {boolean} isMeasuring
 */
export function showFigures(report, isMeasuring) {
  const shown = report && report.results.length > 0 ? report : null;
  byId('empty').hidden = shown !== null;
  byId('empty-title').textContent = isMeasuring ? 'Measuring …' : 'Nothing measured yet.';
  byId('empty-words').textContent = isMeasuring
    ? 'Keep this tab in front: browsers slow hidden tabs down.'
    : 'Close other busy programs and plug the device in, then press Start. The settings shown take half a minute at most.';
  byId('headline').hidden = shown === null && !isMeasuring;
  byId('tiles').hidden = shown === null;
  byId('report').hidden = shown === null;
  for (const chart of charts) chart.destroy();
  charts = [];
  if (!shown) return;
  showHeadline(shown);
  byId('legend').replaceChildren(...shown.series.map(({ name }, i) => legendItem(name, swatch(i))));
  charts.push(drawTimes(byId('chart'), shown, (index) => showReadout(shown, index)));
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
  const last = shown.results[shown.results.length - 1];
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
    for (const { id, name } of shown.series) {
      const time = last.times[id];
      if (!time || id === best.series.id) continue;
      tiles.push(
        tile(`${(time.medianMs / best.time.medianMs).toPrecision(2)}×`, `as fast as ${name}`),
      );
    }
  }
  byId('tiles').replaceChildren(...tiles);
  byId('subject').textContent = `${shown.curve} on ${shown.device.Engine}`;
}

/**
 * @param {Report} shown
 * @param {number | null} index
 */
function showReadout({ series, results }, index) {
  const result = index === null ? undefined : results[index];
  const parts = series.flatMap(({ id, name }) => {
    const time = result?.times[id];
    if (!time) return [];
    return [
      `${name} ${formatMs(time.medianMs)} (${formatMs(time.lowMs)} – ${formatMs(time.highMs)})`,
    ];
  });
  byId('readout').textContent = result ? `${formatSize(result.logSize)}: ${parts.join(' · ')}` : '';
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
