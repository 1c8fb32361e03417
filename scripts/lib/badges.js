/**
 * The README's badges as one SVG, from package.json: what they say is true without a network.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.js';

const CHARACTER = 7.2;
const HEIGHT = 22;

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
  let x = 0;
  const lines = texts.flatMap((text) => {
    const width = Math.round(CHARACTER * text.length + 20);
    const left = x;
    x += width + 8;
    return [
      `<rect x="${left}" width="${width}" height="${HEIGHT}" rx="11"/>`,
      `<text x="${left + width / 2}" y="15" text-anchor="middle">${text}</text>`,
    ];
  });
  const width = x - 8;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img">`,
    `<title>${texts.join(', ')}</title>`,
    `<style>${STYLE}\n</style>`,
    ...lines,
    '</svg>\n',
  ].join('\n');
}
