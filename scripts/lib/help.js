import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Where `--help` is among the arguments, prints the comment at the head of a program, which says
 * what it does and takes, and ends. A program that reads its options with care has a usage of
 * its own instead.
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
