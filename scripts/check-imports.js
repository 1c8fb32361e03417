/**
 * Checks that imports only go down: every import of src/ and wasm-gen/, static, dynamic or of types
 * alone, leads into the same room or into one below it (scripts/lib/rooms.js); that proof/ imports
 * itself alone, and so does the kernel of proofs.
 *
 *   node scripts/check-imports.js    exit code 1, and a line for each import that goes up
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { helpIfAsked } from './lib/help.js';
import { root } from './lib/paths.js';
import { whyNot } from './lib/rooms.js';
import { SPECIFIER } from './lib/source-facts.js';

helpIfAsked(import.meta.url);

/** @param {string} path */
const slashes = (path) => path.split(sep).join('/');

/** @returns {string[]} of src/, without the kernels' text, of wasm-gen/ and proof/ */
function sources() {
  return ['src', 'wasm-gen', 'proof']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map(
        (path) => `${folder}/${slashes(String(path))}`,
      ),
    )
    .filter((path) => path.endsWith('.js') && !/^src\/generated\/[^/]+$/.test(path));
}

const climbing = sources().flatMap((from) => {
  const text = readFileSync(join(root, from), 'utf8');
  return [...text.matchAll(SPECIFIER)].flatMap(({ 1: specifier, index }, i) => {
    const to = posix.normalize(posix.join(slashes(dirname(from)), specifier));
    // The generator writes imports, too, relative to what it generates.
    if (from.startsWith('wasm-gen/') && !existsSync(join(root, to))) return [];
    const line = text.slice(text.lastIndexOf('\n', index) + 1, index);
    const reason = whyNot(from, to, /^\s*(\/\*)?\*/.test(line));
    return reason === null ? [] : [{ from, to: slashes(relative('', to)), reason, i }];
  });
});
for (const { from, to, reason } of climbing) console.error(`${from} imports ${to}: ${reason}`);
if (climbing.length > 0) process.exitCode = 1;
else console.log(`imports of ${sources().length} files: all go down`);
