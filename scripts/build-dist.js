/**
 * Bundles the library for publishing: an ES module per public entry, and chunks that are loaded on
 * demand (a kernel only when an instance picks it). The worker is one script of its own, and its
 * text is one of these chunks. Also copies the .wasm files, for runtimes that compile no bytes,
 * and lists what pages may preload.
 *
 *   node scripts/build-dist.js    after wasm-gen/build.js; npm run build does both
 *
 * Code that a page loads immediately is kept together: one chunk for code shared by several curves'
 * entries, one for the rest of each entry. By default a bundler would split it wherever a lazy part
 * shares code with it, into a dozen files that compress worse: 2.8 kB of a curve's 30. What an
 * instance imports when it is created is few files, each imported directly: one request after the
 * entry, whatever bundles them. Small modules that they share are copied (lib/copies.js).
 *
 * Chunks are in a folder of their version, so that a page may cache them for ever; a hash in each
 * name would be 0.2 kB of an entry.
 */
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { transform } from 'esbuild';
import { minify } from 'rolldown/utils';
import { rollup } from 'rollup';
import { curves } from '../src/curves/index.js';
import { copies } from './lib/copies.js';
import { helpIfAsked } from './lib/help.js';
import { Holders } from './lib/held-once.js';
import { root } from './lib/paths.js';
import { bundlePrograms } from './lib/node-programs.js';
import { preloadLists } from './lib/preload.js';
import { publishMaps } from './lib/published-maps.js';
import { bundleAdapters } from './lib/adapters-bundle.js';
import { bundleForReactNative } from './lib/react-native-bundle.js';
import { bundleWorker, writeWorkerSource } from './lib/worker-bundle.js';

helpIfAsked(import.meta.url);

/** @import { GetModuleInfo } from 'rollup' */

const dist = join(root, 'dist');
const generated = join(root, 'src/generated');

/** Adapters: each is a file of its own (lib/adapters-bundle.js). */
const ADAPTER = /\/adapters\//;

/** The sources of the public entries: what package.json exports, by name. */
const { exports, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
/** Bundles of their own: a worker's script, and a program for Node. */
const APART = ['./dist/worker.js', './dist/generate.js'];
/** @type {Record<string, string>} */
const entries = Object.fromEntries(
  Object.values(exports)
    .map((target) => target.default)
    .filter((file) => file && !APART.includes(file) && !ADAPTER.test(file))
    .map((file) => [basename(file, '.js'), join(root, file.replace('./dist/', 'src/'))]),
);

/** Names of the curves' entries. */
const paths = [...new Set(curves.map(({ entry }) => entry.path))];

/**
 * The modules that an entry loads, itself included.
 * @param {string} id
 * @param {GetModuleInfo} getModuleInfo
 * @param {{ later: boolean, found?: Set<string> }} how `later`: whether to include dynamic imports
 * @returns {Set<string>}
 */
function loaded(id, getModuleInfo, { later, found = new Set() }) {
  found.add(id);
  const { importedIds = [], dynamicallyImportedIds = [] } = getModuleInfo(id) ?? {};
  for (const next of later ? [...importedIds, ...dynamicallyImportedIds] : importedIds) {
    if (!found.has(next)) loaded(next, getModuleInfo, { later, found });
  }
  return found;
}

/**
 * The modules of each curve's entry, once the graph is known.
 * @type {Array<{ path: string, atOnce: Set<string>, ever: Set<string> }>}
 */
const graphs = [];

/**
 * The modules of the entries that import kernels statically.
 * @type {Set<string>}
 */
const eagerly = new Set();

/**
 * Removes most comments but does not minify: users step through the installed code in debuggers.
 * @type {import('rollup').Plugin}
 */
const withoutComments = {
  name: 'without-comments',
  renderChunk: (code) => transform(code, { format: 'esm', target: 'es2022', sourcemap: true }),
};

/** Curves, and texts of modules; the decoder of these lies among code. */
const CONSTANTS = /\/(curves|generated\/(?!decoder\.js))/;

/**
 * Simplifies code as minifiers do, but keeps names and lines: whatever minifies a page then leaves
 * less, esbuild 1.5 %. Chunks with constants of curves stay as they are: their digits
 * would become decimal, which is longer.
 * @type {import('rollup').Plugin}
 */
const simplified = {
  name: 'simplified',
  async renderChunk(code, { fileName, moduleIds }) {
    if (moduleIds.some((id) => CONSTANTS.test(id))) return null;
    const { errors, ...result } = await minify(fileName, code, {
      module: true,
      compress: { target: 'es2022', sequences: false, joinVars: false },
      mangle: false,
      codegen: { removeWhitespace: false },
      sourcemap: true,
    });
    if (errors.length > 0) throw errors[0];
    return result;
  },
};

/**
 * Modules imported on demand that creating an instance waits for together, by their chunk: browsers
 * request six files at a time over HTTP/1.1.
 */
const TOGETHER = [
  // A few lines that engines and protocols share: no chunk of either is loaded for them.
  { name: 'core', modules: /\/port\/(point-checks|random|ranges)\.js$/ },
  // The port's lines, which engines without WebAssembly have, too.
  { name: 'lines', modules: /\/port\/pairings\.js$/ },
  // Pairings, of every curve: the protocol, and what runs on the kernels.
  {
    name: 'pairing',
    modules:
      /\/protocols\/pairing\/|\/engines\/wasm\/(pairings|miller|combination-terms|kernels\/pairing)\.js/,
  },
  // All other protocols of pairings, and hashing, which they need: its protocol, and its maps.
  {
    name: 'protocols',
    modules: /\/protocols\/(hashing\/|bls-signatures\/|eip2537)/,
  },
  { name: 'protocols', modules: /(\.maps|\/wasm\/hashing)\.js$/ },
];

const worker = await bundleWorker();
await writeWorkerSource(worker.text);

// The types too, which tsc writes next: those of a module that is gone would stay.
for (const name of await readdir(dist).catch(() => [])) {
  await rm(join(dist, name), { recursive: true, force: true });
}
const bundle = await rollup({
  input: entries,
  plugins: [copies, simplified, withoutComments],
  onwarn(warning) {
    throw new Error(warning.message);
  },
});
const { output } = await bundle.write({
  dir: dist,
  format: 'es',
  entryFileNames: '[name].js',
  chunkFileNames: `chunks-${version}/[name].js`,
  sourcemap: true,
  sourcemapPathTransform: (path) => path.replace(/\?[\w.-]+$/, ''),
  manualChunks(id, { getModuleInfo }) {
    if (graphs.length === 0) {
      for (const path of paths) {
        const modules = (/** @type {boolean} */ later) =>
          loaded(entries[path], getModuleInfo, { later });
        graphs.push({ path, atOnce: modules(false), ever: modules(true) });
        const eager = entries[`${path}-eager`];
        if (eager) loaded(eager, getModuleInfo, { later: false, found: eagerly });
      }
    }
    const owners = graphs.filter(({ atOnce }) => atOnce.has(id));
    if (owners.length === 0) return TOGETHER.find(({ modules }) => modules.test(id))?.name;
    // Separate: rollup would otherwise merge it into a module that imports it.
    if (id === entries.errors) return 'errors';
    if (owners.length > 1) return 'core';
    // For the curve's other entry, which imports nothing of the first one's requests.
    if (eagerly.has(id)) return `${owners[0].path}-instance`;
    const isAlone = graphs.every((graph) => graph === owners[0] || !graph.ever.has(id));
    return isAlone ? `${owners[0].path}-core` : `shared-${basename(id, '.js')}`;
  },
});
await bundle.close();
const lists = preloadLists(output, curves);
await writeFile(join(dist, 'preload.json'), `${JSON.stringify(lists, null, 2)}\n`);
await writeFile(join(dist, 'worker.js'), `${worker.text}//# sourceMappingURL=worker.js.map\n`);
await writeFile(join(dist, 'worker.js.map'), worker.map);
await publishMaps(dist);
const adapters = await bundleAdapters(
  Object.values(exports)
    .map((target) => target.default ?? '')
    .filter((file) => ADAPTER.test(file)),
);
await bundleForReactNative(
  Object.values(exports).flatMap((target) => target['react-native'] ?? []),
);
const programs = await bundlePrograms(dist);

const holders = new Holders();
for (const chunk of output)
  if (chunk.type === 'chunk') holders.add(chunk.fileName, chunk.moduleIds);
for (const metafile of [adapters, programs]) holders.addMetafile(metafile);
holders.check();

await mkdir(join(dist, 'wasm'));
for (const file of await readdir(generated)) {
  if (file.endsWith('.wasm')) await cp(join(generated, file), join(dist, 'wasm', file));
}
