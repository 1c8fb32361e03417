/**
 * Bundlers, each set up by its manual, without settings for the package: they build a page from
 * `page.js` in a project; and, where they find files of workers, one from `own-worker-page.js`.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build as esbuild } from 'esbuild';

const tools = fileURLToPath(new URL('bundlers/', import.meta.url));

/** Whether `npm install --prefix test/consumers/bundlers` was done. */
export const areInstalled = existsSync(join(tools, 'node_modules'));

/**
 * @param {string} name
 * @returns {Promise<any>}
 */
async function load(name) {
  const require = createRequire(join(tools, 'package.json'));
  const module = await import(pathToFileURL(require.resolve(name)).href);
  return 'default' in module && Object.keys(module).length <= 2 ? module.default : module;
}

/** The page with a worker of its own. */
export const OWN_WORKER = 'own-worker.html';

/**
 * @param {string} folder
 * @param {string} attributes of the script
 * @param {string} [file]
 */
async function writeHtml(folder, attributes, file = 'index.html') {
  await mkdir(folder, { recursive: true });
  // Browsers would ask for an icon, and complain that there is none.
  const head =
    '<!doctype html><meta charset="utf-8"><title>page</title><link rel="icon" href="data:,">';
  await writeFile(join(folder, file), `${head}<script ${attributes}></script>`);
}

/** Writes both pages for a bundler that starts from them. @param {string} folder */
async function writePages(folder) {
  await writeHtml(folder, 'type="module" src="page.js"');
  await writeHtml(folder, 'type="module" src="own-worker-page.js"', OWN_WORKER);
}

/**
 * The built pages, and what the bundler warns of.
 * @typedef {{ folder: string, warnings: unknown[] }} Built
 */

/**
 * `emitsWorker`: whether the bundler finds the worker's file and puts it beside the page's. Where
 * it does not, a policy without `blob:` leaves one thread. `settings`: more of its own.
 * @typedef {object} Bundler
 * @property {(project: string, settings?: object) => Promise<Built>} build
 * @property {boolean} emitsWorker
 */

/** @type {Record<string, Bundler>} */
export const bundlers = {
  'esbuild, ES modules': {
    emitsWorker: false,
    build: async (project) => {
      const folder = join(project, 'esbuild-esm');
      const { warnings } = await esbuild({
        ...{ absWorkingDir: project, entryPoints: ['page.js'], outdir: folder, logLevel: 'silent' },
        ...{ bundle: true, splitting: true, format: 'esm', minify: true },
      });
      await writeHtml(folder, 'type="module" src="page.js"');
      return { folder, warnings };
    },
  },

  'esbuild, one classic script': {
    emitsWorker: false,
    build: async (project) => {
      const folder = join(project, 'esbuild-iife');
      const { warnings } = await esbuild({
        ...{ absWorkingDir: project, entryPoints: ['page.js'], outdir: folder, logLevel: 'silent' },
        ...{ bundle: true, format: 'iife', minify: true },
      });
      await writeHtml(folder, 'src="page.js"');
      return { folder, warnings };
    },
  },

  rollup: {
    emitsWorker: false,
    build: async (project) => {
      const folder = join(project, 'rollup');
      const { rollup } = await load('rollup');
      const nodeResolve = await load('@rollup/plugin-node-resolve');
      const warnings = [];
      const bundle = await rollup({
        input: join(project, 'page.js'),
        plugins: [(nodeResolve.nodeResolve ?? nodeResolve)()],
        onwarn: (warning) => warnings.push(warning.message),
      });
      await bundle.write({ dir: folder, format: 'es' });
      await bundle.close();
      await writeHtml(folder, 'type="module" src="page.js"');
      return { folder, warnings };
    },
  },

  webpack: {
    emitsWorker: true,
    build: async (project, settings) => {
      const folder = join(project, 'webpack');
      const webpack = await load('webpack');
      const compiler = (webpack.webpack ?? webpack)({
        context: project,
        mode: 'production',
        entry: { page: './page.js', own: './own-worker-page.js' },
        output: { path: folder, filename: '[name].js' },
        ...settings,
      });
      const stats = await new Promise((resolve, reject) =>
        compiler.run((error, result) => (error ? reject(error) : resolve(result))),
      );
      await new Promise((resolve) => compiler.close(resolve));
      const { errors, warnings } = stats.compilation;
      await writeHtml(folder, 'src="page.js"');
      await writeHtml(folder, 'src="own.js"', OWN_WORKER);
      return { folder, warnings: [...errors, ...warnings].map(String) };
    },
  },

  'vite 7': {
    emitsWorker: true,
    build: (project, settings) => buildWithVite(project, 'vite7', settings),
  },

  'vite 8': {
    emitsWorker: true,
    build: (project, settings) => buildWithVite(project, 'vite', settings),
  },

  Parcel: {
    emitsWorker: true,
    build: async (project) => {
      const folder = join(project, 'parcel');
      await writePages(project);
      const program = join(tools, 'node_modules/parcel/lib/bin.js');
      const output = ['--dist-dir', folder, '--no-cache', '--log-level', 'warn'];
      const args = [program, 'build', 'index.html', OWN_WORKER, ...output];
      const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
        cwd: project,
      });
      return { folder, warnings: [stdout, stderr].filter((text) => text.trim() !== '') };
    },
  },
};

/**
 * @param {string} project
 * @param {string} version name of the package
 * @param {object} [settings]
 * @returns {Promise<Built>}
 */
async function buildWithVite(project, version, settings) {
  const folder = join(project, `built-by-${version}`);
  const { build, createLogger } = await load(version);
  const warnings = [];
  const customLogger = createLogger('silent');
  // How long a build takes, which rolldown reports of a busy machine, says nothing of the package.
  customLogger.warn = (message) => {
    if (!/\b(BUNDLER|PLUGIN)_TIMINGS\b/.test(message)) warnings.push(message);
  };
  customLogger.warnOnce = customLogger.warn;
  await writePages(project);
  const input = ['index.html', OWN_WORKER].map((file) => join(project, file));
  await build({
    ...{ root: project, customLogger, ...settings },
    build: { outDir: folder, rollupOptions: { input } },
  });
  return { folder, warnings };
}

/**
 * Scripts that a policy must allow besides files: Parcel's page has an import map in it.
 * @param {string} folder of a built page
 * @param {string} [file]
 * @returns {Promise<string>} sources of scripts, in the words of a policy
 */
export async function inlineScripts(folder, file = 'index.html') {
  const html = await readFile(join(folder, file), 'utf8');
  const texts = [...html.matchAll(/<script[^>]*>([^<]+)<\/script>/g)].map(([, text]) => text);
  const hashes = texts.map((text) => createHash('sha256').update(text).digest('base64'));
  return hashes.map((hash) => ` 'sha256-${hash}'`).join('');
}

/** Versions of vite: names of their packages. */
export const vites = { 'vite 7': 'vite7', 'vite 8': 'vite' };

/**
 * The development server of vite, which bundles dependencies ahead in its own way.
 * @param {string} project
 * @param {string} version name of the package
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveWithVite(project, version) {
  const { createServer } = await load(version);
  await writeHtml(project, 'type="module" src="page.js"');
  const server = await createServer({
    ...{ root: project, cacheDir: `.cache-of-${version}`, logLevel: 'silent' },
    server: { port: 0 },
  });
  await server.listen();
  return { url: server.resolvedUrls.local[0], close: () => server.close() };
}
