/**
 * Horizontal bars as SVG text: light or dark by the reader's preference, without scripts or fonts.
 */

const WIDTH = 720;
const TOP = 66;
const LINE = 30;

const STYLE = `
svg { font: 13px system-ui, sans-serif; color-scheme: light dark }
.ground { fill: #fff } .ink { fill: #1f2328 } .soft { fill: #59636e }
.bar { fill: #8c959f } .own { fill: #0969da }
.title { font-size: 15px; font-weight: 600 }
@media (prefers-color-scheme: dark) {
  .ground { fill: #0d1117 } .ink { fill: #e6edf3 } .soft { fill: #9198a1 }
  .bar { fill: #656c76 } .own { fill: #4493f8 }
}`;

/**
 * A bar: `words` stand at its end; ours are highlighted.
 * @typedef {{ name: string, value: number, words: string, isOurs: boolean }} Bar
 */

/**
 * @param {{ title: string, subtitle: string, labels: number, bars: readonly Bar[] }} chart
 *   `labels`: the width of the names
 * @returns {string}
 */
export function renderBars({ title, subtitle, labels, bars }) {
  const longest = Math.max(...bars.map(({ value }) => value));
  const height = TOP + LINE * bars.length + 10;
  const lines = bars.map(({ name, value, words, isOurs }, i) => {
    const y = TOP + LINE * i;
    const width = Math.max(2, ((WIDTH - labels - 110) * value) / longest);
    return [
      text(labels - 10, y + 14, name, isOurs ? 'ink' : 'soft', 'end'),
      `<rect class="bar${isOurs ? ' own' : ''}" x="${labels}" y="${y}" width="${width.toFixed(1)}" height="19" rx="3"/>`,
      text(labels + width + 8, y + 14, words, 'ink'),
    ].join('\n');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img">`,
    `<title>${title}</title>`,
    `<style>${STYLE}\n</style>`,
    `<rect class="ground" width="${WIDTH}" height="${height}" rx="6"/>`,
    text(16, 26, title, 'ink title'),
    text(16, 46, subtitle, 'soft'),
    ...lines,
    '</svg>\n',
  ].join('\n');
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} words without markup
 * @param {string} style
 * @param {string} [anchor]
 */
function text(x, y, words, style, anchor = 'start') {
  return `<text x="${x.toFixed(1)}" y="${y}" class="${style}" text-anchor="${anchor}">${words}</text>`;
}
