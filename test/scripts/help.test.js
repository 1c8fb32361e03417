import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { MODULES } from '../../bench/harness/modules.js';
import { suites } from '../../bench/suites/index.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const programsOf = (folder) =>
  readdirSync(`${root}/${folder}`)
    .filter((file) => file.endsWith('.js'))
    .map((file) => `${folder}/${file}`);

// They would build, measure for minutes or fail if they did not stop there.
it.each([...programsOf('scripts'), ...programsOf('bench'), 'bench/native/build.js'])(
  '%s says with --help how it is used',
  (program) => {
    const text = execFileSync(process.execPath, [program, '--help'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(text).toMatch(/^(Usage: node |[A-Z])/);
    expect(text).toContain(`node ${program}`);
  },
);

const names = [...MODULES.keys()];
const run = (...args) =>
  spawnSync(process.execPath, ['bench/run.js', ...args], { cwd: root, encoding: 'utf8' });

it.each(names)('the suite %s says with --help how it is used', (name) => {
  const { status, stdout } = run('--suite', name, '--help');
  expect(status).toBe(0);
  expect(stdout).toMatch(new RegExp(`node bench/run\\.js --suite (\\w+\\|)*${name}\\b`));
});

it('bench/run.js names all suites, with --help and when it is given another', () => {
  const { stdout } = run('--help');
  for (const name of names) expect(stdout).toMatch(new RegExp(`\\b${name}\\b`));
  const { status, stderr } = run('--suite', 'none');
  expect(status).toBe(2);
  expect(stderr).toContain(`--suite: expected one of ${names.join(', ')}, got 'none'`);
});

it.each(names.filter((name) => !(name in suites)))(
  'the suite %s refuses an option that is not its own',
  (name) => {
    const { status, stderr } = run('--suite', name, '--none');
    expect(status).toBe(2);
    expect(stderr).toContain("'--none'");
  },
);

it.each([
  ['--help'],
  ['generate', '--help'],
  ['msm', '--help'],
  ['verify-ptau', '--help'],
  ['verify-zkey', '--help'],
])('npx curvemill %s %s', (...args) => {
  const { status, stdout } = spawnSync(process.execPath, ['bin/curvemill.js', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Usage: /);
});

it('the sample that verifies proofs says which files it expects', () => {
  const { status, stderr } = spawnSync(process.execPath, ['examples/groth16-verify.js'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status).toBe(2);
  expect(stderr).toMatch(/^Usage: node examples.*\nexpected the three files .* got 0\n$/);
});
