/**
 * Bundlers, each set up by its manual, without settings for the package. `build` builds a page from
 * `page.js` in a project and returns the folder and the bundler's warnings.
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build as esbuild } from 'esbuild';

const tools = fileURLToPath(new URL('bundlers/', import.meta.url));

/** Whether `npm ci --prefix test/consumers/bundlers` was done. */
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

/**
 * @param {string} folder
 * @param {string} attributes of the script
 */
async function writeHtml(folder, attributes) {
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>page</title><script ${attributes}></script>`,
  );
}

/** @type {Record<string, (project: string) => Promise<{ folder: string, warnings: unknown[] }>>} */
export const bundlers = {
  'esbuild, ES modules': async (project) => {
    const folder = join(project, 'esbuild-esm');
    const { warnings } = await esbuild({
      ...{ absWorkingDir: project, entryPoints: ['page.js'], outdir: folder, logLevel: 'silent' },
      ...{ bundle: true, splitting: true, format: 'esm', minify: true },
    });
    await writeHtml(folder, 'type="module" src="page.js"');
    return { folder, warnings };
  },

  'esbuild, one classic script': async (project) => {
    const folder = join(project, 'esbuild-iife');
    const { warnings } = await esbuild({
      ...{ absWorkingDir: project, entryPoints: ['page.js'], outdir: folder, logLevel: 'silent' },
      ...{ bundle: true, format: 'iife', minify: true },
    });
    await writeHtml(folder, 'src="page.js"');
    return { folder, warnings };
  },

  rollup: async (project) => {
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

  webpack: async (project) => {
    const folder = join(project, 'webpack');
    const webpack = await load('webpack');
    const compiler = (webpack.webpack ?? webpack)({
      context: project,
      mode: 'production',
      entry: './page.js',
      output: { path: folder, filename: 'page.js' },
    });
    const stats = await new Promise((resolve, reject) =>
      compiler.run((error, result) => (error ? reject(error) : resolve(result))),
    );
    await new Promise((resolve) => compiler.close(resolve));
    const { errors, warnings } = stats.compilation;
    await writeHtml(folder, 'src="page.js"');
    return { folder, warnings: [...errors, ...warnings].map(String) };
  },

  vite: async (project) => {
    const folder = join(project, 'vite');
    const { build, createLogger } = await load('vite');
    const warnings = [];
    const customLogger = createLogger('silent');
    customLogger.warn = (message) => warnings.push(message);
    customLogger.warnOnce = customLogger.warn;
    await writeHtml(project, 'type="module" src="page.js"');
    await build({ root: project, customLogger, build: { outDir: folder } });
    return { folder, warnings };
  },
};

/**
 * The development server of vite, which bundles dependencies ahead in its own way.
 * @param {string} project
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveWithVite(project) {
  const { createServer } = await load('vite');
  await writeHtml(project, 'type="module" src="page.js"');
  const server = await createServer({ root: project, logLevel: 'silent', server: { port: 0 } });
  await server.listen();
  return { url: server.resolvedUrls.local[0], close: () => server.close() };
}
