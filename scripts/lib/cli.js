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

/** Between two lines of progress in a log. */
const LOG_STEP_MS = 10_000;
let nextLogLine = LOG_STEP_MS;

/**
 * Says on stderr what is being done: on a terminal a line that the next one overwrites, in a log or
 * a pipe a line every ten seconds, so that short runs leave none.
 * @param {string} text empty to wipe the line
 */
export function progress(text) {
  if (process.stderr.isTTY) {
    process.stderr.write(`\r\x1b[K${text}`);
    return;
  }
  if (text && performance.now() >= nextLogLine) logLine(text);
}

/**
 * Writes a line with the seconds since the process began to stderr, unless it is a terminal.
 * @param {string} text
 */
export function logLine(text) {
  if (process.stderr.isTTY) return;
  const now = performance.now();
  nextLogLine = now + LOG_STEP_MS;
  process.stderr.write(`${text}, ${Math.round(now / 1000)} s\n`);
}
