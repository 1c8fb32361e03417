/**
 * The commands of CONTRIBUTING.md: those that choose tests find some, as Vitest ends well where a
 * name has none; fuzzing is cut short; others are run as they are.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(`${root}/CONTRIBUTING.md`, 'utf8');

/** Commands of the blocks of shell, a line each, without comments. */
const commands = [...text.matchAll(/^ *```sh\n([^]*?)\n *```$/gm)].flatMap(([, block]) =>
  block
    .replace(/\n\s+(?=console|\.)/g, ' ')
    .split('\n')
    .map((line) => line.replace(/\s+# .*$/, '').trim()),
);

const output = (/** @type {string} */ command) =>
  execFileSync('sh', ['-c', command], {
    ...{ cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 },
    env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' },
  });

it('are these', () => expect(commands.length).toBeGreaterThanOrEqual(8));

it.each(commands.filter((command) => command.includes('vitest run')))('%s', (command) => {
  // Whole folders would take minutes: that they have tests is enough.
  const isShort = command.includes(' -t ');
  const text = output(isShort ? command : `${command.replace(' run ', ' list ')} --filesOnly`);
  expect(text).toMatch(isShort ? /Tests .*\b\d+ passed/ : /^test\/\S+\.test\.js$/m);
});

it.each(commands.filter((command) => command.startsWith('npm run fuzz')))('%s', (command) => {
  const report = output(`${command} --seconds 2`);
  expect(report).toMatch(/\[fma\]: \d+ cases/);
  expect(report).toMatch(/^no failure$/m);
});

it.each(commands.filter((command) => command.includes('proof/run.js')))('%s', (command) => {
  expect(output(command)).toMatch(/^all: (\d+) of \1 functions shown/m);
});

it.each(commands.filter((command) => command.startsWith('node -e')))('%s', (command) => {
  expect(command).toMatch(/ > debug\.wat$/);
  const wat = output(command.replace(/ > debug\.wat$/, ''));
  expect(wat).toContain('(module');
  expect(wat).toContain('$fail');
});
