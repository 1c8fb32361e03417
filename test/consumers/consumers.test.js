/**
 * The package as npm delivers it: installed from the archive, imported, required, bundled, in pages
 * with strict policies, and in runtimes that cannot compile wasm. Tools that are not installed are
 * skipped with a warning; in CI they fail.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../scripts/lib/browsers.js';
import { ISOLATION, serveFolder } from '../../scripts/lib/static-server.js';
import * as library from '../../src/index.js';
import { browsers, commandLine, NO_WASM_POLICY, WASM_POLICY, workerd } from '../engines/engines.js';
import { toHex } from '../support/hex.js';
import { describeWith } from '../support/installed.js';
import {
  areInstalled,
  bundlers,
  inlineScripts,
  OWN_WORKER,
  serveWithVite,
  vites,
} from './bundlers.js';
import { jsdomFile, runInWindow } from './jsdom.js';
import { bundleForNode, installPackage } from './package.js';
import { runWithAllModules } from './workerd.js';

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
  for (const [name, create] of /** @type {[string, any][]} */ (Object.entries(library))) {
    if (!name.startsWith('create')) continue;
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
 * Both threads have computed, and were started by the last of these ways.
 * @param {any} report of threads.js
 * @param {...string} ways
 */
function expectTwoThreads(report, ...ways) {
  expect(report).toEqual({ threads: 2, ways, parts: 2, isRight: true });
}

/**
 * @param {any} report of threads.js
 * @param {RegExp} reason
 */
function expectOneThread(report, reason) {
  expect(report).toMatchObject({ threads: 1, parts: 0, isRight: true });
  expect(report.reason).toMatch(reason);
}

const here = { name: `Node ${process.versions.node}`, program: process.execPath, args: [] };

for (const { name, program, args, install } of [here, ...commandLine]) {
  describeWith(`installed for ${name}`, program, install, () => {
    /** Runs a program to its own end. Nothing is disposed of in it. */
    const outputOf = async (file, { cwd = project.folder, flags = args } = {}) => {
      const { stdout, stderr } = await run(/** @type {string} */ (program), [...flags, file], {
        cwd,
      });
      expect(stderr).toBe('');
      return JSON.parse(stdout);
    };
    const expectAll = ({ sums, threads }) => {
      expectSums(sums);
      expectTwoThreads(threads, 'worker_threads');
    };

    it('is imported; works on two threads; ends by itself', async () =>
      expectAll(await outputOf('main.mjs')));
    it('is required; works on two threads; ends by itself', async () =>
      expectAll(await outputOf('main.cjs')));

    it.each(['esm', 'cjs'])('works as one bundled file (%s), moved elsewhere', async (format) => {
      const cwd = await bundleForNode(project.folder, format);
      expectAll(await outputOf(`main.${format === 'esm' ? 'mjs' : 'cjs'}`, { cwd }));
    });

    if (name === 'Node 26') {
      it('works on one thread where a permission for workers is missing', async () => {
        const flags = ['--permission', '--allow-fs-read=*'];
        const { sums, threads } = await outputOf('main.mjs', { flags });
        expectSums(sums);
        expectOneThread(threads, /^worker_threads: .*--allow-worker/);
      });
    }
  });
}

describeWith('in workerd, which compiles nothing', workerd, 'test/engines/runtimes', () => {
  let report;
  beforeAll(async () => {
    report = await runWithAllModules(/** @type {string} */ (workerd), project.folder);
  });

  it('works with modules, and takes the fast kernels', () => expectSums(report.all, 'fma'));
  it('works with the portable modules alone', () => expectSums(report.portable, 'limbs30'));
  it('explains what to do without modules', () => expectRefusal(report.none, /option modules/));
  it('falls back to bigint when asked to', () => expectSums(report.withFallback, 'bigint'));
  it('works on one thread, as there are no workers', () =>
    expectOneThread(report.threads, /this runtime has no workers/));
});

/** Browsers as they come: with flags they are tested in ../engines. */
const isPlain = ({ name }) => /^\w+$/.test(name);

/** Bundles that the other browsers open: with and without files of workers. */
const SOME = ['esbuild, ES modules', 'webpack', 'vite 8'];

const built = {};
describeWith('bundled', areInstalled, 'test/consumers/bundlers', () => {
  it.each(Object.keys(bundlers))('%s has nothing to warn of', async (name) => {
    const { folder, warnings } = await bundlers[name].build(project.folder);
    built[name] = folder;
    expect(warnings).toEqual([]);
  });

  it('works with the globals of a jsdom window, as test runners set them', async () => {
    const { stdout, stderr } = await run(process.execPath, ['with-window.mjs', jsdomFile()], {
      cwd: project.folder,
    });
    expect(stderr).toBe('');
    const { sums, threads } = JSON.parse(stdout);
    expectSums(sums);
    expectTwoThreads(threads, 'worker_threads');
  });

  it('works on one thread in a script inside of jsdom', async () => {
    const report = await runInWindow(built['esbuild, one classic script']);
    expectSums(report.sums);
    expectOneThread(report.threads, /this runtime has no workers/);
  });

  for (const engine of browsers.filter(isPlain)) {
    const { name: browserName, browser: kind, program, install } = engine;
    const pages = engine === browsers[0] ? Object.keys(bundlers) : SOME;
    describeWith(`in ${browserName}`, program, install, () => {
      let browser;
      beforeAll(async () => {
        browser = await launchBrowser(kind);
      });
      afterAll(() => browser?.close());

      /** The page's report, and the lines of its console (none, in WebKit). */
      const open = async (folder, headers, file = '') => {
        const server = await serveFolder(folder, { headers });
        const console = [];
        try {
          const report = await browser.open(server.url + file, (text) => console.push(text));
          return { ...report, console };
        } finally {
          await server.close();
        }
      };

      describe.each(pages)('%s', (name) => {
        const withPolicy = async (policy, file) => ({
          'content-security-policy': policy + (await inlineScripts(built[name], file)),
        });

        it('works in an isolated page under the strictest policy', async () => {
          const headers = { ...ISOLATION, ...(await withPolicy(WASM_POLICY)) };
          const report = await open(built[name], headers);
          expect(report.isolated).toBe(true);
          expectSums(report.sums);
          // The policy has no `blob:`.
          if (bundlers[name].emitsWorker) expectTwoThreads(report.threads, 'blob', 'file');
          else expectOneThread(report.threads, /^blob: .*; file: /);
        });

        it('works in a page that is not isolated, without a word in the console', async () => {
          const report = await open(built[name], {});
          expect(report.isolated).toBe(false);
          expectSums(report.sums);
          expectTwoThreads(report.threads, 'blob');
          expect(report.console).toEqual([]);
        });

        if (bundlers[name].emitsWorker) {
          it('starts workers of its own file, which imports curvemill/worker', async () => {
            const headers = await withPolicy(WASM_POLICY, OWN_WORKER);
            const { console, ...report } = await open(built[name], headers, OWN_WORKER);
            expectTwoThreads(report, 'file');
            expect(console).toEqual([]);
          });
        }

        // Of the package, not of a bundle: one will do.
        if (name !== pages[0]) return;
        it('does not fall back where it need not', async () => {
          const report = await open(built[name], {}, '#fallback');
          expectSums(report.withFallback);
        });

        it('is refused by a policy without wasm-unsafe-eval, and falls back when asked to', async () => {
          const report = await open(built[name], await withPolicy(NO_WASM_POLICY), '#fallback');
          expectRefusal(report.sums, /script-src 'wasm-unsafe-eval'/);
          expectSums(report.withFallback, 'bigint');
        });
      });

      const servers = engine === browsers[0] ? Object.keys(vites) : ['vite 8'];
      it.each(servers)('works with the development server of %s', async (name) => {
        const server = await serveWithVite(project.folder, vites[name]);
        try {
          const report = await browser.open(server.url);
          expectSums(report.sums);
          expectTwoThreads(report.threads, 'blob');
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

  // Neither the DOM's types nor Node's (of none by default), and every declaration is checked.
  it.each([
    ['nodenext', 'nodenext', 'es2022'],
    ['esnext', 'bundler', 'es2022,dom'],
  ])('names inferred types: module %s, resolution %s, lib %s', async (module, how, lib) => {
    const args = ['--module', module, '--moduleResolution', how, '--lib', lib];
    const all = ['--strict', '--target', 'es2022', '--declaration', '--skipLibCheck', 'false'];
    const { stdout } = await run(
      process.execPath,
      [compiler, ...all, ...args, '--outDir', 'declared', 'inferred.ts'],
      { cwd: project.folder },
    ).catch((error) => error);
    expect(stdout).toBe('');
    const declared = await readFile(join(project.folder, 'declared', 'inferred.d.ts'), 'utf8');
    expect(declared).not.toContain('dist/types');
    expect(declared).toContain('PointVector<');
  });
});
