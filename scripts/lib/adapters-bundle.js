import { join } from 'node:path';
import { build } from 'esbuild';
import { entriesApart } from './entries-apart.js';
import { root } from './paths.js';

/**
 * Bundles the adapters: each holds what it imports, such as SHA-256, so that no chunk of another
 * entry depends on it. Public entries stay imports: errors are the same classes.
 * @param {readonly string[]} files of dist/, as in package.json
 * @returns {Promise<import('esbuild').Metafile>}
 */
export async function bundleAdapters(files) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: files.map((file) => file.replace('./dist/', 'src/')),
    outdir: join(root, 'dist/adapters'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    plugins: [entriesApart((file) => `../${file}`)],
    metafile: true,
  });
  return metafile;
}
