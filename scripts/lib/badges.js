/**
 * The README's badges as one SVG, from package.json: what they say is true without a network. As
 * wide as a phone's column, so that their text stays readable there.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.js';

const CHARACTER = 7.2;
const HEIGHT = 22;
const WIDEST = 380;

const STYLE = `
text { font: 12px ui-monospace, monospace; fill: #1f2328 } rect { fill: #ddf4ff }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } rect { fill: #1f3a5f } }`;

/** @returns {string[]} */
function facts() {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { dependencies = {}, engines, exports, license } = manifest;
  return [
    `${Object.keys(dependencies).length} dependencies`,
    ...(exports['.'].types ? ['types included'] : []),
    `Node ${engines.node.replace('>=', '≥ ')}`,
    license.replace(/[()]/g, ''),
  ];
}

/** @returns {string} SVG */
export function renderBadges() {
  const texts = facts();
  let [x, y, right] = [0, 0, 0];
  const lines = texts.flatMap((text) => {
    const width = Math.round(CHARACTER * text.length + 20);
    if (x + width > WIDEST) [x, y] = [0, y + HEIGHT + 6];
    const left = x;
    x += width + 8;
    right = Math.max(right, left + width);
    return [
      `<rect x="${left}" y="${y}" width="${width}" height="${HEIGHT}" rx="11"/>`,
      `<text x="${left + width / 2}" y="${y + 15}" text-anchor="middle">${text}</text>`,
    ];
  });
  const height = y + HEIGHT;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${right}" height="${height}" viewBox="0 0 ${right} ${height}" role="img">`,
    `<title>${texts.join(', ')}</title>`,
    `<style>${STYLE}\n</style>`,
    ...lines,
    '</svg>\n',
  ].join('\n');
}
