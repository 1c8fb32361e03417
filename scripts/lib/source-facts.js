/** Facts of the source that documents repeat: first sentences, members of types, imports. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from './paths.js';
import { ROOMS, roomOf } from './rooms.js';

/** Paths under version control, and new ones, with forward slashes. */
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((path) => existsSync(join(root, path)));

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8');

/**
 * The first sentence of a text, in one line, without its full stop and its links.
 * @param {string} text
 */
function firstSentence(text) {
  const line = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim();
  const [, sentence] = /^(.*?)(?:\.(?= [A-Z`0-9]|$)|$)/.exec(line) ?? [];
  return sentence ?? line;
}

/**
 * The first sentence of a file: of its first docstring that is no import, or of the paragraph below
 * a page's heading.
 * @param {string} path
 */
function aboutFile(path) {
  if (path.endsWith('.md')) return firstSentence(read(path).split(/\n\n/)[1] ?? '');
  for (const [, comment] of read(path).matchAll(/\/\*\*([^]*?)\*\//g)) {
    const text = comment.replaceAll(/^\s*\* ?/gm, '').trim();
    const [prose] = text.split(/(?:^|\n)@|\n\n|\n- /);
    if (prose.trim() !== '') return firstSentence(prose);
  }
  throw new Error(`${path}: expected a docstring that says what the file is`);
}

/**
 * The folders, then the files of a folder, each with its first sentence; without its README.
 * @param {string} folder
 * @returns {{ name: string, about: string }[]}
 */
export function entriesOf(folder) {
  const inside = tracked.filter((path) => path.startsWith(`${folder}/`));
  const names = inside.map((path) => path.slice(folder.length + 1));
  const folders = [
    ...new Set(names.filter((name) => name.includes('/')).map((name) => name.split('/')[0])),
  ]
    .filter((name) => existsSync(join(root, folder, name, 'README.md')))
    .map((name) => ({ name: `${name}/`, about: aboutFile(`${folder}/${name}/README.md`) }));
  const files = names
    .filter((name) => /^[^/]+\.js$/.test(name))
    .map((name) => ({ name, about: aboutFile(`${folder}/${name}`) }));
  return [...folders, ...files];
}

/**
 * How many lines the JavaScript of a folder has: of code, and with comments and empty ones.
 * @param {string} path with a slash at its end without the folders in it
 */
export function linesOf(path) {
  const files = tracked.filter(
    (file) =>
      file.endsWith('.js') &&
      (path.endsWith('/') ? `${posix.dirname(file)}/` === path : file.startsWith(`${path}/`)),
  );
  if (files.length === 0) throw new Error(`${path}: expected a folder of sources`);
  const texts = files.map(read);
  /** @param {string} text */
  const count = (text) => text.split('\n').filter((line) => line.trim() !== '').length;
  const bare = texts.map((text) =>
    text.replaceAll(/^\s*\/\*[^]*?\*\//gm, '').replaceAll(/^\s*\/\/.*$/gm, ''),
  );
  return {
    code: bare.reduce((sum, text) => sum + count(text), 0),
    all: texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0),
  };
}

/**
 * The properties of a typedef, with all that is said of each.
 * @param {string} path
 * @param {string} type
 */
export function membersOf(path, type) {
  const source = read(path);
  const start = source.indexOf(`@typedef {object} ${type}\n`);
  if (start < 0) throw new Error(`${path}: expected a type ${type}`);
  const block = source.slice(start, source.indexOf('*/', start)).replaceAll(/\n\s*\* ?/g, '\n');
  return block
    .split('@property {')
    .slice(1)
    .map((text) => {
      let depth = 1;
      let at = 0;
      for (; depth > 0; at++) depth += text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0;
      const [, name, about] = /^\s*\[?(\w+)\]?([^]*)$/.exec(text.slice(at)) ?? [];
      return { name, about: about.replaceAll(/\s+/g, ' ').trim() };
    });
}

/** @param {string} folder */
const floorOf = (folder) => roomOf(`${folder}/`).floor;

/** `from '…'` of imports, exports and `@import`; `import('…')` of code and of types. */
export const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)'(\.{1,2}\/[^']+)'/g;

/** The folder by which documents name a file: of its room, or of the second level elsewhere. */
const placeOf = (/** @type {string} */ path) => {
  const { room } = roomOf(path);
  if (room !== '' && room !== 'src') return room;
  const parts = posix.dirname(path).split('/');
  return parts.slice(0, parts[0] === 'src' ? 3 : 2).join('/');
};

/**
 * Rooms that the files of a folder import, types included, and rooms that import it; tests,
 * benches and scripts apart.
 * @param {string} folder
 * @returns {{ imports: string[], importedBy: string[] }}
 */
export function neighboursOf(folder) {
  const isInside = (/** @type {string} */ path) => path.startsWith(`${folder}/`);
  /** @type {Set<string>} */
  const imports = new Set();
  /** @type {Set<string>} */
  const importedBy = new Set();
  for (const from of tracked) {
    if (!/^(src|wasm-gen|proof)\/.*\.js$/.test(from)) continue;
    for (const [, specifier] of read(from).matchAll(SPECIFIER)) {
      const to = posix.join(posix.dirname(from), specifier);
      // Generators write imports, too, relative to what they generate.
      if (!tracked.includes(to) && !to.startsWith('src/generated/')) continue;
      if (isInside(from) && !isInside(to)) imports.add(placeOf(to));
      if (!isInside(from) && isInside(to)) importedBy.add(placeOf(from));
    }
  }
  const order = (/** @type {string} */ a, /** @type {string} */ b) =>
    floorOf(a) - floorOf(b) || (a < b ? -1 : 1);
  return { imports: [...imports].sort(order), importedBy: [...importedBy].sort(order) };
}

/** The rooms of src/, from the bottom up, with the first sentence of each. */
export const roomsOf = () =>
  ROOMS.flat()
    .filter((room) => room !== 'src')
    .map((room) => {
      const page = `${room}/README.md`;
      const about = room.endsWith('.js')
        ? aboutFile(room)
        : tracked.includes(page)
          ? aboutFile(page)
          : 'written by the build';
      return { name: room, about };
    });

/**
 * The numbered pages of a folder, with their titles.
 * @param {string} folder
 */
export const pagesOf = (folder) =>
  tracked
    .filter((path) => posix.dirname(path) === folder && /^\d+-/.test(posix.basename(path)))
    .map((path) => {
      const [, title] = /^# \d+\. (.+)$/m.exec(read(path)) ?? [];
      return { name: posix.basename(path), title };
    });
