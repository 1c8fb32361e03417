/**
 * Checks that lines of comments and text end at 100 columns: comments, texts in templates,
 * Markdown, style sheets and pages. Prettier breaks code where it can be broken. And that no
 * docstring begins with "What", as its subject comes first.
 *
 *   node scripts/check-lines.js [FOLDER|FILE …]   by default everything under version control
 *
 * Exempt: addresses, words of 60 characters and more, tables, `@import` and `@typedef {import(`
 * lines, and generated text (bench/results/).
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isUnbreakable, linesOfText } from './lib/text-lines.js';
import { helpIfAsked } from './lib/help.js';
import { root } from './lib/paths.js';

helpIfAsked(import.meta.url);

const COLUMNS = 100;
const ENDINGS = ['js', 'mjs', 'cjs', 'ts', 'md', 'css', 'html', 'yml', 'rs', 'go'];
const IGNORED = ['bench/results/'];

const named = process.argv.slice(2);
const listed = execFileSync(
  'git',
  ['ls-files', '-z', '-co', '--exclude-standard', '--', ...named],
  {
    cwd: root,
    encoding: 'utf8',
  },
).split('\0');
const files = listed.filter(
  (file) =>
    ENDINGS.some((ending) => file.endsWith(`.${ending}`)) &&
    !IGNORED.some((folder) => file.startsWith(folder)),
);

const long = files.flatMap((file) =>
  linesOfText(file, readFileSync(join(root, file), 'utf8'))
    .filter(({ text }) => [...text].length > COLUMNS && !isUnbreakable(text))
    .map(({ number, text }) => `${file}:${number}: ${[...text].length} columns`),
);
const WHAT = /(?:\/\*\*(?:\n[ \t]*\*)?|\n[ \t]*\*\n[ \t]*\*)[ \t]+What\b/g;
const indirect = files.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(WHAT)].map(({ index }) => {
    return `${file}:${text.slice(0, index).split('\n').length}: a docstring begins with "What"`;
  });
});

for (const line of [...long, ...indirect]) console.error(line);
console.log(
  `${files.length} files, ${long.length} lines of text beyond ${COLUMNS} columns, ` +
    `${indirect.length} docstrings that begin with "What"`,
);
process.exitCode = long.length + indirect.length > 0 ? 1 : 0;
