import { basename, dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { root } from './paths.js';

/**
 * Bundles the adapters: each holds what it imports, such as SHA-256, so that no chunk of another
 * entry depends on it. Public entries stay imports: errors are the same classes.
 * @param {readonly string[]} files of dist/, as in package.json
 */
export async function bundleAdapters(files) {
  await build({
    absWorkingDir: root,
    entryPoints: files.map((file) => file.replace('./dist/', 'src/')),
    outdir: join(root, 'dist/adapters'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    plugins: [
      {
        name: 'entries',
        setup({ onResolve }) {
          onResolve({ filter: /^\.{1,2}\// }, ({ path, importer, kind }) => {
            if (kind === 'entry-point') return undefined;
            const isEntry = dirname(resolve(dirname(importer), path)) === join(root, 'src');
            return isEntry ? { path: `../${basename(path)}`, external: true } : undefined;
          });
        },
      },
    ],
  });
}
