/** Command lines: options, what reads their values, `--help`, exit codes. */
import { parseArgs } from 'node:util';
import { helpIfAsked, isHelpAsked } from './help.js';

/** A mistake in the command line: the caller prints the usage and exits with code 2. */
export class UsageError extends Error {}

/**
 * Reads a list of whole numbers and ranges: `'4,6,10-12'` → `[4, 6, 10, 11, 12]`.
 * @param {string} text
 * @param {string} flag named in error messages
 * @param {number} min
 * @param {number} max
 * @returns {number[]} in the order given, each once
 */
export function parseList(text, flag, min, max) {
  const values = text.split(',').flatMap((part) => {
    const match = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(part);
    if (!match) throw new UsageError(`${flag}: expected numbers or ranges, got '${part}'`);
    const first = parseInteger(match[1], flag, min, max);
    const last = parseInteger(match[2] ?? match[1], flag, min, max);
    if (last < first) throw new UsageError(`${flag}: expected a rising range, got '${part}'`);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
  return [...new Set(values)];
}

/**
 * Reads a whole number between bounds.
 * @param {string} text
 * @param {string} flag named in error messages
 * @param {number} min
 * @param {number} max
 * @returns {number}
 */
export function parseInteger(text, flag, min, max) {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
  if (!(value >= min && value <= max)) {
    throw new UsageError(`${flag}: expected a whole number from ${min} to ${max}, got '${text}'`);
  }
  return value;
}

/** Threads that an instance takes, at most. */
const MAX_THREADS = 1024;

/**
 * Reads numbers of threads: `'1,2,auto'` → `[1, 2, 'auto']`.
 *
 * @param {string} text
 * @param {string} flag named in error messages
 * @returns {(number | 'auto')[]} in the order given, each once
 */
export function parseThreads(text, flag) {
  const read = (/** @type {string} */ part) =>
    part.trim() === 'auto'
      ? /** @type {const} */ ('auto')
      : parseInteger(part, flag, 1, MAX_THREADS);
  return [...new Set(text.split(',').map(read))];
}

/**
 * Reads one name of a set.
 * @param {string} text
 * @param {string} flag named in error messages
 * @param {readonly string[]} names
 * @returns {string}
 */
export function parseName(text, flag, names) {
  if (!names.includes(text)) {
    throw new UsageError(`${flag}: expected one of ${names.join(', ')}, got '${text}'`);
  }
  return text;
}

/**
 * Whether an error is a mistake in the command line, found here or by `parseArgs`.
 * @param {unknown} error
 * @returns {error is Error}
 */
export function isUsageError(error) {
  if (error instanceof UsageError) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('ERR_PARSE_ARGS');
}

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

/**
 * Whole numbers and ranges, as `parseList` reads them.
 * @type {(fallback: string, min: number, max: number) => Option<number[]>}
 */
export const ranges = (fallback, min, max) => ({
  fallback,
  read: (value, option) => parseList(value, option, min, max),
});

/** @type {(fallback: string) => Option<(number | 'auto')[]>} */
export const threadsOf = (fallback) => ({ fallback, read: parseThreads });

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
 * Reads the values of options.
 * @template {Options} O
 * @param {O} options
 * @param {string[]} [args] those of this process, or others
 * @returns {Values<O>}
 * @throws {UsageError}, or an error of `parseArgs`
 */
export function readOptions(options, args = process.argv.slice(2)) {
  const entries = Object.entries(options);
  const { values } = parseArgs({
    args,
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
}

/**
 * Runs a program. `--help` prints its usage, or else its header, and ends it. A mistake in the
 * command line ends it with exit code 2, another error with 1. Of an expected error, which has a
 * code, the message is printed, of others the stack.
 * @template {Options} O
 * @param {string} url the program's `import.meta.url`
 * @param {O} options
 * @param {(values: Values<O>) => unknown} main
 * @param {string} [usage] also follows a mistake
 */
export async function program(url, options, main, usage) {
  if (usage && isHelpAsked()) {
    process.stdout.write(usage);
    return;
  }
  helpIfAsked(url);
  try {
    await main(readOptions(options));
  } catch (error) {
    const isUsage = isUsageError(error);
    const isExpected = !(error instanceof Error) || 'code' in error;
    const text = isExpected ? (/** @type {any} */ (error).message ?? error) : error.stack;
    const help = usage ?? 'Usage: --help\n';
    process.stderr.write(isUsage ? `${error.message}\n\n${help}` : `error: ${text}\n`);
    process.exitCode = isUsage ? 2 : 1;
  }
}
