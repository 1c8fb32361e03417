/**
 * The chart of times and the bars of phases. Colours come from the style sheet, for light and dark.
 */
import uPlot from 'uplot';
import { create } from './dom.js';
import { formatMs, formatSize } from './report.js';

/** @typedef {import('./report.js').Report} Report */

const HEIGHT = 340;

/**
 * The phases of a multiplication in order, each with a colour of the style sheet, the same in every
 * report.
 */
const PHASES = ['split', 'endomorphism', 'tables', 'digits', 'sort', 'accumulate', 'reduce', 'sum'];

/** The numbers on an axis that get a line and a label; uPlot leaves out null. */
const powersOfTen = (/** @type {uPlot} */ _, /** @type {number[]} */ splits) =>
  splits.map((value) => (Number.isInteger(Number(Math.log10(value).toFixed(6))) ? value : null));

/**
 * @param {string} name of a custom property
 * @returns {string}
 */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/**
 * Draws time over number of points, both logarithmic: a line and a band for each series.
 * @param {HTMLElement} element emptied first
 * @param {Report} report with at least one result
 * @param {(index: number | null) => void} onHover the index of a result
 * @returns {{ resize: () => void, destroy: () => void }}
 */
export function drawTimes(element, { series, results }, onHover) {
  const [text, grid] = [colour('--muted'), colour('--grid')];
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const axis = { stroke: text, font, grid: { stroke: grid, width: 1 }, ticks: { show: false } };
  const pick = (/** @type {string} */ id, /** @type {'medianMs' | 'lowMs' | 'highMs'} */ key) =>
    results.map(({ times }) => times[id]?.[key] ?? null);
  const lines = series.map(({ id, name }, i) => ({
    label: name,
    stroke: colour(`--series-${i + 1}`),
    width: 2,
    spanGaps: true,
    points: {
      show: true,
      size: 7,
      fill: colour(`--series-${i + 1}`),
      stroke: colour('--panel'),
      width: 1.5,
    },
    data: pick(id, 'medianMs'),
  }));
  const edges = series.flatMap(({ id }) =>
    ['highMs', 'lowMs'].map((key) => ({
      label: '',
      stroke: 'transparent',
      points: { show: false },
      data: pick(id, /** @type {'highMs' | 'lowMs'} */ (key)),
    })),
  );
  const all = [...lines, ...edges];
  const sizes = results.map(({ n }) => n);
  element.replaceChildren();
  const chart = new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      padding: [12, 12, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { size: 9 }, drag: { x: false, y: false } },
      scales: {
        x: {
          time: false,
          distr: 3,
          log: 2,
          range: () => [sizes[0] / 1.3, sizes[sizes.length - 1] * 1.3],
        },
        y: { distr: 3, log: 10, range: (_, min, max) => [min / 1.5, max * 1.5] },
      },
      axes: [
        {
          ...axis,
          size: 34,
          splits: () => sizes,
          // uPlot would drop values that are not powers of ten.
          filter: (_, splits) => splits,
          values: (_, splits) => splits.map((n) => formatSize(Math.round(Math.log2(n)))),
        },
        {
          ...axis,
          size: 64,
          grid: { ...axis.grid, filter: powersOfTen },
          filter: powersOfTen,
          values: (_, splits) => splits.map((ms) => (ms === null ? '' : formatMs(ms))),
        },
      ],
      series: [{}, ...all],
      bands: series.map((_, i) => ({
        series: /** @type {[number, number]} */ ([
          lines.length + 2 * i + 1,
          lines.length + 2 * i + 2,
        ]),
        fill: `color-mix(in srgb, ${colour(`--series-${i + 1}`)} 22%, transparent)`,
      })),
      hooks: { setCursor: [({ cursor }) => onHover(cursor.idx ?? null)] },
    },
    [sizes, ...all.map(({ data }) => data)],
    element,
  );
  return {
    resize: () => chart.setSize({ width: element.clientWidth, height: HEIGHT }),
    destroy: () => chart.destroy(),
  };
}

/**
 * Draws a bar of phases for each of our kernels at each size.
 * @param {HTMLElement} element emptied first
 * @param {HTMLElement} legend emptied first
 * @param {Report} report
 * @returns {boolean} whether there was anything to draw
 */
export function drawPhases(element, legend, { series, results }) {
  const rows = series.flatMap(({ id, name, isPeer }) =>
    isPeer
      ? []
      : results.flatMap(({ logSize, times }) => {
          const phases = times[id]?.phasesMs;
          return phases && Object.keys(phases).length > 0 ? [{ name, logSize, phases }] : [];
        }),
  );
  // A link may name other phases: these come last, without a colour.
  const names = [...new Set([...PHASES, ...rows.flatMap(({ phases }) => Object.keys(phases))])];
  // Phases that never take a hundredth of the time are left out of the legend.
  const visible = names.filter((name) =>
    rows.some(({ phases }) => (phases[name] ?? 0) >= 0.01 * total(phases)),
  );
  const style = (/** @type {string} */ name) => (PHASES.includes(name) ? `phase-${name}` : '');
  legend.replaceChildren(...visible.map((name) => legendItem(name, style(name))));
  /** @type {Node[]} */
  const nodes = [];
  let previous = '';
  for (const { name, logSize, phases } of rows) {
    if (name !== previous) nodes.push(create('h3', {}, name));
    previous = name;
    const sum = total(phases);
    const parts = visible
      .filter((phase) => phases[phase] > 0)
      .map((phase) => ({ phase, percent: (100 * phases[phase]) / sum }));
    const words = parts.map(({ phase, percent }) => `${phase} ${percent.toFixed(0)} %`).join(', ');
    const bar = create('div', { class: 'bar', role: 'img', 'aria-label': words });
    for (const { phase, percent } of parts) {
      const part = create('span', {
        class: `phase ${style(phase)}`,
        title: `${phase}: ${formatMs(phases[phase])}, ${percent.toFixed(1)} %`,
      });
      part.style.flexGrow = String(percent);
      bar.append(part);
    }
    nodes.push(
      create('span', { class: 'size' }, formatSize(logSize)),
      bar,
      create('span', { class: 'total' }, formatMs(sum)),
    );
  }
  element.replaceChildren(...nodes);
  return rows.length > 0;
}

/**
 * @param {string} name
 * @param {string} swatch class of the swatch
 * @returns {HTMLElement}
 */
export function legendItem(name, swatch) {
  const item = create('span', { class: 'item' });
  item.append(create('span', { class: `swatch ${swatch}` }), name);
  return item;
}

/** @param {Record<string, number>} phases */
const total = (phases) => Object.values(phases).reduce((sum, ms) => sum + ms, 0);
