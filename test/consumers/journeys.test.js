/**
 * Ten jobs of new users, each from the packed archive in a project of its own: what they write
 * now, and what they had to write before for the same answer (journeys/programs.js), counted.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProjects } from './examples.js';
import { data } from './journeys/data.js';
import { journeys, linesOf } from './journeys/programs.js';

const run = promisify(execFile);
const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js');

let projects;
beforeAll(async () => {
  projects = await openProjects();
});
afterAll(() => projects?.remove());

/** The last line that a program prints. @param {string} name @param {string} program */
async function answerOf(name, program) {
  const cwd = await projects.create();
  const isTyped = name.includes('TypeScript');
  const file = isTyped ? 'library.ts' : 'program.js';
  const given = isTyped ? '' : `const data = ${JSON.stringify(data())};\n`;
  await writeFile(join(cwd, file), `${program}\n${given}`.replace(/^(.*)$/s, hoisted));
  if (isTyped) {
    const args = ['--strict', '--declaration', '--module', 'nodenext', '--target', 'es2022'];
    await run(process.execPath, [compiler, ...args, file], { cwd });
    expect(await readFile(join(cwd, 'library.d.ts'), 'utf8')).toContain('generator: ');
    return '';
  }
  const target = name.includes('bundled') ? await bundled(cwd, file) : file;
  const { stdout, stderr } = await run(process.execPath, [target], { cwd });
  expect(stderr).toBe('');
  return stdout.trim().split('\n').at(-1);
}

/** Imports first, then the data, then the rest. @param {string} text */
function hoisted(text) {
  const lines = text.split('\n');
  const isFirst = (/** @type {string} */ line) => /^\s*import /.test(line);
  const isData = (/** @type {string} */ line) => line.startsWith('const data = ');
  const rest = lines.filter((line) => !isFirst(line) && !isData(line));
  return [...lines.filter(isFirst), ...lines.filter(isData), ...rest].join('\n');
}

/**
 * As for a page, which imports nothing of Node.
 * @param {string} cwd
 * @param {string} file
 */
async function bundled(cwd, file) {
  await mkdir(join(cwd, 'out'));
  await build({
    ...{ absWorkingDir: cwd, entryPoints: [file], outdir: 'out', bundle: true, minify: true },
    ...{ format: 'esm', platform: 'browser', splitting: true, target: 'es2022' },
    logLevel: 'error',
  });
  await writeFile(join(cwd, 'out/package.json'), '{ "type": "module" }');
  return join('out', file);
}

describe.each(Object.entries(journeys))('%s', (name, { before, after, prints, lines }) => {
  it('works, by fewer lines than before', async () => {
    const answers = await Promise.all([before, after].map((program) => answerOf(name, program)));
    expect(answers).toEqual([prints, prints]);
    expect([before, after].map(linesOf)).toEqual(lines);
    expect(lines[1]).toBeLessThan(lines[0]);
  });
});
