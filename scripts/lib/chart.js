/**
 * A chart with two logarithmic axes, as SVG text: light or dark by the reader's preference, without
 * scripts or fonts.
 */

/**
 * @typedef {{ name: string, style: 'dots' | 'line' | 'dashed',
 *   points: ReadonlyArray<readonly [number, number]> }} Series
 * @typedef {{ label: string, base: 2 | 10, format: (value: number) => string }} Axis
 *   grid lines at powers of the base
 * @typedef {{ title: string, subtitle: string, x: Axis, y: Axis, series: readonly Series[] }} Chart
 */

const WIDTH = 720;
const HEIGHT = 440;
const PLOT = { left: 76, right: 24, top: 64, bottom: 52 };
const LEGEND_LINE = 18;
/** Largest number of grid lines of an axis. */
const MAX_TICKS = 11;

const STYLE = `
svg { font: 12px system-ui, sans-serif; color-scheme: light dark }
.ground { fill: #fff } .ink { fill: #1f2328 } .soft { fill: #59636e } .grid { stroke: #d8dee4 }
.c0 { --c: #0969da } .c1 { --c: #bc4c00 } .c2 { --c: #57606a }
.c3 { --c: #1a7f37 } .c4 { --c: #8250df }
.line, .dashed { fill: none; stroke: var(--c); stroke-width: 2; stroke-linejoin: round }
.dashed { stroke-dasharray: 5 4 } .dots { fill: var(--c) }
.title { font-size: 15px; font-weight: 600 }
@media (prefers-color-scheme: dark) {
  .ground { fill: #0d1117 } .ink { fill: #e6edf3 } .soft { fill: #9198a1 } .grid { stroke: #30363d }
  .c0 { --c: #4493f8 } .c1 { --c: #f0883e } .c2 { --c: #9198a1 }
  .c3 { --c: #3fb950 } .c4 { --c: #a371f7 }
}`;

/**
 * @param {Chart} chart every value positive
 * @returns {string}
 */
export function renderChart({ title, subtitle, x, y, series }) {
  const points = series.flatMap((one) => one.points);
  const across = scale(
    points.map(([value]) => value),
    x,
    PLOT.left,
    WIDTH - PLOT.right,
  );
  const up = scale(
    points.map(([, value]) => value),
    y,
    HEIGHT - PLOT.bottom,
    PLOT.top,
  );
  const parts = [
    `<style>${STYLE}\n</style>`,
    `<rect class="ground" width="${WIDTH}" height="${HEIGHT}" rx="6"/>`,
    text(PLOT.left, 28, title, 'ink title'),
    text(PLOT.left, 47, subtitle, 'soft'),
    ...across.ticks.map((value) => verticalTick(across.at(value), x.format(value))),
    ...up.ticks.map((value) => horizontalTick(up.at(value), y.format(value))),
    text((PLOT.left + WIDTH - PLOT.right) / 2, HEIGHT - 12, x.label, 'soft', 'middle'),
    `<g transform="rotate(-90)">${text(-(PLOT.top + HEIGHT - PLOT.bottom) / 2, 18, y.label, 'soft', 'middle')}</g>`,
    ...series.map((one, i) => renderSeries(one, i, across.at, up.at)),
    legendGround(series),
    ...series.flatMap(renderLegend),
  ];
  const size = `width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">\n<title>${escape(title)}</title>\n${parts.join('\n')}\n</svg>\n`;
}

/**
 * Maps values to coordinates, with whole powers of the axis's base at both ends.
 * @param {readonly number[]} values
 * @param {Axis} axis
 * @param {number} start
 * @param {number} end
 */
function scale(values, { base }, start, end) {
  const log = (/** @type {number} */ value) => Math.log(value) / Math.log(base);
  const tolerance = 1e-9;
  const low = Math.floor(Math.min(...values.map(log)) + tolerance);
  const high = Math.max(low + 1, Math.ceil(Math.max(...values.map(log)) - tolerance));
  const step = Math.ceil((high - low + 1) / MAX_TICKS);
  const count = Math.floor((high - low) / step) + 1;
  const ticks = Array.from({ length: count }, (_, i) => base ** (low + i * step));
  const at = (/** @type {number} */ value) =>
    round(start + ((log(value) - low) / (high - low)) * (end - start));
  return { at, ticks };
}

/**
 * @param {Series} series
 * @param {number} index
 * @param {(value: number) => number} across
 * @param {(value: number) => number} up
 */
function renderSeries({ style, points }, index, across, up) {
  const places = points.map(([x, y]) => [across(x), up(y)]);
  const group = `<g class="c${index}">`;
  if (style === 'dots') {
    const dots = places.map(([x, y]) => `<circle class="dots" cx="${x}" cy="${y}" r="4"/>`);
    return `${group}${dots.join('')}</g>`;
  }
  const path = places.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  return `${group}<path class="${style}" d="${path}"/></g>`;
}

/**
 * Covers lines that would run through the legend.
 * @param {readonly Series[]} series
 */
function legendGround(series) {
  const longest = Math.max(...series.map(({ name }) => name.length));
  const size = `width="${60 + 6.6 * longest}" height="${series.length * LEGEND_LINE + 8}"`;
  return `<rect class="ground" opacity="0.9" x="${PLOT.left + 6}" y="${PLOT.top + 2}" ${size}/>`;
}

/**
 * @param {Series} series
 * @param {number} index
 * @returns {string[]}
 */
function renderLegend({ name, style }, index) {
  const y = PLOT.top + 18 + index * LEGEND_LINE;
  const [left, right] = [PLOT.left + 14, PLOT.left + 38];
  const mark =
    style === 'dots'
      ? `<circle class="dots" cx="${(left + right) / 2}" cy="${y - 4}" r="4"/>`
      : `<path class="${style}" d="M${left} ${y - 4}H${right}"/>`;
  return [`<g class="c${index}">${mark}</g>`, text(right + 8, y, name, 'ink')];
}

/**
 * @param {number} x
 * @param {string} label
 */
function verticalTick(x, label) {
  const bottom = HEIGHT - PLOT.bottom;
  const line = `<path class="grid" d="M${x} ${PLOT.top}V${bottom}"/>`;
  return `${line}${text(x, bottom + 18, label, 'soft', 'middle')}`;
}

/**
 * @param {number} y
 * @param {string} label
 */
function horizontalTick(y, label) {
  const line = `<path class="grid" d="M${PLOT.left} ${y}H${WIDTH - PLOT.right}"/>`;
  return `${line}${text(PLOT.left - 8, y + 4, label, 'soft', 'end')}`;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} content
 * @param {string} classes
 * @param {'start' | 'middle' | 'end'} [anchor]
 */
function text(x, y, content, classes, anchor = 'start') {
  return `<text class="${classes}" x="${x}" y="${y}" text-anchor="${anchor}">${escape(content)}</text>`;
}

/** @param {string} content */
function escape(content) {
  return content.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}
