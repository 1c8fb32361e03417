/** The workflows in .github: they parse, and what they run is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { format } from 'prettier';
import { describe, expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, root), 'utf8');
const { scripts } = JSON.parse(read('package.json'));

const files = readdirSync(new URL('.github/', root), { recursive: true, encoding: 'utf8' })
  .map((file) => `.github/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.yml'));
const workflows = files.filter((file) => file.startsWith('.github/workflows/'));

/** The commands of a workflow, a line each. @param {string} text */
const commandsOf = (text) =>
  [...text.matchAll(/^( *)(?:- )?run: (?:\|\n((?:\1 +.*\n)+)|(.*))/gm)].flatMap(
    ([, , block, line]) => (line === undefined ? block.split('\n') : [line]),
  );

describe('.github', () => {
  test('has a workflow for each push, for the night and for releases', () => {
    expect(workflows.map((file) => file.split('/').at(-1)).toSorted()).toEqual([
      'nightly.yml',
      'push.yml',
      'release.yml',
    ]);
  });

  test.each(files)('%s: is YAML', async (file) => {
    expect(await format(read(file), { parser: 'yaml' })).not.toBe('');
    await expect(format(`${read(file)}\n  a: [`, { parser: 'yaml' })).rejects.toThrow();
  });

  test.each(workflows)('%s: every job has a system, a limit of time and steps', (file) => {
    const [, jobs] = read(file).split('\njobs:\n');
    const each = jobs.split(/^ {2}(?=[\w-]+:$)/m).filter((job) => job.trim() !== '');
    expect(each.length).toBeGreaterThan(0);
    for (const job of each)
      for (const key of ['runs-on', 'timeout-minutes', 'steps'])
        expect(job, job.split('\n')[0]).toMatch(new RegExp(`^ {4}${key}:`, 'm'));
  });

  test.each(workflows)('%s: runs scripts and files that exist', (file) => {
    const commands = commandsOf(read(file));
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) {
      const [, script] = /^npm (?:run )?((?:test|[\w:]+))/.exec(command.trim()) ?? [];
      if (script && !['ci', 'pack', 'publish'].includes(script))
        expect(Object.keys(scripts), command).toContain(script);
      const [, path] = /^(\.ci\/\w+|node [\w/.-]+\.js)/.exec(command.trim()) ?? [];
      if (path) expect(existsSync(new URL(path.replace('node ', ''), root)), command).toBe(true);
    }
  });
});
