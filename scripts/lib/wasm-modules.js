/** Imports of .wasm files in bundles for browsers. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Imports of .wasm files, as bundlers for the web have them: a file of its own, compiled while it
 * arrives.
 * @type {import('esbuild').Plugin}
 */
export const wasmModules = {
  name: 'wasm-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.wasm$/ }, ({ path, resolveDir, namespace }) =>
      namespace === 'wasm-module'
        ? { path, namespace: 'wasm-file' }
        : { path: join(resolveDir, path), namespace: 'wasm-module' },
    );
    onLoad({ filter: /.*/, namespace: 'wasm-file' }, async ({ path }) => ({
      contents: await readFile(path),
      loader: 'file',
    }));
    onLoad({ filter: /.*/, namespace: 'wasm-module' }, async ({ path }) => {
      const module = new WebAssembly.Module(await readFile(path));
      const imported = [...new Set(WebAssembly.Module.imports(module).map((item) => item.module))];
      const names = WebAssembly.Module.exports(module).map(({ name }) => name);
      const contents = `
        import url from ${JSON.stringify(path)};
        ${imported.map((from, i) => `import * as m${i} from ${JSON.stringify(from)};`).join('\n')}
        const file = new URL(url, import.meta.url);
        const imports = { ${imported.map((from, i) => `'${from}': m${i}`).join(', ')} };
        const { instance } = await WebAssembly.instantiateStreaming(fetch(file), imports);
        export const { ${names.join(', ')} } = instance.exports;`;
      return { contents, resolveDir: dirname(path) };
    });
  },
};
