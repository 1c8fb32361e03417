/** Progress of long measurements, on stderr. */

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
