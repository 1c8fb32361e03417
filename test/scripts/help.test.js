import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const programsOf = (folder) =>
  readdirSync(`${root}/${folder}`)
    .filter((file) => file.endsWith('.js'))
    .map((file) => `${folder}/${file}`);

// They would build, measure for minutes or fail if they did not stop there.
it.each([
  ...programsOf('scripts'),
  ...programsOf('bench'),
  'bench/compare/run.js',
  'bench/native/build.js',
])('%s says with --help how it is used', (program) => {
  const text = execFileSync(process.execPath, [program, '--help'], { cwd: root, encoding: 'utf8' });
  expect(text).toMatch(/^(Usage: node |[A-Z])/);
  expect(text).toContain(`node ${program}`);
});
