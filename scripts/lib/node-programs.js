import { join } from 'node:path';
import { build } from 'esbuild';
import { entriesApart } from './entries-apart.js';
import { root } from './paths.js';

/**
 * Programs for Node in `dist/`, and their sources: what generates curves, and what times sums, as
 * far below the package's folder as in `scripts/`.
 */
const PROGRAMS = {
  generate: 'wasm-gen/generate.js',
  'programs/evaluate-msm': 'scripts/evaluate-msm.js',
};

/**
 * Bundles these. What they take of the package they import by its name, so that
 * they measure what others use; the packages of peers and tools are those of whoever runs them.
 * @param {string} dist
 * @returns {Promise<import('esbuild').Metafile>}
 */
export async function bundlePrograms(dist) {
  const { metafile } = await build({
    entryPoints: Object.fromEntries(
      Object.entries(PROGRAMS).map(([name, path]) => [name, join(root, path)]),
    ),
    outdir: dist,
    bundle: true,
    // What imports a peer stays apart: it is loaded if that peer is asked for.
    splitting: true,
    chunkNames: 'programs/[name]-[hash]',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    plugins: [entriesApart((file) => `curvemill/${file.replace(/\.js$/, '')}`)],
    metafile: true,
    absWorkingDir: root,
    external: ['curvemill/*', 'wabt', 'binaryen', ...PEERS],
    logLevel: 'error',
  });
  return metafile;
}

/** Other libraries that measurements compare with. */
const PEERS = ['@noble/curves', 'mcl-wasm', 'montgomery', 'tiny-secp256k1', 'micro-eth-signer'];
