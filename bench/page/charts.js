/**
 * Lines over the number of points: times, and what threads gain. Colours come from the style sheet,
 * for light and dark.
 */
import uPlot from 'uplot';
import { formatMs, formatSize } from './report.js';

/** @typedef {import('./report.js').Report} Report */

/** Series beyond these share their colours, and are dashed. */
const COLOURS = 8;

/** The numbers on an axis that get a line and a label; uPlot leaves out null. */
const powersOfTen = (/** @type {uPlot} */ _, /** @type {number[]} */ splits) =>
  splits.map((value) => (Number.isInteger(Number(Math.log10(value).toFixed(6))) ? value : null));

/**
 * @param {string} name of a custom property
 * @returns {string}
 */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/**
 * The class of a series' colour.
 *
 * @param {number} index of the series
 * @returns {string}
 */
export const swatch = (index) => `series-${(index % COLOURS) + 1}`;

/**
 * Draws time over number of points, both logarithmic: a line and a band for each series.
 * @param {HTMLElement} element emptied first
 * @param {Report} report with at least one result
 * @param {(index: number | null) => void} onHover the index of a result
 * @returns {{ resize: () => void, destroy: () => void }}
 */
export function drawTimes(element, { series, results }, onHover) {
  const pick = (/** @type {string} */ id, /** @type {'medianMs' | 'lowMs' | 'highMs'} */ key) =>
    results.map(({ times }) => times[id]?.[key] ?? null);
  const lines = series.map(({ id, name }, i) => lineOf(i, name, pick(id, 'medianMs')));
  const edges = series.flatMap(({ id }) =>
    ['highMs', 'lowMs'].map((key) => ({
      label: '',
      stroke: 'transparent',
      points: { show: false },
      data: pick(id, /** @type {'highMs' | 'lowMs'} */ (key)),
    })),
  );
  const bands = series.map((_, i) => ({
    series: /** @type {[number, number]} */ ([lines.length + 2 * i + 1, lines.length + 2 * i + 2]),
    fill: `color-mix(in srgb, ${colour(`--${swatch(i)}`)} 22%, transparent)`,
  }));
  return drawLines(element, results, [...lines, ...edges], {
    height: 340,
    bands,
    scale: { distr: 3, log: 10, range: (_, min, max) => [min / 1.5, max * 1.5] },
    axis: {
      size: 64,
      grid: { filter: powersOfTen },
      filter: powersOfTen,
      values: (_, splits) => splits.map((ms) => (ms === null ? '' : formatMs(ms))),
    },
    onHover,
  });
}

/**
 * Draws how many times as fast as one thread several are: a line for each series, and one at 1.
 *
 * @param {HTMLElement} element is emptied
 * @param {Report['results']} results at least one
 * @param {ReturnType<import('./report.js').scalings>} scalings at least one
 * @returns {{ resize: () => void, destroy: () => void }}
 */
export function drawScaling(element, results, scalings) {
  const one = {
    label: '',
    stroke: colour('--muted'),
    width: 1,
    dash: [4, 4],
    points: { show: false },
    data: results.map(() => 1),
  };
  const lines = scalings.map(({ index, name, ratios }) => lineOf(index, name, ratios));
  return drawLines(element, results, [one, ...lines], {
    height: 220,
    scale: { range: (_, min, max) => [0, max * 1.15] },
    axis: { size: 48, values: (_, splits) => splits.map((ratio) => `×${ratio}`) },
  });
}

/**
 * @param {number} index of the series
 * @param {string} label
 * @param {(number | null)[]} data
 */
function lineOf(index, label, data) {
  const stroke = colour(`--${swatch(index)}`);
  return {
    label,
    stroke,
    width: 2,
    dash: index < COLOURS ? undefined : [6, 4],
    spanGaps: true,
    points: { show: true, size: 7, fill: stroke, stroke: colour('--panel'), width: 1.5 },
    data,
  };
}

/**
 * @param {HTMLElement} element is emptied
 * @param {Report['results']} results
 * @param {(uPlot.Series & { data: (number | null)[] })[]} lines
 * @param {{ height: number, scale: uPlot.Scale, axis: uPlot.Axis, bands?: uPlot.Band[],
 *   onHover?: (index: number | null) => void }} how `scale` and `axis`: the vertical ones
 */
function drawLines(element, results, lines, { height, scale, axis, bands, onHover }) {
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const grid = { stroke: colour('--grid'), width: 1 };
  const common = { stroke: colour('--muted'), font, grid, ticks: { show: false } };
  const sizes = results.map(({ n }) => n);
  element.replaceChildren();
  const chart = new uPlot(
    {
      width: element.clientWidth,
      height,
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
        y: scale,
      },
      axes: [
        {
          ...common,
          size: 34,
          splits: () => sizes,
          // uPlot would drop values that are not powers of ten.
          filter: (_, splits) => splits,
          values: (_, splits) => splits.map((n) => formatSize(Math.round(Math.log2(n)))),
        },
        { ...common, ...axis, grid: { ...grid, ...axis.grid } },
      ],
      series: [{}, ...lines],
      bands,
      hooks: { setCursor: [({ cursor }) => onHover?.(cursor.idx ?? null)] },
    },
    [sizes, ...lines.map(({ data }) => data)],
    element,
  );
  return {
    resize: () => chart.setSize({ width: element.clientWidth, height }),
    destroy: () => chart.destroy(),
  };
}
