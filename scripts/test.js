/**
 * Builds what the tests read, where it is stale, and runs them: the short list, which reads the
 * sources and the generated modules, or with --all everything, which also reads the package.
 *
 *   node scripts/test.js                    npm test: five minutes
 *   node scripts/test.js --all              npm run test:all: with browsers, bundlers, fuzz
 *   node scripts/test.js test/msm -t first  further arguments are Vitest's
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { helpIfAsked } from './lib/help.js';
import { root } from './lib/paths.js';
import { isBuilt, noteBuilt } from './lib/stale.js';

helpIfAsked(import.meta.url);

const given = process.argv.slice(2);
const isWhole = given.includes('--all');

/** @param {string[]} args of Node @param {object} [env] */
function run(args, env) {
  const options = { cwd: root, stdio: /** @type {const} */ ('inherit') };
  const { status } = spawnSync(process.execPath, args, {
    ...options,
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exit(status ?? 1);
}

if (!isBuilt('modules')) {
  console.log('building the WebAssembly');
  run(['wasm-gen/build.js']);
  noteBuilt('modules');
}
if (isWhole && !isBuilt('package')) {
  console.log('building the package');
  run(['scripts/build-dist.js']);
  run(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json']);
  run(['scripts/build-types.js']);
  noteBuilt('package');
}
run(
  [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...given.filter((arg) => arg !== '--all')],
  {
    CURVEMILL_TESTS: isWhole ? 'all' : 'short',
  },
);
