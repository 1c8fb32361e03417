/**
 * Writes the README's table of speed, between its marks, and its chart, from `bench/results/`;
 * and its badges, from package.json.
 *
 *   node scripts/readme-speed.js
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderBadges } from './lib/badges.js';
import { helpIfAsked } from './lib/help.js';
import { root } from './lib/paths.js';
import { renderSpeed, renderSpeedChart } from './lib/readme-speed.js';

helpIfAsked(import.meta.url);

const readme = join(root, 'README.md');
const marked = /(<!-- speed: begin -->\n)[^]*?(<!-- speed: end -->)/;
const text = readFileSync(readme, 'utf8');
if (!marked.test(text)) throw new Error('README.md has no marks for the table of speed');
writeFileSync(
  readme,
  text.replace(marked, (_, begin, end) => `${begin}${renderSpeed()}\n${end}`),
);
writeFileSync(join(root, 'docs/images/speed.svg'), renderSpeedChart());
writeFileSync(join(root, 'docs/images/badges.svg'), renderBadges());
