import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const folder = new URL('../../docs/algorithms/', import.meta.url);

/**
 * The program of a page: its blocks of JavaScript, in order. Text becomes empty lines, so an error
 * names a line of the page.
 * @param {string} text
 */
function programOf(text) {
  let isCode = false;
  const lines = text.split('\n').map((line) => {
    const wasCode = isCode;
    if (line === '```js') isCode = true;
    else if (line === '```') isCode = false;
    return wasCode && isCode ? line : '';
  });
  return lines.join('\n');
}

const programs = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, program: programOf(readFileSync(new URL(file, folder), 'utf8')) }))
  .filter(({ program }) => program.trim() !== '');

describe('docs/algorithms', () => {
  test('explains its main algorithms by programs', () => {
    const files = programs.map(({ file }) => file);
    expect(files).toEqual(expect.arrayContaining(['fma.md', 'msm.md']));
  });

  test.each(programs)('$file: its program asserts what the page says', ({ program }) => {
    expect(program.match(/\bassert\(/g)?.length).toBeGreaterThan(10);
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'pipe' });
  });
});
