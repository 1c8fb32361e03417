/**
 * Writes the README's table of jobs, the comparisons and times of docs/speed.md, between their
 * marks, and the chart, from `bench/results/`; and the badges, from package.json.
 *
 *   node scripts/readme-speed.js
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderBadges } from './lib/badges.js';
import { helpIfAsked } from './lib/help.js';
import { root } from './lib/paths.js';
import { renderJobs, renderSpeed, renderSpeedChart } from './lib/readme-speed.js';

helpIfAsked(import.meta.url);

/** @param {string} file @param {string} table */
function renew(file, table) {
  const marked = /(<!-- speed: begin -->\n)[^]*?(<!-- speed: end -->)/;
  const text = readFileSync(join(root, file), 'utf8');
  if (!marked.test(text)) throw new Error(`${file} has no marks for the table of speed`);
  writeFileSync(
    join(root, file),
    text.replace(marked, (_, begin, end) => `${begin}${table}\n${end}`),
  );
}

renew('README.md', renderJobs());
renew('docs/speed.md', renderSpeed());
writeFileSync(join(root, 'docs/images/speed.svg'), renderSpeedChart());
writeFileSync(join(root, 'docs/images/badges.svg'), renderBadges());
