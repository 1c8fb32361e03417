import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Whether `--help` is among the arguments. */
export const isHelpAsked = () =>
  process.argv.slice(2).some((option) => option === '--help' || option === '-h');

/**
 * Prints the header comment of a program, which documents its purpose and options, and exits.
 * @param {string} url the program's `import.meta.url`
 */
export function showHeader(url) {
  const [, comment] = /^\/\*\*\n(.*?)\n \*\/$/ms.exec(readFileSync(new URL(url), 'utf8')) ?? [];
  console.log(comment?.replace(/^ \* ?/gm, ''));
  process.exit(0);
}

/**
 * Shows the header of a program if that is asked for. Programs that validate their options print a
 * usage text instead.
 * @param {string} url the program's `import.meta.url`
 */
export function helpIfAsked(url) {
  // Another program may import this one.
  if (realpathSync(process.argv[1]) !== fileURLToPath(url)) return;
  if (isHelpAsked()) showHeader(url);
}
