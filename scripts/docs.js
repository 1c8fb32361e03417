/**
 * Writes what documents say of the code: tables of files and members, imports of rooms, lists of
 * decisions, between markers in Markdown; and the numbers of the lines that they link to by name
 * (scripts/lib/line-links.js), where a name that is gone is an error.
 *
 *   node scripts/docs.js            writes every page that has markers or such links
 *   node scripts/docs.js --check    writes nothing; exit code 1, and the pages that are stale
 *
 *   <!-- generated: files -->                    files and folders beside the page, with the first
 *                                                sentence of each
 *   <!-- generated: imports -->                  the rooms that it imports, and who imports it
 *   <!-- generated: members PATH TYPE -->        the properties of a typedef
 *   <!-- generated: lines PATH … -->             lines of code; PATH/ without its folders
 *   <!-- generated: rooms -->                    the rooms of src/, from the bottom up
 *   <!-- generated: pages -->                    the numbered pages beside this one
 *   <!-- end -->                                 ends each of them
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { helpIfAsked } from './lib/help.js';
import { linkLines } from './lib/line-links.js';
import { root } from './lib/paths.js';
import * as facts from './lib/source-facts.js';

helpIfAsked(import.meta.url);

const MARKED = /(<!-- generated: ([a-z]+)((?: [^ ]+)*) -->\n)[^]*?(<!-- end -->)/g;

/** @param {string[]} head @param {string[][]} rows */
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

/** @param {string[]} names */
const quoted = (names) => names.map((name) => `\`${name}\``).join(', ') || 'nothing';

/**
 * The text of each kind of marker.
 * @type {Map<string, (folder: string, ...values: string[]) => string>}
 */
const KINDS = new Map(
  Object.entries({
    files: (/** @type {string} */ folder) =>
      table(
        ['', ''],
        facts.entriesOf(folder).map(({ name, about }) => [`\`${name}\``, about]),
      ),
    imports(/** @type {string} */ folder) {
      const { imports, importedBy } = facts.neighboursOf(folder);
      return `Imports ${quoted(imports)}. Imported by ${quoted(importedBy)}.`;
    },
    members: (/** @type {string} */ _, /** @type {string} */ path, /** @type {string} */ type) =>
      table(
        ['member', 'meaning'],
        facts.membersOf(path, type).map(({ name, about }) => [`\`${name}\``, about]),
      ),
    lines: (/** @type {string} */ _, /** @type {string[]} */ ...paths) =>
      table(
        ['', 'lines of code', 'with comments'],
        paths.map((path) => {
          const { code, all } = facts.linesOf(path);
          return [`\`${path}\``, String(code), String(all)];
        }),
      ),
    rooms: () =>
      table(
        ['room', ''],
        facts.roomsOf().map(({ name, about }) => [`\`${name}\``, about]),
      ),
    pages: (/** @type {string} */ folder) =>
      table(
        ['', ''],
        facts.pagesOf(folder).map(({ name, title }) => [`[${parseInt(name)}](${name})`, title]),
      ),
  }),
);

const isCheck = process.argv.includes('--check');
const listed = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' });
/** @type {string[]} */
const stale = [];
for (const page of listed.trim().split('\n')) {
  const path = join(root, page);
  const text = readFileSync(path, 'utf8');
  const marked = text.replace(MARKED, (_, begin, kind, values, end) => {
    const render = KINDS.get(kind);
    if (!render) throw new Error(`${page}: no marker is called ${kind}`);
    const body = render(dirname(page), ...values.split(' ').filter(Boolean));
    return `${begin}\n${body}\n\n${end}`;
  });
  const filled = linkLines(marked, page, (source) => readFileSync(join(root, source), 'utf8'));
  if (filled === text) continue;
  stale.push(page);
  if (!isCheck) writeFileSync(path, filled);
}
for (const page of stale) console.log(`${isCheck ? 'stale' : 'written'}: ${page}`);
if (isCheck && stale.length > 0) {
  console.error('run: node scripts/docs.js');
  process.exitCode = 1;
}
