import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const pagesOf = (folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => folder + file.replaceAll('\\', '/'));

/** Folders of what is generated or installed; installed ones hold 28,000 files. */
const SKIPPED = ['node_modules', 'generated', 'results', 'target', 'dist'];

/** Files of a folder and what it holds; generated and installed ones apart. */
function filesUnder(folder) {
  return readdirSync(new URL(folder, root), { withFileTypes: true }).flatMap((entry) => {
    const path = folder + entry.name;
    if (entry.isDirectory()) return SKIPPED.includes(entry.name) ? [] : filesUnder(`${path}/`);
    return entry.isFile() && ['.js', '.md'].includes(extname(path)) ? [path] : [];
  });
}

describe('docs', () => {
  const pages = ['docs/algorithms/', 'docs/decisions/'].flatMap(pagesOf);
  test.each(pages)('%s: lines of text end at 100 columns', (page) => {
    const isText = (line) => !/^\s*\|/.test(line) && !/\]\(|https?:/.test(line);
    const long = read(page)
      .split('\n')
      .filter((line) => isText(line) && [...line].length > 100);
    expect(long).toEqual([]);
  });

  // Counts of operations do not age; times do, and name no machine here.
  test.each(pagesOf('docs/algorithms/'))('%s: has no times, which belong to a decision', (page) => {
    const timed = read(page)
      .split('\n')
      .filter((line) => /\d (ms|µs|us|ns|s)\b/.test(line));
    expect(timed).toEqual([]);
  });

  test('what sources cite is there: pages, and their sections', () => {
    const sources = ['src/', 'wasm-gen/', 'scripts/', 'bench/', 'test/', 'docs/'];
    const cited = /docs\/((?:algorithms|decisions)\/[\w-]+\.md)`?(?:,? (?:§|section )(\d+))?/g;
    const pages = new Map(pagesOf('docs/').map((page) => [page.slice(5), read(page)]));
    for (const file of sources.flatMap(filesUnder))
      for (const [citation, page, section] of read(file).matchAll(cited)) {
        expect([...pages.keys()], `${file}: ${citation}`).toContain(page);
        if (section) expect(pages.get(page), `${file}: ${citation}`).toContain(`\n## ${section}. `);
      }
  });
});

describe('links', () => {
  const folders = ['bench/', 'docs/', 'examples/', 'scripts/', 'src/', 'test/', 'wasm-gen/'];
  const isPage = (file) => file.endsWith('.md');
  const files = [...readdirSync(root), ...folders.flatMap(filesUnder)].filter(isPage);
  /** As GitHub makes them of headings. */
  const anchorsOf = (page) =>
    [...page.replace(/^```[^]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading
        .toLowerCase()
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );

  test('lead to files, and to headings of them', () => {
    const dead = files.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:)([^)\s]*)\)/g)]
        .map(([, link]) => link)
        .filter((link) => {
          const [path, anchor] = link.split('#');
          const target = path ? posix.join(posix.dirname(file), path) : file;
          if (!existsSync(new URL(target, root))) return true;
          // `npm run docs -- --check` knows what each line has to hold.
          if (/^L\d+$/.test(anchor ?? '')) return !target.endsWith('.js');
          return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
        })
        .map((link) => `${file}: ${link}`),
    );
    expect(files.length).toBeGreaterThan(50);
    expect(dead).toEqual([]);
  });
});

describe('docs/decisions', () => {
  const index = read('docs/decisions/README.md');
  const pages = pagesOf('docs/decisions/').filter((page) => !page.endsWith('README.md'));

  test.each(pages)('%s: is listed, has its four parts', (page) => {
    const name = page.slice('docs/decisions/'.length);
    const text = read(page);
    expect(index).toContain(`[${Number(name.slice(0, 2))}](${name})`);
    expect(text.startsWith(`# ${Number(name.slice(0, 2))}. `)).toBe(true);
    expect(text.match(/^\*\*\w+\.\*\*/gm)).toEqual(
      ['Question', 'Options', 'Decision', 'Consequences'].map((part) => `**${part}.**`),
    );
  });
});
