/** The figures of a report: headline, chart, phases, table. */
import { drawPhases, drawTimes, legendItem } from './charts.js';
import { byId, create } from './dom.js';
import { fastest, formatMs, formatSize, tableRows } from './report.js';

/** @typedef {import('./report.js').Report} Report */

/** @type {ReturnType<typeof drawTimes> | null} */
let chart = null;

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
  chart?.destroy();
  chart = null;
  if (!shown) return;
  showHeadline(shown);
  byId('legend').replaceChildren(
    ...shown.series.map(({ name }, i) => legendItem(name, `series-${i + 1}`)),
  );
  chart = drawTimes(byId('chart'), shown, (index) => showReadout(shown, index));
  byId('phases-figure').hidden = !drawPhases(byId('phases'), byId('phases-legend'), shown);
  showTable(shown);
}

/** Fits the chart to the window. */
export function resizeFigures() {
  chart?.resize();
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

/** @param {Report} shown */
function showTable(shown) {
  const [head, ...rows] = tableRows(shown);
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
  byId('table').replaceChildren(thead, tbody);
}
