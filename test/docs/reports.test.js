/** The reports of bench/results: each is made again by one command, which its README names. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MODULES } from '../../bench/harness/modules.js';
import { REPORTS } from '../../bench/report/reports.js';
import { oneOf, readOptions } from '../../scripts/lib/command-line.js';

const root = new URL('../../', import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, root), 'utf8');
const { scripts } = JSON.parse(read('package.json'));

const rows = [...read('bench/results/README.md').matchAll(/^\| `([\w.-]+)` \| (.*) \| (.*) \|$/gm)]
  .map(([, file, command, cited]) => ({ file, command, cited: cited.split(', ') }))
  .filter(({ file }) => !file.includes('*') && file !== 'operations.md');

/** The arguments of Node, where a command is a script of package.json. @param {string} command */
function argumentsOf(command) {
  const [, script, more = ''] = /^npm run ([\w:]+)(?: -- (.*))?$/.exec(command) ?? [];
  const whole = script ? `${scripts[script]} ${more}` : command;
  expect(whole).toMatch(/^node /);
  return whole.trim().split(' ').slice(1);
}

/** Whether a program is there; of a suite, whether its options take the arguments. */
async function check(/** @type {string[]} */ args) {
  const [program, ...rest] = args.filter((arg, i) => i > 0 || !arg.startsWith('--'));
  expect(existsSync(new URL(program, root)), program).toBe(true);
  if (program !== 'bench/run.js') return null;
  const suite = rest[rest.indexOf('--suite') + 1];
  expect([...MODULES.keys()]).toContain(suite);
  const { options } = await import(
    new URL(String(MODULES.get(suite)), new URL('bench/', root)).href
  );
  return readOptions({ suite: oneOf([...MODULES.keys()]), ...options }, rest);
}

describe('bench/results', () => {
  test('lists every report', () => {
    const files = readdirSync(new URL('bench/results/', root)).filter((file) =>
      /(?<!README)\.(md|json)$/.test(file),
    );
    expect(rows.map(({ file }) => file).toSorted()).toEqual(files.toSorted());
  });

  test.each(rows)('$file: made by one command, and cited', async ({ file, command, cited }) => {
    const [, one] = /^`([^`]+)`$/.exec(command) ?? [];
    expect(one, `one command instead of ${command}`).toBeDefined();
    const values = await check(argumentsOf(one));
    if (values?.suite === 'report') expect(`${values.name}.md`).toBe(file);
    for (const page of cited.filter((name) => name.endsWith('.md')))
      expect(read(page), page).toContain(`results/${file}`);
  });

  test.each([...REPORTS].flatMap(([name, { parts }]) => parts.map(({ run }) => ({ name, run }))))(
    '$name: $run',
    async ({ run }) => {
      const values = await check(run.split(' '));
      if (run.startsWith('bench/run.js')) expect(values?.suite).not.toBe('report');
      else expect(run).toMatch(/^(--expose-gc )?test\/fuzz\//);
    },
  );
});
