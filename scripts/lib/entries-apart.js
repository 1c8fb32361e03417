import { basename, dirname, join, resolve } from 'node:path';
import { root } from './paths.js';

/**
 * Public entries stay imports of what esbuild bundles: their classes, such as those of errors, are
 * the same for all.
 * @param {(file: string) => string} pathOf how the output imports the entry of that file name
 * @returns {import('esbuild').Plugin}
 */
export const entriesApart = (pathOf) => ({
  name: 'entries-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\// }, ({ path, importer, kind }) => {
      if (kind === 'entry-point') return undefined;
      const isEntry = dirname(resolve(dirname(importer), path)) === join(root, 'src');
      return isEntry ? { path: pathOf(basename(path)), external: true } : undefined;
    });
  },
});
