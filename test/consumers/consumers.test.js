/**
 * The package as npm delivers it: installed from the archive, imported, required, bundled, in pages
 * with strict policies, and in runtimes that cannot compile wasm. Tools that are not installed are
 * skipped with a warning; in CI they fail.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../scripts/lib/browsers.js';
import { ISOLATION, serveFolder } from '../../scripts/lib/static-server.js';
import * as library from '../../src/index.js';
import { browsers, commandLine, NO_WASM_POLICY, WASM_POLICY, workerd } from '../engines/engines.js';
import { toHex } from '../support/hex.js';
import { areInstalled, bundlers, serveWithVite } from './bundlers.js';
import { installPackage } from './package.js';
import { runInWorkerd } from './workerd.js';

const run = promisify(execFile);

let project;
let expected;
beforeAll(async () => {
  [project, expected] = await Promise.all([installPackage(), computeExpected()]);
});
afterAll(() => project?.remove());

/**
 * The expected results of `program.js`, computed without WebAssembly, and whether the group has
 * kernels at all.
 */
async function computeExpected() {
  const sums = {};
  for (const create of /** @type {any[]} */ (Object.values(library))) {
    const usual = await create();
    const hasKernels = usual.backend.batch !== 'bigint';
    usual.dispose();
    const instance = await create({ backend: 'bigint' });
    for (const group of Object.values(instance).filter((member) => member?.randomPoints)) {
      const sum = group.msm(group.randomPoints(20, 1), group.randomScalars(20, 2));
      sums[group.name] = { sum: toHex(sum.toBytes()), hasKernels };
    }
    instance.dispose();
  }
  return sums;
}

/**
 * @param {Record<string, { batch: string, sum: string }>} report
 * @param {string} [batch] the kernel, where there is only one right one
 */
function expectSums(report, batch = expect.stringMatching(/^(?!bigint)/)) {
  const entries = Object.entries(expected).map(([name, { sum, hasKernels }]) => [
    name,
    { batch: hasKernels ? batch : 'bigint', sum },
  ]);
  expect(report).toEqual(Object.fromEntries(entries));
}

/**
 * @param {{ refused: boolean, message: string }} report
 * @param {RegExp} message
 */
function expectRefusal(report, message) {
  expect(report).toEqual({ refused: true, message: expect.stringMatching(message) });
}

/**
 * Tests that need a program; without it they are skipped, loudly, and fail in CI.
 * @param {string} title
 * @param {unknown} program
 * @param {string} install
 * @param {() => void} define
 */
function describeWith(title, program, install, define) {
  if (program) {
    describe(title, define);
    return;
  }
  console.warn(`NOT TESTED: ${title} (not installed: ${install}).`);
  describe(title, () => {
    it.skipIf(!process.env.CI)('is installed', () => expect.fail(`install ${install}`));
  });
}

const here = { name: `Node ${process.versions.node}`, program: process.execPath, args: [] };

for (const { name, program, args, install } of [here, ...commandLine]) {
  describeWith(`installed for ${name}`, program, install, () => {
    const json = async (file) =>
      JSON.parse(
        (await run(/** @type {string} */ (program), [...args, file], { cwd: project.folder }))
          .stdout,
      );

    it('is imported', async () => expectSums(await json('main.mjs')));
    it('is required', async () => expectSums(await json('main.cjs')));
  });
}

describeWith('in workerd, which compiles nothing', workerd, 'test/engines/runtimes', () => {
  let report;
  beforeAll(async () => {
    report = await runInWorkerd(/** @type {string} */ (workerd), project.folder);
  });

  it('works with modules, and takes the fast kernels', () => expectSums(report.all, 'fma'));
  it('works with the portable modules alone', () => expectSums(report.portable, 'limbs30'));
  it('explains what to do without modules', () => expectRefusal(report.none, /option modules/));
  it('falls back to bigint when asked to', () => expectSums(report.withFallback, 'bigint'));
});

/** Browsers as they come: with flags they are tested in ../engines. */
const isPlain = ({ name }) => /^\w+$/.test(name);

const built = {};
describeWith('bundled', areInstalled, 'test/consumers/bundlers', () => {
  it.each(Object.keys(bundlers))('%s has nothing to warn of', async (name) => {
    const { folder, warnings } = await bundlers[name](project.folder);
    built[name] = folder;
    expect(warnings).toEqual([]);
  });

  for (const { name: browserName, program, install } of browsers.filter(isPlain)) {
    describeWith(`in ${browserName}`, program, install, () => {
      let browser;
      beforeAll(async () => {
        browser = await launchBrowser(browserName.toLowerCase(), /** @type {string} */ (program));
      });
      afterAll(() => browser?.close());

      const open = async (folder, headers) => {
        const server = await serveFolder(folder, { headers });
        try {
          return await browser.open(server.url);
        } finally {
          await server.close();
        }
      };

      describe.each(Object.keys(bundlers))('%s', (name) => {
        it('works in an isolated page under the strictest policy', async () => {
          const headers = { ...ISOLATION, 'content-security-policy': WASM_POLICY };
          const report = await open(built[name], headers);
          expect(report.isolated).toBe(true);
          expectSums(report.sums);
          expectSums(report.withFallback);
        });

        it('works in a page that is not isolated', async () => {
          const report = await open(built[name], {});
          expect(report.isolated).toBe(false);
          expectSums(report.sums);
        });

        it('is refused by a policy without wasm-unsafe-eval, and falls back when asked to', async () => {
          const report = await open(built[name], { 'content-security-policy': NO_WASM_POLICY });
          expectRefusal(report.sums, /script-src 'wasm-unsafe-eval'/);
          expectSums(report.withFallback, 'bigint');
        });
      });

      it("works with vite's development server", async () => {
        const server = await serveWithVite(project.folder);
        try {
          expectSums((await browser.open(server.url)).sums);
        } finally {
          await server.close();
        }
      });
    });
  }
});

describe('TypeScript', () => {
  const compiler = new URL('../../node_modules/typescript/bin/tsc', import.meta.url).pathname;
  const common = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom'];

  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('understands the types with module %s, resolution %s', async (module, resolution) => {
    const args = ['--module', module, '--moduleResolution', resolution];
    const { stdout } = await run(process.execPath, [compiler, ...common, ...args, 'types.ts'], {
      cwd: project.folder,
    }).catch((error) => error);
    expect(stdout).toBe('');
  });
});
