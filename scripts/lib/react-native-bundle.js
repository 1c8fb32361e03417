import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { root } from './paths.js';

/** In the place of what opens engines on WebAssembly. */
const STAND_IN = join(root, 'src/engines/bigint/without-wasm.js');

/** Modules of `src/` that open these engines, by their imports. */
const OPENS = /\/engines\/wasm\/(create|kernels\/compile)\.js$/;

/** Modules that only these engines use: themselves, their workers, and the texts of kernels. */
const UNUSED = new RegExp(
  `/src/(${[
    'engines/wasm/.+',
    'verkle/engine/(engine|elements|[\\w-]*window-table[\\w-]*)',
    'parallel/(pool|parallel-engine)',
    'generated/(curves/)?([\\w-]+\\.[\\w.-]+|worker-source)',
  ].join('|')})\\.js$`.replaceAll('/', '[\\\\/]'),
);

/** Comments, which name types by imports; or the module that an expression imports on demand. */
const COMMENT_OR_IMPORT = /\/\*[^]*?\*\/|\bimport\('([^']+)'\)/g;

/**
 * The text of a module with its imports on demand made static.
 * @param {string} text
 */
function withoutDemands(text) {
  /** @type {string[]} */
  const imports = [];
  const code = text.replace(COMMENT_OR_IMPORT, (found, path) => {
    if (!path) return found;
    const name = `onDemand${imports.length}`;
    imports.push(`import * as ${name} from '${path}';\n`);
    return `Promise.resolve(${name})`;
  });
  return imports.join('') + code;
}

/** Modules in whose place the stand-in was put: it has to be both. @type {Set<string>} */
const opened = new Set();

/** @type {import('esbuild').Plugin} */
const withoutWasm = {
  name: 'without-wasm',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: OPENS }, ({ path }) => {
      opened.add(basename(path));
      return { path: STAND_IN };
    });
    onLoad({ filter: UNUSED }, () => ({ contents: '', loader: 'empty' }));
    onLoad({ filter: /[\\/]src[\\/].+\.js$/ }, async ({ path }) => ({
      contents: withoutDemands(await readFile(path, 'utf8')),
    }));
  },
};

/**
 * Bundles the entries for React Native. Metro, its bundler, and Hermes, its engine, take neither
 * `static` blocks nor `import.meta`; Hermes has no WebAssembly and no workers. So there are no
 * kernels here, and engines are those on BigInt. Nothing is imported on demand, as an app comes
 * whole, and some bundlers of apps would make a download of it.
 * @param {readonly string[]} files of `dist/react-native/`, as in package.json
 * @throws {Error} an import on demand is left, or the stand-in is in the place of other modules
 */
export async function bundleForReactNative(files) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...new Set(files)].map((file) => file.replace('./dist/react-native', 'src')),
    outbase: 'src',
    outdir: join(root, 'dist/react-native'),
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[hash]',
    format: 'esm',
    target: 'es2022',
    supported: { 'class-static-blocks': false },
    legalComments: 'none',
    // The unused modules export nothing.
    logOverride: { 'import-is-undefined': 'silent' },
    metafile: true,
    plugins: [withoutWasm],
  });
  if (opened.size !== 2)
    throw new Error(`expected a stand-in for two modules, got one for ${[...opened]}`);
  for (const [file, { imports }] of Object.entries(metafile.outputs)) {
    const left = imports.find(({ kind }) => kind === 'dynamic-import');
    if (left) throw new Error(`${file}: expected static imports, got import('${left.path}')`);
  }
}
