/** Command lines of programs that measure: options, `--help`, exit codes. */
import { parseArgs } from 'node:util';
import { isUsageError, parseInteger, UsageError } from '../../scripts/lib/cli.js';
import { helpIfAsked } from '../../scripts/lib/help.js';

/**
 * An option: its default, and the function that reads it or throws a `UsageError` with the flag.
 * @template T
 * @typedef {{ fallback: string | boolean | undefined, read: (text: any, flag: string) => T }}
 *   Option
 */

/** @type {(fallback: number, min: number, max: number) => Option<number>} */
export const whole = (fallback, min, max) => ({
  fallback: String(fallback),
  read: (text, flag) => parseInteger(text, flag, min, max),
});

/** @type {(fallback?: string) => Option<string>} */
export const text = (fallback = '') => ({ fallback, read: (value) => value });

/** @type {Option<string>} */
export const required = {
  fallback: undefined,
  read: (value, flag) => {
    if (value === undefined) throw new UsageError(`${flag}: expected a value`);
    return value;
  },
};

/** @type {Option<boolean>} */
export const flag = { fallback: false, read: (value) => value };

/**
 * Runs a program: with `--help` it prints the program's header; a wrong command line ends with exit
 * code 2, any other error with 1.
 * @template {Record<string, Option<any>>} Options
 * @param {string} url the program's `import.meta.url`
 * @param {Options} options
 * @param {(values: { [Name in keyof Options]: ReturnType<Options[Name]['read']> }) => unknown} main
 */
export async function program(url, options, main) {
  helpIfAsked(url);
  const entries = Object.entries(options);
  try {
    const { values } = parseArgs({
      options: Object.fromEntries(
        entries.map(([name, { fallback }]) => [
          name,
          {
            type: /** @type {'boolean' | 'string'} */ (
              typeof fallback === 'boolean' ? 'boolean' : 'string'
            ),
            ...(fallback === undefined ? {} : { default: fallback }),
          },
        ]),
      ),
    });
    const read = entries.map(([name, option]) => [name, option.read(values[name], `--${name}`)]);
    await main(Object.fromEntries(read));
  } catch (error) {
    const isUsage = isUsageError(error);
    process.stderr.write(`${isUsage || !(error instanceof Error) ? error : error.stack}\n`);
    process.exitCode = isUsage ? 2 : 1;
  }
}
