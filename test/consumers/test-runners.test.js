/**
 * Test runners of users, in a project where the archive was installed: jest, whose jsdom has no
 * `TextEncoder`, and vitest; in each, in Node and with a window, a test of points that must see
 * that two differ.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../scripts/lib/paths.js';
import { describeWith } from '../support/installed.js';
import { installPackage } from './package.js';

const tools = fileURLToPath(new URL('bundlers/node_modules/', import.meta.url));
const jest = join(tools, 'jest/bin/jest.js');
const jsdom = join(tools, 'jest-environment-jsdom');

const PROGRAM = `
import { createBls12381 } from 'curvemill/bls12-381';

const open = () => createBls12381({ groups: ['G1'] });

test('a sum', async () => {
  const { G1, backend } = await open();
  const P = G1.generator;
  expect(G1.msm([P, P], [2n, 3n])).toEqual(P.multiply(5n));
  expect(backend.batch).not.toBe('bigint');
});
test('a wrong sum', async () => {
  const { G1 } = await open();
  expect(G1.generator).toEqual(G1.generator.double());
});
`;

let project;
beforeAll(async () => {
  project = await installPackage();
  await writeFile(join(project.folder, 'sums.test.js'), PROGRAM);
});
afterAll(() => project?.remove());

/** The output of a runner, of tests of which one fails. @param {...string} args of Node */
async function outputOf(...args) {
  const options = { cwd: project.folder, env: { ...process.env, NO_COLOR: '1', CI: '' } };
  const found = await promisify(execFile)(process.execPath, args, options).catch((error) => error);
  return found.stdout + found.stderr;
}

describeWith('jest', existsSync(jest), 'npm ci --prefix test/consumers/bundlers', () => {
  it.each([['node'], [jsdom]])('runs tests in %s', async (environment) => {
    const where = ['--rootDir', project.folder, '--env', environment];
    const output = await outputOf('--experimental-vm-modules', jest, ...where);
    expect(output).toMatch(/✓ a sum/);
    expect(output).toMatch(/✕ a wrong sum/);
    expect(output).toMatch(/Tests: +1 failed, 1 passed, 2 total/);
  });
});

it('vitest runs tests', async () => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const output = await outputOf(vitest, 'run', '--globals', '--root', project.folder);
  expect(output).toMatch(/× a wrong sum/);
  expect(output).toMatch(/Tests +1 failed \| 1 passed/);
});
