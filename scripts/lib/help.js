import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * If `--help` is among the arguments, prints the header comment of a program, which documents its
 * purpose and options, and exits. Programs that validate their options print a usage text instead.
 * @param {string} url the program's `import.meta.url`
 */
export function helpIfAsked(url) {
  const [, program, ...options] = process.argv;
  // Another program may import this one.
  if (realpathSync(program) !== fileURLToPath(url)) return;
  if (!options.some((option) => option === '--help' || option === '-h')) return;
  const [, comment] = /^\/\*\*\n(.*?)\n \*\/$/ms.exec(readFileSync(new URL(url), 'utf8')) ?? [];
  console.log(comment?.replace(/^ \* ?/gm, ''));
  process.exit(0);
}
