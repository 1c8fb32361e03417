/**
 * Horizontal bars as SVG text: light or dark by the reader's preference, without scripts or fonts.
 * As wide as a phone's column, so that its text stays readable there.
 */

const WIDTH = 400;
const TOP = 78;
const LINE = 22;
const GAP = 30;

const STYLE = `
svg { font: 13px system-ui, sans-serif; color-scheme: light dark }
.ground { fill: #fff } .ink { fill: #1f2328 } .soft { fill: #59636e }
.bar { fill: #8c959f } .own { fill: #0969da }
.title { font-size: 15px } .title, .group { font-weight: 600 }
@media (prefers-color-scheme: dark) {
  .ground { fill: #0d1117 } .ink { fill: #e6edf3 } .soft { fill: #9198a1 }
  .bar { fill: #656c76 } .own { fill: #4493f8 }
}`;

/**
 * A bar: `words` stand at its end; ours are highlighted.
 * @typedef {{ name: string, value: number, words: string, isOurs: boolean }} Bar
 */

/**
 * @param {{ title: string, subtitle: readonly string[], labels: number,
 *   groups: readonly { title: string, bars: readonly Bar[] }[] }} chart `subtitle`: its lines;
 *   `labels`: the width of the names
 * @returns {string}
 */
export function renderBars({ title, subtitle, labels, groups }) {
  const longest = Math.max(...groups.flatMap(({ bars }) => bars.map(({ value }) => value)));
  const unit = (WIDTH - labels - 16 - 62) / longest;
  let y = TOP;
  const lines = groups.flatMap((group) => {
    const top = y + 14;
    y = top + LINE * group.bars.length + GAP - 14;
    return [
      text(16, top, group.title, 'ink group'),
      ...group.bars.map((bar, i) => line(bar, labels + 16, top + 8 + LINE * i, unit)),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y}" viewBox="0 0 ${WIDTH} ${y}" role="img">`,
    `<title>${title}</title>`,
    `<style>${STYLE}\n</style>`,
    `<rect class="ground" width="${WIDTH}" height="${y}" rx="6"/>`,
    text(16, 26, title, 'ink title'),
    ...subtitle.map((words, i) => text(16, 46 + 17 * i, words, 'soft')),
    ...lines,
    '</svg>\n',
  ].join('\n');
}

/** @param {Bar} bar @param {number} x @param {number} y @param {number} unit */
function line({ name, value, words, isOurs }, x, y, unit) {
  const width = Math.max(2, unit * value);
  return [
    text(x - 8, y + 13, name, isOurs ? 'ink' : 'soft', 'end'),
    `<rect class="bar${isOurs ? ' own' : ''}" x="${x}" y="${y}" width="${width.toFixed(1)}" height="17" rx="3"/>`,
    text(x + width + 6, y + 13, words, 'ink'),
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
