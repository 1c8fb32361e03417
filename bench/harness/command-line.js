/** Command lines of programs that measure: options, `--help`, exit codes. */
import { parseArgs } from 'node:util';
import { isUsageError, parseInteger, parseName, UsageError } from '../../scripts/lib/cli.js';
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

/**
 * One name of a set; the default is the first.
 * @type {(names: readonly string[]) => Option<string>}
 */
export const oneOf = (names) => ({
  fallback: names[0],
  read: (value, option) => parseName(value, option, names),
});

/**
 * A list, which commas separate.
 * @template T
 * @param {string} fallback
 * @param {(part: string, flag: string) => T} read
 * @returns {Option<T[]>}
 */
export const listOf = (fallback, read) => ({
  fallback,
  read: (value, option) =>
    value.split(',').flatMap((/** @type {string} */ part) => (part ? [read(part, option)] : [])),
});

/** Backends of an instance. */
export const BACKENDS = ['auto', 'portable', 'fma', 'wide', 'bigint'];

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

/** @typedef {Record<string, Option<any>>} Options */
/**
 * Values of options, by their names.
 * @template {Options} O
 * @typedef {{ [Name in keyof O]: ReturnType<O[Name]['read']> }} Values
 */

/**
 * Reads the command line: `--help` prints the program's header and ends it, a mistake ends it with
 * exit code 2.
 * @template {Options} O
 * @param {string} url the program's `import.meta.url`
 * @param {O} options
 * @returns {Values<O>}
 */
export function readCommandLine(url, options) {
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
    return Object.fromEntries(read);
  } catch (error) {
    if (!isUsageError(error)) throw error;
    process.stderr.write(`${error.message}\n\nUsage: --help\n`);
    process.exit(2);
  }
}

/**
 * Runs a program. An error in its course ends it with exit code 1, or 2 if it is one of the command
 * line.
 * @template {Options} O
 * @param {string} url the program's `import.meta.url`
 * @param {O} options
 * @param {(values: Values<O>) => unknown} main
 */
export async function program(url, options, main) {
  const values = readCommandLine(url, options);
  try {
    await main(values);
  } catch (error) {
    const isUsage = isUsageError(error);
    process.stderr.write(`${isUsage || !(error instanceof Error) ? error : error.stack}\n`);
    process.exitCode = isUsage ? 2 : 1;
  }
}
