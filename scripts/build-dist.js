/**
 * Bundles the library for publishing: one ES module per public entry, shared code and kernels in
 * chunks of their own (a kernel is loaded only when an instance picks it), and the bare .wasm files
 * for runtimes that may not compile bytes.
 *
 *   node scripts/build-dist.js    after wasm-gen/build.js; npm run build does both
 */
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { oneCore } from './lib/one-core.js';
import { root } from './lib/paths.js';
import { helpIfAsked } from './lib/help.js';

helpIfAsked(import.meta.url);

const dist = join(root, 'dist');
const generated = join(root, 'src/generated');

const curves = ['src/bls12-381.js', 'src/secp256k1.js', 'src/banderwagon.js'];

await rm(dist, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: ['src/index.js', 'src/errors.js', ...curves],
  plugins: [await oneCore(curves)],
  ignoreAnnotations: true,
  outdir: dist,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  // Users read and step through what they install: size is the concern of their own bundler.
  minify: false,
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
});

await mkdir(join(dist, 'wasm'));
for (const file of await readdir(generated)) {
  if (file.endsWith('.wasm')) await cp(join(generated, file), join(dist, 'wasm', file));
}
