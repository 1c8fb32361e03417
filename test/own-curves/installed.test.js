/** The commands and modules of the archive, in an empty project: no checkout, no sources. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installArchive, packArchive } from '../consumers/package.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const configs = fileURLToPath(new URL('configs', import.meta.url));

/** Opens a generated curve, and prints a sum. */
const PROGRAM = `
import { createCurve } from 'curvemill/curve';
const { default: page } = await import(process.argv[2]);
const { group, backend, dispose } = await createCurve(page);
const sum = group.msm([group.generator, group.generator.double()], [5n, 6n]);
console.log(JSON.stringify({ name: group.name, right: sum.equals(group.generator.multiply(17n)) }));
`;

/** Calls every function of an entry with what it cannot take, and prints the errors. */
const ERRORS = `
import { CurvemillError, InputError } from 'curvemill/errors';
const entry = await import(process.argv[2]);
const errors = [];
for (const value of Object.values(entry).filter((value) => typeof value === 'function')) {
  try {
    await value(5, 5);
  } catch (error) {
    if (/^(Curvemill|Input|Environment)Error$/.test(error.name))
      errors.push(error instanceof CurvemillError && error instanceof InputError);
  }
}
console.log(JSON.stringify(errors));
`;

/** Entries without a function that refuses arguments. */
const WITHOUT = ['./errors', './trusted-setup', './worker'];

let project;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'curvemill-installed-'));
  await installArchive(project, await packArchive(project));
  await writeFile(join(project, 'sum.js'), PROGRAM);
  await writeFile(join(project, 'errors.js'), ERRORS);
  for (const name of ['p256.js', 'bls12-377.js'])
    await cp(join(configs, name), join(project, name));
});
afterAll(() => rm(project, { recursive: true, force: true }));

/** @param {string[]} args of the command */
const curvemill = (...args) =>
  run(process.execPath, [join(project, 'node_modules/curvemill/bin/curvemill.js'), ...args], {
    cwd: project,
  }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

describe('npx curvemill generate', () => {
  it('says what it needs', async () => {
    const { code, stderr } = await curvemill('generate', 'p256.js', '--out', 'curves');
    expect(code).toBe(1);
    expect(stderr).toMatch(/expected the packages wabt and binaryen.*npm install/);
  });

  it('writes curves that createCurve opens', async () => {
    for (const name of ['wabt', 'binaryen'])
      await symlink(join(root, 'node_modules', name), join(project, 'node_modules', name));
    for (const name of ['p256', 'bls12-377']) {
      const { code, stderr } = await curvemill('generate', `${name}.js`, '--out', 'curves');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    }
    expect((await readdir(join(project, 'curves'))).toSorted()).toEqual([
      'bls12-377-g1.d.ts',
      'bls12-377-g1.js',
      'p256.d.ts',
      'p256.js',
    ]);
    for (const name of ['p256', 'bls12-377-g1']) {
      const { stdout } = await run(process.execPath, ['sum.js', `./curves/${name}.js`], {
        cwd: project,
      });
      expect(JSON.parse(stdout)).toEqual({ name, right: true });
    }
  });

  it('writes fields that createField opens', async () => {
    await writeFile(
      join(project, 'goldilocks.js'),
      "export default { name: 'goldilocks', modulus: 2n ** 64n - 2n ** 32n + 1n };\n",
    );
    await writeFile(
      join(project, 'square.js'),
      `import { createField } from 'curvemill/curve';
import page from './fields/goldilocks.js';
const { field } = await createField(page);
console.log(String(field.sqrt(field.multiply(field.vector([6n]), field.vector([6n]))).at(0)));
`,
    );
    const args = ['generate', '--field', 'goldilocks.js', '--out', 'fields'];
    expect(await curvemill(...args)).toEqual({
      code: 0,
      stdout: `${['js', 'd.ts'].map((end) => join(project, `fields/goldilocks.${end}`)).join('\n')}\nkernels: portable\n`,
      stderr: '',
    });
    const { stdout } = await run(process.execPath, ['square.js'], { cwd: project });
    expect(stdout).toBe('6\n');
    const refused = await curvemill(...args, '--kernels', 'wide');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/expected kernels portable and fma, got wide/);
    const config = await readFile(join(project, 'goldilocks.js'), 'utf8');
    const onItself = await curvemill('generate', '--field', 'goldilocks.js');
    expect(onItself.code).toBe(1);
    expect(onItself.stderr).toMatch(/expected --out with another folder/);
    expect(await readFile(join(project, 'goldilocks.js'), 'utf8')).toBe(config);
  });

  it('refuses with a sentence, and writes nothing', async () => {
    await writeFile(
      join(project, 'bad.js'),
      "import p256 from './p256.js';\nexport default { ...p256, name: 'bad', p: p256.p + 2n };\n",
    );
    const { code, stdout, stderr } = await curvemill('generate', 'bad.js', '--out', 'bad');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^expected a prime p, got 0x\w+\n$/);
    expect(await readdir(project)).not.toContain('bad');
  });

  it('refuses other command lines', async () => {
    for (const args of [
      ['generate'],
      ['generate', 'none.js'],
      ['generate', 'p256.js', '--fast'],
      ['grind'],
    ])
      expect((await curvemill(...args)).code).toBe(1);
  });
});

it('all entries throw errors of one class', async () => {
  const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const entries = Object.keys(exports).filter(
    (name) => exports[name].types && !WITHOUT.includes(name),
  );
  for (const name of entries) {
    const args = ['errors.js', name.replace('.', 'curvemill')];
    const { stdout } = await run(process.execPath, args, { cwd: project });
    const errors = JSON.parse(stdout);
    // Some adapters look at what they are given when it is used.
    if (!name.includes('adapters')) expect(errors.length, name).toBeGreaterThan(0);
    expect(errors, name).not.toContain(false);
  }
});

it('npx curvemill msm measures, verified', async () => {
  const { code, stdout, stderr } = await curvemill(
    ...['msm', '--curve', 'pallas', '--sizes', '4', '--runs', '1', '--json'],
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { curve, results } = JSON.parse(stdout);
  expect(curve).toBe('pallas');
  expect(results[0].verified).toBe(true);
  expect(dirname(project)).not.toBe(root);
});

it.each([
  ['all', '@noble/curves montgomery mcl-wasm'],
  ['noble', '@noble/curves'],
])('npx curvemill msm --peers %s says what to install', async (peers, packages) => {
  const { code, stderr } = await curvemill('msm', '--sizes', '2', '--runs', '1', '--peers', peers);
  expect(code).toBe(2);
  expect(stderr).toContain(`--peers ${peers}: not installed: npm install ${packages}`);
});
