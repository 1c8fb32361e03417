/**
 * Removes the declarations that no public entry reaches: tsc writes one for each module of the
 * library, and a user's compiler reads those that an entry's types name.
 *
 *   node scripts/prune-types.js    after tsc -p tsconfig.types.json; npm run build does both
 */
import { readFile, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { helpIfAsked } from './lib/help.js';
import { root } from './lib/paths.js';

helpIfAsked(import.meta.url);

/** Imports of declarations: `from './x.js'`, `import('./x.js')`. */
const RELATIVE = /(?:from|import\()\s*["'](\.{1,2}\/[^"']+)\.js["']/g;

const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
/** @type {string[]} */
const entries = Object.values(exports).flatMap(({ types }) => (types ? [join(root, types)] : []));

/** @type {Set<string>} */
const reached = new Set();

/** @param {string} path of a declaration */
async function reach(path) {
  if (reached.has(path)) return;
  reached.add(path);
  const text = await readFile(path, 'utf8');
  for (const [, module] of text.matchAll(RELATIVE)) {
    await reach(join(dirname(path), `${module}.d.ts`));
  }
}

for (const entry of entries) await reach(entry);
const types = join(root, 'dist/types');
for (const { name, parentPath } of await readdir(types, { recursive: true, withFileTypes: true })) {
  const path = join(parentPath, name);
  if (name.endsWith('.d.ts') && !reached.has(path)) await rm(path);
}
