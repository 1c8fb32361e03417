/**
 * Lines over the number of points: times, and what threads gain. Colours come from the style sheet,
 * for light and dark.
 */
import uPlot from 'uplot';
import { swatch } from './colours.js';
import { formatMs, formatSize } from './report.js';

/** @typedef {import('./report.js').Report} Report */

/** An axis has at least as many labels. */
const LABELS = 3;

/**
 * The values of a logarithmic axis that get a line and a label: powers of ten, or more where these
 * are few.
 * @param {number} min
 * @param {number} max
 * @returns {number[]}
 */
function roundValues(min, max) {
  /** @type {number[]} */
  let values = [];
  for (const steps of [[1], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9]]) {
    values = [];
    for (let power = Math.floor(Math.log10(min)); power <= Math.log10(max); power++) {
      values.push(...steps.map((step) => step * 10 ** power));
    }
    values = values.filter((value) => value >= min && value <= max);
    if (values.length >= LABELS) return values;
  }
  return values;
}

/**
 * @param {string} name of a custom property
 * @returns {string}
 */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/**
 * Draws time over number of points, both logarithmic: a line and a band for each series.
 * @param {HTMLElement} element emptied first
 * @param {Report} report with at least one result
 * @param {import('./references.js').Reference | null} reference a dotted line beside them
 * @param {(n: number | null) => void} onHover the number of points
 * @returns {{ resize: () => void, destroy: () => void }}
 */
export function drawTimes(element, { series, results }, reference, onHover) {
  const recorded = new Map(reference?.points);
  const xs = [...new Set([...results.map(({ n }) => n), ...recorded.keys()])].sort((a, b) => a - b);
  const times = xs.map((n) => results.find((result) => result.n === n)?.times);
  const pick = (/** @type {string} */ id, /** @type {'medianMs' | 'lowMs' | 'highMs'} */ key) =>
    times.map((of) => of?.[id]?.[key] ?? null);
  const lines = series.map((one) => lineOf(one, pick(one.id, 'medianMs')));
  if (reference) {
    const data = xs.map((n) => recorded.get(n) ?? null);
    const stroke = colour('--muted');
    const line = lineOf(reference, data);
    const points = { ...line.points, show: recorded.size === 1 };
    lines.push({ ...line, stroke, dash: [2, 4], points });
  }
  const edges = series.flatMap(({ id }) =>
    ['highMs', 'lowMs'].map((key) => ({
      label: '',
      stroke: 'transparent',
      spanGaps: true,
      points: { show: false },
      data: pick(id, /** @type {'highMs' | 'lowMs'} */ (key)),
    })),
  );
  const bands = series.map(({ name }, i) => ({
    series: /** @type {[number, number]} */ ([lines.length + 2 * i + 1, lines.length + 2 * i + 2]),
    fill: `color-mix(in srgb, ${colour(`--${swatch(name)}`)} 22%, transparent)`,
  }));
  return drawLines(element, xs, results, [...lines, ...edges], {
    height: 340,
    bands,
    scale: { distr: 3, log: 10, range: (_, min, max) => [min / 1.5, max * 1.5] },
    axis: {
      size: 64,
      splits: (_, axis, min, max) => roundValues(min, max),
      // uPlot would drop values that are not powers of ten.
      filter: (_, splits) => splits,
      values: (_, splits) => splits.map((ms) => formatMs(ms)),
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
  const lines = scalings.map(({ series, ratios }) => lineOf(series, ratios));
  const xs = results.map(({ n }) => n);
  return drawLines(element, xs, results, [one, ...lines], {
    height: 220,
    scale: { range: (_, min, max) => [0, max * 1.15] },
    axis: { size: 48, values: (_, splits) => splits.map((ratio) => `${ratio}×`) },
  });
}

/**
 * @param {{ name: string, threads?: number }} series dashed, by the number of threads
 * @param {(number | null)[]} data
 */
function lineOf({ name, threads = 1 }, data) {
  const stroke = colour(`--${swatch(name)}`);
  return {
    label: name,
    stroke,
    width: 2,
    dash: threads === 1 ? undefined : [2 + threads, 3],
    spanGaps: true,
    points: { show: true, size: 7, fill: stroke, stroke: colour('--panel'), width: 1.5 },
    data,
  };
}

/**
 * @param {HTMLElement} element is emptied
 * @param {number[]} xs numbers of points
 * @param {Report['results']} results
 * @param {(uPlot.Series & { data: (number | null)[] })[]} lines
 * @param {{ height: number, scale: uPlot.Scale, axis: uPlot.Axis, bands?: uPlot.Band[],
 *   onHover?: (n: number | null) => void }} how `scale` and `axis`: the vertical ones
 */
function drawLines(element, xs, results, lines, { height, scale, axis, bands, onHover }) {
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const grid = { stroke: colour('--grid'), width: 1 };
  const common = { stroke: colour('--muted'), font, grid, ticks: { show: false } };
  const measured = results.map(({ n }) => n);
  const [least, largest] = [Math.min(...measured), Math.max(...measured)];
  // One or two sizes get neighbours, so that the axis shows its scale.
  const sizes =
    measured.length >= LABELS ? measured : [...new Set([least / 4, ...measured, largest * 4])];
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
      hooks: { setCursor: [({ cursor }) => onHover?.(xs[cursor.idx ?? -1] ?? null)] },
    },
    [xs, ...lines.map(({ data }) => data)],
    element,
  );
  return {
    resize: () => chart.setSize({ width: element.clientWidth, height }),
    destroy: () => chart.destroy(),
  };
}
